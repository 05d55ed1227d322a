import { entitiesOf, type Entity, type PlanData } from "../elements/entities.ts";
import { entriesOf } from "../elements/ref.ts";
import { isList, isObject, type JsonObject } from "../json/json.ts";
import { objectsIn, textIn } from "../json/read.ts";
import { collections } from "../kinds/index.ts";
import { type ServiceCall, touches } from "../live/action.ts";
import { isElsewhere } from "../live/address.ts";
import { namedBy } from "../live/named.ts";
import { entitiesOfCall } from "../live/question.ts";
import { type Effect, effectOf } from "../live/touchable.ts";

/** What a plan makes happen beyond itself when somebody touches it, or only looks at it; each once, as written. */
export interface WhatReaches {
  /** What touches do, such as `lock.unlock lock.door`, `toggle light.hall` or `navigate /lovelace/0`. */
  readonly actions: readonly string[];
  /** What is named beyond paths: other hosts, and other schemes than the web's. */
  readonly addresses: readonly string[];
  /** What Home Assistant is asked to render. */
  readonly templates: readonly string[];
}

/** What else a call is given than the entities that are named by themselves, as JSON: an area may hold any entity. */
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

/** What one touch does and where it leads, in the action's own words. */
const reachOf = (effect: Effect): Partial<WhatReaches> => {
  if (effect.kind !== "act") return {};
  const { action, written } = effect;
  switch (action.kind) {
    case "call":
      return { actions: [callText(action.call)] };
    case "toggle":
      return { actions: [`toggle ${action.entity}`] };
    case "navigate":
      return { actions: [`navigate ${action.path}`] };
    case "url":
      return isElsewhere(action.url)
        ? { addresses: [action.url] }
        : { actions: [`url ${action.url}`] };
    case "more-info":
    case "none":
      // What Home Assistant's page alone knows, it is given as it is written.
      return { actions: [JSON.stringify(written)] };
  }
};

/** The actions that an element names: its own, and those that its rules put in their place. */
const reachesOf = ({ collection, data }: Entity): readonly Partial<WhatReaches>[] =>
  [data, ...objectsIn(data["rules"])].flatMap((given) =>
    touches
      .filter((touch) => isObject(given[`${touch}_action`]))
      .map((touch) => reachOf(effectOf(collection, { ...data, ...given }, touch))),
  );

/** Finds what plans reach, the first one before the others, for people who are to judge plans of others. */
export const whatReaches = (plans: readonly PlanData[]): WhatReaches => {
  const elements = plans.flatMap((plan) =>
    collections.flatMap((collection) => entitiesOf(plan, collection)),
  );
  const reaches = elements.flatMap(reachesOf);
  const entries = plans.flatMap((plan) => Object.values(entriesOf(plan["backgrounds"])));
  const images = entries.flatMap((entry) => {
    const url = isObject(entry) ? textIn(entry["url"]) : undefined;
    return url !== undefined && isElsewhere(url) ? [url] : [];
  });
  const templates = elements.flatMap(({ collection, data }) => namedBy(collection, data).templates);
  return {
    actions: [...new Set(reaches.flatMap(({ actions = [] }) => actions))],
    addresses: [...new Set([...reaches.flatMap(({ addresses = [] }) => addresses), ...images])],
    templates: [...new Set(templates)],
  };
};
