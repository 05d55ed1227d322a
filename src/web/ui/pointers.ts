import type { Fingers, ScreenPoint, Viewport } from "../renderer/viewport.ts";

/** What pointers on a drawing come down to. */
export interface PointerTarget {
  readonly viewport: Viewport;
  /** The place of an event on the drawing. */
  readonly placeOf: (event: MouseEvent) => ScreenPoint;
  /** The viewport has changed. */
  readonly moved: () => void;
  /** A first pointer that grabs nothing came down; it becomes a tap unless it moves. */
  readonly pressed?: (event: PointerEvent) => void;
  /** A pointer moves the view, so that no tap comes of it; told at each move. */
  readonly panned?: (event: PointerEvent) => void;
  /** A pointer that grabbed nothing came up where it went down. */
  readonly tapped: (up: PointerEvent, down: PointerEvent) => void;
  /** What a pointer draws or drags with; without it each one moves the view. */
  readonly tool?: PointerTool;
}

/** What draws or drags while a pointer is down. */
export interface PointerTool {
  /** Whether a press here is for the tool; else it moves the view, or is a tap. */
  readonly grabs: (event: PointerEvent) => boolean;
  readonly down: (event: PointerEvent) => void;
  /** Also where nothing is pressed; once per frame, as a mouse sends more than can be drawn. */
  readonly move: (event: PointerEvent) => void;
  readonly up: (event: PointerEvent) => void;
  /** What was under way is given up: a second finger came, or the browser took the pointer. */
  readonly cancel: () => void;
}

/** What the pointers that are down do. */
export type PressKind = "none" | "tool" | "pan" | "tap" | "pinch";

/** Holds what the pointers do, for whoever else shows it. */
export interface PressState {
  press: PressKind;
  /** Whether the space bar is held, with which every press pans. */
  readonly isSpaceHeld?: boolean;
}

/** Pixels that a finger may tremble in a tap, and in a long press. */
const tapSlop = 8;

/** Tells taps, panning and pinching from each other and from what a tool is for. */
export class Pointers {
  readonly #target: PointerTarget;
  readonly #places = new Map<number, ScreenPoint>();
  readonly #state: PressState;
  #pressed: PointerEvent | undefined;
  #last: PointerEvent | undefined;
  #frame: number | undefined;

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
    // It came up over something else, such as a dialog that opened meanwhile.
    if (event.buttons === 0) this.lost(event);
    const before = this.#places.get(event.pointerId);
    if (before === undefined || this.#state.press === "tool") {
      this.#last = event;
      this.#frame ??= requestAnimationFrame(() => this.#flush());
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
    const to = this.#fingers();
    const { viewport } = this.#target;
    if (from !== undefined && to !== undefined) viewport.pinch(from, to);
    else viewport.pan(right, down);
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
    const press = this.#ended(event);
    if (press === "tool") this.#target.tool?.cancel();
    if (press === "tap") this.#target.panned?.(event);
  };

  /** What is pressed was something else than a tap, such as a long press. */
  spend(): void {
    if (this.#state.press === "tap") this.#state.press = "pan";
  }

  /** What ends with a pointer; nothing while another one is down. */
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

  /** Hands the last move on now. */
  #flush(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
    const event = this.#last;
    this.#last = undefined;
    if (event !== undefined) this.#target.tool?.move(event);
  }
}

/** Milliseconds after which a press is a long press. */
const holdMs = 500;

/** Recognizes a long press on the drawing. */
export class LongPress {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #from: ScreenPoint = [0, 0];
  #isHeld = false;

  /** A finger came down; `rested` is called once it has stayed there. */
  begin(at: ScreenPoint, rested: () => void): void {
    this.end();
    this.#from = at;
    this.#timer = setTimeout(() => {
      this.#isHeld = true;
      rested();
    }, holdMs);
  }

  /** The finger is there now. */
  moved(at: ScreenPoint): void {
    if (Math.hypot(at[0] - this.#from[0], at[1] - this.#from[1]) > tapSlop)
      clearTimeout(this.#timer);
  }

  /** The finger is up, or does something else; true where it had rested, so that it is no tap. */
  end(): boolean {
    clearTimeout(this.#timer);
    const wasHeld = this.#isHeld;
    this.#isHeld = false;
    return wasHeld;
  }
}

/** How far a wheel turns the view. */
interface Wheel {
  /** Pixels of a line, which some wheels tell instead. */
  readonly line: number;
  /** How much a pixel zooms, as the exponent of e. */
  readonly speed: number;
  /** The most pixels that one event counts for. */
  readonly most: number;
}

/** For small steps, as somebody draws; a fast spin goes far. */
export const fineWheel: Wheel = { line: 16, speed: 0.0016, most: Infinity };

/** For a look at the whole or at one room. */
export const coarseWheel: Wheel = { line: 30, speed: 0.0025, most: 300 };

/** Turns the wheel: it zooms about the pointer, and with Shift it moves the view sideways. */
export const turnWheel = (
  viewport: Viewport,
  event: WheelEvent,
  at: ScreenPoint,
  { line, speed, most }: Wheel,
): void => {
  const lines = event.deltaMode === 1 ? line : 1;
  if (event.shiftKey) return viewport.pan(-(event.deltaX + event.deltaY) * lines, 0);
  const pixels = Math.max(-most, Math.min(most, event.deltaY * lines));
  // Browsers tell two fingers on a touchpad as a wheel with Ctrl, in small steps.
  viewport.zoom(Math.exp(-pixels * (event.ctrlKey ? 0.01 : speed)), at);
};

/** A press or a drop, by the pixels of the page; `pointerType` as pointer events have it. */
export interface PressPlace {
  readonly clientX: number;
  readonly clientY: number;
  readonly pointerType?: string;
}

/** Pixels around a press in which what is small is still met: a mouse points finer than a finger or a pen. */
const [fine, coarse] = [[4], [4, 8, 12]] as const;

/** The directions in which something is looked for around a press. */
const directions = Array.from({ length: 12 }, (_, at) => (at * Math.PI) / 6);

/**
 * What of a drawing a press means, of what matches `selector`: that of which the topmost ink is there, else what
 * keeps that place for itself (`.near`, such as the sweep of a door), else what is a few pixels away, else the room.
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
