import { Pointers } from "../controls/pointers.ts";
import { turnWheel } from "../controls/wheel.ts";
import type { ScreenPoint, Viewport } from "../drawing/index.ts";
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

/** The thing with an action that an event meets, if it is one. */
const thingOf = ({ target }: Event): Element | undefined => {
  const thing = target instanceof Element ? target.closest("[data-ref][role=button]") : null;
  return thing ?? undefined;
};

/** Turns pointers, the wheel and keys into moves of a viewport and touches of things. */
export class Gestures {
  readonly #host: GestureHost;
  #hold: ReturnType<typeof setTimeout> | undefined;
  #second:
    | { readonly target: Element | undefined; readonly timer: ReturnType<typeof setTimeout> }
    | undefined;
  readonly pointers: Pointers;

  constructor(host: GestureHost) {
    this.#host = host;
    this.pointers = new Pointers({
      viewport: host.viewport,
      moved: host.moved,
      placeOf: (event) => this.#placeOf(event),
      pressed: (event) => {
        const target = thingOf(event);
        this.#hold = setTimeout(() => {
          this.pointers.spend();
          host.touched(target, "hold");
        }, holdMs);
      },
      panned: ({ pointerId }) => {
        clearTimeout(this.#hold);
        // Not before it moves: the click of a tap belongs to the thing under the finger.
        host.stage.setPointerCapture(pointerId);
      },
      tapped: (event) => {
        clearTimeout(this.#hold);
        this.#tap(thingOf(event));
      },
    });
  }

  readonly wheel = (event: WheelEvent): void => {
    const { viewport, moved } = this.#host;
    // Where nothing more can be seen, the wheel scrolls the page on.
    if (event.deltaY > 0 && viewport.isFitted) return;
    event.preventDefault();
    turnWheel(viewport, event, this.#placeOf(event));
    moved();
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
      const target = thingOf(event);
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
  }

  #tap(target: Element | undefined): void {
    const { touched, awaitsSecond } = this.#host;
    const first = this.#second;
    clearTimeout(first?.timer);
    this.#second = undefined;
    if (first !== undefined && first.target === target) return touched(target, "double_tap");
    if (first !== undefined) touched(first.target, "tap");
    if (!awaitsSecond(target)) return touched(target, "tap");
    const timer = setTimeout(() => {
      this.#second = undefined;
      touched(target, "tap");
    }, doubleMs);
    this.#second = { target, timer };
  }

  #placeOf({ clientX, clientY }: MouseEvent): ScreenPoint {
    const { left, top } = this.#host.stage.getBoundingClientRect();
    return [clientX - left, clientY - top];
  }
}
