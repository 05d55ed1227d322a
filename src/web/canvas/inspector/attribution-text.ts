import type { EditorContext } from "../component.ts";
import { type SaverNames, yourTab } from "../../store/attribution.ts";
import { formatList } from "../formats.ts";

type TextContext = Pick<EditorContext, "texts" | "language">;

/** The known names, and one word for all unknown ones; empty if none is known. */
const knownOf = (
  names: SaverNames,
  { somebody, youThere: you }: Pick<TextContext["texts"]["collaboration"], "somebody" | "youThere">,
): readonly string[] => {
  const known = names.flatMap((name) => (name === undefined ? [] : name === yourTab ? you : name));
  return known.length > 0 && known.length < names.length ? [...known, somebody] : known;
};

/** Lists you and the others by name, or as `somebody else`. */
const withYou = (
  names: SaverNames,
  [you, somebody]: readonly [string, string],
  { texts, language }: TextContext,
) => {
  const known = knownOf(names, { ...texts.collaboration, somebody });
  return formatList(language, [you, ...(known.length === 0 ? [somebody] : known)]);
};

/** Whether all of it came from other windows of this user. */
const areYours = (names: SaverNames): boolean =>
  names.length > 0 && names.every((name) => name === yourTab);

/** The authors of incoming changes, as `Anna has saved. New in your plan:`. */
export const savedWords = (names: SaverNames, { texts, language }: TextContext): string => {
  const who = knownOf(names, texts.collaboration);
  if (areYours(names)) return texts.collaboration.savedByYou;
  return who.length === 0
    ? texts.panels.notices.incoming
    : texts.collaboration.saved(formatList(language, who), who.length);
};

/** The parties of conflicts, as `You and Anna have changed the same item.` */
export const overlapWords = (
  names: SaverNames,
  count: number,
  { texts, language }: TextContext,
): string => {
  const { you, conflicts } = texts.panels.notices;
  if (areYours(names)) return texts.collaboration.overlapYours(count);
  return conflicts(withYou(names, [you, texts.collaboration.somebody], { texts, language }), count);
};

/** The parties of a conflict as a title: `Changed by you and Anna`. */
export const overlapTitle = (names: SaverNames, { texts, language }: TextContext): string => {
  const { you, somebody, title } = texts.panels.conflicts;
  if (areYours(names)) return texts.collaboration.titleYours;
  return title(withYou(names, [you, somebody], { texts, language }));
};

/** The label of the others' side: `Theirs (Anna)`. */
export const theirsWords = (names: SaverNames, { texts, language }: TextContext): string => {
  const { theirs, theirsOf } = texts.panels.conflicts;
  if (areYours(names)) return texts.collaboration.otherTab;
  const who = knownOf(names, texts.collaboration);
  return who.length === 0 ? theirs : theirsOf(formatList(language, who));
};
