import { adjoinsOthers } from "../../../model/editing/room-overlaps.ts";
import { moveBy, withContents } from "../../../model/editing/transform.ts";
import { findRefs, listOfRef, type Ref } from "../../../model/elements/entities.ts";
import { boundsOf, placeOf, pointsAround } from "../../../model/elements/places.ts";
import { insideOf } from "../../../model/elements/rooms.ts";
import { distance, minus, type Point } from "../../../model/geometry/vector.ts";
import { instructionText } from "../component.ts";
import { overlapsOf } from "../draw-overlaps.ts";
import { snapMove } from "../snapping.ts";
import { targetsOn } from "../snap-targets.ts";
import {
  beginElementEdit,
  type Drag,
  labelOf,
  type PlanPointer,
  type ToolContext,
} from "./tool.ts";

/** Pixels by which rooms must be pulled before they come off their neighbours. */
const detaching = 40;

/** The point of a selection that snaps to the grid: an item's position, or a room's first corner. */
const anchorOf = (context: ToolContext, refs: readonly Ref[]): Point => {
  const { plan } = context.session.state;
  const [first] = findRefs(plan, refs.slice(0, 1));
  return (first && (placeOf(first.data) ?? pointsAround(plan, first)[0])) ?? [0, 0];
};

/**
 * Drags the selection with its contents, from where it was pressed. Rooms that share walls with others come off only
 * when they are pulled far enough, so that no slip of the hand tears a floor apart.
 */
export const dragOfSelection = (context: ToolContext, start: Point): Drag => {
  const { session, view, texts, say } = context;
  const { selection, level } = view.state;
  const { plan } = session.state;
  const all = withContents(plan, selection);
  const { name = "" } = labelOf(context, "move", selection);
  const editing = beginElementEdit(context, "move", all);
  const hasRoom = selection.some((ref) => listOfRef(ref) === "rooms");
  // Rooms join at the centre lines of walls; furniture is placed at the wall's face.
  const targets = targetsOn(plan, level, new Set(all), hasRoom ? undefined : insideOf);
  const box = boundsOf(plan, selection);
  const anchor = anchorOf(context, selection);
  let grip: "holds" | "warned" | "free" =
    hasRoom && adjoinsOthers(plan, selection) ? "holds" : "free";
  /** Whether the rooms still hold to their neighbours. */
  const isHeld = ({ at, pixel, isDetaching = false }: PlanPointer): boolean => {
    if (grip === "free") return false;
    const isFree = isDetaching || distance(at, start) >= detaching * pixel;
    if (!isFree && grip === "holds") say(instructionText(texts.tools.detach(name)));
    if (isFree && grip === "warned") say("");
    grip = isFree ? "free" : "warned";
    return !isFree;
  };
  return {
    ...editing,
    move: (pointer) => {
      if (isHeld(pointer)) return {};
      const way = minus(pointer.at, start);
      const { by, guides } =
        box === undefined
          ? { by: way, guides: [] }
          : snapMove(box, anchor, way, targets, pointer.snapping);
      editing.preview((now, refs) => moveBy(now, refs, by));
      return { guides };
    },
    commit: () => {
      editing.commit();
      const overlaps = hasRoom && grip === "free" ? overlapsOf(context, view.state.selection) : [];
      if (overlaps.length > 0) say(overlaps.join(" "));
    },
  };
};
