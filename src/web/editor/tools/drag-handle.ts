import type { PlanData } from "../../../elements/entities.ts";
import { type Point, isSame, minus, plus } from "../../../geometry/vector.ts";
import { findRef, type Ref } from "../../../elements/ref.ts";
import { withIds } from "../../model/change.ts";
import { outlineOf, placeOf, rotationOf } from "../../model/items.ts";
import { wallOfOpening, spanOf, endsOf } from "../../model/openings.ts";
import { onGrid, snapPoint, type Snapped, targetsOn } from "../../model/snap.ts";
import { cornersOf, nearestOn, pointAlong, wallsOf } from "../../model/walls.ts";
import { acrossWall, dragHandle, type Handle } from "../handles.ts";
import { type Dragging, startEdit } from "./dragging.ts";
import type { Measure, PlanPointer, ToolContext } from "./tool.ts";

const actions: Readonly<Record<Handle["kind"], string>> = {
  corner: "reshape",
  wall: "reshape",
  end: "resize",
  side: "resize",
  turn: "rotate",
};

/** The lengths that a handle changes. */
const measuresOf = (plan: PlanData, ref: Ref, { kind, index }: Handle): readonly Measure[] => {
  const entity = findRef(plan, ref);
  if (entity === undefined) return [];
  const { collection, data } = entity;
  if (kind === "turn") {
    const at = placeOf(data);
    return at === undefined ? [] : [{ from: at, to: at, text: `${rotationOf(data)}°` }];
  }
  if (kind === "side") {
    const [a, b, c] = outlineOf(collection, data);
    if (a === undefined || b === undefined || c === undefined) return [];
    return [index % 2 === 0 ? { from: b, to: c } : { from: a, to: b }];
  }
  if (kind === "end") {
    const found = wallOfOpening(plan, data);
    if (found === undefined) return [];
    const [from, to] = endsOf(found.wall, spanOf(data));
    return [
      { from: found.wall.from, to: from },
      { from, to },
      { from: to, to: found.wall.to },
    ];
  }
  const walls = wallsOf(cornersOf(data));
  const before = walls[(index + walls.length - 1) % walls.length];
  const after = kind === "wall" ? walls[(index + 1) % walls.length] : walls[index];
  return [before, after].flatMap((wall) => wall ?? []);
};

/** Where the other corners of a room are that a corner makes angles with. */
const originsOf = (plan: PlanData, ref: Ref, { kind, index }: Handle): readonly Point[] => {
  if (kind !== "corner") return [];
  const corners = cornersOf(findRef(plan, ref)?.data ?? {});
  return [corners.at(index - 1), corners[(index + 1) % corners.length]].filter(
    (corner) => corner !== undefined,
  );
};

/** Whether a corner of another room moves along: where it was is nothing to snap to. */
const movesAlong = (handle: Handle, corner: Point): boolean => {
  if (handle.kind !== "wall") return isSame(handle.at, corner);
  const [x, z] = acrossWall(handle, minus(corner, handle.at));
  return Math.hypot(x, z) < 0.005;
};

/** Drags a selected thing by one of its handles. */
export const dragOfHandle = (context: ToolContext, ref: Ref, handle: Handle): Dragging => {
  const { session, view } = context;
  const { plan } = session.state;
  const { drag, refs, ids, follow } = startEdit(context, actions[handle.kind], [ref]);
  const [named = ref] = refs;
  const all = targetsOn(plan, view.state.level, new Set([ref]));
  const corners = all.corners.filter((corner) => !movesAlong(handle, corner));
  const targets = { ...all, corners };
  const origins = originsOf(plan, ref, handle);
  const found = wallOfOpening(plan, findRef(plan, ref)?.data ?? {});
  const snapped = ({ at, snapping }: PlanPointer): Snapped => {
    if (handle.kind === "corner") return snapPoint(at, targets, snapping, origins);
    if (handle.kind === "wall") {
      const across = plus(handle.at, acrossWall(handle, minus(at, handle.at)));
      const { point, guides } = snapPoint(across, { ...targets, items: [] }, snapping);
      return { point, guides };
    }
    if (handle.kind === "end" && found !== undefined && snapping.isOn) {
      const { along } = nearestOn(found.wall, at);
      return { point: pointAlong(found.wall, onGrid(along)), guides: [] };
    }
    return { point: at, guides: [] };
  };
  return {
    move: (pointer) => {
      const { point, guides } = snapped(pointer);
      drag.preview((now) =>
        dragHandle(withIds(now, ids), named, handle, point, pointer.snapping.isOn),
      );
      follow();
      return { guides, measures: measuresOf(session.state.plan, named, handle) };
    },
    commit: () => drag.commit(),
    cancel: () => {
      drag.cancel();
      view.select([ref]);
    },
  };
};
