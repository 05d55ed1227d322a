import { isObject, type JsonObject } from "../../json/json.ts";
import { textIn } from "../../json/read.ts";

/** How somebody touches a thing of the plan. */
export type Touch = "tap" | "hold" | "double_tap";

/** What is switched by a tap where the plan says nothing else; anything else shows its details. */
const switched = /^(?:light|switch|fan|input_boolean|humidifier)\./;

/** The action of a thing for a touch: the one that the plan names, or the usual one. */
const actionOf = (data: JsonObject, touch: Touch): JsonObject | undefined => {
  const wanted = data[`${touch}_action`];
  if (isObject(wanted)) return wanted;
  const entity = textIn(data["entity"]);
  if (entity === undefined || touch === "double_tap") return undefined;
  return { action: touch === "tap" && switched.test(entity) ? "toggle" : "more-info" };
};

/** Whether a second tap means something else than two taps. */
export const hasDoubleTap = (data: JsonObject): boolean =>
  (actionOf(data, "double_tap")?.["action"] ?? "none") !== "none";

/**
 * Asks Home Assistant for what a touch of a thing is to do, by the event `hass-action` that its
 * frontend handles for all cards (`handleAction` there), confirmations included.
 */
export const act = (card: HTMLElement, data: JsonObject, touch: Touch): void => {
  const action = actionOf(data, touch);
  if (action === undefined) return;
  const entity = textIn(action["entity"]) ?? textIn(data["entity"]);
  const detail = { config: { entity, [`${touch}_action`]: action }, action: touch };
  card.dispatchEvent(new CustomEvent("hass-action", { detail, bubbles: true, composed: true }));
};
