import { isatty } from "node:tty";
import { readAuthor } from "../plan/plan-codecs.ts";

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

/** Lines of text in columns, a line for each row whatever is in it. */
export const table = (given: readonly (readonly string[])[]): readonly string[] => {
  const rows = given.map((row) => row.map(escapeToOneLine));
  const widths = (rows[0] ?? []).map((_cell, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
};

export const standardError = 2;
const width = 30;

/** Draws how far a transfer of `total` bytes is, on one line of the terminal's error output; draws nothing where that is no terminal. */
export const progressBar = (total: number) => {
  const isShown = isatty(standardError);
  let drawn = -1;
  return {
    /** `done`: bytes transferred so far. */
    update: (done: number): void => {
      const percent = Math.min(100, Math.floor((done / Math.max(1, total)) * 100));
      if (!isShown || percent === drawn) return;
      drawn = percent;
      const filled = Math.round((percent / 100) * width);
      process.stderr.write(`\r[${"#".repeat(filled)}${" ".repeat(width - filled)}] ${percent} %`);
    },
    /** Ends the line. */
    end: (): void => {
      if (drawn >= 0) process.stderr.write("\n");
    },
  };
};

/** Asks a yes-or-no question on the terminal; anything but yes is no, and so is the end of the input. */
export const ask = async (question: string): Promise<boolean> => {
  const { createInterface } = await import("node:readline/promises");
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const over = new Promise<string>((resolve) => void terminal.once("close", () => resolve("")));
  try {
    const answer = await Promise.race([terminal.question(`${question} [y/N] `), over]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
};

/** The name of whoever saved a revision, as a terminal may show it; undefined where it is not known. */
export const authorName = (by: unknown): string | undefined =>
  // Home Assistant's names may hold anything, also what a terminal would obey.
  readAuthor(by)?.name.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, "\u{fffd}");
