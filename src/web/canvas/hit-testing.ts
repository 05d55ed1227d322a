import { nearestWall, type Point, pointAlong, wallsOf } from "../../model/geometry/vector.ts";
import { roundingOf } from "./snapping.ts";
import { shownImage } from "./fit-view.ts";
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

/** Reach of a double click around a wall in pixels. */
const doubleClickReach = 14;

/** What is drawn of an element beneath the handles at a place, such as a table on which a handle of the sofa lies. */
const beneathHandles = (root: Node, { clientX, clientY }: PressPlace): Element | undefined => {
  if (!(root instanceof ShadowRoot)) return undefined;
  const met = root.elementsFromPoint(clientX, clientY);
  const drawn = met.filter((each) => each.closest("[data-handle]") === null);
  return drawn
    .filter((each) => !each.matches(".near"))
    .map((each) => each.closest("[data-ref]"))
    .find((each) => each !== null);
};

/** The handle and the element under a pointer, by position, as an event loses its target once handled. */
export const hitAt = (
  root: Node,
  context: EditorContext,
  event: PressPlace,
): Pick<PlanPointer, "ref" | "handle"> => {
  // A measure lies over what is pressed.
  const over = root instanceof ShadowRoot ? root.getElementById("over") : null;
  const measures = over?.querySelector(".measures");
  measures?.classList.add("unseen");
  const target = elementAt(root, event, "[data-handle], [data-ref]");
  const name = target?.getAttribute("data-handle");
  const drawn = typeof name === "string" ? beneathHandles(root, event) : target;
  measures?.classList.remove("unseen");
  const [only = "", ...others] = context.view.state.selection;
  const handle =
    typeof name === "string" && others.length === 0
      ? findHandle(context.session.state.plan, only, name)
      : undefined;
  return { ref: drawn?.getAttribute("data-ref") ?? undefined, handle };
};

/**
 * Handles a double click: resets a dragged name, removes a corner, adds a corner to a wall of the selected room, or
 * else renames the element.
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
    const corners = cornersOf(findRef(session.state.plan, only)?.data ?? {});
    const walls = wallsOf(corners);
    const found = nearestWall(walls, at, doubleClickReach * pixel);
    if (found !== undefined) {
      const isOverImage = shownImage(session.state.plan, view.state.level) !== undefined;
      const round = roundingOf({ isOverImage });
      const along = view.state.isSnapping ? round(found.along) : found.along;
      commands.addCorner(only, walls.indexOf(found.wall), pointAlong(found.wall, along));
      return undefined;
    }
  }
  const list = listOfRef(only);
  return list !== undefined && kinds[list].nameField !== undefined ? only : undefined;
};

/** Reach around a wall's line in pixels, for mouse and touch. */
const [reach, fingerReach] = [6, 12];

/** The canvas as hit testing sees it. */
interface HitCanvas {
  readonly viewport: Viewport;
  /** Root of the drawn shapes. */
  readonly renderRoot: Node;
  readonly placeOf: (event: Pick<MouseEvent, "clientX" | "clientY">) => ScreenPoint;
}

type Press = Pick<PointerEvent, "clientX" | "clientY" | "pointerType" | "shiftKey">;

/** The wall handle of the single selected room at a place, if any. */
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
  // A small room keeps a middle for dragging it as a whole.
  const most = Math.min(within, Math.min(box.width, box.height) / 5);
  const walls = wallsOf(corners);
  const found = nearestWall(walls, at, most);
  return found && findHandle(plan, only, `wall:${walls.indexOf(found.wall)}`);
};

/** The handle under a pointer, else the wall of a selected room, which acts like its handle. */
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

/** The cursor over a draggable wall. */
export const cursorOverWall = (
  canvas: HitCanvas,
  context: EditorContext,
  event: Press,
): string | undefined => {
  const { viewport } = canvas;
  // Checks for elements in front only if there is a wall, as that queries the page.
  if (wallAt(context, viewport.toPlan(canvas.placeOf(event)), reach / viewport.scale) === undefined)
    return undefined;
  const { handle } = grabTargetAt(canvas, context, event);
  return handle && cursorOf(handle, viewport.turn);
};
