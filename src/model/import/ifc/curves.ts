import { checkLimit } from "../refusal.ts";
import type { Entity, Path } from "./entity.ts";
import { axesOf, type Frame, placeIn, type Space, spaceOf, world } from "./placement.ts";
import { isStepList } from "./step-values.ts";

/** Counts the items, curves and points that are read for a shape, since maps and curves may name one again and again. */
export class ShapeCount {
  #count = 0;

  /** Adds some before they are made. Refuses more than `import-elements`, with the entity as the place. */
  add({ place, step }: Entity, many: number): void {
    this.#count += many;
    checkLimit(step.limits, "importElements", this.#count, step.file, place);
  }
}

/** What the reading of shapes needs throughout. */
export interface ShapeContext {
  readonly path: Path;
  readonly count: ShapeCount;
  /** Radians of the file's unit of angles. */
  readonly radians: number;
}

/** Radians of a circle that become one straight line: 15°. */
const perLine = Math.PI / 12;

const fullCircle = 2 * Math.PI;

/** The points along an arc of an ellipse from one angle to another, both included. */
const arcPoints = (
  frame: Frame,
  [a, b]: readonly [number, number],
  from: number,
  to: number,
): readonly Space[] => {
  const parts = Math.max(1, Math.min(48, Math.ceil(Math.abs(to - from) / perLine - 1e-6)));
  return Array.from({ length: parts + 1 }, (_, at) => {
    const angle = from + ((to - from) * at) / parts;
    return placeIn(frame, [a * Math.cos(angle), b * Math.sin(angle), 0]);
  });
};

/** The points of an arc through three places, which lie in one plane of equal z. */
const arcThrough = (one: Space, middle: Space, other: Space): readonly Space[] => {
  const [ax, ay] = [middle[0] - one[0], middle[1] - one[1]];
  const [bx, by] = [other[0] - one[0], other[1] - one[1]];
  const twice = 2 * (ax * by - ay * bx);
  const [a, b] = [ax * ax + ay * ay, bx * bx + by * by];
  if (Math.abs(twice) < 1e-9 * (a + b)) return [one, middle, other];
  const [x, y] = [(by * a - ay * b) / twice, (ax * b - bx * a) / twice];
  const radius = Math.hypot(x, y);
  const from = Math.atan2(-y, -x);
  const angleTo = (px: number, py: number): number => Math.atan2(py - y, px - x);
  const turnTo = (angle: number): number =>
    (((angle - from) % fullCircle) + fullCircle) % fullCircle;
  const [through, end] = [turnTo(angleTo(ax, ay)), turnTo(angleTo(bx, by))];
  const sweep = through < end ? end : end - fullCircle;
  const frame: Frame = { ...world, at: [one[0] + x, one[1] + y, one[2]] };
  return arcPoints(frame, [radius, radius], from, from + sweep);
};

/** The rows of an `IfcCartesianPointList2D` or `3D`. */
export const pointList = (entity: Entity): readonly Space[] => {
  checkLimit(entity.step.limits, "importElements", entity.list(0).length, entity.step.file);
  return entity.list(0).map((row): Space => {
    const [x = 0, y = 0, z = 0] = entity.numbersIn(row, 0);
    return [x, y, z];
  });
};

const indexedPoints = (curve: Entity): readonly Space[] => {
  const points = pointList(curve.needed(0));
  const segments = curve.list(1);
  if (segments.length === 0) return points;
  return segments.flatMap((segment) => {
    const isTyped = typeof segment === "object" && segment !== null && "typed" in segment;
    const value = isTyped ? segment.value : segment;
    const found = curve
      .numbersIn(isStepList(value) ? value : null, 1)
      .map((index) => points[index - 1] ?? curve.expected(1, "a list"));
    const [one, middle, other] = found;
    return isTyped &&
      segment.typed === "IFCARCINDEX" &&
      one !== undefined &&
      middle !== undefined &&
      other !== undefined
      ? arcThrough(one, middle, other)
      : found;
  });
};

/** Where a trimmed curve begins or ends: by a place, by a parameter, or by both. */
interface Trim {
  readonly place: Space | undefined;
  readonly parameter: number | undefined;
}

const trimOf = (curve: Entity, at: number): Trim => {
  let [place, parameter]: [Space | undefined, number | undefined] = [undefined, undefined];
  for (const value of curve.list(at)) {
    const own =
      typeof value === "object" && value !== null && "typed" in value ? value.value : value;
    if (typeof own === "number") parameter = own;
    else place = spaceOf(curve.entityIn(own, at), world.at);
  }
  return { place, parameter };
};

/** The frame and the two radii of a circle or an ellipse; undefined of other curves. */
const roundOf = (
  curve: Entity,
): { readonly frame: Frame; readonly radii: readonly [number, number] } | undefined => {
  const isCircle = curve.type === "IFCCIRCLE";
  if (!isCircle && curve.type !== "IFCELLIPSE") return undefined;
  const radius = curve.neededNumber(1);
  const radii = [radius, isCircle ? radius : curve.neededNumber(2)] as const;
  return { frame: axesOf(curve.ref(0)), radii };
};

/** The angle at which a place is on a round curve. */
const angleOn = (
  { at, x, y }: Frame,
  [a, b]: readonly [number, number],
  [px, py, pz]: Space,
): number => {
  const off: Space = [px - at[0], py - at[1], pz - at[2]];
  const along = (axis: Space): number => off[0] * axis[0] + off[1] * axis[1] + off[2] * axis[2];
  return Math.atan2(along(y) / b, along(x) / a);
};

const trimmedPoints = (curve: Entity, { radians }: ShapeContext): readonly Space[] => {
  const basis = curve.needed(0);
  const ends = [trimOf(curve, 1), trimOf(curve, 2)] as const;
  const isForward = curve.enumerated(3) !== "F";
  const round = roundOf(basis);
  if (round === undefined) {
    const [origin, vector] = basis.type === "IFCLINE" ? [basis.ref(0), basis.ref(1)] : [];
    const start = spaceOf(origin, world.at);
    const way = spaceOf(vector?.ref(0), world.x);
    const length = vector?.number(1) ?? 1;
    return ends.map(({ place, parameter = 0 }): Space => {
      const along = (parameter * length) / (Math.hypot(...way) || 1);
      return (
        place ?? [start[0] + way[0] * along, start[1] + way[1] * along, start[2] + way[2] * along]
      );
    });
  }
  const { frame, radii } = round;
  const [from = 0, to = 0] = ends.map(({ place, parameter }) =>
    parameter === undefined && place !== undefined
      ? angleOn(frame, radii, place)
      : (parameter ?? 0) * radians,
  );
  const turn = (((to - from) % fullCircle) + fullCircle) % fullCircle || fullCircle;
  return arcPoints(frame, radii, from, isForward ? from + turn : from + turn - fullCircle);
};

/** The same points without those in the place of the one before. */
const withoutTwins = (points: readonly Space[]): readonly Space[] =>
  points.filter((point, at) => {
    const last = points[at - 1];
    return last === undefined || Math.hypot(...point.map((each, of) => each - (last[of] ?? 0))) > 0;
  });

/**
 * The points along a curve, in its own coordinates: straight lines stay, round ones become lines of 15°, and free ones the
 * lines between their control points. None of kinds that it does not know. Refuses a circle, references deeper than
 * `import-depth`, and more than `import-elements` curves and points.
 */
export const curvePoints = async (
  curve: Entity,
  context: ShapeContext,
): Promise<readonly Space[]> =>
  context.path.within(curve, async () => {
    context.count.add(curve, 1);
    switch (curve.type) {
      case "IFCPOLYLINE":
        return curve.refs(0).map((point) => spaceOf(point, world.at));
      case "IFCINDEXEDPOLYCURVE":
        return withoutTwins(indexedPoints(curve));
      case "IFCTRIMMEDCURVE":
        return trimmedPoints(curve, context);
      case "IFCCIRCLE":
      case "IFCELLIPSE": {
        const round = roundOf(curve);
        return round === undefined ? [] : arcPoints(round.frame, round.radii, 0, fullCircle);
      }
      case "IFCCOMPOSITECURVE":
      case "IFC2DCOMPOSITECURVE": {
        const points: Space[] = [];
        for (const segment of curve.refs(0)) {
          const own = await curvePoints(segment.needed(2), context);
          context.count.add(segment, own.length + 1);
          const isForward = segment.enumerated(1) !== "F";
          for (const point of isForward ? own : own.toReversed()) points.push(point);
        }
        return withoutTwins(points);
      }
      case "IFCBSPLINECURVE":
      case "IFCBSPLINECURVEWITHKNOTS":
      case "IFCRATIONALBSPLINECURVEWITHKNOTS":
        return curve.refs(1).map((point) => spaceOf(point, world.at));
      default:
        return [];
    }
  });
