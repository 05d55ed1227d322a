import { checkLimit, type ImportLimits, refuse } from "../refusal.ts";

/** A value of ISO 10303-21. Missing (`$`) and derived (`*`) ones are null. */
export type StepValue =
  | null
  | number
  | { readonly text: string }
  | { readonly name: string }
  | { readonly ref: number }
  /** A value that names its type, such as `IFCLABEL('A')`. */
  | { readonly typed: string; readonly value: StepValue }
  | readonly StepValue[];

/** Whether a value is a list of values. */
export const isStepList = (value: StepValue | undefined): value is readonly StepValue[] =>
  Array.isArray(value);

/** Where values stand, for refusals. */
interface ValuePlace {
  readonly file: string;
  readonly limits: ImportLimits;
  readonly place: string;
}

/** The parts that values consist of; a text has its quotes doubled. */
const token =
  /\s+|\/\*[^]*?\*\/|'((?:[^']|'')*)'|#(\d+)|\.(\w+)\.|([-+]?\d+\.?\d*(?:[eE][-+]?\d+)?)|([$*])|([(),])|"[0-9A-Fa-f]*"|([A-Za-z]\w*)/y;

/** Letters of ISO 8859-1 above ASCII, and UTF-16 and UTF-32 in hexadecimal digits (ISO 10303-21, 6.4.3). */
const escapes =
  /\\S\\(.)|\\X\\([0-9A-Fa-f]{2})|\\X2\\((?:[0-9A-Fa-f]{4})*)\\X0\\|\\X4\\((?:[0-9A-Fa-f]{8})*)\\X0\\|\\P[A-I]\\|\\\\|''/g;

const charactersIn = (digits: string, each: number): string =>
  Array.from({ length: digits.length / each }, (_, at) => {
    const code = Number.parseInt(digits.slice(at * each, (at + 1) * each), 16);
    return code > 0x10_ff_ff
      ? "\u{fffd}"
      : each === 4
        ? String.fromCharCode(code)
        : String.fromCodePoint(code);
  }).join("");

/** What a text says whose letters beyond ASCII are written in ASCII. */
export const unescaped = (written: string): string =>
  written.replaceAll(escapes, (all, upper?: string, byte?: string, two?: string, four?: string) => {
    if (upper !== undefined) return String.fromCharCode((upper.codePointAt(0) ?? 0) + 128);
    if (byte !== undefined) return charactersIn(`00${byte}`, 4);
    if (two !== undefined) return charactersIn(two, 4);
    if (four !== undefined) return charactersIn(four, 8);
    return all === "''" ? "'" : all === "\\\\" ? "\\" : "";
  });

/** The attributes of an entity, from the text between the name of its type and its semicolon. */
export const valuesIn = (
  text: string,
  { file, limits, place }: ValuePlace,
): readonly StepValue[] => {
  const stack: { readonly typed: string; readonly list: StepValue[] }[] = [{ typed: "", list: [] }];
  let typed = "";
  let count = 0;
  let at = 0;
  const add = (value: StepValue): void => {
    count += 1;
    stack.at(-1)?.list.push(value);
  };
  while (at < text.length) {
    token.lastIndex = at;
    const found = token.exec(text);
    if (found === null) return refuse("damagedStep", file, { place });
    at = token.lastIndex;
    const [all, written, ref, name, number, nothing, mark, word] = found;
    if (written !== undefined) add({ text: unescaped(written) });
    else if (ref !== undefined) add({ ref: Number(ref) });
    else if (name !== undefined) add({ name: name.toUpperCase() });
    else if (number !== undefined) add(Number(number));
    else if (nothing !== undefined || all.startsWith('"')) add(null);
    else if (mark === "(") {
      stack.push({ typed, list: [] });
      typed = "";
      checkLimit(limits, "importDepth", stack.length, file, place);
    } else if (mark === ")") {
      const last = stack.pop();
      if (last === undefined || stack.length === 0) return refuse("damagedStep", file, { place });
      const { list } = last;
      add(last.typed === "" ? list : { typed: last.typed, value: list[0] ?? null });
    } else if (word !== undefined) typed = word.toUpperCase();
    checkLimit(limits, "importElements", count, file, place);
  }
  const [attributes] = stack[0]?.list ?? [];
  if (stack.length !== 1 || !isStepList(attributes)) return refuse("damagedStep", file, { place });
  return attributes;
};
