import type { RoomWords } from "../../model/kinds/room-kinds.ts";

const german: RoomWords = {
  bath: /bad\b/,
  kitchen: /(?<!wasch)küche/,
  bedroom: /schlaf|kinder/,
  living: /wohn/,
  dining: /\bess|esszimmer|essecke/,
  office: /büro|arbeits/,
  hall: /flur|diele/,
  storage: /keller|abstell|lager|waschk/,
};

const english: RoomWords = {
  bath: /shower|bath|toilet|restroom|wc/,
  kitchen: /kitchen|coffee|pantry|fridge/,
  bedroom: /bed|sleep|guest|child|nursery/,
  living: /sofa|living|library|lounge/,
  dining: /table|dining|meeting/,
  office: /desk|office|study/,
  hall: /stairs|hall|corridor|coat|landing/,
  storage: /wash|garage|storage|lab|utility/,
};

const french: RoomWords = {
  bath: /salle.d.eau|bain|sanitaire/,
  kitchen: /cuisine|cellier|garde-manger/,
  bedroom: /chambre|suite parentale|dortoir/,
  living: /salon|s[ée]jour|biblioth[èe]que|v[ée]randa/,
  dining: /salle.[àa].manger|repas|r[ée]union/,
  office: /bureau/,
  hall: /couloir|entr[ée]e|vestibule|palier|escalier|d[ée]gagement/,
  storage: /buanderie|cave|rangement|d[ée]barras|atelier/,
};

type Sections<Module> = { readonly [Section in keyof Module]: Module[Section] };

/**
 * The words that everybody needs: card, page, problems, and kinds of elements. The editor's words for these are here
 * too, since they share one file, which belongs to one part and is downloaded once.
 */
export type Viewing = Sections<typeof import("./en/viewing.ts")>;

/** A language besides English, whose words are downloaded on demand. */
export interface Language {
  readonly viewing: () => Promise<Viewing>;
  /** Words by which rooms are coloured for everybody, so they are not loaded on demand. */
  readonly roomWords: RoomWords;
}

/** All languages by ISO 639-1 code, except English, which is built in. */
export const languages: ReadonlyMap<string, Language> = new Map([
  [
    "de",
    {
      viewing: () => import("./de/viewing.ts"),
      roomWords: german,
    },
  ],
  [
    "fr",
    {
      viewing: () => import("./fr/viewing.ts"),
      roomWords: french,
    },
  ],
]);

/**
 * Words for kinds of rooms in all languages. People with different languages share a plan, and a room has the same
 * colour for all of them.
 */
export const roomWords: readonly RoomWords[] = [
  english,
  ...[...languages.values()].map((language) => language.roomWords),
];
