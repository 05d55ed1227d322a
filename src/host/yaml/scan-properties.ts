import { blankOrEnd, breakOrEnd, nameChar, spaceOrEnd, type Cursor } from "./cursor.ts";

const notNameChar = /[^0-9A-Za-z_-]/g;
const notUriChar = /[^0-9A-Za-z\-;/?:@&=+$,_.!~*'()[\]]/g;
const afterName = `${blankOrEnd}?:,]}%@\``;

/** The name of an anchor or an alias, the cursor at its `&` or `*`. */
export const scanName = (cursor: Cursor): string => {
  cursor.forward();
  const name = cursor.takeUntil(notNameChar);
  if (name === "" || !afterName.includes(cursor.peek()))
    cursor.fail(`${nameChar(cursor.peek())} in the name of an anchor or alias`);
  return name;
};

/** A tag as written: `handle` is absent for `!<verbatim>` and for the lone `!`. */
export type ScannedTag = { readonly handle?: string; readonly suffix: string };

/** A tag, the cursor at its `!`. */
export const scanTag = (cursor: Cursor): ScannedTag => {
  const tag = tagParts(cursor);
  if (!spaceOrEnd.includes(cursor.peek())) cursor.fail(`${nameChar(cursor.peek())} after a tag`);
  return tag;
};

const tagParts = (cursor: Cursor): ScannedTag => {
  const next = cursor.peek(1);
  if (next === "<") {
    cursor.forward(2);
    const suffix = scanUri(cursor);
    if (cursor.peek() !== ">") cursor.fail(`">" expected after a tag`);
    cursor.forward();
    return { suffix };
  }
  if (blankOrEnd.includes(next)) {
    cursor.forward();
    return { suffix: "!" };
  }
  if (hasSecondMark(cursor)) return { handle: scanHandle(cursor), suffix: scanUri(cursor) };
  cursor.forward();
  return { handle: "!", suffix: scanUri(cursor) };
};

const hasSecondMark = (cursor: Cursor): boolean => {
  for (let ahead = 1; !spaceOrEnd.includes(cursor.peek(ahead)); ahead += 1)
    if (cursor.peek(ahead) === "!") return true;
  return false;
};

const scanHandle = (cursor: Cursor): string => {
  if (cursor.peek() !== "!") cursor.fail(`"!" expected, not ${nameChar(cursor.peek())}`);
  cursor.forward();
  if (cursor.peek() === " ") return "!";
  const name = cursor.takeUntil(notNameChar);
  if (cursor.peek() !== "!") cursor.fail(`"!" expected, not ${nameChar(cursor.peek())}`);
  cursor.forward();
  return `!${name}!`;
};

const scanUri = (cursor: Cursor): string => {
  let uri = "";
  for (;;) {
    uri += cursor.takeUntil(notUriChar);
    if (cursor.peek() !== "%") break;
    uri += uriEscapes(cursor);
  }
  if (uri === "") cursor.fail(`${nameChar(cursor.peek())} where a tag's name is expected`);
  return uri;
};

const uriEscapes = (cursor: Cursor): string => {
  const start = cursor.at;
  const bytes: number[] = [];
  while (cursor.peek() === "%") {
    const digits = cursor.text.slice(cursor.at + 1, cursor.at + 3);
    if (!/^[0-9A-Fa-f]{2}$/.test(digits)) cursor.fail("% in a tag needs two hexadecimal digits");
    bytes.push(Number.parseInt(digits, 16));
    cursor.forward(3);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      Uint8Array.from(bytes),
    );
  } catch {
    return cursor.fail("the escapes of a tag are no UTF-8", start);
  }
};

/** A directive: its name and, of `%YAML` and `%TAG`, what matters of the rest. */
export type Directive = {
  readonly name: string;
  readonly handle?: string;
  readonly argument?: string;
};

/** A directive with its whole line, the cursor at its `%`. */
export const scanDirective = (cursor: Cursor): Directive => {
  cursor.forward();
  const name = cursor.takeUntil(notNameChar);
  if (name === "" || !spaceOrEnd.includes(cursor.peek()))
    cursor.fail(`${nameChar(cursor.peek())} in the name of a directive`);
  const directive = directiveWithValue(cursor, name);
  cursor.skipSpaces();
  cursor.skipComment();
  if (!breakOrEnd.includes(cursor.peek()))
    cursor.fail(`${nameChar(cursor.peek())} after a directive`);
  cursor.takeBreak();
  return directive;
};

const lineStops = /[\0\r\n\u0085\u2028\u2029]/g;
const notDigit = /[^0-9]/g;

const directiveWithValue = (cursor: Cursor, name: string): Directive => {
  if (name === "YAML") return { name, argument: majorVersion(cursor) };
  if (name === "TAG") return tagDirective(cursor);
  cursor.takeUntil(lineStops);
  return { name };
};

const majorVersion = (cursor: Cursor): string => {
  cursor.skipSpaces();
  const major = cursor.takeUntil(notDigit);
  if (major === "" || cursor.peek() !== ".") cursor.fail("%YAML needs a version such as 1.1");
  cursor.forward();
  const minor = cursor.takeUntil(notDigit);
  if (minor === "" || !spaceOrEnd.includes(cursor.peek()))
    cursor.fail("%YAML needs a version such as 1.1");
  return major;
};

const tagDirective = (cursor: Cursor): Directive => {
  cursor.skipSpaces();
  const handle = scanHandle(cursor);
  if (cursor.peek() !== " ") cursor.fail("%TAG needs a handle and a prefix");
  cursor.skipSpaces();
  const argument = scanUri(cursor);
  if (!spaceOrEnd.includes(cursor.peek()))
    cursor.fail(`${nameChar(cursor.peek())} after a tag's prefix`);
  return { name: "TAG", handle, argument };
};
