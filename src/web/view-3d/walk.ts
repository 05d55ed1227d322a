import { MathUtils, type PerspectiveCamera, Vector3 } from "three";
import type { Point } from "../../model/geometry/vector.ts";

/** The height of the eye above the floor, and metres that are walked in a second. */
const [eyeHeight, speed] = [1.6, 1.7];

/** Radians that a key turns in a second, and that a pixel of a drag does. */
const [turning, perPixel] = [1.6, 0.004];

/** How far one may look up and down, in radians. */
const steepest = 1.2;

/** Degrees of the picture from top to bottom on a walk. */
const fieldOfView = 68;

/** The longest step that one frame makes, in seconds: a slow machine walks no longer ones through walls. */
const longestStep = 0.1;

/** What a held key does. */
type Move = "ahead" | "back" | "left" | "right" | "turnLeft" | "turnRight";

/** By the place of a key, as W, A, S and D are Z, Q, S and D on French keyboards. */
const moves: ReadonlyMap<string, Move> = new Map<string, Move>([
  ["ArrowUp", "ahead"],
  ["KeyW", "ahead"],
  ["ArrowDown", "back"],
  ["KeyS", "back"],
  ["KeyA", "left"],
  ["KeyD", "right"],
  ["ArrowLeft", "turnLeft"],
  ["ArrowRight", "turnRight"],
]);

/** Whether one may go from one place to another. */
export type IsFree = (from: Point, to: Point) => boolean;

/** The floor of a walk: its level, and the height of its surface in space, in metres. */
export interface WalkedFloor {
  readonly level: string | undefined;
  readonly elevation: number;
}

/** A walk through a floor at the height of the eyes. Walls stop it; along them it goes on. */
export class Walk {
  #place: Point;
  readonly #floor: WalkedFloor;
  readonly #isFree: IsFree;
  #heading: number;
  #tilt = -0.08;
  readonly #held = new Set<Move>();

  /** Begins at a place of the plan. `heading`: radians from up on the plan, clockwise. */
  constructor(place: Point, floor: WalkedFloor, heading: number, isFree: IsFree) {
    this.#place = place;
    this.#floor = floor;
    this.#heading = heading;
    this.#isFree = isFree;
  }

  /** Where it is, in the plan. */
  get place(): Point {
    return this.#place;
  }

  /** Where it looks, in radians from up on the plan, clockwise. */
  get heading(): number {
    return this.#heading;
  }

  /** The level of its floor. */
  get level(): string | undefined {
    return this.#floor.level;
  }

  /** Looks around by pixels of a drag, which pulls the picture along. */
  turn(right: number, down: number): void {
    this.#heading -= right * perPixel;
    this.#tilt = MathUtils.clamp(this.#tilt + down * perPixel, -steepest, steepest);
  }

  /** Takes a key that goes down, by its code; returns whether it means something here. */
  press(code: string): boolean {
    const move = moves.get(code);
    if (move !== undefined) this.#held.add(move);
    return move !== undefined;
  }

  /** Takes a key that goes up, by its code; without one, all keys are up. */
  release(code?: string): void {
    if (code === undefined) return this.#held.clear();
    const move = moves.get(code);
    if (move !== undefined) this.#held.delete(move);
    return undefined;
  }

  /** Goes ahead by metres, or back by negative ones. */
  go(metres: number, sideways = 0): void {
    const [sin, cos] = [Math.sin(this.#heading), Math.cos(this.#heading)];
    const [x, z] = [sin * metres + cos * sideways, -cos * metres + sin * sideways];
    const [fromX, fromZ] = this.#place;
    const ways: readonly Point[] = [
      [fromX + x, fromZ + z],
      [fromX + x, fromZ],
      [fromX, fromZ + z],
    ];
    this.#place = ways.find((to) => this.#isFree(this.#place, to)) ?? this.#place;
  }

  /** Moves as the held keys say, for so many seconds. Returns whether any is held. */
  step(seconds: number): boolean {
    const time = Math.min(longestStep, seconds);
    const by = (one: Move, other: Move): number =>
      (this.#held.has(one) ? 1 : 0) - (this.#held.has(other) ? 1 : 0);
    this.#heading += by("turnRight", "turnLeft") * turning * time;
    const [ahead, right] = [by("ahead", "back"), by("right", "left")];
    const metres = (speed * time) / Math.max(1, Math.hypot(ahead, right));
    if (ahead !== 0 || right !== 0) this.go(ahead * metres, right * metres);
    return this.#held.size > 0;
  }

  /** Puts a camera where the eyes are. */
  put(camera: PerspectiveCamera): void {
    const [x, z] = this.#place;
    const y = this.#floor.elevation + eyeHeight;
    camera.position.set(x, y, z);
    const flat = Math.cos(this.#tilt);
    camera.lookAt(
      new Vector3(
        x + Math.sin(this.#heading) * flat,
        y + Math.sin(this.#tilt),
        z - Math.cos(this.#heading) * flat,
      ),
    );
    camera.fov = fieldOfView;
    camera.near = 0.05;
    camera.far = 300;
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
  }
}
