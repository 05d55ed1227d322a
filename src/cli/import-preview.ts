import type { ImportRefusal, Imported, Loss } from "../model/import/import-result.ts";
import { printableWhole } from "../model/import/refusal.ts";
import { importContents, mostCombinations, outsideEffects } from "../model/import/preview.ts";
import { importing } from "../web/texts/en/importing.ts";

/** So many of something, in words. */
export const counted = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

const lossLine = ({ what, count, names }: Loss): string => {
  const sentence = importing.losses[what](count);
  if (names.length === 0) return sentence;
  const more = count - names.length;
  const rest = more > 0 ? ` and ${more} more` : "";
  return `${sentence}: ${names.join(", ")}${rest}`;
};

/** Why files are refused, in a sentence. */
export const refusalLine = ({ why, file, detail }: ImportRefusal): string =>
  printableWhole(importing.refusals[why](file, detail));

const listed = (heading: string, names: readonly string[]): readonly string[] =>
  names.length === 0 ? [] : [`${heading}:`, ...names.map((name) => `  ${printableWhole(name)}`)];

/** Not all that touches do is looked at. */
const moreLine = `More than that is possible: an element has rules that combine in more than ${mostCombinations} ways. Read them in the file.`;

/** What a plan and those before it reach beyond themselves: all of it, as whoever imports plans of others is to judge it. */
const reachLines = ({ plan, history }: Imported): readonly string[] => {
  const { actions, isCut, addresses, templates } = outsideEffects([
    plan,
    ...history.map((earlier) => earlier.plan),
  ]);
  return [
    ...listed("What touching it does", actions),
    ...(isCut ? [moreLine] : []),
    ...listed("Addresses elsewhere that it names", addresses),
    ...listed("Templates that Home Assistant renders for it", templates),
  ];
};

/** What comes with some files, what does not, and what it does, line by line. */
export const previewLines = (imported: Imported): readonly string[] => {
  const { floors, rooms, openings, pieces, images, earlier } = importContents(imported);
  const comes = [
    counted(floors, "floor", "floors"),
    counted(rooms, "room", "rooms"),
    counted(openings, "door or window", "doors and windows"),
    counted(pieces, "piece", "pieces"),
    counted(images, "image", "images"),
    counted(earlier, "earlier plan", "earlier plans"),
  ];
  const { losses, origin } = imported;
  return [
    `A plan of ${importing.origins[origin]}: ${comes.join(", ")}`,
    losses.length === 0 ? "Nothing is lost." : "What is lost or changed:",
    ...losses.map((loss) => `  ${printableWhole(lossLine(loss))}`),
    ...reachLines(imported),
  ];
};
