import { domainOf } from "./entity-state.ts";

/** More kinds of numbers than a house has; beyond it the cache is cleared. */
const most = 200;

/** Caches formats: making one takes longer than using it a hundred times. */
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

export const numberFormat = remembered(
  (language, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options),
);

export const timeFormat = remembered(
  (language, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options),
);

export interface Measured {
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Decimal places, from Home Assistant's registry. */
  readonly precision: number | undefined;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/** Sensor classes with non-numeric states (`NON_NUMERIC_DEVICE_CLASSES` in Home Assistant). */
const nonNumericClasses: ReadonlySet<string> = new Set(["date", "enum", "timestamp", "uptime"]);

/** Domains with numeric states, with or without a unit. */
const counted: ReadonlySet<string> = new Set(["counter", "number", "input_number"]);

/** Whether an entity's states are numbers, by its unit or class. Otherwise `007` is text. */
export const isMeasured = (
  entity: string,
  { unit_of_measurement: unit, state_class, device_class }: Measured["attributes"],
): boolean => {
  const domain = domainOf(entity);
  if (textOf(unit) !== undefined || textOf(state_class) !== undefined || counted.has(domain))
    return true;
  const kind = textOf(device_class);
  return domain === "sensor" && kind !== undefined && !nonNumericClasses.has(kind);
};

/** The most digits that every browser formats. */
const maxDigits = 20;

const digitsBehindPoint = (state: string): number => {
  const [, , digits = "", power = "0"] = /^(.*?)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(state) ?? [];
  return Math.max(0, Math.min(maxDigits, digits.length - Number(power)));
};

/**
 * Decimal places to show: the registry's; none for integer steps; else as many as the state has (frontend,
 * `src/common/number/format_number.ts`).
 */
const digitsOf = (state: string, { attributes, precision }: Measured): Intl.NumberFormatOptions => {
  const { step } = attributes;
  const isWhole = Number.isInteger(step) && Number.isInteger(Number(state));
  const digits = precision ?? (isWhole ? 0 : digitsBehindPoint(state));
  const bounded = Math.max(0, Math.min(maxDigits, Math.trunc(digits)));
  return { minimumFractionDigits: bounded, maximumFractionDigits: bounded };
};

/** Languages with a space before the percent sign (frontend, `src/common/translations/blank_before_percent.ts`). */
const apart: ReadonlySet<string> = new Set(["cs", "de", "fi", "fr", "sk", "sv"]);

/** A number and its unit, spaced as the language does. */
export const withUnit = (number: string, unit: string, language: string): string => {
  if (unit === "°") return number + unit;
  const [base = ""] = language.split("-");
  return unit === "%" && !apart.has(base) ? number + unit : `${number} ${unit}`;
};

/** Durations shown in two units: 1.5 h is one hour and thirty minutes. */
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
  // Rounded before truncation: a tenth of an hour is six minutes, in binary slightly less.
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

/** A measured state for people, with its unit; unchanged if it is not a number after all. */
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
