import { keep, kept } from "../../ui/browser-storage.ts";

/** The name under which the browser keeps them. */
const name = "floorplan-layers";

/** The most layers that are remembered; the oldest ones are forgotten first. */
const mostKept = 200;

/** What was chosen while the browser keeps nothing. */
let fallback: ReadonlyMap<string, boolean> = new Map();
let isStorageRefused = false;

/** The text that was read last, and what it means: it is read in each drawing. */
let last: readonly [text: string, choices: ReadonlyMap<string, boolean>] = ["", new Map()];

const read = (text: string): ReadonlyMap<string, boolean> => {
  try {
    const found: unknown = JSON.parse(text);
    if (!Array.isArray(found)) return new Map();
    return new Map(
      found.flatMap((each: unknown): readonly (readonly [string, boolean])[] => {
        if (!Array.isArray(each)) return [];
        const [id, isOn]: readonly unknown[] = each;
        return typeof id === "string" && typeof isOn === "boolean" ? [[id, isOn]] : [];
      }),
    );
  } catch {
    // Another program's text: nothing was chosen.
    return new Map();
  }
};

/** Which layers were switched on and off in this browser, by their ids, for all plans of a service. */
export const keptChoices = (): ReadonlyMap<string, boolean> => {
  if (isStorageRefused) return fallback;
  const text = kept(name) ?? "";
  if (text !== last[0]) last = [text, read(text)];
  return last[1];
};

/** Remembers that a layer was switched on or off. */
export const keepChoice = (id: string, isOn: boolean): void => {
  const others = [...keptChoices()].filter(([each]) => each !== id);
  const choices = [...others, [id, isOn] as const].slice(-mostKept);
  fallback = new Map(choices);
  isStorageRefused = !keep(name, JSON.stringify(choices));
};
