import { blankOrEnd, breakOrEnd, nameChar, spaceOrEnd, type Cursor } from "./cursor.ts";

const blockPlainStops = /[\0 \t\r\n\u0085\u2028\u2029:]/g;
const flowPlainStops = /[\0 \t\r\n\u0085\u2028\u2029:,?[\]{}]/g;
const blockAfterColon = blankOrEnd;
const flowAfterColon = `${blankOrEnd},[]{}`;
const lineStops = /[\0\r\n\u0085\u2028\u2029]/g;

/** What came of a plain scalar: its value, and whether the scan ended after a line break. */
export type Plain = { readonly value: string; readonly brokeLine: boolean };

/**
 * A plain scalar, over several lines where they are indented by `indent` columns or more (flow
 * collections need none). A tab ends it, as does `?` inside a flow collection: PyYAML's rules,
 * not the specification's.
 */
export const scanPlain = (cursor: Cursor, indent: number, inFlow: boolean): Plain => {
  let value = "";
  let spaces = "";
  let brokeLine = false;
  for (;;) {
    if (cursor.peek() === "#") break;
    const chunk = plainChunk(cursor, inFlow);
    if (chunk === "") break;
    brokeLine = false;
    value += spaces + chunk;
    const between = plainSpaces(cursor);
    brokeLine = between.brokeLine;
    spaces = between.value;
    if (spaces === "" || cursor.peek() === "#") break;
    if (!inFlow && cursor.column < indent) break;
  }
  return { value, brokeLine };
};

const plainChunk = (cursor: Cursor, inFlow: boolean): string => {
  let chunk = "";
  for (;;) {
    chunk += cursor.takeUntil(inFlow ? flowPlainStops : blockPlainStops);
    const after = inFlow ? flowAfterColon : blockAfterColon;
    if (cursor.peek() !== ":" || after.includes(cursor.peek(1))) return chunk;
    chunk += ":";
    cursor.forward();
  }
};

const plainSpaces = (cursor: Cursor): Plain => {
  const count = cursor.skipSpaces();
  const first = cursor.takeBreak();
  if (first === "") return { value: " ".repeat(count), brokeLine: false };
  if (cursor.atMarker()) return { value: "", brokeLine: true };
  let breaks = "";
  for (;;) {
    cursor.skipSpaces();
    const next = cursor.takeBreak();
    if (next === "") break;
    breaks += next;
    if (cursor.atMarker()) return { value: "", brokeLine: true };
  }
  return { value: folded(first, breaks), brokeLine: true };
};

/** A line break in a folded scalar: a lone LF is a blank, of several the first one goes. */
const folded = (first: string, breaks: string): string =>
  first === "\n" ? breaks || " " : first + breaks;

const quotedStops = /['"\\\0 \t\r\n\u0085\u2028\u2029]/g;
const escapes: ReadonlyMap<string, string> = new Map([
  ["0", "\0"],
  ["a", "\u0007"],
  ["b", "\b"],
  ["t", "\t"],
  ["\t", "\t"],
  ["n", "\n"],
  ["v", "\v"],
  ["f", "\f"],
  ["r", "\r"],
  ["e", "\u001B"],
  [" ", " "],
  ['"', '"'],
  ["\\", "\\"],
  ["/", "/"],
  ["N", "\u0085"],
  ["_", "\u00A0"],
  ["L", "\u2028"],
  ["P", "\u2029"],
]);
const hexLengths: ReadonlyMap<string, number> = new Map([
  ["x", 2],
  ["u", 4],
  ["U", 8],
]);

/** A quoted scalar, the cursor at its opening quote. Its lines need no indentation. */
export const scanQuoted = (cursor: Cursor): string => {
  const quote = cursor.peek();
  cursor.forward();
  let value = quotedText(cursor, quote);
  while (cursor.peek() !== quote) value += quotedSpaces(cursor) + quotedText(cursor, quote);
  cursor.forward();
  return value;
};

const quotedText = (cursor: Cursor, quote: string): string => {
  let text = "";
  for (;;) {
    text += cursor.takeUntil(quotedStops);
    const char = cursor.peek();
    if (quote === "'" && char === "'" && cursor.peek(1) === "'") {
      text += "'";
      cursor.forward(2);
    } else if (quote === '"' && char === "\\") {
      text += escaped(cursor);
    } else if (char !== quote && `'"\\`.includes(char)) {
      text += char;
      cursor.forward();
    } else {
      return text;
    }
  }
};

const escaped = (cursor: Cursor): string => {
  cursor.forward();
  const char = cursor.peek();
  const simple = escapes.get(char);
  if (simple !== undefined) {
    cursor.forward();
    return simple;
  }
  const length = hexLengths.get(char);
  if (length !== undefined) {
    cursor.forward();
    const digits = cursor.text.slice(cursor.at, cursor.at + length);
    if (!/^[0-9A-Fa-f]+$/.test(digits) || digits.length !== length)
      return cursor.fail(`\\${char} needs ${length} hexadecimal digits`);
    const code = Number.parseInt(digits, 16);
    if (code > 0x10ffff) return cursor.fail(`\\${char}${digits} is no Unicode character`);
    cursor.forward(length);
    return String.fromCodePoint(code);
  }
  if (char !== "\0" && breakOrEnd.includes(char)) {
    cursor.takeBreak();
    return quotedBreaks(cursor);
  }
  return cursor.fail(`\\${char} is no escape of a double-quoted scalar`);
};

const quotedSpaces = (cursor: Cursor): string => {
  const from = cursor.at;
  while (cursor.peek() === " " || cursor.peek() === "\t") cursor.forward();
  if (cursor.peek() === "\0") return cursor.fail("the text ends inside a quoted scalar");
  const blanks = cursor.text.slice(from, cursor.at);
  const first = cursor.takeBreak();
  return first === "" ? blanks : folded(first, quotedBreaks(cursor));
};

const quotedBreaks = (cursor: Cursor): string => {
  let breaks = "";
  for (;;) {
    if (cursor.atMarker()) return cursor.fail("a document marker inside a quoted scalar");
    while (cursor.peek() === " " || cursor.peek() === "\t") cursor.forward();
    const next = cursor.takeBreak();
    if (next === "") return breaks;
    breaks += next;
  }
};

/**
 * A block scalar (`|` or `>`), the cursor at its indicator, inside a collection indented by
 * `parentIndent` columns (-1 at the top).
 */
export const scanBlock = (cursor: Cursor, parentIndent: number): string => {
  const isFolded = cursor.peek() === ">";
  cursor.forward();
  const { chomping, increment } = blockHeader(cursor);
  const least = Math.max(parentIndent + 1, 1);
  let breaks = "";
  let indent = least;
  if (increment === 0) {
    const found = blockIndentation(cursor);
    breaks = found.breaks;
    indent = Math.max(least, found.indent);
  } else {
    indent = least + increment - 1;
    breaks = blockBreaks(cursor, indent);
  }
  let value = "";
  let lineBreak = "";
  while (cursor.column === indent && cursor.peek() !== "\0") {
    const startsBlank = " \t".includes(cursor.peek());
    value += breaks + cursor.takeUntil(lineStops);
    lineBreak = cursor.takeBreak();
    breaks = blockBreaks(cursor, indent);
    if (cursor.column !== indent || cursor.peek() === "\0") break;
    if (isFolded && lineBreak === "\n" && !startsBlank && !" \t".includes(cursor.peek()))
      value += breaks === "" ? " " : "";
    else value += lineBreak;
  }
  if (chomping !== "-") value += lineBreak;
  if (chomping === "+") value += breaks;
  return value;
};

const blockHeader = (cursor: Cursor): { chomping: string; increment: number } => {
  const header = /([-+]?)([0-9]?)([-+]?)/y;
  header.lastIndex = cursor.at;
  const [all = "", before = "", digit = "", after = ""] = header.exec(cursor.text) ?? [];
  // A second sign after sign and digit belongs to no header; left there, it is the error below.
  const length = before !== "" && after !== "" ? all.length - 1 : all.length;
  if (digit === "0") cursor.fail("a block scalar's indentation is 1 to 9, not 0");
  cursor.forward(length);
  if (!spaceOrEnd.includes(cursor.peek()))
    cursor.fail(`${nameChar(cursor.peek())} in the header of a block scalar`);
  cursor.skipSpaces();
  cursor.skipComment();
  if (!breakOrEnd.includes(cursor.peek()))
    cursor.fail(`${nameChar(cursor.peek())} in the header of a block scalar`);
  cursor.takeBreak();
  return { chomping: before || after, increment: Number(digit) };
};

const blockIndentation = (cursor: Cursor): { breaks: string; indent: number } => {
  let breaks = "";
  let indent = 0;
  for (;;) {
    cursor.skipSpaces();
    indent = Math.max(indent, cursor.column);
    const next = cursor.takeBreak();
    if (next === "") return { breaks, indent };
    breaks += next;
  }
};

const blockBreaks = (cursor: Cursor, indent: number): string => {
  let breaks = "";
  for (;;) {
    while (cursor.column < indent && cursor.peek() === " ") cursor.forward();
    const next = cursor.takeBreak();
    if (next === "") return breaks;
    breaks += next;
  }
};
