import { nearestWall, type Point, pointAlong, wallsOf } from "../../model/geometry/vector.ts";
import { wallsOn } from "../../model/elements/rooms.ts";
import { onGrid } from "./snapping.ts";
import { findRef, listOfRef, placeOfRef, type Ref } from "../../model/elements/entities.ts";
import { kinds } from "../../model/kinds/kinds.ts";
import type { SelectionCommands } from "./commands/selection-commands.ts";
import type { EditorContext } from "./component.ts";
import { elementAt, type PressPlace } from "../ui/pointers.ts";
import { findHandle, type Handle } from "./handles.ts";
import { resetLabelPlace } from "./commands/selection-edits.ts";
import type { PlanPointer } from "./tools/tool.ts";
import { boxAround } from "../../model/geometry/polygon.ts";
import { cornersOf } from "../../model/elements/places.ts";
import type { ScreenPoint, Viewport } from "../renderer/viewport.ts";
import { cursorOf } from "./draw-overlay.ts";

/** Pixels from a wall within which a double click means it. */
const doubleClickReach = 14;

/** What of the plan lies under a pointer, asked of the page: an event no longer knows it once it is over. */
export const hitAt = (
  root: Node,
  context: EditorContext,
  event: PressPlace,
): Pick<PlanPointer, "ref" | "handle"> => {
  const target = elementAt(root, event, "[data-handle], [data-ref]");
  const name = target?.getAttribute("data-handle");
  const [only = "", ...others] = context.view.state.selection;
  const handle =
    typeof name === "string" && others.length === 0
      ? findHandle(context.session.state.plan, only, name)
      : undefined;
  const ref = target?.getAttribute("data-ref") ?? undefined;
  return { ref, handle };
};

/**
 * A double click at a place, or on a handle there: a name that was dragged goes back, a corner goes away, a wall of the
 * selected room gets one, else what it answers is to be named.
 */
export const doubleClickAt = (
  context: Pick<EditorContext, "session" | "view" | "texts">,
  commands: Pick<SelectionCommands, "addCorner" | "removeCorner">,
  { at, pixel, handle }: Pick<PlanPointer, "at" | "pixel" | "handle">,
): Ref | undefined => {
  const { session, view } = context;
  const [only] = view.state.selection;
  if (only === undefined || view.state.tool !== "select") return undefined;
  if (handle?.kind === "label" && resetLabelPlace(context, only)) return undefined;
  if (handle?.kind === "corner") {
    commands.removeCorner(only, handle.index);
    return undefined;
  }
  if (placeOfRef(only) === "polygon") {
    const walls = wallsOn(session.state.plan, view.state.level);
    const ours = walls.filter(({ room }) => room === only);
    const found = nearestWall(ours, at, doubleClickReach * pixel);
    if (found !== undefined) {
      const along = view.state.isSnapping ? onGrid(found.along) : found.along;
      commands.addCorner(only, found.wall.edge, pointAlong(found.wall, along));
      return undefined;
    }
  }
  const list = listOfRef(only);
  return list !== undefined && kinds[list].nameField !== undefined ? only : undefined;
};

/** Pixels to either side of a wall's line within which it is taken hold of: by a mouse, and by a finger. */
const [reach, fingerReach] = [6, 12];

/** Where the pointer is. */
interface HitCanvas {
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
  canvas: HitCanvas,
  context: EditorContext,
  event: Press,
): Pick<PlanPointer, "ref" | "handle"> => {
  const { viewport, renderRoot } = canvas;
  const hit = hitAt(renderRoot, context, event);
  const isThing = hit.ref !== undefined && placeOfRef(hit.ref) !== "polygon";
  if (hit.handle !== undefined || isThing || event.shiftKey) return hit;
  const pixels = event.pointerType === "touch" ? fingerReach : reach;
  return {
    ...hit,
    handle: wallAt(context, viewport.toPlan(canvas.placeOf(event)), pixels / viewport.scale),
  };
};

/** The pointer's shape over a wall that can be pulled. */
export const cursorOverWall = (
  canvas: HitCanvas,
  context: EditorContext,
  event: Press,
): string | undefined => {
  const { viewport } = canvas;
  // Whether something stands before the wall is asked of the page only where there is a wall.
  if (wallAt(context, viewport.toPlan(canvas.placeOf(event)), reach / viewport.scale) === undefined)
    return undefined;
  const { handle } = grabTargetAt(canvas, context, event);
  return handle && cursorOf(handle, viewport.turn);
};
