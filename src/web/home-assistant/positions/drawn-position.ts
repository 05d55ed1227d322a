import { nothing, render, svg } from "lit";
import { svgNumber } from "../../../model/geometry/svg-path.ts";
import { translated } from "../../renderer/frame.ts";
import type { MovingTarget } from "./moving-targets.ts";
import { classesOf, symbolOf } from "./target-symbol.ts";

const group = (name: string): SVGGElement => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", "g");
  made.setAttribute("class", name);
  return made;
};

/** A target on the drawing, with its trail. It moves by itself alone, whatever else is drawn. Times are of one clock, in ms. */
export class DrawnPosition {
  readonly target: MovingTarget;
  /** The symbol, with its name. */
  readonly dot: SVGGElement;
  /** What lies below all symbols: the trail, and how far around it may be. */
  readonly ground = group("ground");
  readonly #spread = group("spread");
  readonly #path = group("path");
  readonly #trail = group("trail");

  constructor(target: MovingTarget, nowMs: number) {
    this.target = target;
    this.dot = group("dot");
    this.dot.setAttribute("role", "img");
    this.dot.setAttribute("tabindex", "0");
    this.ground.append(this.#path, this.#spread, this.#trail);
    this.show(nowMs);
  }

  /** Draws it as it was reported last. */
  show(nowMs: number): void {
    const { shown } = this.target;
    const { label, spread, path } = shown;
    const classes = classesOf(shown);
    this.dot.setAttribute("class", `dot ${classes}`);
    this.ground.setAttribute("class", `ground ${classes}`);
    this.dot.setAttribute("aria-label", label);
    render(symbolOf(shown), this.dot);
    render(
      path === undefined
        ? nothing
        : svg`<path class="swept" d=${path.d}></path><path class="way" d=${path.d}></path>`,
      this.#path,
    );
    render(
      spread === undefined
        ? nothing
        : svg`<ellipse rx=${svgNumber(spread.along)} ry=${svgNumber(spread.across)} transform="rotate(${svgNumber(spread.angle)})"></ellipse>`,
      this.#spread,
    );
    this.fade(nowMs);
    this.place(nowMs);
  }

  /** Draws it where it is now. Returns whether it is still moving. */
  place(nowMs: number): boolean {
    const at = this.target.at(nowMs);
    const moved = translated(at);
    this.dot.setAttribute("transform", moved);
    this.#spread.setAttribute("transform", moved);
    // From the end of the trail to the dot.
    const head = this.#trail.firstElementChild;
    head?.setAttribute("x2", String(svgNumber(at[0])));
    head?.setAttribute("y2", String(svgNumber(at[1])));
    return this.target.isMoving(nowMs);
  }

  /** Draws the trail as far as it has faded. */
  fade(nowMs: number): void {
    const {
      pieces,
      end: [x, z],
    } = this.target.trail(nowMs);
    render(
      svg`<line x1=${svgNumber(x)} y1=${svgNumber(z)} opacity=${pieces.at(-1)?.opacity ?? 0}></line>${pieces.map(({ path, opacity }) => svg`<path d=${path} opacity=${opacity}></path>`)}`,
      this.#trail,
    );
  }

  remove(): void {
    this.dot.remove();
    this.ground.remove();
  }
}
