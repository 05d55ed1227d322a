import { isList, isObject, type Json, objectsIn } from "../../json.ts";
import { plus, type Point, times, type Wall } from "../../geometry/vector.ts";
import type { Source } from "../json-source.ts";
import { checkLimit, refuse } from "../refusal.ts";

const hasPlace = (surface: Json): boolean => isObject(surface) && isList(surface["transform"]);

/**
 * Whether a JSON value is a scan of Apple's RoomPlan as Swift's `JSONEncoder` writes it: a `CapturedRoom`, or a
 * `CapturedStructure`, which has them under `rooms`.
 */
export const isScan = (value: Json): boolean =>
  isObject(value) &&
  [value, ...objectsIn(value["rooms"])].some(({ walls }) => isList(walls) && walls.some(hasPlace));

/** The columns of a transform, of 16 numbers, that matter here: where its `x` and `y` lead, and its place. In metres. */
interface Transform {
  readonly x: Space;
  readonly y: Space;
  readonly at: Space;
}

/** A direction or a place in space: x to the right and z down the page as in plans, y up. */
type Space = readonly [x: number, y: number, z: number];

/** A list of so many numbers, in metres; refuses anything else. */
const numbersIn = (source: Source, count: number): readonly number[] => {
  const numbers = source.list().map((each) => each.metres(1));
  return numbers.length >= count
    ? numbers
    : refuse("wrongType", source.file, { place: source.place, expected: `[${count}]` });
};

const transformIn = (source: Source): Transform => {
  const all = numbersIn(source, 16);
  const column = (at: number): Space => [
    all[at * 4] ?? 0,
    all[at * 4 + 1] ?? 0,
    all[at * 4 + 2] ?? 0,
  ];
  return { x: column(0), y: column(1), at: column(3) };
};

/** A wall, a door, a window, an opening, a floor or an object of a scan. In metres and degrees. */
export interface Captured {
  /** Its own category, such as `wall` or `refrigerator`. */
  readonly category: string;
  readonly story: number;
  readonly centre: Point;
  /** Of its `x`, clockwise seen from above. */
  readonly angle: number;
  readonly size: Space;
  /** Its lower edge above the scan's origin. */
  readonly bottom: number;
  /** Its corners from above, and how high each is; of a surface without corners of its own those of its size. */
  readonly corners: readonly (readonly [place: Point, height: number])[];
  readonly isRound: boolean;
  readonly isUnsure: boolean;
  readonly hasDetails: boolean;
}

/** The only key of an enumeration as Swift writes it, `{"wall":{}}`, or the text itself; empty if it is missing. */
export const caseIn = (source: Source): string => {
  if (source.isMissing) return "";
  if (typeof source.value === "string") return source.value;
  const [first] = source.entries();
  return first?.[0] ?? "";
};

/** The corners of a surface in its own `x` and `y`. */
const ownCorners = (source: Source, [w, h]: Space): readonly Point[] => {
  const given = source.field("polygonCorners").list();
  checkLimit(source.limits, "importCorners", given.length, source.file, source.place);
  if (given.length >= 3)
    return given.map((corner): Point => {
      const [x = 0, y = 0] = numbersIn(corner, 2);
      return [x, y];
    });
  return [
    [-w / 2, -h / 2],
    [w / 2, -h / 2],
    [w / 2, h / 2],
    [-w / 2, h / 2],
  ];
};

/** Reads a surface or an object. Refuses one without a size or a place. */
export const capturedIn = (source: Source, story: number): Captured => {
  const [w = 0, h = 0, d = 0] = numbersIn(source.field("dimensions"), 3).map(Math.abs);
  const size: Space = [w, h, d];
  const { at, x, y } = transformIn(source.field("transform"));
  const centre: Point = [at[0], at[2]];
  return {
    category: caseIn(source.field("category")),
    story: source.field("story").number() ?? story,
    centre,
    angle: (Math.atan2(x[2], x[0]) * 180) / Math.PI,
    size,
    bottom: at[1] - h / 2,
    corners: ownCorners(source, size).map(([along, up]) => [
      plus(centre, plus(times([x[0], x[2]], along), times([y[0], y[2]], up))),
      at[1] + x[1] * along + y[1] * up,
    ]),
    isRound: !source.field("curve").isMissing,
    isUnsure: caseIn(source.field("confidence")) === "low",
    hasDetails: source.field("attributes").entries().length > 0,
  };
};

/** The line of a wall from above, and how high it is at both ends, which differ beneath a sloping ceiling. */
export interface CapturedWall extends Wall {
  readonly story: number;
  readonly heights: readonly [from: number, to: number];
}

/** Metres from a wall's end within which a corner is the end's. */
const atEnd = 0.05;

/** A wall by its lower edge. */
export const wallOf = ({ centre, angle, size, bottom, corners, story }: Captured): CapturedWall => {
  const radians = (angle * Math.PI) / 180;
  const half = times([Math.cos(radians), Math.sin(radians)], size[0] / 2);
  const [from, to] = [plus(centre, times(half, -1)), plus(centre, half)];
  const heightAt = (end: Point): number => {
    const there = corners.flatMap(([[x, z], height]) =>
      Math.hypot(x - end[0], z - end[1]) < atEnd ? [height - bottom] : [],
    );
    return there.length === 0 ? size[1] : Math.max(...there);
  };
  return { from, to, story, heights: [heightAt(from), heightAt(to)] };
};
