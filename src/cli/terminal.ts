import { isatty } from "node:tty";
import { readAuthor } from "../plan/plan-codecs.ts";

/** Control characters, bidi marks and line separators: what a terminal obeys, or what reorders the text. */
const obeyed = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;

const escaped = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Escapes what a terminal would obey, as JSON does, so JSON keeps its value. Line ends and tabs stay. */
export const escapeForTerminal = (text: string): string =>
  text.replaceAll(obeyed, (character) =>
    /[\n\t]/.test(character) ? character : escaped(character),
  );

/**
 * Escapes a line of JSON for a reader that decodes it, such as the one that makes log lines readable: what a terminal
 * would obey is escaped once more. Line ends and tabs stay.
 */
export const escapeJsonForTerminal = (json: string): string =>
  json.replaceAll(/\\(?:u[\dA-Fa-f]{4}|.)|[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu, (found) => {
    const decoded: unknown = found.length === 1 ? found : JSON.parse(`"${found}"`);
    const safe = escapeForTerminal(String(decoded));
    return safe === decoded ? found : `\\${safe}`;
  });

/** `escapeForTerminal` for text that must stay on its line. */
export const escapeToOneLine = (text: string): string => text.replaceAll(obeyed, escaped);

/** Text in columns, one line per row whatever is in it. */
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

/** A progress bar on standard error for a transfer of `total` bytes; nothing if that is not a terminal. */
export const progressBar = (total: number) => {
  const isShown = isatty(standardError);
  let drawn = -1;
  return {
    update: (done: number): void => {
      const percent = Math.min(100, Math.floor((done / Math.max(1, total)) * 100));
      if (!isShown || percent === drawn) return;
      drawn = percent;
      const filled = Math.round((percent / 100) * width);
      process.stderr.write(`\r[${"#".repeat(filled)}${" ".repeat(width - filled)}] ${percent} %`);
    },
    end: (): void => {
      if (drawn >= 0) process.stderr.write("\n");
    },
  };
};

/** Asks a yes-or-no question on the terminal; anything but yes, and the end of input, is no. */
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

/** The author of a revision, safe for a terminal; undefined if unknown. */
export const authorName = (by: unknown): string | undefined =>
  // Home Assistant's names may contain anything.
  readAuthor(by)?.name.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, "\u{fffd}");
