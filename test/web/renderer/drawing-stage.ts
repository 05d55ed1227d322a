import { adoptStyles, render, svg } from "lit";
import type { PlanData } from "../../../src/model/elements/entities.ts";
import { type EntityState, TemplateError } from "../../../src/model/bindings/entity-state.ts";
import { type DrawOptions, drawPlan } from "../../../src/web/renderer/index.ts";
import { editedDrawingStyle } from "../../../src/web/renderer/style-editing.ts";
import { stateTexts } from "../../../src/model/bindings/state-text.ts";
import * as furnishing from "../../../src/web/renderer/furnishing.ts";
import { useCatalogue } from "../../../src/web/renderer/catalogue.ts";
import { drawing as words } from "../../../src/web/i18n/en/kinds.ts";

/** What a test tells the drawing of the house. */
interface Given extends Partial<Omit<DrawOptions, "states" | "rendered">> {
  readonly states?: Readonly<Record<string, EntityState>>;
  /** What became of templates; `{error}` is one of Home Assistant. */
  readonly templates?: Readonly<Record<string, unknown>>;
}

useCatalogue(furnishing);
const host = document.createElement("div");
const root = host.attachShadow({ mode: "open" });
adoptStyles(root, [editedDrawingStyle]);
const sheet = document.createElementNS("http://www.w3.org/2000/svg", "svg");
sheet.setAttribute("class", "plan");
sheet.setAttribute("viewBox", "-1 -1 12 12");
sheet.setAttribute("width", "800");
sheet.setAttribute("height", "800");
root.append(sheet);

const errorIn = (result: unknown): unknown =>
  typeof result === "object" && result !== null && "error" in result
    ? new TemplateError(String(result.error))
    : result;

/** Draws a plan as it is with what is given of the house; the same nodes each time. */
const draw = (plan: PlanData, { states, templates, ...options }: Given = {}): void => {
  const drawing = drawPlan(plan, {
    level: undefined,
    interactive: "view",
    words,
    stateTexts,
    ...options,
    states: states && ((entity) => states[entity]),
    rendered: templates && ((template) => errorIn(templates[template])),
  });
  render(svg`${drawing}`, sheet);
};

Object.assign(window, { draw, sheet });
document.body.replaceChildren(host);
