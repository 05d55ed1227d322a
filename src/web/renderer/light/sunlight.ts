import { svg, type SVGTemplateResult } from "lit";
import { northOf, sunOf } from "../../../model/bindings/sun.ts";
import { closedPath } from "../../../model/geometry/svg-path.ts";
import {
  dot,
  plus,
  type Point,
  times,
  touching,
  turned,
  type Wall,
} from "../../../model/geometry/vector.ts";
import { kindOf } from "../../../model/kinds/opening.ts";
import { clearFrom, isOfGlass } from "../../../model/bindings/opening-state.ts";
import { blockersOn } from "./light-blockers.ts";
import type { LitFloor } from "./lit-floor.ts";
import { openingsOn } from "./placed-openings.ts";

/** Heights of the usual window's sill and lintel above the floor, in metres. */
const [sill, lintel] = [0.9, 2.1];

/** The lowest sun whose light is drawn, in degrees: below it the patches would be longer than any room. */
const lowest = 3;

/** The farthest that light is drawn from its window, in metres. */
const farthest = 15;

/** A line over `u`, the direction across the light: its `v`, along the light, at two places. */
interface Slope {
  readonly from: Point;
  readonly to: Point;
}

const at = ({ from, to }: Slope, u: number): number =>
  from[1] + ((to[1] - from[1]) * (u - from[0])) / (to[0] - from[0]);

/** Where two lines meet, if they do within both. */
const meeting = (one: Slope, other: Slope, shift: number): number | undefined => {
  const slope = ({ from, to }: Slope): number => (to[1] - from[1]) / (to[0] - from[0]);
  const steep = slope(one) - slope(other);
  const u = one.from[0] + (at(other, one.from[0]) + shift - one.from[1]) / steep;
  return Number.isFinite(u) ? u : undefined;
};

/** The part of a floor between `near` and `far` behind a gap that parallel light reaches past blockers, in `u` and `v`. */
const reached = (
  gap: Slope,
  blockers: readonly Slope[],
  [near, far]: readonly [number, number],
): readonly (readonly Point[])[] => {
  const [start, end] = [gap.from[0], gap.to[0]];
  const turns = [
    start,
    end,
    ...blockers.flatMap((wall) => [
      wall.from[0],
      wall.to[0],
      ...[near, far].flatMap((shift) => meeting(wall, gap, shift) ?? []),
    ]),
  ]
    .filter((u) => u >= start && u <= end)
    .toSorted((one, other) => one - other);
  const areas: Point[][] = [];
  let [front, back]: [Point[], Point[]] = [[], []];
  const close = (): void => {
    if (front.length > 0) areas.push([...front, ...back.toReversed()]);
    [front, back] = [[], []];
  };
  for (const [index, from] of turns.entries()) {
    const to = turns[index + 1];
    if (to === undefined || to - from < 1e-6) continue;
    const centre = (from + to) / 2;
    const door = at(gap, centre);
    let stop: Slope | undefined;
    let least = door + far;
    for (const wall of blockers) {
      if (wall.from[0] > centre || wall.to[0] < centre) continue;
      const v = at(wall, centre);
      if (v > door + touching && v < least) [stop, least] = [wall, v];
    }
    if (least <= door + near) {
      close();
      continue;
    }
    for (const u of [from, to]) {
      front.push([u, at(gap, u) + near]);
      back.push([u, stop === undefined ? at(gap, u) + far : at(stop, u)]);
    }
  }
  close();
  return areas;
};

/** The daylight on a floor at a moment in ms since 1970, or at present. */
export const sunlight = (lit: LitFloor, sunAt: number | "now"): SVGTemplateResult =>
  svg`<path d=${sunlightPath(lit, sunAt === "now" ? Date.now() : sunAt)}></path>`;

/**
 * The SVG path of the daylight on a floor at a moment in ms since 1970: what the sun lights through the windows of outer walls that no blind covers. Walls
 * stop it, and it falls on through open doors and passages. Empty at night, and if it is
 * not known where north or the sun is.
 */
export const sunlightPath = (lit: LitFloor, atMs: number): string => {
  const { plan, states } = lit;
  const [north, sun] = [northOf(plan), sunOf(plan, states, atMs)];
  if (north === undefined || sun === undefined || sun.elevation < lowest) return "";
  const { azimuth, elevation } = sun;
  // Up on the sheet is the angle 0, and the light falls away from the sun.
  const along = turned([0, 1], north + azimuth);
  const across: Point = [along[1], -along[0]];
  const slope = Math.tan((elevation * Math.PI) / 180);
  const band = [sill / slope, Math.min(lintel / slope, farthest)] as const;
  const project = (point: Point): Point => [dot(point, across), dot(point, along)];
  const slopeOf = ({ from, to }: Wall): Slope => {
    const ends = [project(from), project(to)] as const;
    return ends[0][0] <= ends[1][0]
      ? { from: ends[0], to: ends[1] }
      : { from: ends[1], to: ends[0] };
  };
  const grid = blockersOn(lit);
  return openingsOn(lit)
    .flatMap(({ data, place: { centre, angle, width, isOuter } }) => {
      const from = clearFrom(data, states);
      if (!isOuter || from >= 1 || !isOfGlass(data)) return [];
      const inwards = dot(turned([0, 1], angle), along);
      // Light that only grazes the wall does not pass the window's depth.
      if (inwards < 0.05) return [];
      const end = (part: number) => plus(centre, turned([(part - 0.5) * width, 0], angle));
      const gap = slopeOf({ from: end(from), to: end(1) });
      const ahead = plus(centre, times(along, band[1] / 2));
      const blockers = grid
        .near(ahead, band[1] / 2 + width)
        .map(slopeOf)
        .filter((wall) => wall.to[0] - wall.from[0] > 1e-6);
      // Doors of glass have no sill.
      const near = kindOf(data) === "window" ? band[0] : 0;
      return reached(gap, blockers, [near, band[1]]);
    })
    .map((area) => closedPath(area.map(([u, v]) => plus(times(across, u), times(along, v)))))
    .join("");
};
