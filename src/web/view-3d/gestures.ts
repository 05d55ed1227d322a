import type { Touch } from "../../model/bindings/touch-actions.ts";

/** A place on the picture in pixels from its top left corner. */
export type PicturePlace = readonly [x: number, y: number];

/** What gestures do. */
export interface GestureHost {
  /** One finger or the main button drags, by pixels. */
  readonly turned: (right: number, down: number) => void;
  /** Two fingers, another button, or Shift: the ground moves along, by pixels. */
  readonly panned: (right: number, down: number) => void;
  readonly zoomed: (factor: number) => void;
  /** `isAdding`: with Shift, Ctrl or the command key. */
  readonly touched: (place: PicturePlace, touch: Touch, isAdding: boolean) => void;
  /** Whether a second tap at a place has an action of its own. */
  readonly awaitsSecond: (place: PicturePlace) => boolean;
}

/** Pixels that a finger may move in a tap, milliseconds of a hold, and from a tap to the second of a double tap. */
const [slop, holdMs, doubleMs] = [8, 500, 280];

/** Zoom per pixel of a wheel, as an exponent of e, and of a pinch on a touchpad, which browsers report as a wheel with Ctrl. */
const [perPixel, perPinch] = [0.0015, 0.01];

/** Pixels per line, for wheels that report lines. */
const pixelsPerLine = 30;

/** Tells the gestures on a picture: by mouse, by fingers and by wheel. */
export class Gestures {
  readonly #element: HTMLElement;
  readonly #host: GestureHost;
  readonly #ending = new AbortController();
  readonly #fingers = new Map<number, PicturePlace>();
  #began: PicturePlace | undefined;
  #isTap = false;
  #isPanning = false;
  #hold: ReturnType<typeof setTimeout> | undefined;
  #first:
    | {
        readonly place: PicturePlace;
        readonly adds: boolean;
        readonly timer: ReturnType<typeof setTimeout>;
      }
    | undefined;

  constructor(element: HTMLElement, host: GestureHost) {
    this.#element = element;
    this.#host = host;
    const { signal } = this.#ending;
    element.addEventListener("pointerdown", this.#down, { signal });
    element.addEventListener("pointermove", this.#move, { signal });
    element.addEventListener("pointerup", this.#up, { signal });
    element.addEventListener("pointercancel", this.#lost, { signal });
    element.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
    element.addEventListener("wheel", this.#wheel, { passive: false, signal });
  }

  /** Whether a finger or a button is down. */
  get isHeld(): boolean {
    return this.#fingers.size > 0;
  }

  /** Ends listening. */
  end(): void {
    this.#ending.abort();
    clearTimeout(this.#hold);
    clearTimeout(this.#first?.timer);
  }

  #placeOf({ clientX, clientY }: MouseEvent): PicturePlace {
    const { left, top } = this.#element.getBoundingClientRect();
    return [clientX - left, clientY - top];
  }

  readonly #down = (event: PointerEvent): void => {
    if (this.#fingers.size === 2) return;
    const place = this.#placeOf(event);
    this.#fingers.set(event.pointerId, place);
    this.#element.setPointerCapture(event.pointerId);
    clearTimeout(this.#hold);
    this.#isTap = this.#fingers.size === 1 && event.button === 0;
    this.#isPanning = event.button !== 0 || event.shiftKey;
    this.#began = place;
    if (!this.#isTap) return;
    this.#hold = setTimeout(() => {
      if (!this.#isTap) return;
      this.#isTap = false;
      this.#host.touched(place, "hold", isAdding(event));
    }, holdMs);
  };

  readonly #move = (event: PointerEvent): void => {
    const before = this.#fingers.get(event.pointerId);
    if (before === undefined) return;
    const place = this.#placeOf(event);
    if (this.#isTap && this.#began !== undefined) {
      if (distance(place, this.#began) < slop) return;
      this.#isTap = false;
      clearTimeout(this.#hold);
    }
    const other = [...this.#fingers].find(([id]) => id !== event.pointerId)?.[1];
    this.#fingers.set(event.pointerId, place);
    const [right, down] = [place[0] - before[0], place[1] - before[1]];
    if (other !== undefined) {
      // Each of two fingers moves their middle by half.
      this.#host.panned(right / 2, down / 2);
      const [from, to] = [distance(before, other), distance(place, other)];
      if (from > 0 && to > 0) this.#host.zoomed(to / from);
    } else if (this.#isPanning) this.#host.panned(right, down);
    else this.#host.turned(right, down);
  };

  readonly #up = (event: PointerEvent): void => {
    const wasTap = this.#isTap && this.#fingers.size === 1;
    this.#lost(event);
    if (wasTap) this.#tap(this.#placeOf(event), isAdding(event));
  };

  readonly #lost = ({ pointerId }: PointerEvent): void => {
    this.#fingers.delete(pointerId);
    this.#isTap = false;
    clearTimeout(this.#hold);
  };

  #tap(place: PicturePlace, adds: boolean): void {
    const first = this.#first;
    clearTimeout(first?.timer);
    this.#first = undefined;
    if (first !== undefined && distance(first.place, place) < slop * 3)
      return this.#host.touched(place, "double_tap", adds);
    if (first !== undefined) this.#host.touched(first.place, "tap", first.adds);
    if (!this.#host.awaitsSecond(place)) return this.#host.touched(place, "tap", adds);
    const timer = setTimeout(() => {
      this.#first = undefined;
      this.#host.touched(place, "tap", adds);
    }, doubleMs);
    this.#first = { place, adds, timer };
    return undefined;
  }

  readonly #wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === 1 ? pixelsPerLine : 1);
    this.#host.zoomed(Math.exp(-pixels * (event.ctrlKey ? perPinch : perPixel)));
  };
}

const isAdding = ({ shiftKey, ctrlKey, metaKey }: MouseEvent): boolean =>
  shiftKey || ctrlKey || metaKey;

const distance = (one: PicturePlace, other: PicturePlace): number =>
  Math.hypot(one[0] - other[0], one[1] - other[1]);
