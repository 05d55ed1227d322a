import { isList, type Json, type JsonObject } from "../json.ts";
import { type Action, confirmationOf, type ServiceCall } from "./touch-actions.ts";
import { asksFirst } from "./services.ts";
import type { States } from "./entity-state.ts";

const textIdsIn = (value: Json | undefined): readonly string[] =>
  (isList(value) ? value : [value]).filter((each) => typeof each === "string");

/** The entities that a call names. */
export const entitiesOfCall = ({ target, data }: ServiceCall): readonly string[] => [
  ...textIdsIn(target["entity_id"]),
  ...textIdsIn(data["entity_id"]),
];

/** The entities that an action switches, as far as it names them. */
export const entitiesOfAction = (action: Action): readonly string[] => {
  if (action.kind === "call") return entitiesOfCall(action.call);
  return action.kind === "toggle" ? [action.entity] : [];
};

const letsIn: ReadonlySet<string> = new Set(["lock", "alarm_control_panel"]);

/** Whether an action opens what somebody is asked about first, whatever the plan says of it. */
export const isAskedFirst = (action: Action, states: States): boolean =>
  (action.kind === "call" && letsIn.has(action.call.domain)) ||
  entitiesOfAction(action).some((entity) => asksFirst(entity, states(entity)?.attributes));

/**
 * The question before an action is done: the text that the plan gives, an empty one for the usual words, nothing
 * where none is asked. `written`: the action as the plan has it.
 */
export const questionOf = (
  action: Action,
  written: JsonObject,
  states: States,
): string | undefined => confirmationOf(written) ?? (isAskedFirst(action, states) ? "" : undefined);
