import { isObject, type Json, type JsonObject, listIn, textIn } from "../json.ts";
import { domainOf } from "./entity-state.ts";
import type { Collection } from "../kinds/kinds.ts";

/** The ways to touch an element. */
export type Touch = "tap" | "hold" | "double_tap";

/** All ways to touch an element. */
export const touches: readonly Touch[] = ["tap", "hold", "double_tap"];

/** A call of one of Home Assistant's actions, formerly called services. */
export interface ServiceCall {
  readonly domain: string;
  readonly service: string;
  readonly data: JsonObject;
  /** `entity_id`, `device_id` and `area_id`, each a text or a list. */
  readonly target: JsonObject;
}

/** An action for a touch, in Home Assistant's terms (frontend, `src/data/lovelace/config/action.ts`). */
export type Action =
  | { readonly kind: "none" }
  | { readonly kind: "toggle" | "more-info"; readonly entity: string }
  | { readonly kind: "call"; readonly call: ServiceCall }
  | { readonly kind: "navigate"; readonly path: string }
  | { readonly kind: "url"; readonly url: string };

const none: Action = { kind: "none" };

/** The call of an action such as `light.turn_on`, with its data and target. */
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

/** Reads an action in a plan; `own` is the element's entity, used if the action names none. */
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

/** Whether only Home Assistant's own page can perform an action of this name. */
export const isPageAction = (name: unknown): boolean => pageActions.has(name);

/**
 * The question to confirm an action: its own text, empty for the default text, undefined if it needs no confirmation.
 */
export const confirmationOf = (action: Json | undefined): string | undefined => {
  const wanted = isObject(action) ? action["confirmation"] : undefined;
  if (wanted === undefined || wanted === null || wanted === false) return undefined;
  return isObject(wanted) ? (textIn(wanted["text"]) ?? "") : "";
};

/** The effect of a touch on an element. */
export type TouchEffect =
  | { readonly kind: "none" }
  /** Performs an action; `written` is the action as in the plan, or as it would be written there. */
  | { readonly kind: "act"; readonly action: Action; readonly written: JsonObject }
  /** Shows the details of entities, the most important first. */
  | { readonly kind: "details"; readonly entities: readonly string[] }
  /** Shows the details of a room. */
  | { readonly kind: "room" };

const nothing: TouchEffect = { kind: "none" };

/** Domains that a tap switches by default. */
const switched: ReadonlySet<string> = new Set([
  "fan",
  "group",
  "humidifier",
  "input_boolean",
  "light",
  "switch",
]);

/** Lists whose elements a tap switches; sensors and texts only show their entity. */
const switching: ReadonlySet<Collection> = new Set<Collection>(["furniture", "devices"]);

/** The fields with an element's main entities, the most important first. */
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
 * The effect of a touch: the element's own action, else the default, which is to toggle entities that a tap switches
 * and to show the details of others. `data` has the element's rules applied.
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

/**
 * Whether any touch of an element has an effect, so that it should be a button. `data` has the element's rules applied.
 */
export const isTouchable = (list: Collection, data: JsonObject): boolean =>
  touches.some((touch) => touchEffectOf(list, data, touch).kind !== "none");
