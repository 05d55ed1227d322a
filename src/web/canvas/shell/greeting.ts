import { html, nothing, type TemplateResult } from "lit";
import type { PlanData } from "../../../model/elements/entities.ts";
import { roomsOf } from "../../../model/elements/rooms.ts";
import type { RegistrySnapshot } from "../../home-assistant/registry-snapshot.ts";
import { chooseImport } from "../../ui/choose-files.ts";
import type { EditorContext } from "../component.ts";
import type { FloorChoice } from "../entities/area-floors.ts";
import { roomsFromAreas, unlinkedAreas } from "../entities/areas.ts";
import { placeEntities, unplacedIn } from "../entities/place-entities.ts";
import { shownImage } from "../fit-view.ts";

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
const startFromAreas = (
  { session, view, texts, say }: EditorContext,
  registry: RegistrySnapshot,
): void => {
  const choice = { shown: view.state.level, nameOfFirst: texts.editor.firstLevel };
  const { length } = unlinkedAreas(session.state.plan, registry);
  session.edit({ action: "areas" }, (plan) => withAreas(plan, registry, choice));
  view.update({ tool: "select" });
  say(texts.homeAssistant.areas.made(length));
};

/** The greeting on an empty plan, until its first room is drawn. */
export const emptySheetHint = (context: EditorContext): TemplateResult | typeof nothing => {
  const { session, view, texts } = context;
  const { editor, panels, homeAssistant } = texts;
  const { plan, connection } = session.state;
  const registry = context.registries.now;
  const areas = registry?.areas.length ?? 0;
  // It would cover an image to trace.
  const isBlank =
    connection !== "waiting" &&
    roomsOf(plan).length === 0 &&
    shownImage(plan, view.state.level) === undefined;
  return isBlank && view.state.tool === "room"
    ? html`<div class="welcome">
        <p><strong>${editor.welcome}</strong>${editor.welcomeHint}</p>
        ${
          registry === undefined || areas === 0
            ? nothing
            : html`<button @click=${() => startFromAreas(context, registry)}>
                ${homeAssistant.areas.start(areas)}
              </button>`
        }
        <button
          @click=${({ currentTarget }: Event) => {
            if (currentTarget instanceof Element) chooseImport(currentTarget);
          }}
        >
          ${panels.file.import}
        </button>
      </div>`
    : nothing;
};
