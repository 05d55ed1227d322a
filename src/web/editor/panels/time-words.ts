const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** How long ago something was, such as `5 minutes ago`. */
export const timeAgo = (when: Date, language: string, now = Date.now()): string => {
  const seconds = Math.round((when.getTime() - now) / 1000);
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const found = units.find(([, length]) => Math.abs(seconds) >= length);
  if (found === undefined) return format.format(0, "second");
  const [unit, length] = found;
  return format.format(Math.round(seconds / length), unit);
};
