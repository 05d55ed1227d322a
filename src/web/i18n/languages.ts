type Sections<Module> = { readonly [Section in keyof Module]: Module[Section] };

/**
 * The words that everybody needs: card, page, problems, and kinds of elements. The editor's words for these are here
 * too, since they share one file, which belongs to one part and is downloaded once.
 */
export type Viewing = Sections<typeof import("./en/viewing.ts")>;

/** A language besides English, whose words are downloaded on demand. */
export interface Language {
  readonly viewing: () => Promise<Viewing>;
}

/** All languages by ISO 639-1 code, except English, which is built in. */
export const languages: ReadonlyMap<string, Language> = new Map([
  [
    "de",
    {
      viewing: () => import("./de/viewing.ts"),
    },
  ],
  [
    "fr",
    {
      viewing: () => import("./fr/viewing.ts"),
    },
  ],
]);
