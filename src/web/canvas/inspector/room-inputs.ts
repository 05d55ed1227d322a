import { fieldLabel } from "../../i18n/field-words.ts";
import { html, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import {
  findRoomOf,
  minThickness,
  maxThickness,
  thicknessFields,
  wallReachOf,
} from "../../../model/elements/rooms.ts";
import { floorHeightsOf, maxHeight } from "../../../model/elements/heights.ts";
import { refOf } from "../../../model/elements/entities.ts";
import { usualFloor } from "../../../model/kinds/floor-materials.ts";
import { kindOfRoom } from "../../../model/kinds/room-kinds.ts";
import type { Json } from "../../../model/json.ts";
import { readLength } from "../../../model/editing/parse-length.ts";
import type { EditorContext } from "../component.ts";
import type { FieldInput, SetValue, InputPlace } from "./typed-input.ts";
import { heightInput } from "./height-inputs.ts";
import { figureInput, labelled } from "./inputs.ts";
import { typedMetresFormat } from "../formats.ts";

/** A choice whether the selected rooms are outdoors, which the plan may say of one of them. */
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

/** What a room is for by its icon, id or name, as long as it does not say it itself. */
export const purposeByName = ({ entity, isMixed, context: { texts } }: FieldInput): string => {
  const { kind: _, ...unsaid } = entity.data;
  const kind = isMixed ? undefined : kindOfRoom(unsaid);
  const words = texts.panels.properties;
  return kind === undefined ? words.unset : words.byName(words.roomKinds[kind]);
};

/** What a room's floor is made of as long as the room does not say it itself. */
export const floorByPurpose = ({ entity, isMixed, context }: FieldInput): string => {
  const { session, texts } = context;
  const words = texts.panels.properties;
  const room = isMixed ? undefined : findRoomOf(session.state.plan, refOf(entity));
  if (room === undefined) return words.unset;
  const usual = usualFloor(room.entity.data, room.isOutdoor);
  return words.byPurpose(words.floorMaterials[usual]);
};

/** An input for a wall thickness in metres or nothing, within limits. `usual` is the default to show. */
export const thicknessInput = (
  value: Json | undefined,
  place: InputPlace,
  usual: string,
  fill: SetValue<number | undefined>,
  { texts, language }: Pick<EditorContext, "texts" | "language">,
): TemplateResult => {
  const read = (text: string): number | undefined => {
    const metres = readLength(text, language);
    const fits = metres !== undefined && metres >= minThickness && metres <= maxThickness;
    return fits ? metres : undefined;
  };
  const { wrongThickness } = texts.walls;
  const wrong = wrongThickness(minThickness, maxThickness);
  const figures = { read, step: 0.01, wrong, language, write: typedMetresFormat };
  const emptied = (): void => fill(undefined);
  return figureInput(value, place, fill, figures, { placeholder: usual, emptied });
};

/** The default thicknesses of walls. */
export const defaultThickness = (
  plan: EditorContext["session"]["state"]["plan"],
  field: string,
  language: string,
): string => {
  const { half, outer } = wallReachOf(plan, {});
  return typedMetresFormat(language, field === "wall_thickness" ? half * 2 : half + outer);
};

/** How the panel creates inputs of the plan's fields. */
export interface PlanFields {
  readonly place: (field: string) => InputPlace;
  readonly fill: (field: string) => SetValue<number | undefined>;
}

/** Inputs for the walls of the whole plan, shown while nothing is selected. */
export const planWalls = (context: EditorContext, { place, fill }: PlanFields): TemplateResult => {
  const { session, texts, language } = context;
  const { plan } = session.state;
  const { titles, explained } = texts.walls.ofPlan;
  return html`<section>
    <h3>${titles}</h3>
    <p class="muted">${explained}</p>
    <div class="fields">
      ${thicknessFields.map((field) =>
        labelled(
          fieldLabel(field, texts),
          thicknessInput(
            plan[field],
            place(field),
            defaultThickness(plan, field, language),
            fill(field),
            context,
          ),
        ),
      )}
      ${labelled(
        fieldLabel("ceiling_height", texts),
        heightInput(
          plan["ceiling_height"],
          place("ceiling_height"),
          fill("ceiling_height"),
          [0, maxHeight],
          context,
          { usual: floorHeightsOf({}, undefined).height },
        ),
      )}
    </div>
  </section>`;
};
