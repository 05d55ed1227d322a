import {
  canonicalJson,
  isList,
  isObject,
  type Json,
  type JsonObject,
  objectsIn,
  textIn,
} from "../json.ts";
import { type Collection, collections } from "../kinds/kinds.ts";
import {
  primaryEntityFields,
  type ServiceCall,
  type TouchEffect,
  touchEffectOf,
  touches,
} from "../bindings/touch-actions.ts";
import { entitiesOf, entriesOf, type PlanData } from "../elements/entities.ts";
import { entitiesOfCall, isOtherOrigin } from "../bindings/perform-action.ts";
import { bindingsOf } from "../bindings/element-bindings.ts";
import { levelsOf } from "../elements/levels.ts";
import type { Imported } from "./import-result.ts";

/** An effect of a touch that acts, rather than shows. */
type ActionEffect = TouchEffect & { readonly kind: "act" };

interface PossibleActs {
  readonly acts: readonly ActionEffect[];
  /** Whether its rules combine in more ways than were examined. */
  readonly isCut: boolean;
}

/**
 * Most combinations of entity and action examined for one touch of an element; others' plans may have thousands of
 * rules.
 */
export const maxCombinations = 256;

/** The values a field may have, its own and those of rules, without duplicates. */
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

/** The entities that an element may stand for; undefined stands for none. */
const standsFor = (
  list: Collection,
  data: JsonObject,
  rules: readonly JsonObject[],
): ReadonlySet<string | undefined> => {
  const found = new Set<string | undefined>();
  for (const field of primaryEntityFields(list)) {
    const texts = valuesOf(field, data, rules).map(textIn);
    for (const text of texts) if (text !== undefined) found.add(text);
    // Later fields count only if this one may be empty.
    if (!texts.includes(undefined)) return found;
  }
  return found.add(undefined);
};

/** What touching an element may do, whichever of its rules hold; their fields may combine. */
const possibleActs = (list: Collection, data: JsonObject): PossibleActs => {
  const rules = objectsIn(data["rules"]);
  const [stand = ""] = primaryEntityFields(list);
  const entities = standsFor(list, data, rules);
  const acts: ActionEffect[] = [];
  let isCut = false;
  for (const touch of touches) {
    const wanted = `${touch}_action`;
    const actions = valuesOf(wanted, data, rules);
    let left = maxCombinations;
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

/** What a plan triggers or loads from outside, without duplicates, as written. */
export interface OutsideEffects {
  /** Effects of touches, such as `lock.unlock lock.door`, `toggle light.hall` or `navigate /lovelace/0`. */
  readonly actions: readonly string[];
  /** Whether some element has more actions than are listed. */
  readonly isCut: boolean;
  /** Addresses of other hosts and with schemes other than http and https. */
  readonly addresses: readonly string[];
  /** Templates that Home Assistant renders. */
  readonly templates: readonly string[];
}

/** A call's data besides the named entities, as JSON: an area may contain any entity. */
const restOf = (given: JsonObject): readonly string[] => {
  const { entity_id: entities = [], ...rest } = given;
  const areNamed = (isList(entities) ? entities : [entities]).every((id) => typeof id === "string");
  const more = areNamed ? rest : given;
  return Object.keys(more).length === 0 ? [] : [JSON.stringify(more)];
};

const callText = (call: ServiceCall): string => {
  const { domain, service, data, target } = call;
  const rest = [...restOf(target), ...restOf(data)];
  return [`${domain}.${service}`, ...entitiesOfCall(call), ...rest].join(" ");
};

/** What one touch does and where it leads, in the action's own terms. */
const reachOf = ({ action, written }: ActionEffect): string => {
  switch (action.kind) {
    case "call":
      return callText(action.call);
    case "toggle":
      return `toggle ${action.entity}`;
    case "navigate":
      return `navigate ${action.path}`;
    case "url":
      return `url ${action.url}`;
    case "more-info":
    case "none":
      // Shown as written, since only Home Assistant's page knows what it does.
      return JSON.stringify(written);
  }
};

const imagesOf = (plan: PlanData): readonly string[] =>
  Object.values(entriesOf(plan["backgrounds"])).flatMap((entry) =>
    isObject(entry) ? (textIn(entry["url"]) ?? []) : [],
  );

/** Finds the outside effects of plans, in order, to warn people who import plans of others. */
export const outsideEffects = (plans: readonly PlanData[]): OutsideEffects => {
  const [actions, addresses, templates] = [new Set<string>(), new Set<string>(), new Set<string>()];
  let isCut = false;
  for (const plan of plans)
    for (const collection of collections)
      for (const { data } of entitiesOf(plan, collection)) {
        const possible = possibleActs(collection, data);
        isCut ||= possible.isCut;
        for (const act of possible.acts)
          if (act.action.kind === "url" && isOtherOrigin(act.action.url))
            addresses.add(act.action.url);
          else actions.add(reachOf(act));
        for (const template of bindingsOf(collection, data).templates) templates.add(template);
      }
  for (const url of plans.flatMap(imagesOf)) if (isOtherOrigin(url)) addresses.add(url);
  return { actions: [...actions], isCut, addresses: [...addresses], templates: [...templates] };
};

/** What an import contains, in numbers. */
export interface ImportContents {
  readonly floors: number;
  readonly rooms: number;
  readonly openings: number;
  /** Everything else on a floor: furniture, devices, texts and so on. */
  readonly pieces: number;
  readonly images: number;
  readonly earlier: number;
}

/** Counts what an import brings; a plan without floors counts as one. */
export const importContents = ({ plan, images, history }: Imported): ImportContents => {
  const count = (collection: (typeof collections)[number]): number =>
    entitiesOf(plan, collection).length;
  const all = collections.reduce((sum, collection) => sum + count(collection), 0);
  const [rooms, openings] = [count("rooms"), count("openings")];
  return {
    floors: Math.max(1, levelsOf(plan).length),
    rooms,
    openings,
    pieces: all - rooms - openings,
    images: images.length,
    earlier: history.length,
  };
};
