import { cross, dot, minus, plus, type Point, times, turned } from "../../geometry/vector.ts";

/**
 * A row of lines and arcs in the plan's metres. Each bulge belongs to the line that begins at its point, as in DXF: the
 * tangent of a quarter of the arc's angle, positive if it runs counterclockwise with y up, 0 if straight.
 */
export interface Shape {
  readonly points: readonly Point[];
  readonly bulges: readonly number[];
  readonly isClosed: boolean;
}

/** Straight lines through points. */
export const straight = (points: readonly Point[], isClosed: boolean): Shape => ({
  points,
  bulges: points.map(() => 0),
  isClosed,
});

/** A circle around a centre, with a radius in metres: two arcs of half a turn. */
export const circle = ([x, z]: Point, radius: number): Shape => ({
  points: [
    [x - radius, z],
    [x + radius, z],
  ],
  bulges: [1, 1],
  isClosed: true,
});

/** A shape turned clockwise on the screen by degrees about the origin, then moved to a place. */
export const placed = ({ points, ...rest }: Shape, at: Point, degrees: number): Shape => ({
  ...rest,
  points: points.map((point) => plus(turned(point, degrees), at)),
});

/** Straight lines that stand for an arc of an ellipse. */
const partsOfEllipse = 16;

/** A step along an arc of an SVG path: its radii, whether it is the long way and clockwise, and its end from its start. */
interface ArcStep {
  readonly radii: Point;
  readonly isLong: boolean;
  readonly isClockwise: boolean;
  readonly by: Point;
}

/** The angle of an arc in radians, from its chord over its diameter. */
const angleOf = (part: number, isLong: boolean): number => {
  const angle = 2 * Math.asin(Math.min(1, part));
  return isLong ? 2 * Math.PI - angle : angle;
};

/** The points of an ellipse's arc after its start; its axes are those of the drawing. */
const ellipsePoints = (
  from: Point,
  { radii, isLong, isClockwise, by }: ArcStep,
): readonly Point[] => {
  const [rx, rz] = radii;
  // On a circle of radius 1 that is stretched to the ellipse.
  const chord: Point = [by[0] / rx, by[1] / rz];
  const half = Math.hypot(...chord) / 2;
  const angle = angleOf(half, isLong);
  const away = Math.sqrt(Math.max(0, 1 - half * half)) / (2 * half);
  // Of a short clockwise arc the centre lies to the right of the way, [-z, x].
  const aside = isLong === isClockwise ? -away : away;
  const centre = plus(times(chord, 0.5), [-chord[1] * aside, chord[0] * aside]);
  const spoke = minus([0, 0], centre);
  const degrees = ((isClockwise ? angle : -angle) * 180) / Math.PI / partsOfEllipse;
  return Array.from({ length: partsOfEllipse }, (_, at): Point => {
    if (at === partsOfEllipse - 1) return plus(from, by);
    const [x, z] = plus(centre, turned(spoke, degrees * (at + 1)));
    return [from[0] + x * rx, from[1] + z * rz];
  });
};

/** A shape that is being read from a path. */
interface Drawn {
  readonly points: Point[];
  readonly bulges: number[];
  isClosed: boolean;
}

const addArc = (to: Drawn, from: Point, step: ArcStep): void => {
  const [rx, rz] = step.radii;
  if (Math.abs(rx - rz) > 1e-4) {
    for (const point of ellipsePoints(from, step)) {
      to.points.push(point);
      to.bulges.push(0);
    }
    return;
  }
  const angle = angleOf(Math.hypot(...step.by) / (2 * rx), step.isLong);
  to.bulges[to.bulges.length - 1] = Math.tan(angle / 4) * (step.isClockwise ? -1 : 1);
  to.points.push(plus(from, step.by));
  to.bulges.push(0);
};

/** The shapes of an SVG path of the catalogue's symbols, which has the steps M, L, H, V, a and Z alone. */
export const shapesOfPath = (path: string): readonly Shape[] => {
  const shapes: Drawn[] = [];
  for (const [, step = "", rest = ""] of path.matchAll(/([MLHVaZ])([^MLHVaZ]*)/g)) {
    const numbers = rest.trim().split(/[ ,]+/).map(Number);
    const [first = 0, second = 0] = numbers;
    const current = shapes.at(-1);
    const from = current?.points.at(-1) ?? [0, 0];
    if (step === "M" || current === undefined)
      shapes.push({ points: [[first, second]], bulges: [0], isClosed: false });
    else if (step === "Z") current.isClosed = true;
    else if (step === "a") {
      const [rx = 0, rz = 0, , isLong, isClockwise, x = 0, z = 0] = numbers;
      addArc(current, from, {
        radii: [rx, rz],
        isLong: isLong === 1,
        isClockwise: isClockwise === 1,
        by: [x, z],
      });
    } else {
      const to: Point =
        step === "H" ? [first, from[1]] : step === "V" ? [from[0], first] : [first, second];
      current.points.push(to);
      current.bulges.push(0);
    }
  }
  return shapes.flatMap((shape) => tidied(shape));
};

/** A shape without a closing point that repeats the first; empty if nothing is drawn. */
const tidied = ({ points, bulges, isClosed }: Drawn): readonly Shape[] => {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < 2) return [];
  const isBack = isClosed && points.length > 2 && Math.hypot(...minus(first, last)) < 1e-4;
  return isBack
    ? [{ points: points.slice(0, -1), bulges: bulges.slice(0, -1), isClosed }]
    : [{ points, bulges, isClosed }];
};

/** A part of a circle: its centre and radius in metres, and the directions of its ends with y up, in degrees. */
export interface Arc {
  readonly centre: Point;
  readonly radius: number;
  /** Counterclockwise with y up from here to `end`. */
  readonly start: number;
  readonly end: number;
}

/** The arc of a bulged line; undefined of a straight one. */
export const arcOf = (from: Point, to: Point, bulge: number): Arc | undefined => {
  if (bulge === 0) return undefined;
  const chord = minus(to, from);
  // The centre lies beside the chord's middle; z points down, so a counterclockwise arc has it at the other hand.
  const aside = (1 - bulge * bulge) / (4 * bulge);
  const centre: Point = [
    (from[0] + to[0]) / 2 + chord[1] * aside,
    (from[1] + to[1]) / 2 - chord[0] * aside,
  ];
  const direction = (point: Point): number => {
    const [x, z] = minus(point, centre);
    return (Math.atan2(-z, x) * 180) / Math.PI;
  };
  const [start, end] = bulge > 0 ? [from, to] : [to, from];
  return {
    centre,
    radius: Math.hypot(...minus(from, centre)),
    start: direction(start),
    end: direction(end),
  };
};

/** Whether a point lies on the straight line between its neighbours, so that a row of lines needs it not. */
export const isBetween = (before: Point, point: Point, after: Point): boolean => {
  const [one, other] = [minus(point, before), minus(after, point)];
  return Math.abs(cross(one, other)) < 1e-6 && dot(one, other) > 0;
};
