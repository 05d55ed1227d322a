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

/** When something was, by its ISO 8601 time: the date with the time, and such as `5 minutes ago`. */
export const timeWords = (
  time: string | number,
  language: string,
): { readonly at: string; readonly ago: string } => {
  const when = new Date(time);
  const full = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  return { at: full.format(when), ago: timeAgo(when, language) };
};
