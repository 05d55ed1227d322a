import { anyObject } from "../../../src/model/codec.ts";
import type { Message } from "../peer.ts";
import type { DoubleCore } from "./double-core.ts";

/** An entity's state after a service call. */
type Effect = (state: string, data: Readonly<Record<string, unknown>>) => string;

const on: Effect = () => "on";
const off: Effect = () => "off";
const toggle: Effect = (state) => (state === "on" ? "off" : "on");
const value: Effect = (_state, data) => String(data["value"]);
const switched = { turn_on: on, turn_off: off, toggle };

const services: Readonly<Record<string, Readonly<Record<string, Effect>>>> = {
  light: switched,
  switch: switched,
  input_boolean: switched,
  homeassistant: switched,
  input_number: { set_value: value },
  number: { set_value: value },
  text: { set_value: value },
  select: { select_option: (_state, data) => String(data["option"]) },
  input_text: { set_value: value },
  input_select: { select_option: (_state, data) => String(data["option"]) },
  cover: { open_cover: () => "open", close_cover: () => "closed" },
  lock: { lock: () => "locked", unlock: () => "unlocked" },
  climate: {
    set_hvac_mode: (_state, data) => String(data["hvac_mode"]),
    set_temperature: (s) => s,
  },
  script: { failing: (state) => state },
};

/** Sensors that follow a helper, like the templates of the real one. */
const followers: Readonly<Record<string, string>> = {
  "input_number.power": "sensor.house_power",
  "input_text.code": "sensor.door_code",
};

const idsOf = (command: Message): readonly string[] =>
  [command["target"], command["service_data"]].flatMap((each) => {
    const ids = anyObject.is(each) ? each["entity_id"] : undefined;
    return (Array.isArray(ids) ? ids : [ids]).filter((id) => typeof id === "string");
  });

/** The error of an invalid call; a missing entity causes none, as in Home Assistant. */
export type ServiceError = { readonly code: string; readonly message: string };

/** Calls a service; returns the error, or the context id of the change. */
export const callService = (
  core: DoubleCore,
  command: Message,
): ServiceError | { readonly contextId: string } => {
  const domain = String(command["domain"]);
  const service = String(command["service"]);
  const data = anyObject.is(command["service_data"]) ? command["service_data"] : {};
  const effect = services[domain]?.[service];
  if (effect === undefined)
    return { code: "not_found", message: `Service ${domain}.${service} not found.` };
  if (domain === "climate" && Number(data["temperature"]) > 35)
    return {
      code: "service_validation_error",
      message: "Validation error: Provided temperature is not valid. Accepted range is 7 to 35",
    };
  let contextId = "0".repeat(26);
  for (const id of idsOf(command)) {
    const state = core.states.get(id)?.s;
    if (state === undefined) continue;
    const after = effect(state, data);
    contextId = core.setState(id, after);
    const follower = followers[id];
    if (follower !== undefined) core.setState(follower, after);
  }
  return { contextId };
};
