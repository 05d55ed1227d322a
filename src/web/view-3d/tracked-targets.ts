import type { Group, PerspectiveCamera } from "three";
import type { MovingTarget, MovingTargets } from "../home-assistant/positions/moving-targets.ts";
import { TrackedTarget } from "./tracked-target.ts";

/** How often trails fade, in milliseconds: seldom, as each time costs a frame. */
const fadeMs = 5000;

/** The shown floors, by the ids of their levels. */
export type ShownFloors = ReadonlyMap<string | undefined, Group>;

/**
 * The people and things that a plan tracks, on the shown floors: their dots over the picture, and what lies around them on the
 * ground. Frames are asked for while one of them glides, and when a trail fades.
 */
export class TrackedTargets {
  readonly #dots: SVGElement;
  readonly #changed: () => void;
  readonly #drawn = new Map<string, TrackedTarget>();
  readonly #moving = new Set<TrackedTarget>();
  #floors: ShownFloors = new Map();
  #targets: MovingTargets | undefined;
  #unsubscribe: (() => void) | undefined;
  #fading: ReturnType<typeof setInterval> | undefined;

  /** `changed`: a frame is needed. */
  constructor(dots: SVGElement, changed: () => void) {
    this.#dots = dots;
    this.#changed = changed;
  }

  /** Draws those of the targets that are on one of the floors; none if there are no targets. */
  show(targets: MovingTargets | undefined, floors: ShownFloors): void {
    this.#floors = floors;
    if (targets !== this.#targets) {
      this.#unsubscribe?.();
      this.#targets = targets;
      this.#unsubscribe = targets?.subscribe((changed) => this.#draw(changed));
    }
    this.#draw(new Set([...this.#drawn.keys(), ...(targets?.all.keys() ?? [])]));
  }

  /** Moves what glides to where it is at a moment of the browser's frames; returns whether something glides on. */
  move(nowMs: number): boolean {
    for (const each of this.#moving) if (!each.move(nowMs)) this.#moving.delete(each);
    return this.#moving.size > 0;
  }

  /** Places the dots where a camera sees them, in a picture of a size in pixels. */
  place(camera: PerspectiveCamera, size: readonly [width: number, height: number]): void {
    for (const each of this.#drawn.values()) each.place(camera, size);
  }

  /** Gives back what it holds of the graphics. */
  end(): void {
    this.show(undefined, new Map());
  }

  #draw(ids: ReadonlySet<string>): void {
    const now = performance.now();
    let isNew = false;
    for (const id of ids) {
      const target = this.#targets?.all.get(id);
      const floor = target && this.#floors.get(target.shown.level);
      const drawn = this.#drawn.get(id);
      if (drawn !== undefined && (floor === undefined || drawn.target !== target)) {
        this.#remove(id);
        isNew = true;
      }
      if (target === undefined || floor === undefined) continue;
      const shown = this.#drawn.get(id) ?? this.#made(id, target);
      if (shown.show(floor, now)) isNew = true;
      this.#moving.add(shown);
    }
    for (const { dot, target } of this.#drawn.values())
      dot.classList.toggle("focused", target === this.#targets?.focused);
    if (isNew) this.#changed();
    const fades = this.#drawn.size > 0 && this.#targets?.isStill === false;
    if (fades) this.#fading ??= setInterval(() => this.#fade(), fadeMs);
    else {
      clearInterval(this.#fading);
      this.#fading = undefined;
    }
  }

  #made(id: string, target: MovingTarget): TrackedTarget {
    const made = new TrackedTarget(target);
    this.#dots.append(made.dot);
    this.#drawn.set(id, made);
    return made;
  }

  #remove(id: string): void {
    const drawn = this.#drawn.get(id);
    if (drawn === undefined) return;
    drawn.end();
    this.#moving.delete(drawn);
    this.#drawn.delete(id);
  }

  #fade(): void {
    const now = performance.now();
    const faded = [...this.#drawn.values()].filter((each) => each.fade(now));
    if (faded.length > 0) this.#changed();
  }
}
