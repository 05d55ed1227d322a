/** Says how many there are, in the form that the language has for that many; `#` stands for the number. */
export type Plural = (count: number, one: string, other: string) => string;

/** The plurals of a language, by the rules of the CLDR and with its own figures: French has one of none, German has none of one. */
export const pluralIn = (language: string): Plural => {
  const rules = new Intl.PluralRules(language);
  const figures = new Intl.NumberFormat(language);
  return (count, one, other) =>
    (rules.select(count) === "one" ? one : other).replaceAll("#", figures.format(count));
};
