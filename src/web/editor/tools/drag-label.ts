import type { Ref } from "../../../model/elements/entities.ts";
import { middleOf } from "../../../model/geometry/polygon.ts";
import { minus, plus, type Point } from "../../../model/geometry/vector.ts";
import { findRoomOf } from "../../../model/elements/rooms.ts";
import { putLabel } from "../../../model/editing/room-annotations.ts";
import { pointOnGrid, type Snapped, type Snapping } from "../../canvas/snapping.ts";
import { actionOf, type Handle } from "../../canvas/handles.ts";
import { type Drag, beginElementEdit } from "./dragging.ts";
import type { ToolContext } from "../../canvas/tools/tool.ts";

/** A place on the grid, or on the lines through the middle of the room. */
const snapped = (at: Point, middle: Point | undefined, { isOn, tolerance }: Snapping): Snapped => {
  if (!isOn) return { point: at, guides: [] };
  const [x, z] = pointOnGrid(at);
  const isNear = (axis: 0 | 1): boolean =>
    middle !== undefined && Math.abs(middle[axis] - at[axis]) <= tolerance;
  const [middleX = x, middleZ = z] = middle ?? [];
  const point: Point = [isNear(0) ? middleX : x, isNear(1) ? middleZ : z];
  const isGuided = middle !== undefined && (isNear(0) || isNear(1));
  return { point, guides: isGuided ? [{ from: middle, to: point }] : [] };
};

/** Drags the name of a room by its handle, which was pressed at `start`. */
export const dragOfLabel = (context: ToolContext, ref: Ref, handle: Handle, start: Point): Drag => {
  const editing = beginElementEdit(context, actionOf(handle), [ref]);
  const room = findRoomOf(context.session.state.plan, ref);
  const middle = room && middleOf(room.box);
  return {
    ...editing,
    move: ({ at, snapping }) => {
      // The handle lies beside the name, and is pressed beside its middle.
      const { point, guides } = snapped(plus(handle.at, minus(at, start)), middle, snapping);
      editing.preview((plan, [named = ref]) => putLabel(plan, named, point));
      return { guides };
    },
  };
};
