import type { RoomWords } from "../renderer/options.ts";

const german: RoomWords = {
  water: /bad\b/,
  honey: /küche/,
  lilac: /schlaf/,
  sand: /wohn/,
  rose: /ess/,
  sage: /büro/,
  stone: /flur|diele/,
  mist: /keller/,
};

const english: RoomWords = {
  water: /shower|bath|toilet|restroom|wc/,
  honey: /kitchen|coffee|pantry|fridge/,
  lilac: /bed|sleep|guest/,
  sand: /sofa|living|library|lounge/,
  rose: /table|dining|meeting/,
  sage: /desk|office|study/,
  stone: /stairs|hall|corridor|coat|landing/,
  mist: /wash|garage|storage|lab|utility/,
};

const french: RoomWords = {
  water: /salle.d.eau|bain|sanitaire/,
  honey: /cuisine|cellier|garde-manger/,
  lilac: /chambre|suite parentale|dortoir/,
  sand: /salon|s[ée]jour|biblioth[èe]que|v[ée]randa/,
  rose: /salle.[àa].manger|repas|r[ée]union/,
  sage: /bureau/,
  stone: /couloir|entr[ée]e|vestibule|palier|escalier|d[ée]gagement/,
  mist: /buanderie|cave|rangement|d[ée]barras|atelier/,
};

type Sections<Module> = { readonly [Section in keyof Module]: Module[Section] };

/**
 * The words that everybody needs: card, page, problems, and kinds of elements. The editor's words for these are here
 * too, since they share one file, which belongs to one part and is downloaded once.
 */
export type Viewing = Sections<typeof import("./en/viewing.ts")>;

/** The further words of the editor. */
export type Editing = Sections<typeof import("./en/editing.ts")>;

/** A language besides English, whose words are downloaded on demand. */
export interface Language {
  readonly viewing: () => Promise<Viewing>;
  readonly editing: () => Promise<Editing>;
  /** Words by which rooms are coloured for everybody, so they are not loaded on demand. */
  readonly roomWords: RoomWords;
}

/** All languages by ISO 639-1 code, except English, which is built in. */
export const languages: ReadonlyMap<string, Language> = new Map([
  [
    "de",
    {
      viewing: () => import("./de/viewing.ts"),
      editing: () => import("./de/editing.ts"),
      roomWords: german,
    },
  ],
  [
    "fr",
    {
      viewing: () => import("./fr/viewing.ts"),
      editing: () => import("./fr/editing.ts"),
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
