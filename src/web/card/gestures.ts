import type { Fingers, ScreenPoint, Viewport } from "../drawing/index.ts";
import type { Touch } from "./actions.ts";

/** What gestures need to know and do. */
export interface GestureHost {
  readonly viewport: Viewport;
  /** The element that takes the gestures. */
  readonly stage: HTMLElement;
  /** Called after each change of the viewport. */
  readonly moved: () => void;
  /** A thing was touched; `undefined` is the ground. */
  readonly touched: (target: Element | undefined, touch: Touch) => void;
  /** Whether a second tap on a thing means something of its own; the ground always has it. */
  readonly awaitsSecond: (target: Element | undefined) => boolean;
}

const holdMs = 500;
const doubleMs = 280;
/** Pixels that a finger may slip and still tap. */
const slip = 8;

interface Finger {
  readonly start: ScreenPoint;
  at: ScreenPoint;
}

/** Turns pointers, the wheel and keys into moves of a viewport and touches of things. */
export class Gestures {
  readonly #host: GestureHost;
  readonly #fingers = new Map<number, Finger>();
  #isMoving = false;
  #hold: ReturnType<typeof setTimeout> | undefined;
  #second:
    | { readonly target: Element | undefined; readonly timer: ReturnType<typeof setTimeout> }
    | undefined;

  constructor(host: GestureHost) {
    this.#host = host;
  }

  readonly down = (event: PointerEvent): void => {
    if (event.button !== 0 || this.#fingers.size === 2) return;
    const at = this.#placeOf(event);
    this.#fingers.set(event.pointerId, { start: at, at });
    clearTimeout(this.#hold);
    if (this.#fingers.size === 2) {
      this.#isMoving = true;
      return;
    }
    this.#isMoving = false;
    const target = this.#thingOf(event);
    this.#hold = setTimeout(() => {
      if (this.#isMoving) return;
      this.#isMoving = true;
      this.#host.touched(target, "hold");
    }, holdMs);
  };

  readonly move = (event: PointerEvent): void => {
    const finger = this.#fingers.get(event.pointerId);
    if (finger === undefined) return;
    const before = this.#pair();
    const [fromX, fromY] = finger.at;
    const [x, y] = this.#placeOf(event);
    const [startX, startY] = finger.start;
    if (!this.#isMoving && Math.hypot(x - startX, y - startY) < slip) return;
    if (!this.#isMoving) clearTimeout(this.#hold);
    this.#isMoving = true;
    // Not before it moves: the click of a tap belongs to the thing under the finger.
    this.#host.stage.setPointerCapture(event.pointerId);
    finger.at = [x, y];
    const after = this.#pair();
    if (before !== undefined && after !== undefined) this.#host.viewport.pinch(before, after);
    else this.#host.viewport.pan(x - fromX, y - fromY);
    this.#host.moved();
  };

  readonly up = (event: PointerEvent): void => {
    if (!this.#fingers.delete(event.pointerId)) return;
    clearTimeout(this.#hold);
    if (!this.#isMoving && event.type === "pointerup") this.#tap(this.#thingOf(event));
  };

  readonly wheel = (event: WheelEvent): void => {
    const { viewport } = this.#host;
    // Where nothing more can be seen, the wheel scrolls the page on.
    if (event.deltaY > 0 && viewport.isFitted) return;
    event.preventDefault();
    const pixels = event.deltaMode === 1 ? event.deltaY * 30 : event.deltaY;
    viewport.zoom(Math.exp(-Math.max(-300, Math.min(300, pixels)) / 400), this.#placeOf(event));
    this.#host.moved();
  };

  readonly key = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { viewport } = this.#host;
    const step = 60;
    if (event.key === "ArrowLeft") viewport.pan(step, 0);
    else if (event.key === "ArrowRight") viewport.pan(-step, 0);
    else if (event.key === "ArrowUp") viewport.pan(0, step);
    else if (event.key === "ArrowDown") viewport.pan(0, -step);
    else if (event.key === "+" || event.key === "=") viewport.zoom(1.25);
    else if (event.key === "-") viewport.zoom(0.8);
    else if (event.key === "0") viewport.fit();
    else {
      const target = this.#thingOf(event);
      if (target === undefined || (event.key !== "Enter" && event.key !== " ")) return;
      this.#host.touched(target, "tap");
    }
    event.preventDefault();
    this.#host.moved();
  };

  /** Ends whatever is under way. */
  stop(): void {
    clearTimeout(this.#hold);
    clearTimeout(this.#second?.timer);
    this.#second = undefined;
    this.#fingers.clear();
  }

  #tap(target: Element | undefined): void {
    const { touched, awaitsSecond } = this.#host;
    const first = this.#second;
    clearTimeout(first?.timer);
    this.#second = undefined;
    if (first !== undefined && first.target === target) {
      touched(target, "double_tap");
      return;
    }
    if (first !== undefined) touched(first.target, "tap");
    if (!awaitsSecond(target)) {
      touched(target, "tap");
      return;
    }
    const timer = setTimeout(() => {
      this.#second = undefined;
      touched(target, "tap");
    }, doubleMs);
    this.#second = { target, timer };
  }

  #pair(): Fingers | undefined {
    const [one, two] = this.#fingers.values();
    return one === undefined || two === undefined ? undefined : [one.at, two.at];
  }

  #placeOf({ clientX, clientY }: MouseEvent): ScreenPoint {
    const { left, top } = this.#host.stage.getBoundingClientRect();
    return [clientX - left, clientY - top];
  }

  /** The thing with an action that an event meets, if it is one. */
  #thingOf(event: Event): Element | undefined {
    const { target } = event;
    const thing = target instanceof Element ? target.closest("[data-ref][role=button]") : null;
    return thing ?? undefined;
  }
}
