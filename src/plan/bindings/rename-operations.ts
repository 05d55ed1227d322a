import {
  elementRenamer,
  type Rename,
  trackerRenamer,
} from "../../model/bindings/rename-entities.ts";
import { isList, isObject, type Json } from "../../model/json.ts";
import { isCollection } from "../../model/kinds/kinds.ts";
import type { Operation } from "../changes/patch.ts";
import { type Pointer, placeIn, wholeDocument } from "../changes/pointer.ts";
import type { CooperativeTask } from "../raw-json/json-cursor.ts";
import type { PlanText } from "../text/plan-text.ts";

/** What replaces texts so that a value becomes another one of the same shape. */
const replacements = (before: Json | undefined, after: Json, at: Pointer): readonly Operation[] => {
  if (before === after) return [];
  if (isList(after) && isList(before))
    return after.flatMap((each, index) =>
      replacements(before[index], each, placeIn(at, String(index))),
    );
  if (isObject(after) && isObject(before))
    return Object.entries(after).flatMap(([key, value]) =>
      value === undefined ? [] : replacements(before[key], value, placeIn(at, key)),
    );
  return [{ op: "replace", path: at, value: Buffer.from(JSON.stringify(after)) }];
};

/**
 * What renames entities in a plan: each element that mentions one is parsed by itself, in steps between which others
 * have their turn. Elements of more than `elementBytes` bytes, whose names are not read either, stay as they are.
 */
export function* renameOperations(
  text: PlanText,
  renames: readonly Rename[],
  elementBytes: number,
): CooperativeTask<readonly Operation[]> {
  const [ofElement, ofTracker] = [elementRenamer(renames), trackerRenamer(renames)];
  const old = renames.map(({ from }) => Buffer.from(from));
  const operations: Operation[] = [];
  for (const name of new Set(text.members.map((member) => member.name ?? ""))) {
    const chunks = text.member(name)?.list?.chunks;
    if (chunks === undefined || !(isCollection(name) || name === "trackers")) continue;
    const rename = name === "trackers" ? ofTracker : ofElement;
    let index = 0;
    for (const chunk of chunks) {
      yield;
      const isMentioned = old.some((id) => chunk.text.includes(id));
      for (const written of isMentioned ? chunk.elements() : []) {
        const at = placeIn(placeIn(wholeDocument, name), String(index));
        index += 1;
        if (written.length > elementBytes || !old.some((id) => written.includes(id))) continue;
        const element: Json = JSON.parse(written.toString());
        if (isObject(element)) operations.push(...replacements(element, rename(element), at));
      }
      if (!isMentioned) index += chunk.count;
    }
  }
  return operations;
}
