import { roundForStorage } from "../geometry/vector.ts";

/** Spaces that keyboards and number formats put between digits. */
const spaces = "[ \\u00a0\\u2007\\u2009\\u202f]";

/** Converts a unit to metres by division, which is exact where possible. */
const units: Readonly<Record<string, (count: number) => number>> = {
  m: (count) => count,
  cm: (count) => count / 100,
  mm: (count) => count / 1000,
  ft: (count) => (count * 3048) / 10_000,
  in: (count) => (count * 254) / 10_000,
};

/** The smaller unit that may follow a unit: `17' 6"`, `5 m 20 cm`. */
const smaller: Readonly<Record<string, string>> = { m: "cm", ft: "in" };

/** All signs for a unit, as typed by keyboards and word processors. */
const signs: readonly (readonly [name: string, sign: RegExp])[] = [
  ["in", /^(?:in|inch|inches|zoll|pouces?|"|″|”|“|''|’’|′′)$/],
  ["ft", /^(?:ft|foot|feet|fu[sß]s?|pieds?|'|′|’|‘)$/],
  ["mm", /^mm$/],
  ["cm", /^cm$/],
  ["m", /^m$/],
];

const unitOf = (sign: string): string | undefined =>
  signs.find(([, pattern]) => pattern.test(sign))?.[0];

/** Whether the separators of a whole number are at the thousands. */
const isGrouped = (text: string, mark: string): boolean =>
  text.split(mark).every((group, at) => (at === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(group));

const groupMark = (language: string): string | undefined =>
  new Intl.NumberFormat(language).formatToParts(1_234_567).find(({ type }) => type === "group")
    ?.value;

/** Digits without thousands separators; undefined if a separator is misplaced. */
const whole = (text: string, mark: string): string | undefined =>
  text.includes(mark) ? (isGrouped(text, mark) ? text.replaceAll(mark, "") : undefined) : text;

/**
 * The unsigned number in a text. A single comma or point is the decimal mark, unless `isThousands` says that it
 * separates thousands; if both occur, the last is the decimal mark.
 */
const digitsIn = (text: string, isThousands: (text: string) => boolean): number | undefined => {
  const spaced = text.replaceAll(new RegExp(spaces, "g"), " ");
  const [front = "", ...tail] = spaced.split(/[.,](?=[^.,]*$)/);
  const mark = tail.length === 0 ? "" : spaced.charAt(front.length);
  const isRepeated = mark !== "" && front.includes(mark);
  const isWhole = isRepeated || isThousands(spaced);
  const before = isWhole ? spaced : front;
  const parting = [" ", ",", "."].filter((each) => before.includes(each));
  // Two different thousands separators, or one that is also the decimal mark, are a typo.
  if (parting.length > 1) return undefined;
  const digits = whole(before, parting[0] ?? " ");
  const fraction = isWhole ? "" : (tail[0] ?? "");
  if (digits === undefined || !/^\d*$/.test(digits + fraction) || digits + fraction === "")
    return undefined;
  return Number(`${digits}.${fraction}`);
};

/** Whether the only separator of a number is the language's thousands separator, and is at the thousands. */
const partsThousands =
  (language: string) =>
  (text: string): boolean => {
    const mark = groupMark(language);
    return mark !== undefined && /^[1-9]/.test(text) && text.split(mark).length === 2
      ? !/[.,]/.test(text.replace(mark, "")) && isGrouped(text, mark)
      : false;
  };

const never = (): boolean => false;

const signed = (text: string): readonly [sign: number, rest: string] => {
  const [, sign = "", rest = ""] = /^([-+−–]?)\s*(.*)$/s.exec(text.trim()) ?? [];
  return [sign === "" || sign === "+" ? 1 : -1, rest];
};

/**
 * The number that a person typed. In every language a comma or a point is the decimal mark, except that a single one
 * before exactly three digits separates thousands if the language writes them so (`1,000` in English, `1.000` in
 * German). Undefined if it is not a number.
 */
export const readNumber = (text: string, language: string): number | undefined => {
  const [sign, rest] = signed(text);
  const number = digitsIn(rest, partsThousands(language));
  return number === undefined ? undefined : sign * number || 0;
};

/**
 * The length that a person typed, in metres rounded to a tenth of a millimetre: `5,2`, `5.2 m`, `520 cm`, `5200mm`,
 * `17'`, `17' 6"`, `5 m 20 cm`. A comma or a point is the decimal mark in every language, as nobody types lengths of
 * thousands of metres. In smaller units, a single one before exactly three digits separates thousands if the language
 * writes them so. Undefined if it is not a length.
 */
export const readLength = (text: string, language: string): number | undefined => {
  const [sign, rest] = signed(text.toLowerCase());
  const parts = [
    ...rest.matchAll(new RegExp(`([\\d.,]+(?:${spaces}\\d[\\d.,]*)*)([^\\d.,]*)`, "g")),
  ];
  if (parts.map(([part]) => part).join("") !== rest || parts.length === 0 || parts.length > 2)
    return undefined;
  let metres = 0;
  let last: string | undefined;
  for (const [, digits = "", written = ""] of parts) {
    const following = last === undefined ? "m" : smaller[last];
    const name = written.trim() === "" ? following : unitOf(written.trim());
    if (name === undefined || (last !== undefined && name !== following)) return undefined;
    const isSmall = name !== "m" && name !== "ft";
    const count = digitsIn(digits, isSmall ? partsThousands(language) : never);
    if (count === undefined) return undefined;
    metres += units[name]?.(count) ?? 0;
    last = written.trim() === "" && last === undefined ? "none" : name;
  }
  return Math.abs(metres) < 1e5 ? roundForStorage(sign * metres) : undefined;
};
