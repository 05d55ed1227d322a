import { boundsOf, placeOf, pointsAround } from "../../../model/elements/places.ts";
import { insideOf } from "../../../model/elements/rooms.ts";
import { type Point, minus } from "../../../model/geometry/vector.ts";
import { findRefs, placeOfRef, type Ref } from "../../../model/elements/entities.ts";
import { moveBy, withContents } from "../../../model/editing/transform.ts";
import { snapMove, targetsOn } from "../../canvas/snapping.ts";
import { type Drag, beginElementEdit } from "./dragging.ts";
import type { ToolContext } from "../../canvas/tools/tool.ts";

/** The point of a selection that goes to the grid: the place of an item, the first corner of a room. */
const anchorOf = (context: ToolContext, refs: readonly Ref[]): Point => {
  const { plan } = context.session.state;
  const [first] = findRefs(plan, refs.slice(0, 1));
  return (first && (placeOf(first.data) ?? pointsAround(plan, first)[0])) ?? [0, 0];
};

/** Drags everything that is selected, and what stands in it. */
export const dragOfSelection = (context: ToolContext, start: Point): Drag => {
  const { session, view } = context;
  const { selection, level } = view.state;
  const { plan } = session.state;
  const all = withContents(plan, selection);
  const editing = beginElementEdit(context, "move", all);
  const hasRoom = selection.some((ref) => placeOfRef(ref) === "polygon");
  // A room joins others at the middle of their walls, a piece stands before the wall.
  const targets = targetsOn(plan, level, new Set(all), hasRoom ? undefined : insideOf);
  const box = boundsOf(plan, selection);
  const anchor = anchorOf(context, selection);
  return {
    ...editing,
    move: ({ at, snapping }) => {
      const way = minus(at, start);
      const { by, guides } =
        box === undefined ? { by: way, guides: [] } : snapMove(box, anchor, way, targets, snapping);
      editing.preview((now, refs) => moveBy(now, refs, by));
      return { guides };
    },
  };
};
