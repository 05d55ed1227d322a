import { domainOf } from "./entity-state.ts";

/** More kinds of numbers than a house has; then all formats are made anew. */
const most = 200;

/** The same format for the same language and options, as making one takes longer than a hundred uses. */
const remembered = <Options, Format>(
  make: (language: string, options: Options) => Format,
): ((language: string, options: Options) => Format) => {
  const kept = new Map<string, Format>();
  return (language, options) => {
    const key = language + JSON.stringify(options);
    const found = kept.get(key);
    if (found !== undefined) return found;
    if (kept.size >= most) kept.clear();
    const made = make(language, options);
    kept.set(key, made);
    return made;
  };
};

/** How numbers are written. */
export const numberFormat = remembered(
  (language, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options),
);

/** How moments are written. */
export const timeFormat = remembered(
  (language, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options),
);

/** What is known of an entity's numbers. */
export interface Measured {
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Digits behind the point, as the registry of Home Assistant has them. */
  readonly precision: number | undefined;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/** Classes of sensors whose states are no numbers (`NON_NUMERIC_DEVICE_CLASSES` of Home Assistant's sensors). */
const wordy: ReadonlySet<string> = new Set(["date", "enum", "timestamp", "uptime"]);

/** Domains whose states are numbers, with a unit or without. */
const counted: ReadonlySet<string> = new Set(["counter", "number", "input_number"]);

/** Whether an entity's states are numbers: it has a unit or a class that says so. Any other `007` is a text. */
export const isMeasured = (
  entity: string,
  { unit_of_measurement: unit, state_class, device_class }: Measured["attributes"],
): boolean => {
  const domain = domainOf(entity);
  if (textOf(unit) !== undefined || textOf(state_class) !== undefined || counted.has(domain))
    return true;
  const kind = textOf(device_class);
  return domain === "sensor" && kind !== undefined && !wordy.has(kind);
};

/** As many digits as every browser writes. */
const mostDigits = 20;

const digitsBehindPoint = (state: string): number => {
  const [, , digits = "", power = "0"] = /^(.*?)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(state) ?? [];
  return Math.max(0, Math.min(mostDigits, digits.length - Number(power)));
};

/**
 * How many digits are written: what the registry says; none for what goes in whole steps; else as many as the
 * state has (frontend, `src/common/number/format_number.ts`).
 */
const digitsOf = (state: string, { attributes, precision }: Measured): Intl.NumberFormatOptions => {
  const { step } = attributes;
  const isWhole = Number.isInteger(step) && Number.isInteger(Number(state));
  const digits = precision ?? (isWhole ? 0 : digitsBehindPoint(state));
  const bounded = Math.max(0, Math.min(mostDigits, Math.trunc(digits)));
  return { minimumFractionDigits: bounded, maximumFractionDigits: bounded };
};

/** Languages that set the percent sign apart (frontend, `src/common/translations/blank_before_percent.ts`). */
const apart: ReadonlySet<string> = new Set(["cs", "de", "fi", "fr", "sk", "sv"]);

/** A number with its unit behind it, at the distance that the language keeps. */
export const withUnit = (number: string, unit: string, language: string): string => {
  if (unit === "°") return number + unit;
  const [base = ""] = language.split("-");
  return unit === "%" && !apart.has(base) ? number + unit : `${number} ${unit}`;
};

/** Units of time that are told as two: 1.5 h are one hour and thirty minutes. */
const parts: Readonly<Record<string, readonly [whole: string, part: string, parts: number]>> = {
  d: ["day", "hour", 24],
  h: ["hour", "minute", 60],
  min: ["minute", "second", 60],
};

const durationText = (
  amount: number,
  unit: string,
  { precision }: Measured,
  language: string,
): string | undefined => {
  const [whole, part, many] = (Object.hasOwn(parts, unit) ? parts[unit] : undefined) ?? [];
  if (whole === undefined || part === undefined || many === undefined) return undefined;
  const value = precision === undefined ? amount : Number(amount.toFixed(precision));
  const count = (kind: string, number: number): string =>
    numberFormat(language, { style: "unit", unit: kind, unitDisplay: "narrow" }).format(number);
  const all = Math.trunc(value);
  // Rounded before it is cut: a tenth of an hour is six minutes, in binary a little less.
  const rest = Math.floor(Number(((Math.abs(value) - Math.abs(all)) * many).toFixed(6)));
  return rest === 0 ? count(whole, all) : `${count(whole, all)} ${count(part, rest)}`;
};

const moneyText = (
  amount: number,
  currency: string | undefined,
  { precision }: Measured,
  language: string,
): string | undefined => {
  if (currency === undefined || !/^[a-z]{3}$/i.test(currency)) return undefined;
  const digits = precision === undefined ? {} : { maximumFractionDigits: precision };
  const least = { minimumFractionDigits: Math.min(2, precision ?? 2), maximumFractionDigits: 2 };
  return numberFormat(language, { style: "currency", currency, ...least, ...digits }).format(
    amount,
  );
};

/** A measured state as it is read, with its unit; as it is where it is no number after all. */
export const numberText = (state: string, measured: Measured, language: string): string => {
  const amount = state.trim() === "" ? Number.NaN : Number(state);
  const unit = textOf(measured.attributes["unit_of_measurement"]);
  if (Number.isNaN(amount)) return unit === undefined ? state : withUnit(state, unit, language);
  const kind = measured.attributes["device_class"];
  const special =
    kind === "duration" && unit !== undefined
      ? durationText(amount, unit, measured, language)
      : kind === "monetary"
        ? moneyText(amount, unit, measured, language)
        : undefined;
  if (special !== undefined) return special;
  const number = numberFormat(language, digitsOf(state, measured)).format(amount);
  return unit === undefined ? number : withUnit(number, unit, language);
};
