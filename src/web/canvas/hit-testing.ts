import { nearestWall, pointAlong } from "../../model/geometry/vector.ts";
import { wallsOn } from "../../model/elements/rooms.ts";
import { onGrid } from "./snapping.ts";
import { listOfRef, placeOfRef, type Ref } from "../../model/elements/entities.ts";
import { kinds } from "../../model/kinds/kinds.ts";
import type { SelectionCommands } from "./commands/selection-commands.ts";
import type { EditorContext } from "../editor/context.ts";
import { elementAt, type PressPlace } from "../ui/pointers.ts";
import { findHandle } from "./handles.ts";
import { resetLabelPlace } from "../editor/put-label-back.ts";
import type { PlanPointer } from "./tools/tool.ts";

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
