import { chainOf, type Entity } from "./entity.ts";

/** A place or a direction in space: x to the east, y to the north, z up. */
export type Space = readonly [x: number, y: number, z: number];

/** Where a coordinate system lies in another: its axes and its origin there. */
export interface Frame {
  readonly x: Space;
  readonly y: Space;
  readonly z: Space;
  readonly at: Space;
}

/** The coordinate system in which everything lies. */
export const world: Frame = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1], at: [0, 0, 0] };

const sum = (one: Space, other: Space): Space => [
  one[0] + other[0],
  one[1] + other[1],
  one[2] + other[2],
];

const scaled = (one: Space, by: number): Space => [one[0] * by, one[1] * by, one[2] * by];

const dot3 = (one: Space, other: Space): number =>
  one[0] * other[0] + one[1] * other[1] + one[2] * other[2];

const cross3 = (one: Space, other: Space): Space => [
  one[1] * other[2] - one[2] * other[1],
  one[2] * other[0] - one[0] * other[2],
  one[0] * other[1] - one[1] * other[0],
];

/** A direction of length 1; the other one if it has none. */
const unit = (one: Space, other: Space): Space => {
  const length = Math.hypot(...one);
  return length < 1e-9 ? other : scaled(one, 1 / length);
};

/** A direction of a frame, as it is outside. */
export const directionIn = ({ x, y, z }: Frame, [a, b, c]: Space): Space =>
  sum(sum(scaled(x, a), scaled(y, b)), scaled(z, c));

/** A place of a frame, as it is outside. */
export const placeIn = (frame: Frame, place: Space): Space =>
  sum(directionIn(frame, place), frame.at);

/** A frame within another one, as it is outside. */
export const frameIn = (outer: Frame, inner: Frame): Frame => ({
  x: directionIn(outer, inner.x),
  y: directionIn(outer, inner.y),
  z: directionIn(outer, inner.z),
  at: placeIn(outer, inner.at),
});

/** What lies in a frame, as seen from within it. The frame's axes are of length 1 and at right angles. */
const inverse = ({ x, y, z, at }: Frame): Frame => ({
  x: [x[0], y[0], z[0]],
  y: [x[1], y[1], z[1]],
  z: [x[2], y[2], z[2]],
  at: [-dot3(at, x), -dot3(at, y), -dot3(at, z)],
});

/** The coordinates of a point or the ratios of a direction; what it has no third of is flat. */
export const spaceOf = (entity: Entity | undefined, otherwise: Space): Space => {
  if (entity === undefined) return otherwise;
  if (entity.type !== "IFCCARTESIANPOINT" && entity.type !== "IFCDIRECTION") return otherwise;
  const [x = 0, y = 0, z = 0] = entity.numbers(0);
  return [x, y, z];
};

/** A frame by its z and by about where its x leads (IFC, `IfcBuildAxes`). */
const frameOf = (at: Space, axis: Space, about: Space): Frame => {
  const z = unit(axis, world.z);
  const flat = sum(about, scaled(z, -dot3(about, z)));
  const other: Space = Math.abs(z[0]) < 0.9 ? world.x : world.y;
  const x = unit(flat, unit(sum(other, scaled(z, -dot3(other, z))), world.x));
  return { x, y: cross3(z, x), z, at };
};

/** The frame of an `IfcAxis2Placement3D` or `IfcAxis2Placement2D`; the outer one itself if there is none. */
export const axesOf = (entity: Entity | undefined): Frame => {
  if (entity === undefined) return world;
  const at = spaceOf(entity.ref(0), world.at);
  if (entity.type === "IFCAXIS2PLACEMENT3D")
    return frameOf(at, spaceOf(entity.ref(1), world.z), spaceOf(entity.ref(2), world.x));
  if (entity.type === "IFCAXIS2PLACEMENT2D")
    return frameOf(at, world.z, spaceOf(entity.ref(1), world.x));
  return { ...world, at };
};

/** Where the map of an `IfcMappedItem` is put: its target, as seen from the map's own origin, larger by its scale. */
export const mappedFrame = (origin: Entity | undefined, target: Entity | undefined): Frame => {
  if (target === undefined) return world;
  const isFlat = target.type.startsWith("IFCCARTESIANTRANSFORMATIONOPERATOR2D");
  const x = spaceOf(target.ref(0), world.x);
  const z = isFlat ? world.z : spaceOf(target.ref(4), world.z);
  const built = frameOf(spaceOf(target.ref(2), world.at), z, x);
  // A second axis that leads the other way mirrors the map.
  const second = target.ref(1);
  const isMirrored = second !== undefined && dot3(spaceOf(second, built.y), built.y) < 0;
  const scale = target.number(3) ?? 1;
  const isUneven = target.type.endsWith("NONUNIFORM");
  const [y, z2] = isFlat
    ? [isUneven ? target.number(4) : undefined, undefined]
    : [isUneven ? target.number(5) : undefined, isUneven ? target.number(6) : undefined];
  const frame: Frame = {
    x: scaled(built.x, scale),
    y: scaled(built.y, (y ?? scale) * (isMirrored ? -1 : 1)),
    z: scaled(built.z, z2 ?? scale),
    at: built.at,
  };
  return frameIn(frame, inverse(axesOf(origin)));
};

const isLocal = ({ type }: Entity): boolean => type === "IFCLOCALPLACEMENT";

/** Finds where products lie, each placement once, as thousands share those of their storey. */
export class Placements {
  readonly #known = new Map<number, Frame>();

  /** The frame of an `IfcObjectPlacement` in the world, in the file's unit. */
  of(placement: Entity | undefined): Frame {
    if (placement === undefined) return world;
    const known = this.#known.get(placement.id);
    if (known !== undefined) return known;
    const chain = chainOf(placement, (each) => (isLocal(each) ? each.ref(0) : undefined));
    let frame = world;
    for (const each of chain.toReversed()) {
      const own = isLocal(each) ? axesOf(each.ref(1)) : world;
      frame = this.#known.get(each.id) ?? frameIn(frame, own);
      this.#known.set(each.id, frame);
    }
    return frame;
  }
}
