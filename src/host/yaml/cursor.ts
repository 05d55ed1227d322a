import { YamlProblem } from "./problem.ts";

/** The characters that end a line for PyYAML; NUL stands for the end of the text. */
export const breakOrEnd = "\0\r\n\u0085\u2028\u2029";
/** The above and the blank: what may follow most tokens. */
export const spaceOrEnd = ` ${breakOrEnd}`;
/** The above and the tab. */
export const blankOrEnd = `\t${spaceOrEnd}`;

/**
 * A place in a text that moves forward and counts lines and columns as PyYAML's reader does: CR,
 * LF, CRLF, NEL, LS and PS end a line, and a byte order mark takes no column.
 */
export class Cursor {
  /** The text with a NUL after it, so that looking ahead needs no bounds. */
  readonly text: string;
  /** In UTF-16 units from the start. */
  at = 0;
  /** Lines ended so far. */
  line = 0;
  /** Characters since the last line break; only the ones before the first token of a line matter. */
  column = 0;
  private readonly marks: boolean;

  /** `text` holds no NUL itself: `checkPrintable` has refused it before. */
  constructor(text: string) {
    this.text = `${text}\0`;
    this.marks = text.includes("\uFEFF");
  }

  /** The character `ahead` units further, NUL beyond the end. */
  peek(ahead = 0): string {
    return this.text[this.at + ahead] ?? "\0";
  }

  /** Moves over `count` units, none of which ends a line. */
  forward(count = 1): void {
    const from = this.at;
    this.at += count;
    this.column += count;
    if (this.marks)
      for (let index = from; index < this.at; index += 1)
        if (this.text[index] === "\uFEFF") this.column -= 1;
  }

  /** Takes everything up to the first character of the class `stops` (global, matching NUL). */
  takeUntil(stops: RegExp): string {
    stops.lastIndex = this.at;
    const end = stops.exec(this.text)?.index ?? this.text.length - 1;
    const taken = this.text.slice(this.at, end);
    this.forward(taken.length);
    return taken;
  }

  /** Moves over blanks; how many there were. */
  skipSpaces(): number {
    const from = this.at;
    while (this.peek() === " ") this.forward();
    return this.at - from;
  }

  /** Moves over a comment, if one starts here, up to the end of its line. */
  skipComment(): void {
    if (this.peek() === "#") this.takeUntil(lineEnds);
  }

  /** Takes one line break: LS and PS as they are, all others as LF; empty where there is none. */
  takeBreak(): string {
    const char = this.peek();
    if (char === "\0" || !breakOrEnd.includes(char)) return "";
    this.at += char === "\r" && this.peek(1) === "\n" ? 2 : 1;
    this.line += 1;
    this.column = 0;
    return char === "\u2028" || char === "\u2029" ? char : "\n";
  }

  /** Whether `---` or `...` (either, where `marker` is absent) stands here as a marker of its own. */
  atMarker(marker?: "---" | "..."): boolean {
    const three = this.text.slice(this.at, this.at + 3);
    return (
      (three === "---" || three === "...") &&
      (marker === undefined || three === marker) &&
      blankOrEnd.includes(this.peek(3))
    );
  }

  /** Ends the parse, blaming the current place or the one given. */
  fail(message: string, offset = this.at): never {
    throw new YamlProblem(message, offset);
  }
}

const lineEnds = /[\0\r\n\u0085\u2028\u2029]/g;

/** How an error names a character. */
export const nameChar = (char: string): string =>
  char === "\0" ? "the end of the text" : JSON.stringify(char);
