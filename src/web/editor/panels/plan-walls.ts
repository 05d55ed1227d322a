import { html, type TemplateResult } from "lit";
import { wallReachOf, thicknessFields } from "../../../model/elements/rooms.ts";
import { tidy } from "../../../model/geometry/vector.ts";
import { withField } from "../../../model/json.ts";
import type { Gesture } from "../../store/session-state.ts";
import type { ComponentContext } from "../../canvas/component.ts";
import { labelled } from "../../canvas/inspector/inputs.ts";
import { thicknessInput } from "../../canvas/inspector/room-inputs.ts";
import type { Fill, InputPlace } from "../../canvas/inspector/typed-input.ts";

/** How thick walls are where nothing is said of them. */
export const usualThickness = (
  plan: ComponentContext["session"]["state"]["plan"],
  field: string,
  language: string,
): string => {
  const { half, outer } = wallReachOf(plan, {});
  return tidy(field === "wall_thickness" ? half * 2 : half + outer).toLocaleString(language);
};

/** What is being typed, in each editor. */
const typing = new WeakMap<ComponentContext["session"], Gesture>();

/** How thick the walls of the whole plan are: what is filled in while nothing is selected. */
export const planWalls = (context: ComponentContext): TemplateResult => {
  const { session, texts, language } = context;
  const { plan } = session.state;
  const { titles, explained } = texts.walls.ofPlan;
  const words = texts.panels.properties.fields;
  const fill =
    (field: string): Fill<number | undefined> =>
    (metres, phase = "done") => {
      const known = typing.get(session);
      const gesture =
        known?.isOpen === true
          ? known
          : session.begin({ action: "field", name: titles }, { isTyped: true });
      typing.set(session, gesture);
      gesture.preview((now) => withField(now, field, metres));
      if (phase === "done") gesture.commit();
    };
  const place = (field: string): InputPlace => ({
    key: `plan/${field}`,
    session,
    refs: [],
    cancel: () => typing.get(session)?.cancel(),
  });
  return html`<section>
    <h3>${titles}</h3>
    <p class="muted">${explained}</p>
    <div class="fields">
      ${thicknessFields.map((field) =>
        labelled(
          words[field],
          thicknessInput(
            plan[field],
            place(field),
            usualThickness(plan, field, language),
            fill(field),
            context,
          ),
        ),
      )}
    </div>
  </section>`;
};
