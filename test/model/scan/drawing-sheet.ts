import type { Point } from "../../../src/model/geometry/vector.ts";
import { minus, plus, times, turned } from "../../../src/model/geometry/vector.ts";
import { emptyRaster, type Raster } from "../../../src/model/scan/raster.ts";
import type { Random } from "../../support/random.ts";

/** What covers a pixel: a brightness, or one that depends on the place in pixels. */
export type Ink = number | ((x: number, y: number) => number);

/** A sheet of paper on which a plan is drawn with smooth edges, at a scale and turned by some degrees. */
export class DrawingSheet {
  readonly raster: Raster;
  readonly #perMetre: number;
  readonly #degrees: number;
  readonly #middle: Point;

  constructor(
    { width, height }: { readonly width: number; readonly height: number },
    perMetre: number,
    degrees: number,
    middle: Point,
  ) {
    this.raster = emptyRaster(width, height);
    this.raster.data.fill(250);
    this.#perMetre = perMetre;
    this.#degrees = degrees;
    this.#middle = middle;
  }

  /** The place in pixels of one in the plan. */
  at(point: Point): Point {
    const [x, y] = turned(times(minus(point, this.#middle), this.#perMetre), this.#degrees);
    return [x + this.raster.width / 2, y + this.raster.height / 2];
  }

  /** A straight stroke with square ends, `wide` metres; `isOver`: whether it hides what is there, even if that is darker. */
  stroke(from: Point, to: Point, wide: number, ink: Ink, isOver = false): void {
    const [start, end] = [this.at(from), this.at(to)];
    const length = Math.hypot(end[0] - start[0], end[1] - start[1]) || 1;
    const [dx, dy] = times(minus(end, start), 1 / length);
    const half = (wide * this.#perMetre) / 2;
    const { data, height, width } = this.raster;
    const reach = half + 2;
    const low = (axis: 0 | 1): number =>
      Math.max(0, Math.floor(Math.min(start[axis], end[axis]) - reach));
    const high = (axis: 0 | 1, most: number): number =>
      Math.min(most, Math.ceil(Math.max(start[axis], end[axis]) + reach));
    for (let y = low(1); y < high(1, height); y += 1)
      for (let x = low(0); x < high(0, width); x += 1) {
        const [u, v] = [x + 0.5 - start[0], y + 0.5 - start[1]];
        const along = u * dx + v * dy;
        const across = Math.abs(v * dx - u * dy);
        const inside = Math.min(half - across, along, length - along);
        const cover = Math.max(0, Math.min(1, inside + 0.5));
        if (cover === 0) continue;
        const at = y * width + x;
        const was = data[at] ?? 0;
        const value = typeof ink === "number" ? ink : ink(x, y);
        const mixed = was + (value - was) * cover;
        data[at] = Math.round(isOver ? mixed : Math.min(was, mixed));
      }
  }

  /** A line through places. */
  line(places: readonly Point[], wide: number, ink: number): void {
    for (const [index, to] of places.slice(1).entries())
      this.stroke(places[index] ?? to, to, wide, ink);
  }

  /** The outline of a rectangle about a middle, turned by degrees. */
  box(middle: Point, [wide, deep]: Point, degrees: number, line: number, ink: number): void {
    const corners = [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
      [-1, -1],
    ].map(([x = 0, z = 0]) => plus(middle, turned([(x * wide) / 2, (z * deep) / 2], degrees)));
    this.line(corners, line, ink);
  }

  /** A part of a circle, from one angle to another in degrees. */
  arc(middle: Point, radius: number, [from, to]: Point, line: number, ink: number): void {
    const parts = Math.max(6, Math.ceil((radius * Math.abs(to - from)) / 6));
    const places = Array.from({ length: parts + 1 }, (_, at) =>
      plus(middle, turned([radius, 0], from + ((to - from) * at) / parts)),
    );
    this.line(places, line, ink);
  }

  /** Makes the sheet like a scan: an uneven light, blurred edges, grain, and specks. */
  scanned(random: Random, grain: number, specks: number): Raster {
    const { data, height, width } = this.raster;
    const [tiltX, tiltY] = [(random.below(50) - 25) / 250, (random.below(50) - 25) / 250];
    const noise = (): number =>
      ((random.below(1000) + random.below(1000) + random.below(1000)) / 1500 - 1) * grain * 1.7;
    const made = emptyRaster(width, height);
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) {
        let [sum, count] = [0, 0];
        for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1)
          for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
            const weight = row === y && column === x ? 4 : 1;
            sum += weight * (data[row * width + column] ?? 0);
            count += weight;
          }
        const light = 1 + tiltX * (x / width - 0.5) + tiltY * (y / height - 0.5) - 0.06;
        made.data[y * width + x] = Math.max(0, Math.min(255, (sum / count) * light + noise()));
      }
    for (let speck = 0; speck < specks * width * height; speck += 1)
      made.data[random.below(width * height)] = random.below(256);
    return made;
  }
}
