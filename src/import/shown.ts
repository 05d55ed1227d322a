/** Characters that end lines, turn text around or are not seen at all. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Characters of a text that are shown at most. */
const longest = 120;

/** A text from a file as it may be shown whole: without characters that are not seen, or that a terminal would obey. */
export const printableWhole = (text: string): string => text.replaceAll(unseen, "\u{fffd}");

/** A text from a file as it may be shown in a sentence: short, and without characters that are not seen. */
export const printable = (text: string): string =>
  printableWhole(text.length > longest ? `${text.slice(0, longest)}…` : text);

/** Whether a text has control characters, other than those that make lines and columns. */
export const hasControls = (text: string): boolean => {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if ((code < 32 && code !== 9 && code !== 10 && code !== 13) || (code >= 127 && code < 160))
      return true;
  }
  return false;
};
