import { hitAt } from "../hit-testing.ts";
import type { EditorContext } from "../../editor/context.ts";
import type { ToolControllerHost } from "../tool-controller.ts";
import { placeAt } from "../../editor/placing.ts";

/** Entities that were let go, and where on the page. */
export interface DroppedEntities {
  readonly ids: readonly string[];
  readonly clientX: number;
  readonly clientY: number;
}

const isDropped = (detail: unknown): detail is DroppedEntities =>
  typeof detail === "object" && detail !== null && "ids" in detail && "clientX" in detail;

/** Places what was dragged out of a list and let go over the drawing; gives a sentence about what became of it. */
export const dropEntities = (
  context: EditorContext,
  ground: Omit<ToolControllerHost, "moved"> | null,
  dropped: unknown,
): string => {
  if (ground === null || !isDropped(dropped)) return "";
  const place = ground.placeOf(dropped);
  const { width, height } = ground.screen;
  const isHere = place[0] >= 0 && place[1] >= 0 && place[0] <= width && place[1] <= height;
  if (!isHere) return context.texts.house.unplaced.notHere;
  const { ref } = hitAt(ground.renderRoot, context, dropped);
  return placeAt(context, dropped.ids, ground.viewport.toPlan(place), ref);
};
