import { nearestWall, type Point, wallsOf } from "../../model/geometry/vector.ts";
import { boxAround } from "../../model/geometry/polygon.ts";
import { cornersOf } from "../../model/elements/places.ts";
import { findRef, placeOfRef } from "../../model/elements/entities.ts";
import type { ScreenPoint, Viewport } from "../renderer/viewport.ts";
import { hitAt } from "../canvas/hit-testing.ts";
import type { EditorContext } from "./context.ts";
import { cursorOf } from "./draw-handles.ts";
import { findHandle, type Handle } from "../canvas/handles.ts";
import type { PlanPointer } from "../canvas/tools/tool.ts";

/** Pixels to either side of a wall's line within which it is taken hold of: by a mouse, and by a finger. */
const [reach, fingerReach] = [6, 12];

/** Where the pointer is. */
interface Ground {
  readonly viewport: Viewport;
  /** Where the drawn shapes are looked for. */
  readonly renderRoot: Node;
  readonly placeOf: (event: Pick<MouseEvent, "clientX" | "clientY">) => ScreenPoint;
}

type Press = Pick<PointerEvent, "clientX" | "clientY" | "pointerType" | "shiftKey">;

/** The wall of the one selected room that lies at a place, as the handle that pulls it. */
const wallAt = (
  { session, view }: EditorContext,
  at: Point,
  within: number,
): Handle | undefined => {
  const { plan } = session.state;
  const [only = "", ...others] = view.state.selection;
  if (others.length > 0 || view.state.tool !== "select" || placeOfRef(only) !== "polygon")
    return undefined;
  const corners = cornersOf(findRef(plan, only)?.data ?? {});
  const box = boxAround(corners);
  if (box === undefined) return undefined;
  // A small room keeps a middle by which it is dragged as a whole.
  const most = Math.min(within, Math.min(box.width, box.height) / 5);
  const walls = wallsOf(corners);
  const found = nearestWall(walls, at, most);
  return found && findHandle(plan, only, `wall:${walls.indexOf(found.wall)}`);
};

/** What lies under a pointer: a handle, else the line of a selected room's wall, which is as good as its handle. */
export const grabTargetAt = (
  ground: Ground,
  context: EditorContext,
  event: Press,
): Pick<PlanPointer, "ref" | "handle"> => {
  const { viewport, renderRoot } = ground;
  const hit = hitAt(renderRoot, context, event);
  const isThing = hit.ref !== undefined && placeOfRef(hit.ref) !== "polygon";
  if (hit.handle !== undefined || isThing || event.shiftKey) return hit;
  const pixels = event.pointerType === "touch" ? fingerReach : reach;
  return {
    ...hit,
    handle: wallAt(context, viewport.toPlan(ground.placeOf(event)), pixels / viewport.scale),
  };
};

/** The pointer's shape over a wall that can be pulled. */
export const cursorOverWall = (
  ground: Ground,
  context: EditorContext,
  event: Press,
): string | undefined => {
  const { viewport } = ground;
  // Whether something stands before the wall is asked of the page only where there is a wall.
  if (wallAt(context, viewport.toPlan(ground.placeOf(event)), reach / viewport.scale) === undefined)
    return undefined;
  const { handle } = grabTargetAt(ground, context, event);
  return handle && cursorOf(handle, viewport.turn);
};
