import type { JsonObject } from "../json.ts";
import { type Action, confirmationOf, type ServiceCall } from "./touch-actions.ts";
import { asksFirst, offeredFor, servingDomain, textIdsIn } from "./services.ts";
import { domainOf, type EntityState, type States } from "./entity-state.ts";

export const entitiesOfCall = ({ target, data }: ServiceCall): readonly string[] => [
  ...textIdsIn(target["entity_id"]),
  ...textIdsIn(data["entity_id"]),
];

/** The entities that an action names and switches. */
export const entitiesOfAction = (action: Action): readonly string[] => {
  if (action.kind === "call") return entitiesOfCall(action.call);
  return action.kind === "toggle" ? [action.entity] : [];
};

const confirmed: ReadonlySet<string> = new Set(["lock", "alarm_control_panel"]);

/** Whether an action opens something that always needs a confirmation, whatever the plan says. */
export const isAskedFirst = (action: Action, states: States): boolean =>
  (action.kind === "call" && confirmed.has(action.call.domain)) ||
  entitiesOfAction(action).some((entity) => asksFirst(entity, states(entity)?.attributes));

/**
 * The confirmation before an action: the plan's text, empty for the default text, undefined for none. `written`: the
 * action as in the plan.
 */
export const questionOf = (
  action: Action,
  written: JsonObject,
  states: States,
): string | undefined => confirmationOf(written) ?? (isAskedFirst(action, states) ? "" : undefined);

/** Off states of Home Assistant's frontend (`STATES_OFF` in its src/common/const.ts), and known resting states. */
const off: ReadonlySet<string> = new Set(["closed", "locked", "off"]);
const resting: ReadonlySet<string> = new Set(["docked", "idle", "paused", "standby"]);

/** On and off services other than `turn_on` and `turn_off` (`getToggleAction` of the frontend). */
const special: Readonly<Record<string, readonly [on: string, off: string]>> = {
  button: ["press", "press"],
  cover: ["open_cover", "close_cover"],
  input_button: ["press", "press"],
  lock: ["unlock", "lock"],
  scene: ["turn_on", "turn_on"],
  vacuum: ["start", "return_to_base"],
  valve: ["open_valve", "close_valve"],
};

/** A call of a service that is offered for an entity; undefined if it is not. */
export const offeredCall = (
  entity: string,
  service: string,
  data: ServiceCall["data"] = {},
): ServiceCall | undefined =>
  Object.hasOwn(offeredFor(entity), service)
    ? { domain: servingDomain(entity), service, data, target: { entity_id: entity } }
    : undefined;

/** The call that toggles an entity as Home Assistant's frontend does; undefined if it cannot be switched. */
export const toggleCall = (
  entity: string,
  state: EntityState | undefined,
): ServiceCall | undefined => {
  const domain = domainOf(entity);
  const now = state?.state ?? "";
  // No service switches groups of locks, persons or covers.
  if (domain === "group" && now !== "on" && now !== "off") return undefined;
  const isOff = off.has(now) || (domain === "vacuum" && resting.has(now));
  const [on, out] = special[domain] ?? ["turn_on", "turn_off"];
  return offeredCall(entity, isOff ? on : out);
};

type Leading = Action & { readonly kind: "navigate" | "url" };

export const isLeading = (action: Action): action is Leading =>
  action.kind === "navigate" || action.kind === "url";

/** The target as the plan has it. */
const writtenIn = (action: Leading): string =>
  action.kind === "navigate" ? action.path : action.url;

/**
 * Where an action leads from the page at `here`, by the browser's own reading of addresses: to one of http or https, by
 * `navigate` only within that page's origin. Nothing for all else, above all for `javascript:`, which would run with
 * the rights of whoever touches the plan.
 */
export const addressOf = (action: Leading, here: string): URL | undefined => {
  const written = writtenIn(action);
  if (!URL.canParse(written, here)) return undefined;
  const url = new URL(written, here);
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
  return action.kind === "navigate" && url.origin !== new URL(here).origin ? undefined : url;
};

/** Addresses of pages that a plan may be shown on: `https:x` is a path on some, and `//host/x` leads away from all but one. */
const pages = ["http", "https"].flatMap((scheme) =>
  ["one.invalid", "other.invalid"].map((host) => `${scheme}://${host}/`),
);

/** Whether an address of a plan is more than a path: from some page it leads to another host, or to a scheme that is not the web's. */
export const isElsewhere = (written: string): boolean =>
  pages.some(
    (page) =>
      !URL.canParse(written, page) || new URL(written, page).origin !== new URL(page).origin,
  );
