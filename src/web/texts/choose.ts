/** A language tag such as `de-AT`, as browsers and Home Assistant give them. */
export type Language = string | undefined;

/** The texts in the language that is asked for, and in English where that is not spoken here. */
export const choose =
  <Texts>(en: Texts, de: Texts) =>
  (language: Language): Texts =>
    language?.toLowerCase().split(/[-_]/)[0] === "de" ? de : en;
