import type { JsonObject } from "../../json.ts";
import type { Losses } from "../../../import/losses.ts";
import { checkLimit, refuse } from "../refusal.ts";
import type { HomeElement } from "./home-element.ts";

/** A floor that is made of a level, or of a home without any. */
export interface Floor {
  readonly id: string;
  readonly data: JsonObject;
  /** What has its background image: the level, or the home. */
  readonly element: HomeElement;
}

/** The floors of a home, from the lowest up, and which of them an element is on. */
export interface Floors {
  readonly all: readonly Floor[];
  readonly of: (element: HomeElement) => string;
}

/** A home has levels, or none and is one floor; what names no level is on the first. */
export const floorsOf = (home: HomeElement, losses: Losses): Floors => {
  const levels = home.children("level");
  checkLimit(home.limits, "importFloors", levels.length, home.file);
  const inOrder = levels.toSorted(
    (one, other) =>
      one.number("elevation") - other.number("elevation") ||
      one.number("elevationIndex", -1) - other.number("elevationIndex", -1),
  );
  const sources = inOrder.length === 0 ? [home] : inOrder;
  const all = sources.map((element, at): Floor => {
    const id = `level-${at + 1}`;
    const name = element.text("name") ?? "";
    if (element.text("viewable") === "false" || element.text("visible") === "false")
      losses.add("hiddenLevels", name);
    return { id, data: { id, name: name === "" ? `${at}` : name }, element };
  });
  const byId = new Map<string, string>();
  for (const { id, element } of inOrder.length === 0 ? [] : all) {
    const was = element.text("id") ?? "";
    if (byId.has(was)) refuse("duplicateId", home.file, { place: element.placeOf("id") });
    byId.set(was, id);
  }
  const first = all[0]?.id ?? "";
  return {
    all,
    of: (element) => {
      const level = element.text("level");
      if (level === undefined) return first;
      return (
        byId.get(level) ??
        refuse("unknownReference", home.file, {
          place: element.placeOf("level"),
          expected: level,
        })
      );
    },
  };
};
