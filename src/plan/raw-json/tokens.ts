/**
 * The tokens of JSON (RFC 8259) in bytes known to be UTF-8. Each function takes where a token starts and returns where
 * it ends, or 0 if it is not that token. Beyond the last byte all of them read a zero, which is in no token. Nothing is
 * allocated.
 */

export const quote = 0x22;
export const space = 0x20;
export const comma = 0x2c;
export const colon = 0x3a;
export const openList = 0x5b;
export const closeList = 0x5d;
export const openObject = 0x7b;
export const closeObject = 0x7d;

const backslash = 0x5c;
export const minus = 0x2d;
const dot = 0x2e;
const zero = 0x30;
const nine = 0x39;

/** Lower bytes must be escaped in a string; white space is among them. */
const firstPrintable = 0x20;

/** 1 for each character that may follow a backslash, except `u`. */
const simpleEscapes = new Uint8Array(256);
for (const sign of Buffer.from('"\\/bfnrt')) simpleEscapes[sign] = 1;

const isHex = (byte: number): boolean => {
  const letter = byte | 0x20;
  return (byte >= zero && byte <= nine) || (letter >= 0x61 && letter <= 0x66);
};

/** Where the next token starts: after white space, if any. */
export const afterSpace = (bytes: Buffer, start: number): number => {
  let at = start;
  for (;;) {
    const byte = bytes[at] ?? 0;
    if (byte > space || (byte !== space && byte !== 0x0a && byte !== 0x0d && byte !== 0x09))
      return at;
    at += 1;
  }
};

const afterEscape = (bytes: Buffer, at: number): number => {
  const sign = bytes[at + 1] ?? 0;
  if (simpleEscapes[sign] === 1) return at + 2;
  if (sign !== 0x75) return 0;
  for (let digit = at + 2; digit < at + 6; digit += 1) if (!isHex(bytes[digit] ?? 0)) return 0;
  return at + 6;
};

/** Where a string ends whose first quote is at `start`. */
export const afterString = (bytes: Buffer, start: number): number => {
  let at = start + 1;
  for (;;) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) return at + 1;
    if (byte === backslash) {
      at = afterEscape(bytes, at);
      if (at === 0) return 0;
    } else if (byte < firstPrintable) return 0;
    else at += 1;
  }
};

const afterDigits = (bytes: Buffer, start: number): number => {
  let at = start;
  for (;;) {
    const byte = bytes[at] ?? 0;
    if (byte < zero || byte > nine) return at;
    at += 1;
  }
};

/** Shorter numbers without an exponent are within a double's range. */
const surelyInRange = 300;

/** Where a number ends; negated if it may exceed a double, which `isInRange` tells. */
export const afterNumber = (bytes: Buffer, start: number): number => {
  let at = bytes[start] === minus ? start + 1 : start;
  const first = at;
  at = bytes[at] === zero ? at + 1 : afterDigits(bytes, at);
  if (at === first) return 0;
  if (bytes[at] === dot) {
    const fraction = at + 1;
    at = afterDigits(bytes, fraction);
    if (at === fraction) return 0;
  }
  if (((bytes[at] ?? 0) | 0x20) !== 0x65) return at - start > surelyInRange ? -at : at;
  const sign = bytes[at + 1] ?? 0;
  const exponent = sign === minus || sign === 0x2b ? at + 2 : at + 1;
  at = afterDigits(bytes, exponent);
  return at === exponent ? 0 : -at;
};

/** Whether a double can hold the number. */
export const isInRange = (bytes: Buffer, start: number, end: number): boolean =>
  Number.isFinite(Number(bytes.toString("latin1", start, end)));

const isWord = (bytes: Buffer, start: number, word: string): boolean => {
  for (let at = 0; at < word.length; at += 1)
    if (bytes[start + at] !== word.charCodeAt(at)) return false;
  return true;
};

/** Where `true`, `false` or `null` ends. */
export const afterWord = (bytes: Buffer, start: number): number => {
  if (isWord(bytes, start, "true") || isWord(bytes, start, "null")) return start + 4;
  return isWord(bytes, start, "false") ? start + 5 : 0;
};

/** Longer keys are known by their beginning and position only. */
const longestKeyBytes = 4096;
const shownKeyBytes = 256;

/** A key, unquoted and unescaped; `start` is its first quote. */
export const nameOf = (bytes: Buffer, start: number, end: number): string => {
  const text = bytes.toString("utf8", start, end);
  return text.includes("\\") ? String(JSON.parse(text)) : text.slice(1, -1);
};

/** The same for messages, in which overlong keys are cut, and distinct. */
export const keyText = (bytes: Buffer, start: number, end: number): string =>
  end - start > longestKeyBytes
    ? `${bytes.toString("utf8", start + 1, start + shownKeyBytes)}… at ${start}`
    : nameOf(bytes, start, end);

/** The whole name of a key, given its text in messages. */
export const nameOfKey = (key: string, bytes: Buffer, start: number, end: number): string =>
  end - start > longestKeyBytes ? nameOf(bytes, start, end) : key;
