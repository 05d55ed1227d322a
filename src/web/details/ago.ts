/** Units of time in seconds, the longest first. */
const units = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;

/** How long ago a moment was, in words such as `3 minutes ago`; of seconds since 1970 or ISO 8601, nothing for anything else. */
export const timeAgoText = (
  moment: string | number | undefined,
  language: string,
  nowMs = Date.now(),
): string | undefined => {
  const ms = typeof moment === "number" ? moment * 1000 : Date.parse(moment ?? "");
  if (!Number.isFinite(ms) || ms <= 0) return undefined;
  const seconds = Math.max(0, Math.round((nowMs - ms) / 1000));
  const [unit, size] = units.find(([, length]) => seconds >= length) ?? ["second", 1];
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(
    -Math.floor(seconds / size),
    unit,
  );
};
