import { canonicalJson, type Json, type JsonObject } from "../model/json.ts";
import { objectsIn, textIn } from "../json/read.ts";
import type { Collection } from "../model/kinds/kinds.ts";
import { touches } from "../model/bindings/touch-actions.ts";
import { type TouchEffect, touchEffectOf, primaryEntityFields } from "./touchable.ts";

/** What a touch does, rather than shows. */
export type Act = TouchEffect & { readonly kind: "act" };

/** What touches of an element may do. */
export interface PossibleActs {
  readonly acts: readonly Act[];
  /** Whether its rules combine in more ways than were looked at. */
  readonly isCut: boolean;
}

/** Entities of an element with actions for one touch of it that are looked at: people write a few rules, and others may write thousands. */
export const mostCombinations = 256;

/** What a field may hold as rules come and go, each once: the element's own value, and those that rules put in its place. */
const valuesOf = (
  field: string,
  data: JsonObject,
  rules: readonly JsonObject[],
): readonly (Json | undefined)[] => {
  const values = new Map([[canonicalJson(data[field] ?? null), data[field]]]);
  for (const rule of rules) {
    const value = rule[field];
    if (value !== undefined && value !== null) values.set(canonicalJson(value), value);
  }
  return [...values.values()];
};

/** The entities that may be the one that an element stands for; undefined where it may be none. */
const standsFor = (
  list: Collection,
  data: JsonObject,
  rules: readonly JsonObject[],
): ReadonlySet<string | undefined> => {
  const found = new Set<string | undefined>();
  for (const field of primaryEntityFields(list)) {
    const texts = valuesOf(field, data, rules).map(textIn);
    for (const text of texts) if (text !== undefined) found.add(text);
    // Later fields count only while this one may be empty.
    if (!texts.includes(undefined)) return found;
  }
  return found.add(undefined);
};

/** What touches of an element may do, whichever of its rules hold: fields of several may come together. */
export const possibleActs = (list: Collection, data: JsonObject): PossibleActs => {
  const rules = objectsIn(data["rules"]);
  const [stand = ""] = primaryEntityFields(list);
  const entities = standsFor(list, data, rules);
  const acts: Act[] = [];
  let isCut = false;
  for (const touch of touches) {
    const wanted = `${touch}_action`;
    const actions = valuesOf(wanted, data, rules);
    let left = mostCombinations;
    isCut ||= actions.length * entities.size > left;
    for (const action of actions)
      for (const entity of entities) {
        if (left === 0) break;
        left -= 1;
        const given = { [stand]: entity ?? null, [wanted]: action ?? null };
        const effect = touchEffectOf(list, given, touch);
        if (effect.kind === "act") acts.push(effect);
      }
  }
  return { acts, isCut };
};
