/** A sentence for people who use the mouse, as it is said to those who use their fingers. */
export const tapped = (sentence: string): string =>
  sentence.replaceAll(
    /(c)lick(ing|ed)?/gi,
    (_, letter: string, end = "") =>
      `${letter === "C" ? "T" : "t"}ap${end === "" ? "" : `p${end}`}`,
  );
