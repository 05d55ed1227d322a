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
 * What everybody reads: the card, the page around it, what goes wrong, and the kinds of things. All words of these
 * are here, the editor's too, as they stand in one file and each file belongs to one part: it is downloaded once.
 */
export type Viewing = Sections<typeof import("./en/viewing.ts")>;

/** What the editor says besides. */
export type Editing = Sections<typeof import("./en/editing.ts")>;

/** A language besides English. Its words are downloaded when somebody wants to read them. */
export interface Language {
  readonly viewing: () => Promise<Viewing>;
  readonly editing: () => Promise<Editing>;
  /** Rooms are coloured by these whoever looks, so they are here before. */
  readonly roomWords: RoomWords;
}

/** All languages but English, which is built in, by their code of ISO 639-1. */
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
 * What rooms are called in any language. People of several languages share a plan, and a room has one colour
 * for all of them, from the first drawing on: what is spoken to one of them has no say in it.
 */
export const roomWords: readonly RoomWords[] = [
  english,
  ...[...languages.values()].map((language) => language.roomWords),
];
