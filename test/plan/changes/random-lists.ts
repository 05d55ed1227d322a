import type { Random } from "../../support/random.ts";
import type { Marked } from "./random-changes.ts";

/** Numbers of which one begins like another. */
const prefixes = ["#1", "#12", "#1.0", "#120", "#2"] as const;

/** Elements as they make it hard to tell them apart: without an id, with that of another, equal, long, or numbers. */
const oddElement = (random: Random, number: number): Marked => {
  switch (random.below(9)) {
    case 0:
      return random.pick(prefixes);
    case 1:
      return { x: random.pick(prefixes) };
    case 2:
      return { id: `e${random.below(5)}`, x: random.pick(prefixes) };
    case 3:
      return {
        id: `e${number}`,
        note: "long ".repeat(random.below(10) === 0 ? random.below(900) : 5),
      };
    case 4:
      return random.pick([null, "e1", "", [], {}]);
    default:
      return { id: `e${number}`, x: random.pick(prefixes), z: `#${random.below(100)}.50` };
  }
};

/** A list of some chunks. */
const longList = (random: Random): Marked[] => {
  const kind = random.below(4);
  return Array.from({ length: 50 + random.below(450) }, (_, at) => {
    if (kind === 0) return random.pick(prefixes);
    if (kind === 1) return oddElement(random, at);
    return { id: `e${at}`, x: random.pick(prefixes), z: `#${at}.50` };
  });
};

/** A plan with a list of hundreds of elements. */
export const longPlan = (random: Random): { readonly [key: string]: Marked } => ({
  rooms: longList(random),
  texts: Array.from({ length: random.below(4) }, (_, at) => oddElement(random, at)),
  card: { note: "x" },
});

/** Changes a list as a person or a program may between two saves: one or some elements, or the order, here and there. */
const changedList = (random: Random, list: readonly Marked[]): Marked[] => {
  const changed = [...list];
  for (let count = 1 + random.below(4); count > 0; count -= 1) {
    const at = random.below(changed.length + 1);
    const other = random.below(changed.length + 1);
    switch (random.below(9)) {
      case 0:
        changed.splice(at, 1);
        break;
      case 1:
        changed.splice(at, random.below(20));
        break;
      case 2:
        changed.splice(other, 0, ...changed.splice(at, 1 + random.below(3)));
        break;
      case 3:
        changed.splice(at, 0, oddElement(random, 10_000 + random.below(1e6)));
        break;
      case 4:
        // A copy: what is there twice would be changed twice.
        changed.splice(at, 0, ...structuredClone(changed.slice(at, at + 1)));
        break;
      case 5:
        if (random.below(20) === 0) changed.reverse();
        break;
      case 6:
        if (random.below(30) === 0) changed.length = 0;
        break;
      default:
        changed[at] = oddElement(random, random.below(500));
    }
  }
  return changed;
};

/** The next plan of a save in which lists are changed, and now and then a list becomes something else. */
export const savedNext = (
  random: Random,
  plan: Readonly<Record<string, Marked>>,
): Record<string, Marked> => {
  const next: Record<string, Marked> = { ...plan };
  const names = Object.keys(next);
  const name = names[random.below(names.length)];
  if (name === undefined) return { rooms: [] };
  const value = next[name];
  if (Array.isArray(value)) next[name] = changedList(random, value);
  else if (random.below(3) === 0) delete next[name];
  if (random.below(12) === 0) next["walls"] = random.pick<Marked>([[], {}, ["#1"], null]);
  if (random.below(30) === 0) return Object.fromEntries(Object.entries(next).toReversed());
  return next;
};
