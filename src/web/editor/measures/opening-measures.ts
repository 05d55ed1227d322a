import { type Entity, type PlanData, refOf } from "../../../model/elements/entities.ts";
import { roomsOf, type RoomWall, wallOf } from "../../../model/elements/rooms.ts";
import { endsOf, nearestOn, type Wall } from "../../../model/geometry/vector.ts";
import { spanOf } from "../../../model/kinds/opening.ts";
import { measuredCorners, type MeasureMode } from "../../../model/editing/measured-lengths.ts";
import { withOpeningAt } from "../../model/opening-span.ts";
import type { OnWall } from "../tools/on-wall.ts";
import type { Measure, ToolContext } from "../../canvas/tools/tool.ts";
import { applyTypedLength } from "./edited.ts";

/** The part of a wall's line that is measured: between the faces of the walls at its ends, or all of it. */
export const measuredWall = (plan: PlanData, wall: RoomWall, sort: MeasureMode): Wall => {
  const room = roomsOf(plan).find(({ entity }) => refOf(entity) === wall.room);
  const corners = room === undefined ? [] : measuredCorners(plan, room, sort);
  const [from, to] = [corners[wall.edge], corners[(wall.edge + 1) % corners.length]];
  return from === undefined || to === undefined
    ? wall
    : { from: nearestOn(wall, from).point, to: nearestOn(wall, to).point };
};

/** The lengths of the wall on both sides of an opening, and its own between them. */
export const measuresAlong = (
  plan: PlanData,
  { wall, span }: OnWall,
  sort: MeasureMode,
): readonly [Measure, Measure, Measure] => {
  const [from, to] = endsOf(wall, span);
  const whole = measuredWall(plan, wall, sort);
  return [
    { from: whole.from, to: from },
    { from, to },
    { from: to, to: whole.to },
  ];
};

/** Where an opening lies in its wall, each length to be typed: the width keeps the end that is nearer to the wall's start. */
export const openingMeasures = (context: ToolContext, opening: Entity): readonly Measure[] => {
  const { session, view, texts } = context;
  const { measures: sort } = view.state;
  const { plan } = session.state;
  const wall = wallOf(plan, opening.data);
  if (wall === undefined) return [];
  const whole = measuredWall(plan, wall, sort);
  const [start, end] = [nearestOn(wall, whole.from).along, nearestOn(wall, whole.to).along];
  const taken = (spanFor: (metres: number, offset: number, width: number) => [number, number]) =>
    applyTypedLength(context, "move", refOf(opening), (now, named, metres) => {
      const { offset: wasAt, width: wasWide } = spanOf(opening.data);
      const [offset, width] = spanFor(metres, wasAt, wasWide);
      return withOpeningAt(now, named, { offset, width });
    });
  const [before, own, after] = measuresAlong(plan, { wall, span: spanOf(opening.data) }, sort);
  const [toStart = "", toEnd = ""] = texts.measures.ends;
  return [
    {
      ...before,
      entry: {
        name: "start",
        label: toStart,
        take: taken((metres, _, width) => [start + metres + width / 2, width]),
      },
    },
    {
      ...own,
      entry: {
        name: "width",
        label: texts.measures.width,
        take: taken((metres, offset, width) => [offset - width / 2 + metres / 2, metres]),
      },
    },
    {
      ...after,
      entry: {
        name: "end",
        label: toEnd,
        take: taken((metres, _, width) => [end - metres - width / 2, width]),
      },
    },
  ];
};
