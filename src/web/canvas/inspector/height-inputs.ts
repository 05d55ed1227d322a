import { html, type TemplateResult } from "lit";
import { findRefs, refOf, type Entity, type PlanData } from "../../../model/elements/entities.ts";
import {
  heightIn,
  maxHeight,
  openingHeightsOf,
  roomHeightOf,
  standingHeightsOf,
  wallHeightsOf,
} from "../../../model/elements/heights.ts";
import { findRoomOf } from "../../../model/elements/rooms.ts";
import { readLength } from "../../../model/editing/parse-length.ts";
import {
  cornersWithHeight,
  ownWallHeight,
  wallHeightFields,
} from "../../../model/editing/wall-heights.ts";
import type { Json } from "../../../model/json.ts";
import { fieldLabel } from "../../i18n/field-words.ts";
import type { EditorContext } from "../component.ts";
import { typedMetresFormat } from "../formats.ts";
import { figureInput, labelled } from "./inputs.ts";
import type { FieldInput, InputPlace, SetValue } from "./typed-input.ts";

/** The least and the most of a height, in metres. */
export type HeightRange = readonly [least: number, most: number];

/** The range of each kind of field. */
const ranges: Readonly<Record<"height" | "elevation", HeightRange>> = {
  height: [0, maxHeight],
  elevation: [-maxHeight, maxHeight],
};

/** An input for a height in metres or nothing, within a range. `usual` is the height in effect without one. */
export const heightInput = (
  value: Json | undefined,
  place: InputPlace,
  fill: SetValue<number | undefined>,
  [least, most]: HeightRange,
  { texts, language }: Pick<EditorContext, "texts" | "language">,
  {
    usual,
    refuse,
  }: {
    readonly usual: number | string | undefined;
    readonly refuse?: (metres: number) => string | undefined;
  },
): TemplateResult => {
  const read = (text: string): number | undefined => {
    const metres = readLength(text, language);
    return metres !== undefined && metres >= least && metres <= most ? metres : undefined;
  };
  const wrong = texts.walls.wrongHeight(least, most);
  const figures = { read, step: 0.05, wrong, language, write: typedMetresFormat };
  const placeholder =
    typeof usual === "number" ? typedMetresFormat(language, usual) : (usual ?? "");
  return figureInput(value, place, fill, refuse === undefined ? figures : { ...figures, refuse }, {
    placeholder,
    emptied: () => fill(undefined),
  });
};

/** The height in effect that a field of an element is about, in metres; undefined if it is about none. */
const inEffect = (plan: PlanData, entity: Entity, field: string): number | undefined => {
  const { collection, data } = entity;
  if (collection === "rooms") return roomHeightOf(plan, data);
  if (collection === "walls")
    return wallHeightsOf(plan, { owner: refOf(entity), edge: 0 })[field === "height" ? 0 : 1];
  if (collection === "openings") {
    const { lintel, sill } = openingHeightsOf(plan, data);
    return field === "sill" ? sill : lintel;
  }
  const { elevation, height } = standingHeightsOf(plan, { collection, data });
  return field === "elevation" ? elevation : height;
};

/** The message for a sill or lintel that does not fit the other one that an opening says; undefined if it does. */
const refusalOf = (field: string, opening: Entity, metres: number, below: string) => {
  const sill = field === "sill" ? metres : (heightIn(opening.data, "sill") ?? 0);
  const lintel = field === "lintel" ? metres : heightIn(opening.data, "lintel");
  return lintel !== undefined && lintel <= sill ? below : undefined;
};

/** The input of a field with a height, which shows the one in effect as long as the field is empty. */
export const heightFieldInput = (
  { context, commit, field, isMixed, place, value }: FieldInput,
  kind: "height" | "elevation",
): TemplateResult => {
  const { session, view, texts } = context;
  const { plan } = session.state;
  const selected = findRefs(plan, view.state.selection);
  const [only, ...others] = selected;
  const usual =
    only === undefined || others.length > 0 ? undefined : inEffect(plan, only, field.name);
  const below = texts.walls.lintelBelowSill;
  return heightInput(value, place, commit, ranges[kind], context, {
    usual: isMixed ? texts.panels.properties.mixed : usual,
    refuse: (metres) =>
      field.name === "sill" || field.name === "lintel"
        ? selected.map((each) => refusalOf(field.name, each, metres, below)).find(Boolean)
        : undefined,
  });
};

/** How the panel creates inputs of a room's corners. */
export interface CornerFields {
  readonly place: (field: string) => InputPlace;
  readonly fill: SetValue<Json | undefined>;
}

/** Inputs for the heights of each wall of a room, at its start and at its end. */
export const wallHeights = (
  entity: Entity,
  context: EditorContext,
  { place, fill }: CornerFields,
): TemplateResult | undefined => {
  const { session, texts } = context;
  const { plan } = session.state;
  const room = findRoomOf(plan, refOf(entity));
  if (room === undefined || room.corners.length === 0) return undefined;
  const { data } = entity;
  return html`<details>
    <summary>${texts.walls.single}</summary>
    ${room.walls.map((_, edge) => {
      const heights = wallHeightsOf(plan, { owner: refOf(entity), edge });
      const label = texts.panels.properties.wallNumber(edge + 1);
      return html`<div class="fields" role="group" aria-label=${label}>
        <span class="long muted">${label}</span>
        ${wallHeightFields.map((field, at) =>
          labelled(
            fieldLabel(field, texts),
            heightInput(
              ownWallHeight(data, edge, field),
              place(`${field}:${edge}`),
              (metres, phase) => fill(cornersWithHeight(data, edge, field, metres), phase),
              ranges.height,
              context,
              { usual: heights[at] },
            ),
          ),
        )}
      </div>`;
    })}
  </details>`;
};
