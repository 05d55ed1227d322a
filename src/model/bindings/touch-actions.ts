import { isObject, type Json, type JsonObject, listIn, textIn } from "../json.ts";
import { domainOf } from "./entity-state.ts";
import type { Collection } from "../kinds/kinds.ts";

/** How somebody touches a thing of the plan. */
export type Touch = "tap" | "hold" | "double_tap";

/** All of them. */
export const touches: readonly Touch[] = ["tap", "hold", "double_tap"];

/** A call of one of Home Assistant's actions, which it once called services. */
export interface ServiceCall {
  readonly domain: string;
  readonly service: string;
  readonly data: JsonObject;
  /** What it is for: `entity_id`, `device_id`, `area_id`, each a text or a list. */
  readonly target: JsonObject;
}

/** What a touch is to do, in Home Assistant's words (frontend, `src/data/lovelace/config/action.ts`). */
export type Action =
  | { readonly kind: "none" }
  | { readonly kind: "toggle" | "more-info"; readonly entity: string }
  | { readonly kind: "call"; readonly call: ServiceCall }
  | { readonly kind: "navigate"; readonly path: string }
  | { readonly kind: "url"; readonly url: string };

/** Nothing is to be done. */
const none: Action = { kind: "none" };

/** A name such as `light.turn_on`, with what goes along. */
const callOf = (action: JsonObject): Action => {
  const name = textIn(action["perform_action"]) ?? textIn(action["service"]) ?? "";
  const service = name.slice(name.indexOf(".") + 1);
  const domain = domainOf(name);
  if (domain === "" || service === "") return none;
  const data = action["data"] ?? action["service_data"];
  const { target } = action;
  return {
    kind: "call",
    call: {
      domain,
      service,
      data: isObject(data) ? data : {},
      target: isObject(target) ? target : {},
    },
  };
};

/** What a plan's action says; `own` is the entity of its thing, which is meant where the action names none. */
export const readAction = (action: Json | undefined, own: string | undefined): Action => {
  if (!isObject(action)) return none;
  const entity = textIn(action["entity"]) ?? textIn(action["entity_id"]) ?? own;
  const kind = textIn(action["action"]) ?? "none";
  switch (kind) {
    case "toggle":
    case "more-info":
      return entity === undefined ? none : { kind, entity };
    case "perform-action":
    case "call-service":
      return callOf(action);
    case "navigate": {
      const path = textIn(action["navigation_path"]);
      return path === undefined ? none : { kind: "navigate", path };
    }
    case "url": {
      const url = textIn(action["url_path"]);
      return url === undefined ? none : { kind: "url", url };
    }
    default:
      return none;
  }
};

const pageActions: ReadonlySet<unknown> = new Set(["assist", "fire-dom-event"]);

/** Whether only Home Assistant's own page knows how to do what an action of that name says. */
export const isPageAction = (name: unknown): boolean => pageActions.has(name);

/** The question that an action asks first: its own text, an empty one for the usual words, nothing where it asks none. */
export const confirmationOf = (action: Json | undefined): string | undefined => {
  const wanted = isObject(action) ? action["confirmation"] : undefined;
  if (wanted === undefined || wanted === null || wanted === false) return undefined;
  return isObject(wanted) ? (textIn(wanted["text"]) ?? "") : "";
};

/** What a touch of an element leads to. */
export type TouchEffect =
  | { readonly kind: "none" }
  /** Something is done; `written` is the action as the plan has it, or would have. */
  | { readonly kind: "act"; readonly action: Action; readonly written: JsonObject }
  /** Details of some entities, the one that matters most first. */
  | { readonly kind: "details"; readonly entities: readonly string[] }
  /** What there is to know of a room. */
  | { readonly kind: "room" };

const nothing: TouchEffect = { kind: "none" };

/** What is switched by a tap where the plan says nothing else. */
const switched: ReadonlySet<string> = new Set([
  "fan",
  "group",
  "humidifier",
  "input_boolean",
  "light",
  "switch",
]);

/** Of these lists a tap switches; what a sensor or a text names is only shown. */
const switching: ReadonlySet<Collection> = new Set<Collection>(["furniture", "devices"]);

/** The fields with the entities for which an element stands, the one that matters most first. */
export const primaryEntityFields = (list: Collection): readonly string[] =>
  list === "openings" ? ["lock", "blind", "contact"] : ["entity"];

const entitiesOf = (list: Collection, data: JsonObject): readonly string[] =>
  primaryEntityFields(list).flatMap((field) => textIn(data[field]) ?? []);

const detailsOf = (list: Collection, data: JsonObject): TouchEffect => {
  if (list === "rooms") {
    const shown = [data["temperature"], data["humidity"], ...listIn(data["sheet_extra"])];
    return shown.some((each) => textIn(each) !== undefined) ? { kind: "room" } : nothing;
  }
  const entities = entitiesOf(list, data);
  return entities.length === 0 ? nothing : { kind: "details", entities };
};

/**
 * What a touch of an element does: the action that the plan names for it, else the usual one, which is to
 * switch what is switched, and to show details of everything else. `data`: with its rules applied.
 */
export const touchEffectOf = (list: Collection, data: JsonObject, touch: Touch): TouchEffect => {
  const wanted = data[`${touch}_action`];
  const [own] = entitiesOf(list, data);
  if (isObject(wanted)) {
    const action = readAction(wanted, own);
    const isOfItself = textIn(wanted["entity"] ?? wanted["entity_id"]) === undefined;
    if (wanted["action"] === "more-info" && isOfItself)
      return list === "rooms" ? { kind: "room" } : detailsOf(list, data);
    if (action.kind === "more-info") return { kind: "details", entities: [action.entity] };
    return action.kind === "none" && !isPageAction(wanted["action"])
      ? nothing
      : { kind: "act", action, written: wanted };
  }
  if (touch === "double_tap") return nothing;
  const isSwitch = own !== undefined && switching.has(list) && switched.has(domainOf(own));
  if (touch === "tap" && isSwitch)
    return {
      kind: "act",
      action: { kind: "toggle", entity: own },
      written: { action: "toggle" },
    };
  return detailsOf(list, data);
};

/** Whether a touch of an element does or shows something, so that it is a button. `data`: with its rules applied. */
export const isTouchable = (list: Collection, data: JsonObject): boolean =>
  touches.some((touch) => touchEffectOf(list, data, touch).kind !== "none");
