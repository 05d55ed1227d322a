import { html, type TemplateResult } from "lit";
import { reachOf, thicknessFields } from "../../../elements/wall-thickness.ts";
import { tidy } from "../../../geometry/vector.ts";
import { type Json, put } from "../../../json/json.ts";
import type { PartContext } from "../part.ts";
import { labelled } from "./inputs.ts";
import { thicknessInput } from "./room-inputs.ts";

/** How thick walls are where nothing is said of them. */
export const usualThickness = (
  plan: PartContext["session"]["state"]["plan"],
  field: string,
  language: string,
): string => {
  const { half, outer } = reachOf(plan, {});
  return tidy(field === "wall_thickness" ? half * 2 : half + outer).toLocaleString(language);
};

/** How thick the walls of the whole plan are: what is filled in while nothing is selected. */
export const planWalls = ({ session, texts, language }: PartContext): TemplateResult => {
  const { plan } = session.state;
  const { titles, explained } = texts.walls.ofPlan;
  const words = texts.panels.properties.fields;
  const set = (field: string, value: Json | undefined): void =>
    session.edit({ action: "field", name: titles }, (now) => put(now, field, value));
  return html`<section>
    <h3>${titles}</h3>
    <p class="muted">${explained}</p>
    <div class="fields">
      ${thicknessFields.map((field) =>
        labelled(
          words[field],
          thicknessInput(plan[field], usualThickness(plan, field, language), (metres) =>
            set(field, metres),
          ),
        ),
      )}
    </div>
  </section>`;
};
