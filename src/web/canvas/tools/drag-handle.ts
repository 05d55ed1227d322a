import {
  cornersOf,
  outlineOf,
  placeOf,
  pointsAround,
  rotationOf,
} from "../../../model/elements/places.ts";
import { wallOf } from "../../../model/elements/opening-walls.ts";
import { findRoomOf } from "../../../model/elements/rooms.ts";
import {
  angleOf,
  isSame,
  minus,
  nearestOn,
  plus,
  type Point,
  pointAlong,
  tidyPoint,
  turned,
} from "../../../model/geometry/vector.ts";
import { findRef, type PlanData, type Ref } from "../../../model/elements/entities.ts";
import { roundingOf, type Snapped, type Snapping, snapPoint } from "../snapping.ts";
import { targetsOn } from "../snap-targets.ts";
import { acrossWall, actionOf, dragHandle, type Handle } from "../handles.ts";
import {
  beginElementEdit,
  type Drag,
  type Measure,
  type PlanPointer,
  type ToolContext,
} from "./tool.ts";
import { middleOf } from "../../../model/geometry/polygon.ts";
import { putLabel } from "../../../model/editing/room-annotations.ts";

/** The measures that a handle changes. */
const measuresOf = (
  plan: PlanData,
  ref: Ref,
  { kind, index }: Handle,
): readonly Measure[] | undefined => {
  const entity = findRef(plan, ref);
  if (entity === undefined) return [];
  const { data } = entity;
  if (kind === "turn") {
    const at = placeOf(data);
    return at === undefined ? [] : [{ from: at, to: at, text: `${rotationOf(data)}°` }];
  }
  if (kind === "side") {
    const [a, b, c] = outlineOf(entity);
    if (a === undefined || b === undefined || c === undefined) return [];
    return [index % 2 === 0 ? { from: b, to: c } : { from: a, to: b }];
  }
  if (kind === "end") {
    const wall = wallOf(plan, data);
    if (wall !== undefined) return undefined;
    const [from, to] = pointsAround(plan, entity);
    return from === undefined || to === undefined ? [] : [{ from, to }];
  }
  // A selected room already shows all its measures.
  return undefined;
};

/** The adjacent corners, or the other end of a wall, with which a dragged corner forms angles. */
const originsOf = (plan: PlanData, ref: Ref, { kind, index }: Handle): readonly Point[] => {
  const wall = kind === "end" ? findRef(plan, ref) : undefined;
  if (wall?.collection === "walls") return pointsAround(plan, wall).toSpliced(index, 1);
  if (kind !== "corner") return [];
  const corners = cornersOf(findRef(plan, ref)?.data ?? {});
  return [corners.at(index - 1), corners[(index + 1) % corners.length]].filter(
    (corner) => corner !== undefined,
  );
};

/** Whether a corner of another room moves along and is no snap target. */
const movesAlong = (handle: Handle, corner: Point): boolean => {
  if (handle.kind !== "wall") return isSame(handle.at, corner);
  const [x, z] = acrossWall(handle, minus(corner, handle.at));
  return Math.hypot(x, z) < 0.005;
};

/**
 * Drags a handle of a selected element, pressed at `start`. A turn handle may be on any side of its piece, so the piece
 * turns by as much as the pointer goes around it.
 */
export const dragOfHandle = (
  context: ToolContext,
  ref: Ref,
  handle: Handle,
  start: Point,
): Drag => {
  const { session, view } = context;
  const { plan } = session.state;
  const editing = beginElementEdit(context, actionOf(handle), [ref]);
  const all = targetsOn(plan, view.state.level, new Set([ref]));
  const corners = all.corners.filter((corner) => !movesAlong(handle, corner));
  const targets = { ...all, corners };
  const origins = originsOf(plan, ref, handle);
  const { data = {} } = findRef(plan, ref) ?? {};
  const [wall, centre] = [wallOf(plan, data), placeOf(data)];
  const snapped = ({ at, snapping }: PlanPointer): Snapped => {
    const isTip = handle.kind === "end" && wall === undefined;
    if (handle.kind === "corner" || isTip) return snapPoint(at, targets, snapping, origins);
    if (handle.kind === "wall") {
      const across = plus(handle.at, acrossWall(handle, minus(at, handle.at)));
      const { point, guides } = snapPoint(across, { ...targets, items: [] }, snapping);
      return { point, guides };
    }
    if (handle.kind === "turn" && centre !== undefined) {
      const from = angleOf({ from: centre, to: start });
      const back = angleOf({ from: [0, 0], to: handle.away });
      return { point: plus(centre, turned(minus(at, centre), back - from)), guides: [] };
    }
    if (handle.kind === "end" && wall !== undefined && snapping.isOn) {
      const { along } = nearestOn(wall, at);
      return { point: pointAlong(wall, roundingOf(snapping)(along)), guides: [] };
    }
    return { point: at, guides: [] };
  };
  return {
    ...editing,
    move: (pointer) => {
      const { point, guides } = snapped(pointer);
      editing.preview((now, [named = ref]) =>
        dragHandle(now, named, handle, point, pointer.snapping),
      );
      const [named = ref] = view.state.selection;
      const measures = measuresOf(session.state.plan, named, handle);
      return measures === undefined ? { guides } : { guides, measures };
    },
  };
};

/** Snaps to the grid where there is one, or to the lines through the middle of the room. */
const snapped = (at: Point, middle: Point | undefined, snapping: Snapping): Snapped => {
  const { isOn, tolerance } = snapping;
  if (!isOn) return { point: at, guides: [] };
  const round = roundingOf(snapping);
  const [x, z] = tidyPoint([round(at[0]), round(at[1])]);
  const isNear = (axis: 0 | 1): boolean =>
    middle !== undefined && Math.abs(middle[axis] - at[axis]) <= tolerance;
  const [middleX = x, middleZ = z] = middle ?? [];
  const point: Point = [isNear(0) ? middleX : x, isNear(1) ? middleZ : z];
  const isGuided = middle !== undefined && (isNear(0) || isNear(1));
  return { point, guides: isGuided ? [{ from: middle, to: point }] : [] };
};

/** Drags a room's name by its handle, pressed at `start`. */
export const dragOfLabel = (context: ToolContext, ref: Ref, handle: Handle, start: Point): Drag => {
  const editing = beginElementEdit(context, actionOf(handle), [ref]);
  const room = findRoomOf(context.session.state.plan, ref);
  const middle = room && middleOf(room.box);
  return {
    ...editing,
    move: ({ at, snapping }) => {
      // The handle is beside the name, and is pressed beside its own middle.
      const { point, guides } = snapped(plus(handle.at, minus(at, start)), middle, snapping);
      editing.preview((plan, [named = ref]) => putLabel(plan, named, point));
      return { guides };
    },
  };
};
