import {
  distance,
  isSame,
  minus,
  plus,
  type Point,
  times,
} from "../../../model/geometry/vector.ts";
import { marginOf } from "../../../model/editing/measured-lengths.ts";
import {
  closed,
  extraTo,
  type Outline,
  placeAtLength,
  withCorner,
} from "../../model/outline-lengths.ts";
import { snapPoint, type Snapped } from "../../canvas/snapping.ts";
import { toolWords } from "../../canvas/tools/kind-tools.ts";
import { createRoom, roomTargets } from "./new-room.ts";
import type { Measure, Overlay, PlanPointer, Tool, ToolContext } from "../../canvas/tools/tool.ts";

const nothingYet: Outline = { corners: [], typed: [] };

/** Draws a room corner by corner, each by a click or by the length to it; the first corner, or Enter, closes it. */
export const cornersTool = (context: ToolContext): Tool => {
  const { session, view, texts } = context;
  let overlay: Overlay = {};
  let outline = nothingYet;
  let pointed: PlanPointer | undefined;
  const margin = (): number => marginOf(session.state.plan, view.state.measures);

  const snap = ({ at, snapping, pixel }: PlanPointer): Snapped => {
    const { corners } = outline;
    const [first] = corners;
    // The first corner closes the room, so it is found from farther and without snapping too.
    if (first !== undefined && corners.length > 2 && distance(first, at) < 12 * pixel)
      return { point: first, guides: [{ from: first, to: first }] };
    const targets = roomTargets(session.state.plan, view.state.level);
    const origins = [corners.at(-1), first].filter((corner) => corner !== undefined);
    return snapPoint(at, targets, snapping, origins);
  };

  /** The length from the last corner, between the faces of the walls where those are measured. */
  const measureTo = (last: Point, to: Point): Measure => {
    const way = times(minus(to, last), 1 / Math.max(1e-9, distance(last, to)));
    const [start, end] = extraTo(outline, to, margin());
    const isLong = distance(last, to) > start + end;
    const take = (metres: number): object => {
      const at = placeAtLength(outline, to, metres, margin());
      outline = withCorner(outline, at, true, margin());
      // What is pointed at is not the way to the next corner yet.
      show(outline.corners.at(-1) ?? at);
      return {};
    };
    return {
      from: isLong ? plus(last, times(way, start)) : last,
      to: isLong ? minus(to, times(way, end)) : to,
      entry: { name: "length", label: texts.measures.length, take },
    };
  };

  const show = (point: Point, guides: Overlay["guides"] = []): void => {
    const { corners } = outline;
    const last = corners.at(-1);
    overlay = {
      guides,
      measures: last === undefined ? [] : [measureTo(last, point)],
      ghost: [...corners, point],
      isOpen: true,
      dots: corners.length === 0 ? [point] : corners,
    };
  };

  const move = (pointer: PlanPointer): void => {
    pointed = pointer;
    const { point, guides } = snap(pointer);
    show(point, guides);
  };

  const cancel = (): boolean => {
    const isBusy = outline.corners.length > 0;
    outline = nothingYet;
    overlay = {};
    return isBusy;
  };

  const close = (): void => {
    if (outline.corners.length < 3) return;
    const whole = closed(outline, margin());
    cancel();
    createRoom(context, whole);
  };

  const showCorners = (): void => {
    const { corners } = outline;
    overlay = { ghost: corners, isOpen: true, dots: corners };
  };

  const takeBack = (): void => {
    const corners = outline.corners.slice(0, -1);
    outline = { corners, typed: outline.typed.slice(0, Math.max(0, corners.length - 1)) };
    if (pointed === undefined || corners.length === 0) showCorners();
    else move(pointed);
  };

  return {
    staysBegun: true,
    hint: () => {
      const { hints } = texts.tools;
      const count = outline.corners.length;
      if (count === 0) return toolWords("corners", texts).hint;
      return `${count < 3 ? hints.cornersNext : hints.cornersClose} ${texts.measures.typing}`;
    },
    cursor: () => "crosshair",
    overlay: () => overlay,
    down: move,
    move,
    // Sets a corner: not at the press, which would take the focus from the field for the name.
    up: (pointer) => {
      const { point } = snap(pointer);
      const [first] = outline.corners;
      if (first !== undefined && isSame(first, point)) return close();
      const last = outline.corners.at(-1);
      if (last === undefined || !isSame(last, point))
        outline = withCorner(outline, point, false, margin());
      move(pointer);
    },
    points: () => outline.corners.length,
    takeBack,
    key: (key) => {
      if (key === "Backspace" && outline.corners.length > 0) {
        takeBack();
        return true;
      }
      if (key !== "Enter" || outline.corners.length < 3) return false;
      close();
      return true;
    },
    cancel,
    letGo: showCorners,
  };
};
