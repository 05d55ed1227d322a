import { entitiesOf, type PlanData } from "../elements/entities.ts";
import { entriesOf } from "../../elements/ref.ts";
import { isList, isObject, type JsonObject } from "../json.ts";
import { textIn } from "../../json/read.ts";
import { collections } from "../kinds/kinds.ts";
import type { ServiceCall } from "../bindings/touch-actions.ts";
import { isElsewhere } from "../../live/address.ts";
import { bindingsOf } from "../bindings/element-bindings.ts";
import { type Act, possibleActs } from "../../live/possible-acts.ts";
import { entitiesOfCall } from "../bindings/perform-action.ts";

/** What a plan makes happen beyond itself when somebody touches it, or only looks at it; each once, as written. */
export interface OutsideEffects {
  /** What touches do, such as `lock.unlock lock.door`, `toggle light.hall` or `navigate /lovelace/0`. */
  readonly actions: readonly string[];
  /** Whether rules of some element combine to more actions than are listed. */
  readonly isCut: boolean;
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
const reachOf = ({ action, written }: Act): string => {
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
      // What Home Assistant's page alone knows, it is given as it is written.
      return JSON.stringify(written);
  }
};

const imagesOf = (plan: PlanData): readonly string[] =>
  Object.values(entriesOf(plan["backgrounds"])).flatMap((entry) =>
    isObject(entry) ? (textIn(entry["url"]) ?? []) : [],
  );

/** Finds what plans reach, the first one before the others, for people who are to judge plans of others. */
export const outsideEffects = (plans: readonly PlanData[]): OutsideEffects => {
  const [actions, addresses, templates] = [new Set<string>(), new Set<string>(), new Set<string>()];
  let isCut = false;
  for (const plan of plans)
    for (const collection of collections)
      for (const { data } of entitiesOf(plan, collection)) {
        const possible = possibleActs(collection, data);
        isCut ||= possible.isCut;
        for (const act of possible.acts)
          if (act.action.kind === "url" && isElsewhere(act.action.url))
            addresses.add(act.action.url);
          else actions.add(reachOf(act));
        for (const template of bindingsOf(collection, data).templates) templates.add(template);
      }
  for (const url of plans.flatMap(imagesOf)) if (isElsewhere(url)) addresses.add(url);
  return { actions: [...actions], isCut, addresses: [...addresses], templates: [...templates] };
};
