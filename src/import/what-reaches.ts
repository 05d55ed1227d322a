import { entitiesOf, type Entity, type PlanData } from "../elements/entities.ts";
import { entriesOf } from "../elements/ref.ts";
import { isObject } from "../json/json.ts";
import { objectsIn, textIn } from "../json/read.ts";
import { collections } from "../kinds/index.ts";
import { touches } from "../live/action.ts";
import { isElsewhere } from "../live/address.ts";
import { namedBy } from "../live/named.ts";
import { entitiesOfAction } from "../live/question.ts";
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

/** What one touch does and where it leads, in the action's own words. */
const reachOf = (effect: Effect): Partial<WhatReaches> => {
  if (effect.kind !== "act") return {};
  const { action, written } = effect;
  switch (action.kind) {
    case "call": {
      const { domain, service } = action.call;
      return { actions: [[`${domain}.${service}`, ...entitiesOfAction(action)].join(" ")] };
    }
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

/** Finds what a plan reaches, for people who are to judge a plan of others. */
export const whatReaches = (plan: PlanData): WhatReaches => {
  const elements = collections.flatMap((collection) => entitiesOf(plan, collection));
  const reaches = elements.flatMap(reachesOf);
  const images = Object.values(entriesOf(plan["backgrounds"])).flatMap((entry) => {
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
