import { html, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { findRoomOf } from "../../../elements/rooms.ts";
import { leastThickness, mostThickness } from "../../../elements/wall-thickness.ts";
import { tidy } from "../../../geometry/vector.ts";
import type { Json } from "../../../json/json.ts";
import { numberIn } from "../../../json/read.ts";
import type { FieldInput } from "./filled-field.ts";
import { valueOf } from "./inputs.ts";

/** Whether the selected rooms lie in the open air, which the plan may say of one of them. */
export const outdoorInput = ({ context, commit }: FieldInput): TemplateResult => {
  const { session, view } = context;
  const rooms = view.state.selection.flatMap((ref) => findRoomOf(session.state.plan, ref) ?? []);
  const isEach = rooms.every(({ isOutdoor }) => isOutdoor);
  return html`<input
    type="checkbox"
    .checked=${live(isEach)}
    .indeterminate=${live(!isEach && rooms.some(({ isOutdoor }) => isOutdoor))}
    @change=${({ target }: Event) => commit(target instanceof HTMLInputElement && target.checked)}
  />`;
};

/** Metres of a wall, or nothing; what no wall is as thick as is not taken. `usual` is what nothing means. */
export const thicknessInput = (
  value: Json | undefined,
  usual: string,
  commit: (metres: number | undefined) => void,
): TemplateResult => {
  const known = numberIn(value, undefined);
  const shown = known === undefined ? "" : String(tidy(known));
  return html`<input
    type="text"
    inputmode="decimal"
    autocomplete="off"
    placeholder=${usual}
    .value=${live(shown)}
    @change=${(event: Event) => {
      const text = valueOf(event).trim().replace(",", ".");
      const metres = numberIn(text, undefined);
      const fits = metres !== undefined && metres >= leastThickness && metres <= mostThickness;
      if (text === "" || fits) commit(metres === undefined ? undefined : tidy(metres));
      else if (event.target instanceof HTMLInputElement) event.target.value = shown;
    }}
  />`;
};
