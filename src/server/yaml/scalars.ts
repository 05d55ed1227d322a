/** The prefix of YAML's own tags. */
const core = "tag:yaml.org,2002:";

export const tags = {
  null: `${core}null`,
  bool: `${core}bool`,
  int: `${core}int`,
  float: `${core}float`,
  str: `${core}str`,
  binary: `${core}binary`,
  timestamp: `${core}timestamp`,
  merge: `${core}merge`,
  value: `${core}value`,
  seq: `${core}seq`,
  map: `${core}map`,
  set: `${core}set`,
  omap: `${core}omap`,
  pairs: `${core}pairs`,
} as const;

const words = /^(?:yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)$/;
const floats = [
  /^[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?$/,
  /^\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?$/,
  /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*$/,
  /^[-+]?\.(?:inf|Inf|INF)$/,
  /^\.(?:nan|NaN|NAN)$/,
];
const ints = [
  /^[-+]?0b[01_]+$/,
  /^[-+]?0[0-7_]+$/,
  /^[-+]?(?:0|[1-9][0-9_]*)$/,
  /^[-+]?0x[0-9a-fA-F_]+$/,
  /^[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+$/,
];
const dates = [
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/,
  /^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?(?:[ \t]*(?:Z|[-+][0-9]{1,2}(?::[0-9]{2})?))?$/,
];
const nulls = /^(?:~|null|Null|NULL|)$/;

/**
 * The tag that PyYAML's SafeLoader resolves a plain scalar to: the rules of YAML 1.1's type repository, except for `y`,
 * `n` and exponents without a sign.
 */
export const resolvePlain = (text: string): string => {
  // PyYAML's patterns ignore a newline at the end, possible in `! "yes<newline>"`.
  const value = text.endsWith("\n") ? text.slice(0, -1) : text;
  const matches = (pattern: RegExp): boolean => pattern.test(value);
  switch (value[0]) {
    case undefined:
      // PyYAML has no pattern for a lone newline.
      return text === "" ? tags.null : tags.str;
    case "<":
      return value === "<<" ? tags.merge : tags.str;
    case "=":
      return value === "=" ? tags.value : tags.str;
    case "~":
      return value === "~" ? tags.null : tags.str;
    default:
  }
  if (/^[-+.0-9]/.test(value)) {
    if (floats.some(matches)) return tags.float;
    if (ints.some(matches)) return tags.int;
    return dates.some(matches) ? tags.timestamp : tags.str;
  }
  if (words.test(value)) return tags.bool;
  return nulls.test(value) ? tags.null : tags.str;
};

/** Whether SafeLoader knows a tag as it is written before a value. */
export const isKnownTag = (source: string): boolean =>
  source === "!" || written.has(source.replace(/^!<(.*)>$/, "$1").replace(/^!!/, core));

const written: ReadonlySet<string> = new Set(Object.values(tags));

/** The most decimal digits that Python turns into an int (its default since 3.11). */
const maxDigits = 4_300;
/** A base-60 number with more parts is far beyond what JSON readers keep. */
const maxParts = 64;

/**
 * The int that PyYAML reads from a scalar tagged `!!int`; undefined if it is not one. Octal is `012`, binary `0b1`,
 * hexadecimal `0x1`, base 60 `1:30`; underscores are ignored.
 */
export const readInt = (text: string): bigint | undefined => {
  const { negative, digits } = signed(text.replaceAll("_", ""));
  const value = magnitude(digits);
  return negative && value !== undefined ? -value : value;
};

const magnitude = (digits: string): bigint | undefined => {
  if (digits === "") return undefined;
  if (digits.startsWith("0b")) return inBase(digits.slice(2), /^[01]+$/, "0b");
  if (digits.startsWith("0x")) return inBase(digits.slice(2), /^[0-9a-fA-F]+$/, "0x");
  if (digits.startsWith("0")) return inBase(digits.replace(/^0[oO]/, ""), /^[0-7]+$/, "0o");
  if (!digits.includes(":")) return decimal(digits);
  const parts = digits.split(":");
  if (parts.length > maxParts) return undefined;
  return parts
    .map(decimal)
    .reduce(
      (sum, part) => (sum === undefined || part === undefined ? undefined : sum * 60n + part),
      0n,
    );
};

/** Python also accepts a sign after the prefix, possible only in a scalar tagged `!!int`. */
const inBase = (text: string, allowed: RegExp, prefix: string): bigint | undefined => {
  const digits = text.replace(/^[-+]/, "");
  if (!allowed.test(digits)) return undefined;
  const value = BigInt(prefix + digits);
  return text.startsWith("-") ? -value : value;
};

const decimal = (text: string): bigint | undefined => {
  const [, sign = "", digits = ""] =
    /^[ \t\n\v\f\r]*([-+]?)([0-9]+)[ \t\n\v\f\r]*$/.exec(text) ?? [];
  if (digits === "" || digits.length > maxDigits) return undefined;
  return sign === "-" ? -BigInt(digits) : BigInt(digits);
};

/** The float that PyYAML reads from a scalar tagged `!!float`, NaN and infinities included. */
export const readFloat = (text: string): number | undefined => {
  const { negative, digits } = signed(text.replaceAll("_", "").toLowerCase());
  const value = floatMagnitude(digits);
  return negative && value !== undefined ? -value : value;
};

const floatMagnitude = (digits: string): number | undefined => {
  if (digits === ".inf") return Number.POSITIVE_INFINITY;
  if (digits === ".nan") return Number.NaN;
  if (!digits.includes(":")) return decimalFloat(digits);
  let value = 0;
  let base = 1;
  for (const part of digits.split(":").toReversed()) {
    const digit = decimalFloat(part);
    if (digit === undefined) return undefined;
    value += digit * base;
    base *= 60;
  }
  return value;
};

const decimalFloat = (text: string): number | undefined => {
  const word = /^[ \t\n\v\f\r]*([-+]?)(?:inf(?:inity)?|nan)[ \t\n\v\f\r]*$/.exec(text);
  if (word !== null) return Number.NaN;
  const pattern =
    /^[ \t\n\v\f\r]*([-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[-+]?[0-9]+)?)[ \t\n\v\f\r]*$/;
  const number = pattern.exec(text)?.[1];
  return number === undefined ? undefined : Number(number);
};

const signed = (text: string): { negative: boolean; digits: string } =>
  /^[-+]/.test(text)
    ? { negative: text.startsWith("-"), digits: text.slice(1) }
    : { negative: false, digits: text };

/** A finite number as Python writes a float: `1.0`, `1e+16`, `1.5e-07`. */
export const pythonFloat = (value: number): string => {
  if (Object.is(value, -0)) return "-0.0";
  const [mantissa = "", power = "0"] = value.toExponential().split("e");
  const exponent = Number(power);
  if (exponent < -4 || exponent >= 16) {
    const digits = Math.abs(exponent).toString().padStart(2, "0");
    return `${mantissa}e${exponent < 0 ? "-" : "+"}${digits}`;
  }
  const plain = String(value);
  return plain.includes(".") ? plain : `${plain}.0`;
};
