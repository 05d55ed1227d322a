import type { Fingers, ScreenPoint, Viewport } from "../renderer/viewport.ts";

/** Handles the gestures on a drawing. */
export interface PointerTarget {
  readonly viewport: Viewport;
  /** The place of an event on the drawing. */
  readonly placeOf: (event: MouseEvent) => ScreenPoint;
  /** The viewport has changed. */
  readonly moved: () => void;
  /** A first pointer came down and grabs nothing; it becomes a tap unless it moves. */
  readonly pressed?: (event: PointerEvent) => void;
  /** A pointer pans the view, so it is not a tap; called at each move. */
  readonly panned?: (event: PointerEvent) => void;
  /** A pointer that grabbed nothing came up where it went down. */
  readonly tapped: (up: PointerEvent, down: PointerEvent) => void;
  /** The tool that draws or drags; without one, each pointer pans the view. */
  readonly tool?: PointerTool;
}

/** A tool that draws or drags while a pointer is down. */
export interface PointerTool {
  /** Whether a press here is for the tool; otherwise it pans or taps. */
  readonly grabs: (event: PointerEvent) => boolean;
  readonly down: (event: PointerEvent) => void;
  /** Also called without a press; once per frame, since a mouse sends more moves than can be drawn. */
  readonly move: (event: PointerEvent) => void;
  readonly up: (event: PointerEvent) => void;
  /** Abandons the current action: a second finger came down, or the browser took the pointer. */
  readonly cancel: () => void;
}

/** What the pressed pointers are doing. */
export type PressKind = "none" | "tool" | "pan" | "tap" | "pinch";

/** The state of the press, for display. */
export interface PressState {
  press: PressKind;
  /** Whether the space bar is held, so that every press pans. */
  readonly isSpaceHeld?: boolean;
}

/** How many pixels a finger may move during a tap or a long press. */
const tapSlop = 8;

/** Distinguishes taps, panning, pinching and the use of a tool. */
export class Pointers {
  readonly #target: PointerTarget;
  readonly #places = new Map<number, ScreenPoint>();
  readonly #state: PressState;
  #pressed: PointerEvent | undefined;
  #last: PointerEvent | undefined;
  #frame: number | undefined;
  /** Where two fingers were when the view last followed them, if they have moved since. */
  #pinched: Fingers | undefined;

  constructor(target: PointerTarget, state: PressState = { press: "none" }) {
    this.#target = target;
    this.#state = state;
  }

  readonly down = (event: PointerEvent): void => {
    if (this.#places.size === 2 || event.button > 1) return;
    const target = this.#target;
    const { tool } = target;
    this.#places.set(event.pointerId, target.placeOf(event));
    if (this.#places.size === 2) {
      this.#flush();
      if (this.#state.press === "tool") tool?.cancel();
      if (this.#state.press === "tap") target.panned?.(event);
      this.#state.press = "pinch";
      return;
    }
    this.#pressed = event;
    if (event.button === 1 || this.#state.isSpaceHeld === true) this.#state.press = "pan";
    else if (tool?.grabs(event) === true) {
      this.#state.press = "tool";
      tool.down(event);
    } else {
      this.#state.press = "tap";
      target.pressed?.(event);
    }
  };

  readonly move = (event: PointerEvent): void => {
    // The pointer was released over something else, such as a dialog that opened meanwhile.
    if (event.buttons === 0) this.lost(event);
    const before = this.#places.get(event.pointerId);
    if (before === undefined || this.#state.press === "tool") {
      this.#last = event;
      this.#flushLater();
      return;
    }
    const at = this.#target.placeOf(event);
    const [right, down] = [at[0] - before[0], at[1] - before[1]];
    if (this.#state.press === "tap") {
      if (Math.hypot(right, down) < tapSlop) return;
      this.#state.press = "pan";
    }
    this.#target.panned?.(event);
    const from = this.#fingers();
    this.#places.set(event.pointerId, at);
    if (from !== undefined) {
      this.#pinched ??= from;
      this.#flushLater();
      return;
    }
    this.#target.viewport.pan(right, down);
    this.#target.moved();
  };

  readonly up = (event: PointerEvent): void => {
    this.#flush();
    const press = this.#ended(event);
    if (press === "tool") this.#target.tool?.up(event);
    else if (press === "tap" && this.#pressed !== undefined)
      this.#target.tapped(event, this.#pressed);
  };

  /** The browser took the pointer away. */
  readonly lost = (event: PointerEvent): void => {
    this.#flush();
    const press = this.#ended(event);
    if (press === "tool") this.#target.tool?.cancel();
    if (press === "tap") this.#target.panned?.(event);
  };

  /** The press turned out not to be a tap, but for example a long press. */
  spend(): void {
    if (this.#state.press === "tap") this.#state.press = "pan";
  }

  /** Returns what the press was when its last pointer goes up; `none` while another one is down. */
  #ended({ pointerId }: PointerEvent): PressKind {
    if (!this.#places.delete(pointerId) || this.#places.size > 0) return "none";
    const { press } = this.#state;
    this.#state.press = "none";
    return press;
  }

  #fingers(): Fingers | undefined {
    const [one, two] = this.#places.values();
    return one === undefined || two === undefined ? undefined : [one, two];
  }

  #flushLater(): void {
    this.#frame ??= requestAnimationFrame(() => this.#flush());
  }

  /**
   * Delivers the last move now, that of two fingers at once: each has events of its own, and after one of them the zoom may be
   * at its limit, from which the other would continue.
   */
  #flush(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
    const event = this.#last;
    this.#last = undefined;
    if (event !== undefined) this.#target.tool?.move(event);
    const [from, to] = [this.#pinched, this.#fingers()];
    this.#pinched = undefined;
    if (from === undefined || to === undefined) return;
    this.#target.viewport.pinch(from, to);
    this.#target.moved();
  }
}

/** Duration of a long press in milliseconds. */
const holdMs = 500;

/** Recognizes a long press on the drawing. */
export class LongPress {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #from: ScreenPoint = [0, 0];
  #isHeld = false;

  /** A finger came down; `rested` is called if it stays there. */
  begin(at: ScreenPoint, rested: () => void): void {
    this.end();
    this.#from = at;
    this.#timer = setTimeout(() => {
      this.#isHeld = true;
      rested();
    }, holdMs);
  }

  /** The finger moved to `at`. */
  moved(at: ScreenPoint): void {
    if (Math.hypot(at[0] - this.#from[0], at[1] - this.#from[1]) > tapSlop)
      clearTimeout(this.#timer);
  }

  /** The press is over; returns whether it was a long press and so not a tap. */
  end(): boolean {
    clearTimeout(this.#timer);
    const wasHeld = this.#isHeld;
    this.#isHeld = false;
    return wasHeld;
  }
}

/** How a wheel zooms the view. */
interface Wheel {
  /** Pixels per line, for wheels that report lines. */
  readonly line: number;
  /** Zoom per pixel, as an exponent of e. */
  readonly speed: number;
  /** The most pixels that count per event. */
  readonly most: number;
}

/** For drawing: small steps, and a fast spin goes far. */
export const fineWheel: Wheel = { line: 16, speed: 0.0016, most: Infinity };

/** For viewing the whole plan or one room. */
export const coarseWheel: Wheel = { line: 30, speed: 0.0025, most: 300 };

/** Handles a wheel event: zooms about the pointer, or scrolls sideways with Shift. */
export const turnWheel = (
  viewport: Viewport,
  event: WheelEvent,
  at: ScreenPoint,
  { line, speed, most }: Wheel,
): void => {
  const lines = event.deltaMode === 1 ? line : 1;
  if (event.shiftKey) return viewport.pan(-(event.deltaX + event.deltaY) * lines, 0);
  const pixels = Math.max(-most, Math.min(most, event.deltaY * lines));
  // Browsers report a pinch on a touchpad as a wheel with Ctrl, in small steps.
  viewport.zoom(Math.exp(-pixels * (event.ctrlKey ? 0.01 : speed)), at);
};

/** The place of a press or a drop, in page pixels; `pointerType` as in pointer events. */
export interface PressPlace {
  readonly clientX: number;
  readonly clientY: number;
  readonly pointerType?: string;
}

/**
 * Radii in pixels around a press within which small elements count as hit: smaller for a mouse than for a finger or a
 * pen.
 */
const [fine, coarse] = [[4], [4, 8, 12]] as const;

/** The directions to search around a press. */
const directions = Array.from({ length: 12 }, (_, at) => (at * Math.PI) / 6);

/**
 * Finds the element matching `selector` that a press means: the topmost one drawn there, else one whose reserved area
 * covers the place (`.near`, such as the sweep of a door), else one within a few pixels, else the room.
 */
export const elementAt = (
  root: Node,
  { clientX, clientY, pointerType }: PressPlace,
  selector: string,
): Element | undefined => {
  if (!(root instanceof ShadowRoot)) return undefined;
  const thingOf = (met: Element | null): Element | undefined => met?.closest(selector) ?? undefined;
  const standing = (met: Element | null): Element | undefined => {
    const thing = thingOf(met);
    return thing?.matches(".room") === true ? undefined : thing;
  };
  const top = root.elementFromPoint(clientX, clientY);
  const thing = standing(top);
  if (thing !== undefined) {
    if (top?.matches(".near") !== true) return thing;
    const below = root.elementsFromPoint(clientX, clientY).filter((met) => !met.matches(".near"));
    return below.map(standing).find((found) => found !== undefined) ?? thing;
  }
  for (const away of pointerType === "touch" || pointerType === "pen" ? coarse : fine) {
    for (const direction of directions) {
      const [x, y] = [Math.cos(direction) * away, Math.sin(direction) * away];
      const found = standing(root.elementFromPoint(clientX + x, clientY + y));
      if (found !== undefined) return found;
    }
  }
  return thingOf(top);
};
