import { isList, type Json, deepEqual } from "../model/json.ts";
import type { ServiceCall } from "../model/bindings/touch-actions.ts";
import { offeredFor, servingDomain } from "../model/bindings/services.ts";

/** What a plan lets people switch. */
export interface Switchable {
  /** The entities that may be switched by what is offered for such. */
  readonly controls: ReadonlySet<string>;
  /** The calls that stand in the plan as they are. */
  readonly calls: readonly ServiceCall[];
}

/** The ids in a field: one text, or a list; undefined where it holds anything else. */
const idsIn = (value: Json | undefined): readonly string[] | undefined => {
  if (value === undefined) return [];
  const ids = (isList(value) ? value : [value]).filter((id) => typeof id === "string");
  return ids.length === (isList(value) ? value.length : 1) ? ids : undefined;
};

const isSameCall = (one: ServiceCall, other: ServiceCall): boolean =>
  one.domain === other.domain &&
  one.service === other.service &&
  deepEqual(one.data, other.data) &&
  deepEqual(one.target, other.target);

const entityId = "entity_id";

/** Why a call is none of those that are offered for the entities that may be switched. */
const whyNotOffered = (
  { domain, service, data, target }: ServiceCall,
  controls: ReadonlySet<string>,
): string | undefined => {
  const action = `${domain}.${service}`;
  // Areas, devices and labels may hold any entity.
  const other = Object.keys(target).find((field) => field !== entityId);
  if (other !== undefined) return `no action of the plan calls ${action} with target.${other}`;
  const ids = [idsIn(target[entityId]), idsIn(data[entityId])];
  const entities = ids.flatMap((each) => each ?? []);
  if (entities.length === 0 || ids.includes(undefined))
    return `no action of the plan calls ${action} in this way, and it names no entity`;
  for (const entity of entities) {
    if (!controls.has(entity)) return `the plan does not let anybody switch ${entity}`;
    const offered = offeredFor(entity);
    const fields = Object.hasOwn(offered, service) ? offered[service] : undefined;
    if (domain !== servingDomain(entity) || fields === undefined)
      return `${action} is not offered for ${entity}`;
    const unknown = Object.keys(data).find(
      (field) => field !== entityId && !fields.includes(field),
    );
    if (unknown !== undefined) return `${action} is not offered with ${unknown} for ${entity}`;
  }
  return undefined;
};

/** Whether a call stands in the plan as it is. */
export const standsInPlan = ({ calls }: Switchable, call: ServiceCall): boolean =>
  calls.some((each) => isSameCall(each, call));

/**
 * Why a screen may not make a call; undefined where it may: because the call stands in the plan as it is, or is
 * offered for each of its entities, all of which the plan lets people switch. Names are compared as they are
 * written: another spelling that Home Assistant would take for the same is refused.
 */
export const whyNotCalled = (plan: Switchable, call: ServiceCall): string | undefined =>
  standsInPlan(plan, call) ? undefined : whyNotOffered(call, plan.controls);
