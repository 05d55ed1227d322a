import type { PartContext } from "../part.ts";
import type { Names } from "./savers.ts";

type Speaking = Pick<PartContext, "texts" | "language">;

const told = new WeakMap<Promise<Names>, Names>();

const keep = async (names: Promise<Names>): Promise<void> => {
  told.set(names, await names);
};

/** The names that were promised; none as long as the service has not told them. `later` is called once it has. */
export const namesNow = (names: Promise<Names>, later: () => void): Names => {
  const known = told.get(names);
  if (known !== undefined) return known;
  void keep(names).then(later);
  return [];
};

/** The names that are known and, for all others, one word; nothing where none is known. */
const knownOf = (names: Names, somebody: string): readonly string[] => {
  const known = names.filter((name) => name !== undefined);
  return known.length > 0 && known.length < names.length ? [...known, somebody] : known;
};

const listOf = (all: readonly string[], language: string): string =>
  new Intl.ListFormat(language).format(all);

/** You and whoever it was, or somebody else. */
const withYou = (names: Names, [you, somebody]: readonly [string, string], language: string) => {
  const known = knownOf(names, somebody);
  return listOf([you, ...(known.length === 0 ? [somebody] : known)], language);
};

/** Who saved what came in, as `Anna has saved. New in your plan:`. */
export const savedWords = (names: Names, { texts, language }: Speaking): string => {
  const who = knownOf(names, texts.together.somebody);
  return who.length === 0
    ? texts.panels.notices.incoming
    : texts.together.saved(listOf(who, language), who.length);
};

/** Who changed the same things, as `You and Anna have changed the same thing.` */
export const overlapWords = (
  names: Names,
  count: number,
  { texts, language }: Speaking,
): string => {
  const { you, conflicts } = texts.panels.notices;
  return conflicts(withYou(names, [you, texts.together.somebody], language), count);
};

/** The same as a title: `Changed by you and Anna`. */
export const overlapTitle = (names: Names, { texts, language }: Speaking): string => {
  const { you, somebody, title } = texts.panels.conflicts;
  return title(withYou(names, [you, somebody], language));
};

/** What the others' side of a choice is called: `Theirs (Anna)`. */
export const theirsWords = (names: Names, { texts, language }: Speaking): string => {
  const { theirs, theirsOf } = texts.panels.conflicts;
  const who = knownOf(names, texts.together.somebody);
  return who.length === 0 ? theirs : theirsOf(listOf(who, language));
};
