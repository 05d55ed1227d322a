import type { ServiceCall } from "../model/bindings/touch-actions.ts";
import { offeredFor, servingDomain } from "../model/bindings/services.ts";
import { domainOf, type EntityState } from "../model/bindings/entity-state.ts";

/** What Home Assistant's frontend counts as off (`STATES_OFF` in its src/common/const.ts), and what is at rest where we know. */
const off: ReadonlySet<string> = new Set(["closed", "locked", "off"]);
const resting: ReadonlySet<string> = new Set(["docked", "idle", "paused", "standby"]);

/** The services for on and off where they are not `turn_on` and `turn_off` (`getToggleAction` of the frontend). */
const special: Readonly<Record<string, readonly [on: string, off: string]>> = {
  button: ["press", "press"],
  cover: ["open_cover", "close_cover"],
  input_button: ["press", "press"],
  lock: ["unlock", "lock"],
  scene: ["turn_on", "turn_on"],
  vacuum: ["start", "return_to_base"],
  valve: ["open_valve", "close_valve"],
};

/** A call of a service that is offered for one entity; nothing where it is not. */
export const offeredCall = (
  entity: string,
  service: string,
  data: ServiceCall["data"] = {},
): ServiceCall | undefined =>
  Object.hasOwn(offeredFor(entity), service)
    ? { domain: servingDomain(entity), service, data, target: { entity_id: entity } }
    : undefined;

/** The call that makes of an entity what it is not, as Home Assistant's frontend does; nothing for what is not switched. */
export const toggleCall = (
  entity: string,
  state: EntityState | undefined,
): ServiceCall | undefined => {
  const domain = domainOf(entity);
  const now = state?.state ?? "";
  // Groups of what is locked, at home or closed are not switched by any service.
  if (domain === "group" && now !== "on" && now !== "off") return undefined;
  const isOff = off.has(now) || (domain === "vacuum" && resting.has(now));
  const [on, out] = special[domain] ?? ["turn_on", "turn_off"];
  return offeredCall(entity, isOff ? on : out);
};
