const second = 1000;
const units = {
  ms: 1,
  s: second,
  m: 60 * second,
  h: 3600 * second,
  d: 24 * 3600 * second,
} as const;

const isUnit = (unit: string): unit is keyof typeof units => unit in units;

/** The milliseconds of `500ms`, `90s`, `15m`, `24h` or `30d`; `0` needs no unit. Anything else is undefined. */
export const readDuration = (text: string): number | undefined => {
  if (text === "0") return 0;
  const [, digits = "", unit = ""] = /^(\d{1,9})(ms|[smhd])$/.exec(text) ?? [];
  return isUnit(unit) ? Number(digits) * units[unit] : undefined;
};

/** The same duration as a text, in the largest unit that tells it whole: `24h` as `1d`. */
export const durationText = (ms: number): string => {
  if (ms === 0) return "0";
  const unit = (["d", "h", "m", "s"] as const).find((each) => ms % units[each] === 0) ?? "ms";
  return `${ms / units[unit]}${unit}`;
};
