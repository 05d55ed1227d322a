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
