import { render } from "lit";
import { type Group, type PerspectiveCamera, Vector3 } from "three";
import { type Box, boxAround } from "../../model/geometry/polygon.ts";
import { distance, type Point } from "../../model/geometry/vector.ts";
import type { MovingTarget } from "../home-assistant/positions/moving-targets.ts";
import { dotRadius, ground, leastDotPixels } from "../home-assistant/positions/positions-style.ts";
import { classesOf, symbolOf } from "../home-assistant/positions/target-symbol.ts";
import type { PicturePlace } from "./gestures.ts";
import { pixelOf } from "./pixel-of.ts";
import { FloorDecal } from "./floor-decal.ts";
import { trackedLayer } from "./solids-mesh.ts";

/** How far what lies on the ground is above it, in metres: where a vacuum was, and trails over that. */
const [pathAbove, stepsAbove] = [0.025, 0.03];

/** The largest radius of a dot in pixels, as of somebody right before the eye. */
const mostDotPixels = 40;

/** Metres around lines that belong to their picture. */
const margin = 0.5;

/** The box around some places, up to whole metres, so that it seldom grows. */
const wholeMetres = (places: readonly Point[], around: number): Box | undefined => {
  const box = boxAround(places);
  if (box === undefined) return undefined;
  const [left, top] = [Math.floor(box.left - around), Math.floor(box.top - around)];
  return {
    left,
    top,
    width: Math.ceil(box.left + box.width + around) - left,
    height: Math.ceil(box.top + box.height + around) - top,
  };
};

const stroke = (
  context: CanvasRenderingContext2D,
  path: string,
  [opacity, width]: readonly [opacity: number, width: number],
): void => {
  context.globalAlpha = opacity;
  context.lineWidth = width;
  context.stroke(new Path2D(path));
};

/** A target in 3D: its dot over the picture, and its trail, its way and how far around it may be on the floor. */
export class TrackedTarget {
  readonly target: MovingTarget;
  /** The symbol with its name, in pixels. */
  readonly dot = document.createElementNS("http://www.w3.org/2000/svg", "g");
  readonly #path = new FloorDecal(pathAbove, trackedLayer);
  readonly #steps = new FloorDecal(stepsAbove, trackedLayer);
  #floor: Group | undefined;
  #looks = "";
  #colour = "";
  #paintedPath = "";
  #paintedSteps = "";
  #at: Point;

  constructor(target: MovingTarget) {
    this.target = target;
    this.#at = target.shown.place;
  }

  /** Shows it on a floor as it was reported last; returns whether anything of that is new. */
  show(floor: Group, nowMs: number): boolean {
    const looks = JSON.stringify(this.target.shown);
    const isNew = floor !== this.#floor || looks !== this.#looks;
    this.#looks = looks;
    this.#floor = floor;
    this.#path.lieOn(floor);
    this.#steps.lieOn(floor);
    const { shown } = this.target;
    this.dot.setAttribute("class", `dot ${classesOf(shown)}`);
    render(symbolOf(shown), this.dot);
    const disc = this.dot.querySelector(".disc");
    this.#colour = disc === null ? "" : getComputedStyle(disc).fill;
    this.#paintPath();
    return this.move(nowMs) || isNew;
  }

  /** Moves it to where it is now; returns whether it is still moving. */
  move(nowMs: number): boolean {
    this.#at = this.target.at(nowMs);
    this.fade(nowMs);
    return this.target.isMoving(nowMs);
  }

  /** Paints what lies around it, with its trail as far as that has faded; returns whether that is another picture. */
  fade(nowMs: number): boolean {
    const { pieces: all, end } = this.target.trail(nowMs);
    // Of a single place nothing is seen, so its fading needs no frame.
    const pieces = all.filter((piece) => piece.places.length > 1);
    const { spread } = this.target.shown;
    const at = this.#at;
    const head = distance(end, at) > 0 ? (all.at(-1)?.opacity ?? 0) : 0;
    const moves = spread === undefined && head === 0 ? [] : at;
    const painted = JSON.stringify([this.#colour, moves, spread, pieces, head]);
    if (painted === this.#paintedSteps) return false;
    this.#paintedSteps = painted;
    const isEmpty = spread === undefined && pieces.length === 0 && head === 0;
    const places = [at, end, ...pieces.flatMap((piece) => piece.places)];
    const area = isEmpty ? undefined : wholeMetres(places, (spread?.along ?? 0) + margin);
    this.#steps.paint(area, (context, pixel) => {
      context.fillStyle = this.#colour;
      context.strokeStyle = this.#colour;
      context.lineCap = "round";
      context.lineJoin = "round";
      if (spread !== undefined) {
        const { along, across, angle } = spread;
        context.globalAlpha = ground.spread;
        context.beginPath();
        context.ellipse(at[0], at[1], along, across, (angle * Math.PI) / 180, 0, 2 * Math.PI);
        context.fill();
      }
      const { opacity, width } = ground.trail;
      const wide = Math.max(dotRadius * width, pixel);
      for (const piece of pieces) stroke(context, piece.path, [opacity * piece.opacity, wide]);
      stroke(context, `M${end.join(" ")}L${at.join(" ")}`, [opacity * head, wide]);
    });
    return true;
  }

  /** Places the dot where a camera sees it, in a picture of a size in pixels. */
  place(
    camera: PerspectiveCamera,
    [width, height]: readonly [width: number, height: number],
  ): void {
    const [x, z] = this.#at;
    const bottom = this.#floor?.position.y ?? 0;
    const inPicture = ([right, down]: Point): PicturePlace | undefined =>
      pixelOf([right, bottom, down], camera, [width, height]);
    const place = inPicture(this.#at);
    const metres = new Vector3(x, bottom, z).distanceTo(camera.position);
    const perMetre = height / (2 * Math.tan((camera.fov * Math.PI) / 360) * metres);
    const size = Math.min(mostDotPixels, Math.max(leastDotPixels, dotRadius * perMetre));
    this.dot.style.display = place === undefined ? "none" : "";
    if (place === undefined) return;
    this.dot.setAttribute("transform", `translate(${place[0].toFixed(1)} ${place[1].toFixed(1)})`);
    this.dot.style.setProperty("--size", size.toFixed(1));
    const { heading } = this.target.shown;
    if (heading === undefined) return;
    const angle = (heading * Math.PI) / 180;
    const ahead = inPicture([x + Math.cos(angle) * 0.1, z + Math.sin(angle) * 0.1]);
    if (ahead === undefined) return;
    const turned = (Math.atan2(ahead[1] - place[1], ahead[0] - place[0]) * 180) / Math.PI;
    this.dot.querySelector(".heading")?.setAttribute("transform", `rotate(${turned.toFixed(1)})`);
  }

  /** Gives back what it holds of the graphics. */
  end(): void {
    this.dot.remove();
    this.#path.end();
    this.#steps.end();
  }

  #paintPath(): void {
    const { path } = this.target.shown;
    const painted = `${this.#colour} ${path?.d ?? ""}`;
    if (painted === this.#paintedPath) return;
    this.#paintedPath = painted;
    const { left = 0, top = 0, width = 0, height = 0 } = path?.box ?? {};
    const corners: readonly Point[] = [
      [left, top],
      [left + width, top + height],
    ];
    this.#path.paint(path && wholeMetres(corners, margin), (context, pixel) => {
      if (path === undefined) return;
      const { swept, way } = ground;
      context.strokeStyle = this.#colour;
      context.lineCap = "round";
      context.lineJoin = "round";
      stroke(context, path.d, [swept.opacity, swept.width]);
      stroke(context, path.d, [way.opacity, Math.max(way.width, pixel)]);
    });
  }
}
