/** Caches formats per language (BCP 47), since creating one is slow. */
const cached = <Format>(make: (language: string) => Format): ((language: string) => Format) => {
  const known = new Map<string, Format>();
  return (language) => {
    const format = known.get(language) ?? make(language);
    known.set(language, format);
    return format;
  };
};

const hundredths = cached(
  (language) =>
    new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
);
const atMostHundredths = cached(
  (language) => new Intl.NumberFormat(language, { maximumFractionDigits: 2 }),
);
const millimetres = cached(
  (language) =>
    new Intl.NumberFormat(language, {
      minimumFractionDigits: 2,
      maximumFractionDigits: 3,
      useGrouping: false,
    }),
);
const lists = cached((language) => new Intl.ListFormat(language));

/** Formats a number with two decimals: `12.40`. */
export const hundredthsIn = (language: string, value: number): string =>
  hundredths(language).format(value);

/** Formats metres: `2.40 m`. */
export const metresIn =
  (language: string): ((length: number) => string) =>
  (length) =>
    `${hundredthsIn(language, length)} m`;

/** Formats a number with at most two decimals: `2.4`. */
export const shortNumberIn = (language: string, value: number): string =>
  atMostHundredths(language).format(value);

/** Formats metres for a field: to the centimetre, or to the millimetre if needed. */
export const typedMetresFormat = (language: string, metres: number): string =>
  millimetres(language).format(metres);

/** Formats a list: `Sofa, Bed, and Desk`. */
export const formatList = (language: string, parts: readonly string[]): string =>
  lists(language).format(parts);

const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

const timeAgo = (when: Date, language: string): string => {
  const seconds = Math.round((when.getTime() - Date.now()) / 1000);
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const found = units.find(([, length]) => Math.abs(seconds) >= length);
  if (found === undefined) return format.format(0, "second");
  const [unit, length] = found;
  return format.format(Math.round(seconds / length), unit);
};

/** Formats an ISO 8601 time: as date and time, and as relative time such as `5 minutes ago`. */
export const timeIn = (
  language: string,
  time: string | number,
): { readonly at: string; readonly ago: string } => {
  const when = new Date(time);
  const full = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  return { at: full.format(when), ago: timeAgo(when, language) };
};
