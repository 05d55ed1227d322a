import { html, type TemplateResult } from "lit";
import { readLength, readNumber } from "../../../model/editing/parse-length.ts";
import { canBeLong, type RoomSize, sizeOfRoom } from "../../../model/editing/room-size.ts";
import type { LengthWay } from "../../../model/editing/wall-length.ts";
import type { Room } from "../../../model/elements/rooms.ts";
import { roundForStorage } from "../../../model/geometry/vector.ts";
import type { EditorContext } from "../component.ts";
import { hundredthsIn, typedMetresFormat } from "../formats.ts";
import { wayAsSeen, wayInputs, waysOf } from "../measures/wall-ways.ts";
import type { Turn } from "../seen-directions.ts";
import { figureInput, labelled } from "./inputs.ts";
import type { InputPlace, SetValue } from "./typed-input.ts";

/** What a field of a room's size shows. */
export type Dimension = "width" | "depth" | "area";

/** How the panel edits the size of a room. */
export interface SizeFields {
  readonly place: (field: string) => InputPlace;
  /** Sets the length of a wall. */
  readonly fill: (edge: number) => SetValue<number>;
  /** How the walls get their lengths; its end is meant as seen. */
  readonly way: LengthWay;
  /** The dimension that is edited, whose ends are offered. */
  readonly edited: Dimension;
  readonly choose: (choice: { readonly way?: LengthWay; readonly edited?: Dimension }) => void;
}

const writeOf = (dimension: Dimension): ((language: string, value: number) => string) =>
  dimension === "area" ? hundredthsIn : typedMetresFormat;

/** A dimension of a room that is no rectangle, which can only be read. */
const readOnly = (dimension: Dimension, value: number, context: EditorContext): TemplateResult =>
  labelled(
    context.texts.measures.size[dimension],
    html`<input
      readonly
      aria-describedby="bent"
      .value=${writeOf(dimension)(context.language, value)}
    />`,
  );

/** A size with the width across the screen. */
const seenSize = (turn: Turn, { width, depth, walls, ...rest }: RoomSize): RoomSize => ({
  ...rest,
  ...(turn === 0 ? { width, depth } : { width: depth, depth: width }),
  ...(walls === undefined || turn === 0
    ? { walls }
    : { walls: { width: walls.depth, depth: walls.width } }),
});

/**
 * The width, depth and area of a room as measured on the drawing. In a rectangle they can be typed, with the end that
 * moves and what the rooms behind it do; a typed area changes the width.
 */
export const roomSize = (
  room: Room,
  context: EditorContext,
  fields: SizeFields,
): TemplateResult => {
  const { session, view, texts, language } = context;
  const { measures, forms } = texts;
  const { plan } = session.state;
  const sort = view.state.measures;
  const { turn } = view.state;
  const size = seenSize(turn, sizeOfRoom(plan, room, sort));
  const { walls } = size;
  if (walls === undefined)
    return html`<section>
      <h3>${measures.size.title}</h3>
      <div class="fields">
        ${(["width", "depth", "area"] as const).map((each) => readOnly(each, size[each], context))}
      </div>
      <p class="muted" id="bent">${measures.size.bent}</p>
    </section>`;
  const wayOf = (edge: number): LengthWay => wayAsSeen(room.walls[edge], turn, fields.way);
  const field = (dimension: Dimension): TemplateResult => {
    const edge = dimension === "depth" ? walls.depth : walls.width;
    const perMetre = dimension === "area" ? size.depth : 1;
    const refuse = (value: number): string | undefined => {
      const length = { edge, metres: value / perMetre, ...wayOf(edge) };
      return canBeLong(plan, room, length, sort) ? undefined : measures.noFit;
    };
    const isArea = dimension === "area";
    return labelled(
      measures.size[dimension],
      html`<span class="pair" @focusin=${() => fields.choose({ edited: dimension })}
        >${figureInput(
          roundForStorage(size[dimension]),
          fields.place(`size:${dimension}`),
          (value, phase) => fields.fill(edge)(value / perMetre, phase),
          {
            read: isArea ? readNumber : readLength,
            write: writeOf(dimension),
            step: isArea ? 0.5 : 0.05,
            wrong: isArea ? measures.size.noArea : forms.noLength,
            language,
            refuse,
          },
        )}</span
      >`,
    );
  };
  const edited = fields.edited === "depth" ? walls.depth : walls.width;
  const [ways, now] = [waysOf(context, room, edited), wayOf(edited)];
  const choice = wayInputs(ways, now, ways.preview(undefined, now), measures, (way) =>
    fields.choose({ way: wayAsSeen(room.walls[edited], turn, way) }),
  );
  // The choice comes next to the field that it is about, for the keyboard too.
  const withChoice = (dimension: Dimension): TemplateResult =>
    html`${field(dimension)}
    ${dimension === fields.edited ? html`<div class="long">${choice}</div>` : undefined}`;
  return html`<section>
    <h3>${measures.size.title}</h3>
    <div class="fields">${withChoice("width")} ${withChoice("depth")} ${withChoice("area")}</div>
    <p class="muted">${measures.size.areaHint}</p>
  </section>`;
};
