import { type Point, distance, isSame } from "../../../geometry/vector.ts";
import { snapPoint, type Snapped } from "../../model/snap.ts";
import { toolWords } from "../kinds.ts";
import { createRoom, roomTargets } from "./new-room.ts";
import type { Overlay, PlanPointer, Tool, ToolContext } from "./tool.ts";

/** Draws a room corner by corner; the first corner, or Enter, closes it. */
export const cornersTool = (context: ToolContext): Tool => {
  const { session, view, texts } = context;
  let overlay: Overlay = {};
  let corners: readonly Point[] = [];

  const snap = ({ at, snapping, pixel }: PlanPointer): Snapped => {
    const [first] = corners;
    // The first corner closes the room, so it is found from farther and without snapping too.
    if (first !== undefined && corners.length > 2 && distance(first, at) < 12 * pixel)
      return { point: first, guides: [{ from: first, to: first }] };
    const targets = roomTargets(session.state.plan, view.state.level);
    const origins = [corners.at(-1), first].filter((corner) => corner !== undefined);
    return snapPoint(at, targets, snapping, origins);
  };

  const move = (pointer: PlanPointer): void => {
    const { point, guides } = snap(pointer);
    const last = corners.at(-1);
    overlay = {
      guides,
      measures: last === undefined || isSame(last, point) ? [] : [{ from: last, to: point }],
      ghost: [...corners, point],
      isOpen: true,
      dots: corners.length === 0 ? [point] : corners,
    };
  };

  const cancel = (): boolean => {
    const isBusy = corners.length > 0;
    corners = [];
    overlay = {};
    return isBusy;
  };

  const close = (): void => {
    const whole = corners;
    if (whole.length < 3) return;
    cancel();
    createRoom(context, whole);
  };

  return {
    staysBegun: true,
    hint: () => {
      if (corners.length === 0) return toolWords("corners", texts).hint;
      return corners.length < 3 ? texts.tools.hints.cornersNext : texts.tools.hints.cornersClose;
    },
    cursor: () => "crosshair",
    overlay: () => overlay,
    down: move,
    move,
    // Sets a corner: not at the press, which would take the focus from the field for the name.
    up: (pointer) => {
      const { point } = snap(pointer);
      const [first] = corners;
      if (first !== undefined && isSame(first, point)) return close();
      const last = corners.at(-1);
      if (last === undefined || !isSame(last, point)) corners = [...corners, point];
      move(pointer);
    },
    key: (key) => {
      if (key === "Backspace" && corners.length > 0) {
        corners = corners.slice(0, -1);
        overlay = { ghost: corners, isOpen: true, dots: corners };
        return true;
      }
      if (key !== "Enter" || corners.length < 3) return false;
      close();
      return true;
    },
    cancel,
  };
};
