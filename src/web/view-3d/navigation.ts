import type { PerspectiveCamera } from "three";
import { type GestureHost, Gestures } from "./gestures.ts";
import { type Extent, Orbit } from "./orbit.ts";
import type { Walk } from "./walk.ts";

/** Pixels of a drag with two fingers that go a metre on a walk. */
const pixelsPerMetre = 80;

/** Pixels that a key turns or moves as a drag would. */
const keyStep = 40;

/** By how much a key zooms. */
const keyZoom = 1.25;

const arrows: ReadonlyMap<string, readonly [right: number, down: number]> = new Map([
  ["ArrowLeft", [keyStep, 0]],
  ["ArrowRight", [-keyStep, 0]],
  ["ArrowUp", [0, keyStep]],
  ["ArrowDown", [0, -keyStep]],
]);

/** Where a view is used. */
export interface NavigationElements {
  /** Where gestures begin. */
  readonly picture: HTMLElement;
  /** Where keys are heard, whatever in it has the focus. */
  readonly keys: HTMLElement;
}

/** What hears of moves and touches. */
export interface NavigationHost extends Pick<GestureHost, "touched" | "awaitsSecond"> {
  /** The eye is elsewhere, or is about to be. */
  readonly moved: () => void;
  /** Shows everything again. */
  readonly fit: () => void;
  /** Escape was pressed, on a walk or around the house. */
  readonly left: () => void;
}

/** Moves the eye of a view by mouse, fingers, wheel and keys: around the house, or on a walk through it. */
export class Navigation {
  readonly #picture: HTMLElement;
  readonly #camera: PerspectiveCamera;
  readonly #host: NavigationHost;
  readonly #orbit = new Orbit();
  readonly #gestures: Gestures;
  readonly #ending = new AbortController();
  #walk: Walk | undefined;
  /** When the last frame of a walk was drawn, while it goes on. */
  #lastMs: number | undefined;

  constructor(
    { picture, keys }: NavigationElements,
    camera: PerspectiveCamera,
    host: NavigationHost,
  ) {
    this.#picture = picture;
    this.#camera = camera;
    this.#host = host;
    this.#gestures = new Gestures(picture, {
      turned: (right, down) => this.#move(() => (this.#walk ?? this.#orbit).turn(right, down)),
      panned: (right, down) =>
        this.#move(() => {
          if (this.#walk === undefined) this.#pan(right, down);
          else this.#walk.go(down / pixelsPerMetre, -right / pixelsPerMetre);
        }),
      zoomed: (factor) => this.zoom(factor),
      touched: host.touched,
      awaitsSecond: host.awaitsSecond,
    });
    const { signal } = this.#ending;
    keys.addEventListener("keydown", this.#key, { signal });
    keys.addEventListener("keyup", ({ code }) => this.#walk?.release(code), { signal });
    keys.addEventListener("focusout", () => this.#walk?.release(), { signal });
  }

  /** The eye around the house. */
  get orbit(): Orbit {
    return this.#orbit;
  }

  /** Whether somebody holds the view with a finger or a button. */
  get isHeld(): boolean {
    return this.#gestures.isHeld;
  }

  /** The walk that is under way, if any. */
  get walk(): Walk | undefined {
    return this.#walk;
  }

  set walk(walk: Walk | undefined) {
    this.#walk = walk;
    this.#host.moved();
  }

  /** Comes nearer by a factor greater than 1, or goes away by a smaller one. */
  zoom(factor: number): void {
    this.#move(() => {
      if (this.#walk === undefined) this.#orbit.zoom(factor);
      else this.#walk.go(Math.log(factor));
    });
  }

  /** Looks at the whole of an extent; from the first direction if `afresh`. */
  fit(extent: Extent, afresh: boolean): void {
    this.#move(() => this.#orbit.fit(extent, this.#camera, afresh));
  }

  /** Puts the camera where the eye is at a moment of the browser's frames. Returns whether it moves on by itself. */
  put(nowMs: number): boolean {
    const movesOn = this.#walk?.step((nowMs - (this.#lastMs ?? nowMs)) / 1000) === true;
    this.#lastMs = movesOn ? nowMs : undefined;
    (this.#walk ?? this.#orbit).put(this.#camera);
    return movesOn;
  }

  /** Ends listening. */
  end(): void {
    this.#gestures.end();
    this.#ending.abort();
  }

  #move(move: () => void): void {
    move();
    this.#host.moved();
  }

  #pan(right: number, down: number): void {
    this.#orbit.pan(right, down, this.#picture.clientHeight, this.#camera);
  }

  readonly #key = (event: KeyboardEvent): void => {
    const { key, code, shiftKey } = event;
    if (event.defaultPrevented || event.altKey || event.metaKey || event.ctrlKey) return;
    const arrow = arrows.get(key);
    if (key === "Escape") this.#host.left();
    else if (this.#walk !== undefined) {
      if (!this.#walk.press(code)) return;
      this.#host.moved();
    } else if (arrow !== undefined)
      this.#move(() => (shiftKey ? this.#pan(...arrow) : this.#orbit.turn(...arrow)));
    else if (key === "+" || key === "=") this.zoom(keyZoom);
    else if (key === "-") this.zoom(1 / keyZoom);
    else if (key === "0") this.#host.fit();
    else return;
    event.preventDefault();
    // What is around the view takes the others.
    event.stopPropagation();
  };
}
