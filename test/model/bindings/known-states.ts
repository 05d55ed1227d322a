import type { EntityState, HomeAssistantState } from "../../../src/model/bindings/entity-state.ts";

/** What is known of Home Assistant: some states, as texts or whole, and what became of some templates. */
export const knownStates = (
  states: Readonly<Record<string, string | EntityState>>,
  templates: Readonly<Record<string, unknown>> = {},
): HomeAssistantState => {
  const all = new Map(
    Object.entries(states).map(([entity, state]) => [
      entity,
      typeof state === "string" ? { state } : state,
    ]),
  );
  return {
    states: (entity) => all.get(entity),
    rendered: (template) => (Object.hasOwn(templates, template) ? templates[template] : undefined),
  };
};
