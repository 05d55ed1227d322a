import { type Point, distance, isSame } from "../../../geometry/vector.ts";
import { isRoom } from "../../model/create.ts";
import { snapPoint, type Snapped } from "../../model/snap.ts";
import { toolWords } from "../kinds.ts";
import { createRoom } from "./room.ts";
import { roomTargets } from "./room-targets.ts";
import type { Measure, Overlay, PlanPointer, Tool, ToolContext } from "./tool.ts";

/** Draws a room corner by corner; the first corner, or Enter, closes it. */
export class CornersTool implements Tool {
  readonly cursor = "crosshair";
  readonly staysBegun = true;
  overlay: Overlay = {};
  readonly #context: ToolContext;
  #corners: readonly Point[] = [];

  constructor(context: ToolContext) {
    this.#context = context;
  }

  get hint(): string {
    const { texts } = this.#context;
    const { hints } = texts.tools;
    if (this.#corners.length === 0) return toolWords("corners", texts).hint;
    return this.#corners.length < 3 ? hints.cornersNext : hints.cornersClose;
  }

  down(pointer: PlanPointer): void {
    this.move(pointer);
  }

  /** Sets a corner: not at the press, which would take the focus from the field for the name. */
  up(pointer: PlanPointer): void {
    const { point } = this.#snap(pointer);
    const [first] = this.#corners;
    if (first !== undefined && isSame(first, point)) return this.#close();
    const last = this.#corners.at(-1);
    if (last === undefined || !isSame(last, point)) this.#corners = [...this.#corners, point];
    this.move(pointer);
  }

  move(pointer: PlanPointer): void {
    const { point, guides } = this.#snap(pointer);
    const last = this.#corners.at(-1);
    const measures: readonly Measure[] =
      last === undefined || isSame(last, point) ? [] : [{ from: last, to: point }];
    this.overlay = {
      guides,
      measures,
      ghost: [...this.#corners, point],
      isOpen: true,
      dots: this.#corners.length === 0 ? [point] : this.#corners,
    };
  }

  key(key: string): boolean {
    if (key === "Backspace" && this.#corners.length > 0) {
      this.#corners = this.#corners.slice(0, -1);
      this.overlay = { ghost: this.#corners, isOpen: true, dots: this.#corners };
      return true;
    }
    if (key !== "Enter" || this.#corners.length < 3) return false;
    this.#close();
    return true;
  }

  cancel(): boolean {
    const isBusy = this.#corners.length > 0;
    this.#corners = [];
    this.overlay = {};
    return isBusy;
  }

  #close(): void {
    const corners = this.#corners;
    if (corners.length < 3) return;
    this.cancel();
    if (isRoom(corners)) createRoom(this.#context, corners);
    else this.#context.say(this.#context.texts.tools.tooSmall);
  }

  #snap({ at, snapping, pixel }: PlanPointer): Snapped {
    const [first] = this.#corners;
    // The first corner closes the room, so it is found from farther and without snapping too.
    if (first !== undefined && this.#corners.length > 2 && distance(first, at) < 12 * pixel)
      return { point: first, guides: [{ from: first, to: first }] };
    const { session, view } = this.#context;
    const targets = roomTargets(session.state.plan, view.state.level);
    const last = this.#corners.at(-1);
    const origins = [last, first].filter((corner) => corner !== undefined);
    return snapPoint(at, targets, snapping, origins);
  }
}
