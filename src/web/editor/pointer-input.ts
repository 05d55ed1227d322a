import type { Fingers, ScreenPoint, Viewport } from "../drawing/viewport.ts";

/** What pointers on the canvas come down to. */
export interface PointerTarget {
  readonly viewport: Viewport;
  /** Whether one finger draws or drags here; else it moves the view, and a tap is a click. */
  readonly grabs: (event: PointerEvent) => boolean;
  readonly down: (event: PointerEvent) => void;
  readonly move: (event: PointerEvent) => void;
  readonly up: (event: PointerEvent) => void;
  /** What was under way is given up: a second finger came, or the browser took the pointer. */
  readonly cancel: () => void;
  /** The viewport has changed. */
  readonly moved: () => void;
  /** The place of an event on the canvas. */
  readonly placeOf: (event: PointerEvent) => ScreenPoint;
}

/** Pixels that a finger may tremble in a tap. */
const tremble = 8;

const fingers = ([one, other]: readonly ScreenPoint[]): Fingers => [
  one ?? [0, 0],
  other ?? one ?? [0, 0],
];

/**
 * Tells panning and pinching from what the tool is for. Moves are handed on once per frame, as a
 * mouse sends more of them than can be drawn.
 */
export class PointerInput {
  /** Whether the space bar is held, which pans. */
  isSpaceHeld = false;
  readonly #target: PointerTarget;
  readonly #pointers = new Map<number, ScreenPoint>();
  #mode: "none" | "tool" | "pan" | "tap" | "pinch" = "none";
  #pressed: PointerEvent | undefined;
  #last: PointerEvent | undefined;
  #frame: number | undefined;

  constructor(target: PointerTarget) {
    this.#target = target;
  }

  get isPanning(): boolean {
    return this.#mode === "pan";
  }

  /** Whether something is being pressed or dragged. */
  get isBusy(): boolean {
    return this.#mode !== "none";
  }

  down(event: PointerEvent): void {
    this.#pointers.set(event.pointerId, this.#target.placeOf(event));
    if (this.#pointers.size === 2) {
      this.#flush();
      if (this.#mode === "tool") this.#target.cancel();
      this.#mode = "pinch";
      return;
    }
    if (this.#pointers.size > 2 || event.button > 1) return;
    this.#pressed = event;
    if (event.button === 1 || this.isSpaceHeld) this.#mode = "pan";
    else if (event.pointerType === "touch" && !this.#target.grabs(event)) this.#mode = "tap";
    else {
      this.#mode = "tool";
      this.#target.down(event);
    }
  }

  move(event: PointerEvent): void {
    const before = this.#pointers.get(event.pointerId);
    if (this.#mode === "pinch" && before !== undefined) return this.#pinch(event);
    if (before !== undefined && (this.#mode === "pan" || this.#mode === "tap"))
      return this.#pan(event, before);
    this.#last = event;
    this.#frame ??= requestAnimationFrame(() => this.#flush());
  }

  up(event: PointerEvent): void {
    this.#flush();
    const mode = this.#mode;
    this.#pointers.delete(event.pointerId);
    if (this.#pointers.size > 0) return;
    this.#mode = "none";
    const pressed = this.#pressed;
    this.#pressed = undefined;
    if (mode === "tool") this.#target.up(event);
    else if (mode === "tap" && pressed !== undefined) {
      this.#target.down(pressed);
      this.#target.up(event);
    }
  }

  /** The browser took the pointer away. */
  lost(event: PointerEvent): void {
    this.#pointers.delete(event.pointerId);
    if (this.#pointers.size > 0) return;
    if (this.#mode === "tool") this.#target.cancel();
    this.#mode = "none";
  }

  /** Hands the last move on now. */
  #flush(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
    const event = this.#last;
    this.#last = undefined;
    if (event !== undefined) this.#target.move(event);
  }

  #pan(event: PointerEvent, [x, y]: ScreenPoint): void {
    const at = this.#target.placeOf(event);
    if (this.#mode === "tap") {
      if (Math.hypot(at[0] - x, at[1] - y) < tremble) return;
      this.#mode = "pan";
    }
    this.#pointers.set(event.pointerId, at);
    this.#target.viewport.pan(at[0] - x, at[1] - y);
    this.#target.moved();
  }

  #pinch(event: PointerEvent): void {
    const from = [...this.#pointers.values()];
    this.#pointers.set(event.pointerId, this.#target.placeOf(event));
    const to = [...this.#pointers.values()];
    this.#target.viewport.pinch(fingers(from), fingers(to));
    this.#target.moved();
  }
}
