import type { Viewport } from "../drawing/index.ts";
import { Gestures, type GestureHost } from "./gestures.ts";

/** Sets an attribute unless it is set, as the browser lays out again after every change. */
const write = (element: Element | null, name: string, value: string): void => {
  if (element !== null && element.getAttribute(name) !== value) element.setAttribute(name, value);
};

/** The part of a card in which its plan is shown: takes gestures, and knows its size. */
export class Stage {
  readonly #element: HTMLElement;
  readonly #viewport: Viewport;
  readonly #gestures: Gestures;
  readonly #sizes: ResizeObserver;

  /** Fits the viewport to the element, now and when its size changes; `moved` of the host is called each time. */
  constructor(
    element: HTMLElement,
    viewport: Viewport,
    host: Omit<GestureHost, "viewport" | "stage">,
  ) {
    this.#element = element;
    this.#viewport = viewport;
    const gestures = new Gestures({ ...host, viewport, stage: element });
    this.#gestures = gestures;
    const { pointers } = gestures;
    element.addEventListener("pointerdown", pointers.down);
    element.addEventListener("pointermove", pointers.move);
    element.addEventListener("pointerup", pointers.up);
    element.addEventListener("pointercancel", pointers.lost);
    element.addEventListener("wheel", gestures.wheel, { passive: false });
    element.addEventListener("keydown", gestures.key);
    const resize = (): void => {
      viewport.resize(element.clientWidth, element.clientHeight);
      host.moved();
    };
    this.#sizes = new ResizeObserver(resize);
    this.#sizes.observe(element);
    resize();
  }

  /** Whether it is about this element. */
  isOf(element: HTMLElement | undefined): boolean {
    return element === this.#element;
  }

  /** Writes the viewport to the page; not by rendering, as every move of a finger comes by here. */
  place(): void {
    const sheet = this.#element.querySelector("svg.sheet");
    if (!(sheet instanceof SVGElement)) return;
    const { viewBox, transform, isFitted, style } = this.#viewport;
    write(sheet, "viewBox", viewBox);
    write(sheet.querySelector(".turned"), "transform", transform);
    for (const [name, value] of Object.entries(style)) sheet.style.setProperty(name, value);
    this.#element.toggleAttribute("data-fitted", isFitted);
  }

  /** Ends whatever is under way. */
  stop(): void {
    this.#sizes.disconnect();
    this.#gestures.stop();
  }
}
