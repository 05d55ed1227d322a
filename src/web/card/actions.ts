import { type JsonObject, isObject } from "../../json/json.ts";
import { textIn } from "../../json/read.ts";
import type { Hass } from "./hass.ts";

/** How somebody touches a thing of the plan. */
export type Touch = "tap" | "hold" | "double_tap";

/** What is switched by a tap where the plan says nothing else; anything else shows its details. */
const switched = /^(?:light|switch|fan|input_boolean|humidifier)\./;

interface Action {
  readonly action: string;
  readonly entity: string | undefined;
  readonly path: string | undefined;
  /** What is called, such as `light.turn_on`, with its data and target. */
  readonly called: string | undefined;
  readonly data: JsonObject | undefined;
  readonly target: JsonObject | undefined;
}

const nothing = { path: undefined, called: undefined, data: undefined, target: undefined };

/** The action of a thing for a touch: the one that the plan names, or for a tap the usual one. */
const actionOf = (data: JsonObject, touch: Touch): Action | undefined => {
  const entity = textIn(data["entity"]);
  const wanted = data[`${touch}_action`];
  if (isObject(wanted)) {
    const action = textIn(wanted["action"]) ?? "none";
    const path = textIn(wanted["navigation_path"]);
    const called = textIn(wanted["perform_action"]) ?? textIn(wanted["service"]);
    const given = wanted["data"] ?? wanted["service_data"];
    return {
      action,
      entity: textIn(wanted["entity"]) ?? entity,
      path,
      called,
      data: isObject(given) ? given : undefined,
      target: isObject(wanted["target"]) ? wanted["target"] : undefined,
    };
  }
  if (entity === undefined || touch === "double_tap") return undefined;
  const action = touch === "tap" && switched.test(entity) ? "toggle" : "more-info";
  return { ...nothing, action, entity };
};

/** Whether a second tap means something else than two taps. */
export const hasDoubleTap = (data: JsonObject): boolean => {
  const action = actionOf(data, "double_tap")?.action;
  return action !== undefined && action !== "none";
};

const navigate = (path: string): void => {
  // Only within Home Assistant: a plan must not lead anybody to another host.
  if (!path.startsWith("/") || path.startsWith("//")) return;
  history.pushState(null, "", path);
  dispatchEvent(new CustomEvent("location-changed", { detail: { replace: false } }));
};

/** Does what a touch of a thing asks for, in Home Assistant's ways. */
export const act = (card: HTMLElement, hass: Hass, data: JsonObject, touch: Touch): void => {
  const found = actionOf(data, touch);
  if (found === undefined) return;
  const { action, entity, path, called, data: given, target } = found;
  // Home Assistant shows a failure itself, and the state stays as it was.
  const call = (...what: Parameters<Hass["callService"]>): void =>
    void hass.callService(...what).catch(() => undefined);
  if (action === "navigate" && path !== undefined) navigate(path);
  if (action === "perform-action" || action === "call-service") {
    const [domain, service] = called?.split(".") ?? [];
    if (domain !== undefined && service !== undefined) call(domain, service, given ?? {}, target);
  }
  if (entity === undefined) return;
  if (action === "toggle") call("homeassistant", "toggle", { entity_id: entity });
  if (action === "more-info") {
    const detail = { entityId: entity };
    card.dispatchEvent(
      new CustomEvent("hass-more-info", { detail, bubbles: true, composed: true }),
    );
  }
};
