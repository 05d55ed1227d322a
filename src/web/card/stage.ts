import { coarseWheel, elementAt, Pointers, turnWheel } from "../ui/pointers.ts";
import { type ScreenPoint, type Viewport, writeAttribute } from "../renderer/index.ts";
import type { Touch } from "../../model/bindings/touch-actions.ts";

/** The owner of a stage. */
export interface StageHost {
  /** Called after each change of the viewport. */
  readonly moved: () => void;
  /** An element was touched; `undefined` is the background. */
  readonly touched: (target: Element | undefined, touch: Touch) => void;
  /** Whether a second tap on an element has its own action; on the background it always has. */
  readonly awaitsSecond: (target: Element | undefined) => boolean;
}

const holdMs = 500;
const doubleMs = 280;

const button = "[data-ref][role=button]";

/** The element with an action that has the focus on a key press, if any. */
const focused = ({ target }: Event): Element | false | null =>
  target instanceof Element && target.closest(button);

/**
 * The plan's area of a card: turns gestures into moves of the viewport and touches of elements, and observes its size.
 */
export class Stage {
  /** The element that receives gestures. */
  readonly element: HTMLElement;
  readonly #viewport: Viewport;
  readonly #host: StageHost;
  readonly #sizes: ResizeObserver;
  readonly #ending = new AbortController();
  #hold: ReturnType<typeof setTimeout> | undefined;
  #second:
    | { readonly target: Element | undefined; readonly timer: ReturnType<typeof setTimeout> }
    | undefined;

  /** Fits the viewport to the element, now and whenever its size changes, and calls the host's `moved` each time. */
  constructor(element: HTMLElement, viewport: Viewport, host: StageHost) {
    this.element = element;
    this.#viewport = viewport;
    this.#host = host;
    const pointers = new Pointers({
      viewport,
      moved: host.moved,
      placeOf: (event) => this.#placeOf(event),
      pressed: (event) => {
        const target = this.#thingOf(event);
        this.#hold = setTimeout(() => {
          pointers.spend();
          host.touched(target, "hold");
        }, holdMs);
      },
      panned: ({ pointerId }) => {
        clearTimeout(this.#hold);
        // Only once it moves: the click of a tap belongs to the element under the finger.
        element.setPointerCapture(pointerId);
      },
      tapped: (event) => {
        clearTimeout(this.#hold);
        this.#tap(this.#thingOf(event));
      },
    });
    /** Whether the press may scroll the page: one finger may, if all of the plan was in view when it began. */
    let mayScroll = false;
    const down = (event: PointerEvent): void => {
      mayScroll = event.isPrimary && viewport.isFitted;
      if (event.button === 0) pointers.down(event);
    };
    const lost = (event: PointerEvent): void => {
      pointers.lost(event);
      // The page scrolls. The finger had moved the plan before the browser knew.
      if (!mayScroll) return;
      viewport.fit();
      host.moved();
    };
    // A `touch-action` that changes would make the browser compute the styles of the whole drawing anew.
    const touched = (event: TouchEvent): void => {
      if (!mayScroll) event.preventDefault();
    };
    const { signal } = this.#ending;
    element.addEventListener("pointerdown", down, { signal });
    element.addEventListener("pointermove", pointers.move, { signal });
    element.addEventListener("pointerup", pointers.up, { signal });
    element.addEventListener("pointercancel", lost, { signal });
    element.addEventListener("touchmove", touched, { passive: false, signal });
    element.addEventListener("wheel", this.#wheel, { passive: false, signal });
    element.addEventListener("keydown", this.#key, { signal });
    const resize = (): void => {
      viewport.resize(element.clientWidth, element.clientHeight);
      host.moved();
    };
    viewport.rested = host.moved;
    this.#sizes = new ResizeObserver(resize);
    this.#sizes.observe(element);
    resize();
  }

  /** Applies the viewport directly, without rendering, as every move of a finger does. */
  place(): void {
    const sheet = this.element.querySelector("svg.sheet");
    if (!(sheet instanceof SVGElement)) return;
    const { viewBox, shift, transform, style } = this.#viewport;
    sheet.parentElement?.style.setProperty("transform", shift);
    writeAttribute(sheet, "viewBox", viewBox);
    writeAttribute(sheet.querySelector(".turned"), "transform", transform);
    for (const [name, value] of Object.entries(style)) sheet.style.setProperty(name, value);
  }

  /** Stops gestures and listeners, so that another stage can use the element. */
  stop(): void {
    this.#ending.abort();
    this.#sizes.disconnect();
    this.#viewport.rested = undefined;
    clearTimeout(this.#hold);
    clearTimeout(this.#second?.timer);
  }

  readonly #wheel = (event: WheelEvent): void => {
    const viewport = this.#viewport;
    // When already fitted, let the wheel scroll the page.
    if (event.deltaY > 0 && viewport.isFitted) return;
    event.preventDefault();
    turnWheel(viewport, event, this.#placeOf(event), coarseWheel);
    this.#host.moved();
  };

  readonly #key = (event: KeyboardEvent): void => {
    const viewport = this.#viewport;
    const step = 60;
    if (event.altKey || event.metaKey || (event.ctrlKey && event.key !== "Enter")) return;
    if (event.key === "ArrowLeft") viewport.pan(step, 0);
    else if (event.key === "ArrowRight") viewport.pan(-step, 0);
    else if (event.key === "ArrowUp") viewport.pan(0, step);
    else if (event.key === "ArrowDown") viewport.pan(0, -step);
    else if (event.key === "+" || event.key === "=") viewport.zoom(1.25);
    else if (event.key === "-") viewport.zoom(0.8);
    else if (event.key === "0") viewport.fit();
    else {
      const target = focused(event);
      if (!target || (event.key !== "Enter" && event.key !== " ")) return;
      if (!event.repeat)
        this.#host.touched(target, event.shiftKey ? "hold" : event.ctrlKey ? "double_tap" : "tap");
    }
    event.preventDefault();
    this.#host.moved();
  };

  #tap(target: Element | undefined): void {
    const { touched, awaitsSecond } = this.#host;
    const first = this.#second;
    clearTimeout(first?.timer);
    this.#second = undefined;
    if (first !== undefined) {
      if (first.target === target) return touched(target, "double_tap");
      touched(first.target, "tap");
    }
    if (!awaitsSecond(target)) return touched(target, "tap");
    const timer = setTimeout(() => {
      this.#second = undefined;
      touched(target, "tap");
    }, doubleMs);
    this.#second = { target, timer };
  }

  /** The element with an action that a press means, if any. */
  #thingOf(event: PointerEvent): Element | undefined {
    return elementAt(this.element.getRootNode(), event, button);
  }

  #placeOf({ clientX, clientY }: MouseEvent): ScreenPoint {
    const { left, top } = this.element.getBoundingClientRect();
    return [clientX - left, clientY - top];
  }
}
