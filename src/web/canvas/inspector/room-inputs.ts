import { html, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { findRoomOf, leastThickness, mostThickness } from "../../../model/elements/rooms.ts";
import type { Json } from "../../../model/json.ts";
import { readLength } from "../../../model/editing/parse-length.ts";
import type { ComponentContext } from "../component.ts";
import type { FieldInput } from "../../editor/panels/filled-field.ts";
import { figureInput } from "./inputs.ts";
import type { Fill, InputPlace } from "./typed-input.ts";

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
  place: InputPlace,
  usual: string,
  fill: Fill<number | undefined>,
  { texts, language }: Pick<ComponentContext, "texts" | "language">,
): TemplateResult => {
  const read = (text: string): number | undefined => {
    const metres = readLength(text, language);
    const fits = metres !== undefined && metres >= leastThickness && metres <= mostThickness;
    return fits ? metres : undefined;
  };
  const { wrongThickness } = texts.walls;
  const wrong = wrongThickness(leastThickness, mostThickness);
  const figures = { read, step: 0.01, wrong, language };
  const emptied = (): void => fill(undefined);
  return figureInput(value, place, fill, figures, { placeholder: usual, emptied });
};
