import { isObject, type JsonObject, listIn } from "../model/json.ts";
import { textIn } from "../json/read.ts";
import type { Collection } from "../model/kinds/kinds.ts";
import {
  type Action,
  isPageAction,
  readAction,
  type Touch,
  touches,
} from "../model/bindings/touch-actions.ts";
import { domainOf } from "../model/bindings/entity-state.ts";

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
