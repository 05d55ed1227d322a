import type { PlanData } from "../../../model/elements/entities.ts";
import type { RegistrySnapshot } from "../../home-assistant/registry-snapshot.ts";
import type { EditorContext } from "../component.ts";
import type { FloorChoice } from "./area-floors.ts";
import { roomsFromAreas, unlinkedAreas } from "./areas.ts";
import { placeEntities, unplacedIn } from "./place-entities.ts";

/** The plan with a room for each area that has none, and the lights of the areas in their rooms. */
const withAreas = (plan: PlanData, registry: RegistrySnapshot, choice: FloorChoice): PlanData => {
  const rooms = roomsFromAreas(plan, registry, unlinkedAreas(plan, registry), choice);
  let next = rooms.change(plan);
  for (const { room, entities } of unplacedIn(next, registry)) {
    const lights = entities.filter(({ domain }) => domain === "light");
    next = placeEntities(next, room.level, lights, { room }).change(next);
  }
  return next;
};

/** Begins a plan with the rooms of the house, by one undo step, and says so. */
export const startFromAreas = (
  { session, view, texts, say }: EditorContext,
  registry: RegistrySnapshot,
): void => {
  const choice = { shown: view.state.level, nameOfFirst: texts.editor.firstLevel };
  const { length } = unlinkedAreas(session.state.plan, registry);
  session.edit({ action: "areas" }, (plan) => withAreas(plan, registry, choice));
  view.update({ tool: "select" });
  say(texts.homeAssistant.areas.made(length));
};
