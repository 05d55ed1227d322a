/** What a terminal obeys, or what turns the text around it: controls of both sets, bidi marks, separators of lines. */
const obeyed = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;

const escaped = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/**
 * Text as a terminal may show it, whoever wrote what is in it: what a terminal would obey is escaped as JSON
 * escapes it, so that JSON stays JSON of the same value. Ends of lines and tabs stay.
 */
export const escapeForTerminal = (text: string): string =>
  text.replaceAll(obeyed, (character) =>
    /[\n\t]/.test(character) ? character : escaped(character),
  );

/**
 * A line of JSON for a reader that decodes its texts, such as the one that makes log lines readable: what a terminal would
 * obey in them is escaped once more, so that it stands there as JSON escapes it. Ends of lines and tabs stay.
 */
export const escapeJsonForTerminal = (json: string): string =>
  json.replaceAll(/\\(?:u[\dA-Fa-f]{4}|.)|[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu, (found) => {
    const decoded: unknown = found.length === 1 ? found : JSON.parse(`"${found}"`);
    const safe = escapeForTerminal(String(decoded));
    return safe === decoded ? found : `\\${safe}`;
  });

/** The same for a text that is to stay within its line. */
export const escapeToOneLine = (text: string): string => text.replaceAll(obeyed, escaped);
