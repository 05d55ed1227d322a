import { distance, type Point } from "../../../geometry/vector.ts";
import { snapPoint, type Snapped, type SnapTargets } from "../../model/snap.ts";
import { type Overlay, type PlanPointer, type Tool, type ToolContext, tremble } from "./tool.ts";

/** Draws something between two points, by a drag or by a click at each of them. */
export abstract class TwoPointTool implements Tool {
  readonly cursor = "crosshair";
  readonly staysBegun = true;
  overlay: Overlay = {};
  protected readonly context: ToolContext;
  #start: Point | undefined;
  #hasMoved = false;

  constructor(context: ToolContext) {
    this.context = context;
  }

  abstract get hint(): string;

  /** What the points snap to. */
  protected abstract targets(): SnapTargets;

  /** What would be made between two points. */
  protected abstract preview(from: Point, to: Point): Overlay;

  /** Makes it; the pointer is the one that set the second point. */
  protected abstract make(from: Point, to: Point, pointer: PlanPointer): void;

  /** Whether the first point is set. */
  protected get isBegun(): boolean {
    return this.#start !== undefined;
  }

  /** Whether the pointer has left the first point, so that there is something between the two. */
  protected get hasMoved(): boolean {
    return this.#hasMoved;
  }

  down(pointer: PlanPointer): void {
    if (this.#start !== undefined) return;
    this.#hasMoved = false;
    this.#start = this.#snap(pointer).point;
    this.move(pointer);
  }

  move(pointer: PlanPointer): void {
    const { point, guides } = this.#snap(pointer);
    if (this.#start === undefined) {
      this.overlay = { guides, dots: [point] };
      return;
    }
    if (distance(point, this.#start) > tremble * pointer.pixel) this.#hasMoved = true;
    this.overlay = { guides, ...this.preview(this.#start, point) };
  }

  up(pointer: PlanPointer): void {
    const start = this.#start;
    // A click sets the first point; the next one sets the second.
    if (start === undefined || !this.#hasMoved) return;
    const { point } = this.#snap(pointer);
    this.cancel();
    this.make(start, point, pointer);
  }

  cancel(): boolean {
    const isBusy = this.#start !== undefined;
    this.#start = undefined;
    this.#hasMoved = false;
    this.overlay = {};
    return isBusy;
  }

  #snap({ at, snapping }: PlanPointer): Snapped {
    return snapPoint(at, this.targets(), snapping);
  }
}
