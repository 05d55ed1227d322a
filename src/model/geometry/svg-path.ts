import { minus, plus, type Point } from "./vector.ts";

/** Metres for an SVG attribute, rounded to a tenth of a millimetre. */
export const svgNumber = (metres: number): number => Math.round(metres * 1e4) / 1e4;

/** A closed SVG path along the corners. */
export const closedPath = (corners: readonly Point[]): string =>
  corners.length === 0
    ? ""
    : `M${corners.map(([x, z]) => `${svgNumber(x)} ${svgNumber(z)}`).join("L")}Z`;

/** The SVG path of a rectangle around its centre, in metres, with optional rounded corners. */
export const rectPath = (x: number, z: number, w: number, d: number, round = 0): string => {
  const r = Math.max(0, Math.min(round, w / 2, d / 2));
  const [left, top, right, bottom] = [x - w / 2, z - d / 2, x + w / 2, z + d / 2].map(svgNumber);
  if (r === 0) return `M${left} ${top}H${right}V${bottom}H${left}Z`;
  const arc = (toX: number, toZ: number): string =>
    `a${svgNumber(r)} ${svgNumber(r)} 0 0 1 ${svgNumber(toX)} ${svgNumber(toZ)}`;
  return [
    `M${svgNumber(x - w / 2 + r)} ${top}H${svgNumber(x + w / 2 - r)}${arc(r, r)}`,
    `V${svgNumber(z + d / 2 - r)}${arc(-r, r)}H${svgNumber(x - w / 2 + r)}${arc(-r, -r)}`,
    `V${svgNumber(z - d / 2 + r)}${arc(r, -r)}Z`,
  ].join("");
};

/** The SVG path of an ellipse around its centre, in metres; of a circle without `d`. */
export const ellipsePath = (x: number, z: number, w: number, d = w): string => {
  const [rx, rz] = [svgNumber(w / 2), svgNumber(d / 2)];
  return `M${svgNumber(x - w / 2)} ${svgNumber(z)}a${rx} ${rz} 0 1 1 ${svgNumber(w)} 0a${rx} ${rz} 0 1 1 ${svgNumber(-w)} 0Z`;
};

/** The SVG path of a line through points `x, z, x, z, …`, in metres. */
export const linePath = (...at: readonly number[]): string =>
  at
    .map(
      (metres, index) => `${index % 2 === 1 ? " " : index === 0 ? "M" : "L"}${svgNumber(metres)}`,
    )
    .join("");

/** A turned path: its first point, in metres, and the relative steps from there. */
export interface TurnedPath {
  readonly from: Point;
  readonly steps: string;
}

/** A path of this module turned clockwise by degrees about the origin, for `placedPath`. */
export const turnedPath = (path: string, degrees: number): TurnedPath => {
  const radians = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  let [x, z] = [0, 0];
  let from: Point | undefined;
  // `start` is where the current subpath began, to which `Z` returns; `now` is the current point. Both are turned and
  // rounded as written.
  let [start, now]: [Point, Point] = [
    [0, 0],
    [0, 0],
  ];
  const steps = path.replaceAll(/([MLHVaZ])([^MLHVaZ]*)/g, (_, step: string, rest: string) => {
    if (step === "Z") {
      now = start;
      return step;
    }
    const numbers = rest.split(" ").map(Number);
    const [last = 0, toX = 0, toZ = 0] = [numbers.at(-1), numbers.at(-2), numbers.at(-1)];
    if (step === "a") [x, z] = [x + toX, z + toZ];
    else [x, z] = step === "H" ? [last, z] : step === "V" ? [x, last] : [toX, toZ];
    const to: Point = [svgNumber(x * cos - z * sin), svgNumber(x * sin + z * cos)];
    const by = minus(to, now).map(svgNumber).join(" ");
    now = to;
    if (step === "M") start = to;
    if (from === undefined) {
      from = to;
      return "";
    }
    if (step !== "a") return `${step === "M" ? "m" : "l"}${by}`;
    const [rx = 0, rz = 0, , large = 0, sweep = 0] = numbers;
    return `a${rx} ${rz} ${svgNumber(degrees)} ${large} ${sweep} ${by}`;
  });
  return { from: from ?? [0, 0], steps };
};

/**
 * A turned path at a position. Browsers redraw thousands of elements with a `transform` slowly at every frame; with the
 * position in the path they do not.
 */
export const placedPath = ({ from, steps }: TurnedPath, place: Point): string =>
  `M${plus(place, from).map(svgNumber).join(" ")}${steps}`;

/** The numbers from 0 up to, not including, `count`. */
export const rangeTo = (count: number): readonly number[] =>
  Array.from({ length: Math.max(0, Math.min(200, Math.floor(count))) }, (_, index) => index);
