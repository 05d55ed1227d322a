import { isObject, type Json, type JsonObject } from "../json.ts";
import { textIn } from "../../json/read.ts";
import { domainOf } from "./entity-state.ts";

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
