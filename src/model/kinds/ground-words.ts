/** Lower-case parts of names and ids of outdoor rooms, by what is underfoot there, in one language. */
type GroundWords = Readonly<Record<"decking" | "paving", RegExp>>;

const english: GroundWords = {
  decking: /terrace|balcony|\bdeck|veranda|porch|loggia/,
  paving: /drive|carport|yard|path\b|parking|patio|garage/,
};

const german: GroundWords = {
  decking: /terrasse|balkon|veranda|loggia/,
  paving: /einfahrt|\bhof|innenhof|stellplatz|gehweg|garage/,
};

const french: GroundWords = {
  decking: /terrasse|balcon|v[ée]randa|loggia/,
  paving: /all[ée]e|\bcour\b|parking|stationnement|garage/,
};

const languages = [english, german, french];

/** What is underfoot outdoors by a text in any language, so that everybody sees the same. */
export const groundInText = (text: string): keyof GroundWords | undefined =>
  (["decking", "paving"] as const).find((ground) =>
    languages.some((words) => words[ground].test(text.toLowerCase())),
  );
