import { type JsonObject, textIn } from "../json.ts";

/** What rooms are for, in order of precedence where a name says several. */
export const roomKinds = [
  "bath",
  "kitchen",
  "bedroom",
  "living",
  "dining",
  "office",
  "hall",
  "storage",
] as const;

/** What a room is for, as its `kind` says. */
export type RoomKind = (typeof roomKinds)[number];

/** Lower-case parts of names and ids, by what they tell. */
type NameParts<Told extends string> = Readonly<Record<Told, RegExp>>;

/**
 * Such parts in all languages, by ISO 639-1 code. People with different languages share a plan, and a room looks the same
 * to all of them.
 */
export type RoomWords<Told extends string> = Readonly<Record<"en" | "de" | "fr", NameParts<Told>>>;

/** What rooms are called, by their kind. */
export const roomWords: RoomWords<RoomKind> = {
  en: {
    bath: /shower|bath|toilet|restroom|wc/,
    kitchen: /kitchen|coffee|pantry|fridge/,
    bedroom: /bed|sleep|guest|child|nursery/,
    living: /sofa|living|library|lounge/,
    dining: /table|dining|meeting/,
    office: /desk|office|study/,
    hall: /stairs|hall|corridor|coat|landing/,
    storage: /wash|garage|storage|lab|utility/,
  },
  de: {
    bath: /bad\b/,
    kitchen: /(?<!wasch)küche/,
    bedroom: /schlaf|kinder/,
    living: /wohn/,
    dining: /\bess|esszimmer|essecke/,
    office: /büro|arbeits/,
    hall: /flur|diele/,
    storage: /keller|abstell|lager|waschk/,
  },
  fr: {
    bath: /salle.d.eau|bain|sanitaire/,
    kitchen: /cuisine|cellier|garde-manger/,
    bedroom: /chambre|suite parentale|dortoir/,
    living: /salon|s[ée]jour|biblioth[èe]que|v[ée]randa/,
    dining: /salle.[àa].manger|repas|r[ée]union/,
    office: /bureau/,
    hall: /couloir|entr[ée]e|vestibule|palier|escalier|d[ée]gagement/,
    storage: /buanderie|cave|rangement|d[ée]barras|atelier/,
  },
};

/** Parts of icon names that are not English names of rooms. */
const iconWords: Partial<NameParts<RoomKind>> = {
  bath: /human-male/,
  kitchen: /silverware/,
  dining: /account-group/,
  office: /lightbulb/,
  hall: /arrow/,
  storage: /server|package|flask/,
};

/** The first of these that a text tells in any language. */
export const firstTold = <Told extends string>(
  those: readonly Told[],
  text: string,
  languages: readonly Partial<NameParts<Told>>[],
): Told | undefined =>
  those.find((each) => languages.some((parts) => parts[each]?.test(text.toLowerCase())));

const allParts = [iconWords, ...Object.values(roomWords)];

/** What tells of a room, the first before the others. */
export const textsOf = (room: JsonObject): readonly string[] =>
  ["icon", "id", "name"].map((field) => textIn(room[field]) ?? "");

/** What a room is for: as it says itself, else its icon, its id or its name in any language. */
export const kindOfRoom = (room: JsonObject): RoomKind | undefined => {
  const own = roomKinds.find((kind) => kind === room["kind"]);
  if (own !== undefined) return own;
  for (const text of textsOf(room)) {
    const found = firstTold(roomKinds, text, allParts);
    if (found !== undefined) return found;
  }
  return undefined;
};
