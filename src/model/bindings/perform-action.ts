import type { JsonObject } from "../json.ts";
import { type Action, confirmationOf, type ServiceCall } from "./touch-actions.ts";
import { needsConfirmation, servicesFor, servingDomain, textIdsIn } from "./services.ts";
import { domainOf, type EntityState, type States } from "./entity-state.ts";

export const entitiesOfCall = ({ target, data }: ServiceCall): readonly string[] => [
  ...textIdsIn(target["entity_id"]),
  ...textIdsIn(data["entity_id"]),
];

/** The entities that an action switches. */
export const entitiesOfAction = (action: Action): readonly string[] => {
  if (action.kind === "call") return entitiesOfCall(action.call);
  return action.kind === "toggle" ? [action.entity] : [];
};

const confirmed: ReadonlySet<string> = new Set(["lock", "alarm_control_panel"]);

/** Whether an action must be confirmed whatever the plan says, because it switches a lock, an alarm or an entrance. */
export const isAskedFirst = (action: Action, states: States): boolean =>
  (action.kind === "call" && confirmed.has(action.call.domain)) ||
  entitiesOfAction(action).some((entity) => needsConfirmation(entity, states(entity)?.attributes));

/**
 * The question to confirm an action: the plan's text, empty for the default text, undefined for none. `written` is the
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
  Object.hasOwn(servicesFor(entity), service)
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

const writtenIn = (action: Leading): string =>
  action.kind === "navigate" ? action.path : action.url;

/**
 * The URL that an action opens from the page at `here`, resolved as browsers do: only http or https, and for `navigate`
 * only within the page's origin. Undefined for anything else, above all `javascript:`, which would run with the rights
 * of the person who touches the plan.
 */
export const addressOf = (action: Leading, here: string): URL | undefined => {
  const written = writtenIn(action);
  if (!URL.canParse(written, here)) return undefined;
  const url = new URL(written, here);
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
  return action.kind === "navigate" && url.origin !== new URL(here).origin ? undefined : url;
};

/**
 * Example pages that could show the plan. Both schemes and two hosts are needed: `https:x` is a relative path on https
 * pages, and `//host/x` stays on one host's pages.
 */
const pages = ["http", "https"].flatMap((scheme) =>
  ["one.invalid", "other.invalid"].map((host) => `${scheme}://${host}/`),
);

/**
 * Whether a URL in a plan is more than a path: from some page it leads to another origin or a scheme other than http
 * and https.
 */
export const isOtherOrigin = (written: string): boolean =>
  pages.some(
    (page) =>
      !URL.canParse(written, page) || new URL(written, page).origin !== new URL(page).origin,
  );
