import { DrawnPosition } from "./drawn-position.ts";
import type { MovingTargets } from "./moving-targets.ts";

/** How often trails fade, in milliseconds. */
const fadeMs = 1000;

/** Draws the targets of one floor of a plan. Each moves by itself with the frames of the browser. */
export class PositionDrawing {
  readonly #ground: Element;
  readonly #dots: Element;
  readonly #targets: MovingTargets;
  readonly #drawn = new Map<string, DrawnPosition>();
  readonly #moving = new Set<DrawnPosition>();
  #level: string | undefined;
  #frame: number | undefined;
  #fading: ReturnType<typeof setInterval> | undefined;

  /** `ground`: where trails are drawn, below all `dots`. */
  constructor(ground: Element, dots: Element, targets: MovingTargets) {
    this.#ground = ground;
    this.#dots = dots;
    this.#targets = targets;
    targets.subscribe((changed) => this.#draw(changed));
    dots.addEventListener("focusin", ({ target }) => {
      const drawn = [...this.#drawn.values()].find(({ dot }) => dot === target);
      targets.focus(drawn?.target);
    });
    dots.addEventListener("focusout", () => targets.focus(undefined));
  }

  /** How many targets are drawn. */
  get count(): number {
    return this.#drawn.size;
  }

  /** Draws this floor from the next change on. */
  show(level: string | undefined): void {
    if (level !== this.#level) this.#clear();
    this.#level = level;
  }

  #clear(): void {
    for (const id of this.#drawn.keys()) this.#remove(id);
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    clearInterval(this.#fading);
    this.#frame = undefined;
    this.#fading = undefined;
  }

  #draw(ids: ReadonlySet<string>): void {
    const now = performance.now();
    for (const id of ids) {
      const target = this.#targets.all.get(id);
      const drawn = this.#drawn.get(id);
      if (target === undefined || target.shown.level !== this.#level) {
        this.#remove(id);
      } else if (drawn?.target === target) {
        drawn.show(now);
        this.#moving.add(drawn);
      } else {
        this.#remove(id);
        const made = new DrawnPosition(target, now);
        this.#ground.append(made.ground);
        this.#dots.append(made.dot);
        this.#drawn.set(id, made);
      }
    }
    if (this.#drawn.size === 0) return this.#clear();
    if (this.#moving.size > 0) this.#frame ??= requestAnimationFrame(this.#move);
    if (this.#targets.isStill) {
      clearInterval(this.#fading);
      this.#fading = undefined;
    } else this.#fading ??= setInterval(() => this.#fade(), fadeMs);
  }

  #remove(id: string): void {
    const drawn = this.#drawn.get(id);
    if (drawn === undefined) return;
    drawn.remove();
    this.#moving.delete(drawn);
    this.#drawn.delete(id);
  }

  readonly #move = (): void => {
    this.#frame = undefined;
    const now = performance.now();
    for (const each of this.#moving) if (!each.place(now)) this.#moving.delete(each);
    if (this.#moving.size > 0) this.#frame = requestAnimationFrame(this.#move);
  };

  #fade(): void {
    const now = performance.now();
    for (const each of this.#drawn.values()) each.fade(now);
  }
}
