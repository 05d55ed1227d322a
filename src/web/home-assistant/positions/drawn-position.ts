import { nothing, render, svg, type SVGTemplateResult } from "lit";
import type { TrackerKind } from "../../../model/trackers/tracker-codec.ts";
import { svgNumber } from "../../../model/geometry/svg-path.ts";
import type { Point } from "../../../model/geometry/vector.ts";
import { translated } from "../../renderer/frame.ts";
import { Glide } from "./glide.ts";
import type { Spread } from "./position.ts";
import { Trail } from "./trail.ts";

/** A target as it is drawn on the shown floor. */
export interface Appearance {
  readonly kind: TrackerKind;
  /** In metres. */
  readonly place: Point;
  /** The name beside it. */
  readonly name: string | undefined;
  /** What screen readers say. */
  readonly label: string;
  /** Degrees from right, clockwise. */
  readonly heading: number | undefined;
  /** How far around it may be. */
  readonly spread: Spread | undefined;
  /** Of a vacuum: where it has been, as an SVG path in metres. */
  readonly path: string | undefined;
  /** Whether only its room is known. */
  readonly isChip: boolean;
}

/** What stands on the dot of each kind, in a circle of radius 1; the disc of a vacuum is drawn whole. */
const symbols: Readonly<Record<TrackerKind, SVGTemplateResult>> = {
  person: svg`<circle class="sign" cy="-0.28" r="0.26"></circle><path class="sign" d="M-.5 .52a.5 .46 0 0 1 1 0z"></path>`,
  pet: svg`<ellipse class="sign" cy=".22" rx=".32" ry=".26"></ellipse><circle class="sign" cx="-.42" cy="-.08" r=".14"></circle><circle class="sign" cx="-.15" cy="-.34" r=".15"></circle><circle class="sign" cx=".15" cy="-.34" r=".15"></circle><circle class="sign" cx=".42" cy="-.08" r=".14"></circle>`,
  vacuum: svg`<circle class="line" r=".72"></circle><circle class="sign" r=".22"></circle>`,
  target: svg`<circle class="sign" r=".34"></circle>`,
  device: svg`<rect class="sign" x="-.28" y="-.48" width=".56" height=".96" rx=".12"></rect>`,
};

const group = (name: string): SVGGElement => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", "g");
  made.setAttribute("class", name);
  return made;
};

/** A target on the drawing, with its trail. It moves by itself alone, whatever else is drawn. Times are of one clock, in ms. */
export class DrawnPosition {
  /** The symbol, with its name. */
  readonly dot: SVGGElement;
  /** What lies below all symbols: the trail, and how far around it may be. */
  readonly ground = group("ground");
  readonly #steps = new Trail();
  readonly #spread = group("spread");
  readonly #path = group("path");
  readonly #trail = group("trail");
  readonly #glide: Glide;

  constructor(shown: Appearance, nowMs: number) {
    this.dot = group("dot");
    this.dot.setAttribute("role", "img");
    this.dot.setAttribute("tabindex", "0");
    this.ground.append(this.#path, this.#spread, this.#trail);
    this.#glide = new Glide(shown.place, nowMs);
    this.#steps.add(shown.place, nowMs);
    this.#show(shown);
    this.place(nowMs);
  }

  /** Takes a report; `mayGlide`: whether motion is welcome, and it was on this floor before. */
  report(shown: Appearance, nowMs: number, mayGlide: boolean): void {
    const before = this.#glide.at(nowMs);
    if (this.#glide.report(shown.place, nowMs, mayGlide)) this.#steps.add(before, nowMs);
    else {
      this.#steps.clear();
      this.#steps.add(shown.place, nowMs);
    }
    this.#show(shown);
    this.fade(nowMs);
    this.place(nowMs);
  }

  /** Draws it where it is now. Returns whether it is still moving. */
  place(nowMs: number): boolean {
    const at = this.#glide.at(nowMs);
    const moved = translated(at);
    this.dot.setAttribute("transform", moved);
    this.#spread.setAttribute("transform", moved);
    // From the end of the trail to the dot.
    const head = this.#trail.firstElementChild;
    head?.setAttribute("x2", String(svgNumber(at[0])));
    head?.setAttribute("y2", String(svgNumber(at[1])));
    return this.#glide.isMoving(nowMs);
  }

  /** Has come this way, each place so many milliseconds ago. */
  retrace(way: readonly { readonly place: Point; readonly agoMs: number }[], nowMs: number): void {
    this.#steps.clear();
    for (const { place, agoMs } of way) this.#steps.add(place, nowMs - agoMs);
    this.fade(nowMs);
  }

  /** Draws the trail as far as it has faded. */
  fade(nowMs: number): void {
    const [x, z] = this.#steps.last ?? this.#glide.at(nowMs);
    const pieces = this.#steps.drawn(nowMs);
    render(
      svg`<line x1=${svgNumber(x)} y1=${svgNumber(z)} opacity=${pieces.at(-1)?.opacity ?? 0}></line>${pieces.map(({ path, opacity }) => svg`<path d=${path} opacity=${opacity}></path>`)}`,
      this.#trail,
    );
  }

  remove(): void {
    this.dot.remove();
    this.ground.remove();
  }

  #show({ kind, name, label, heading, spread, path, isChip }: Appearance): void {
    const classes = `${kind}${isChip ? " chip" : ""}`;
    this.dot.setAttribute("class", `dot ${classes}`);
    this.ground.setAttribute("class", `ground ${classes}`);
    this.dot.setAttribute("aria-label", label);
    render(
      svg`<g class="size">${
        heading === undefined
          ? nothing
          : svg`<path class="heading" d="M1.1-.5L1.75 0L1.1 .5z" transform="rotate(${svgNumber(heading)})"></path>`
      }<circle class="disc" r="1"></circle><g class="upright">${symbols[kind]}</g></g>${
        name === undefined
          ? nothing
          : svg`<g class="upright"><g class="size"><text class="name" y="2.1">${name}</text></g></g>`
      }`,
      this.dot,
    );
    render(
      path === undefined
        ? nothing
        : svg`<path class="swept" d=${path}></path><path class="way" d=${path}></path>`,
      this.#path,
    );
    render(
      spread === undefined
        ? nothing
        : svg`<ellipse rx=${svgNumber(spread.along)} ry=${svgNumber(spread.across)} transform="rotate(${svgNumber(spread.angle)})"></ellipse>`,
      this.#spread,
    );
  }
}
