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

/** Lower-case parts of names and ids of rooms for each kind, in one language. */
export type RoomWords = Readonly<Record<RoomKind, RegExp>>;

/** Parts of icon names that are not English names of rooms. */
const iconWords: Partial<RoomWords> = {
  bath: /human-male/,
  kitchen: /silverware/,
  dining: /account-group/,
  office: /lightbulb/,
  hall: /arrow/,
  storage: /server|package|flask/,
};

/** The kind that a text names in any of the languages. */
export const kindInText = (
  text: string,
  languages: readonly Partial<RoomWords>[],
): RoomKind | undefined =>
  roomKinds.find((kind) => languages.some((words) => words[kind]?.test(text.toLowerCase())));

/** What a room is for: as it says itself, else its icon, its id or its name in any of the languages. */
export const kindOfRoom = (
  room: JsonObject,
  languages: readonly RoomWords[],
): RoomKind | undefined => {
  const own = roomKinds.find((kind) => kind === room["kind"]);
  if (own !== undefined) return own;
  for (const field of ["icon", "id", "name"]) {
    const found = kindInText(textIn(room[field]) ?? "", [iconWords, ...languages]);
    if (found !== undefined) return found;
  }
  return undefined;
};
