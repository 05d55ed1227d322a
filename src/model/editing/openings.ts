import { type Either, left, right } from "fp-ts/lib/Either.js";
import { type Entity, findRef, type PlanData, type Ref, refOf } from "../elements/entities.ts";
import { shownLevel } from "../elements/levels.ts";
import { levelOfEntity } from "../elements/places.ts";
import {
  nameOfWall,
  openingsOf,
  openingWallsOn,
  ownerOf,
  wallOf,
} from "../elements/opening-walls.ts";
import type { OwnedWall } from "../elements/rooms.ts";
import {
  dot,
  endsOf,
  fitSpan,
  lengthOf,
  minus,
  nearestOn,
  nearestWall,
  type Point,
  type Span,
  roundForStorage,
  type Wall,
} from "../geometry/vector.ts";
import { inWall, minWidth, spanOf, withSpan } from "../kinds/opening.ts";
import { addElements, updateElement, updateElements } from "./change.ts";
import type { JsonObject } from "../json.ts";

/** The part of a wall that an opening takes, in metres from the wall's start. */
interface TakenSpan {
  readonly ref: Ref;
  readonly from: number;
  readonly to: number;
}

/** Metres between two walls that count as one, such as those of adjacent rooms. */
const thickness = 0.2;

/** An opening in a wall, with the positions of both ends. */
interface PlacedOpening {
  readonly ref: Ref;
  readonly ends: readonly [Point, Point];
}

/** The openings of a floor that are in a wall. */
const placedOn = (plan: PlanData, level: string | undefined): readonly PlacedOpening[] => {
  const shown = shownLevel(plan, level);
  return openingsOf(plan).flatMap((entity) => {
    const home = wallOf(plan, entity.data);
    if (home === undefined || levelOfEntity(plan, entity) !== shown) return [];
    return [{ ref: refOf(entity), ends: endsOf(home, spanOf(entity.data)) }];
  });
};

/** A cheap first check whether a point can be in a wall, by the wall's bounding box. */
const isNear = ({ from, to }: Wall, [x, z]: Point): boolean =>
  x > Math.min(from[0], to[0]) - thickness &&
  x < Math.max(from[0], to[0]) + thickness &&
  z > Math.min(from[1], to[1]) - thickness &&
  z < Math.max(from[1], to[1]) + thickness;

/** The parts of a wall that openings take, including those of the room behind it. */
const takenBy = (placed: readonly PlacedOpening[], wall: Wall): readonly TakenSpan[] =>
  placed.flatMap(({ ref, ends: places }) => {
    if (!places.every((place) => isNear(wall, place))) return [];
    const ends = places.map((place) => nearestOn(wall, place));
    const [from = 0, to = 0] = ends.map(({ along }) => along).toSorted((a, b) => a - b);
    const isHere = ends.every(({ away }) => away < thickness) && to - from > 0.01;
    return isHere ? [{ ref, from, to }] : [];
  });

/** The parts of a wall that the openings of a floor take. */
export const takenOn = (
  plan: PlanData,
  level: string | undefined,
  wall: Wall,
): readonly TakenSpan[] => takenBy(placedOn(plan, level), wall);

/**
 * The span moved next to the existing openings, and narrowed if necessary; undefined if there is not enough space
 * around `along`.
 */
export const freeSpan = (
  span: Span,
  along: number,
  wall: Wall,
  taken: readonly TakenSpan[],
): Span | undefined => {
  const from = Math.max(0, ...taken.filter(({ to }) => to <= along).map(({ to }) => to));
  const to = Math.min(
    lengthOf(wall),
    ...taken.flatMap((each) => (each.from >= along ? [each.from] : [])),
  );
  return to - from < Math.min(span.width, minWidth) ? undefined : fitSpan(span, to, from);
};

/** Tolerance in metres for adjacent openings, whose positions are rounded. */
const touching = 1e-6;

/** The nearest free part of a wall of this length with the full width of the span; undefined if there is none. */
export const nearestFree = (
  span: Span,
  length: number,
  taken: readonly TakenSpan[],
): Span | undefined => {
  const wide = { ...span, width: Math.min(span.width, length) };
  const places: Span[] = [];
  let from = 0;
  const end = { from: length, to: length };
  for (const each of [...taken.toSorted((one, other) => one.from - other.from), end]) {
    if (each.from - from > wide.width - touching) places.push(fitSpan(wide, each.from, from));
    from = Math.max(from, each.to);
  }
  const away = ({ offset }: Span): number => Math.abs(offset - span.offset);
  return places.toSorted((one, other) => away(one) - away(other))[0];
};

/** Tolerance in metres for typed lengths; smaller differences do not count. */
const slack = 5e-4;

/** Why an opening does not fit: not enough space, or another opening is in the way. */
export type PlacementProblem =
  | { readonly why: "no room" }
  | { readonly why: "taken"; readonly by: Entity };

/** The problem that a wall has not enough space. */
export const noRoom: PlacementProblem = { why: "no room" };

/** The opening that overlaps a part of the wall, in metres, including those of the room behind the wall. */
export const overlappingOpening = (
  plan: PlanData,
  opening: Entity,
  { offset, width }: Span,
): Entity | undefined => {
  const wall = wallOf(plan, opening.data);
  if (wall === undefined) return undefined;
  const [from, to] = [offset - width / 2, offset + width / 2];
  const other = takenOn(plan, levelOfEntity(plan, opening), wall).find(
    (each) => each.ref !== refOf(opening) && each.from < to - slack && each.to > from + slack,
  );
  return other && findRef(plan, other.ref);
};

const fitsInto = (wall: Wall, { offset, width }: Span): boolean =>
  width >= minWidth && offset - width / 2 > -slack && offset + width / 2 < lengthOf(wall) + slack;

/** Puts an opening at a part of its wall, in metres; the left is the reason why it does not fit. */
export const withOpeningAt = (
  plan: PlanData,
  ref: Ref,
  span: Span,
): Either<PlacementProblem, PlanData> => {
  const opening = findRef(plan, ref);
  const wall = opening && wallOf(plan, opening.data);
  if (opening === undefined || wall === undefined || !fitsInto(wall, span)) return left(noRoom);
  const by = overlappingOpening(plan, opening, span);
  if (by !== undefined) return left({ why: "taken", by });
  const tidied = { offset: roundForStorage(span.offset), width: roundForStorage(span.width) };
  return right(updateElement(plan, ref, (data) => withSpan(data, tidied)));
};

/** How far from a wall an opening may be dropped, in metres; copies are pasted half a metre away. */
const finding = 0.8;

/** The part of a wall for a new opening: at the point, or next to the opening that is there. */
const spanAt = (
  plan: PlanData,
  level: string | undefined,
  { wall, along }: { readonly wall: OwnedWall; readonly along: number },
  width: number,
): Span | undefined => {
  const taken = takenOn(plan, level, wall);
  const under = taken.find(({ from, to }) => from < along && along < to);
  const places = under === undefined ? [along] : [under.to, under.from];
  return places
    .map((place) => freeSpan({ offset: place, width }, place, wall, taken))
    .find((span) => span !== undefined);
};

/**
 * Adds an opening to the nearest wall on a floor: if possible a wall of its own room, or its own freestanding wall. The
 * plan stays the same if no wall is near or none has space.
 */
export const putOpening = (
  plan: PlanData,
  level: string | undefined,
  opening: JsonObject,
  at: Point,
): PlanData => {
  const walls = openingWallsOn(plan, level).filter((wall) => nameOfWall(plan, wall) !== undefined);
  const own = walls.filter(({ owner }) => owner === ownerOf(opening));
  for (const some of [own, walls]) {
    const found = nearestWall(some, at, finding);
    const span = found && spanAt(plan, level, found, spanOf(opening).width);
    const wall = found && nameOfWall(plan, found.wall);
    if (span === undefined || wall === undefined) continue;
    return addElements(plan, "openings", inWall(withSpan(opening, span), wall));
  }
  return plan;
};

/** The component of a move along a wall, in metres. */
const along = (wall: Wall, by: Point): number =>
  dot(by, minus(wall.to, wall.from)) / lengthOf(wall);

/**
 * Slides openings along their walls. Where its place is taken, an opening goes to the nearest free one; openings that
 * slide together do not block each other's old places.
 */
export const slideBy = (plan: PlanData, openings: readonly Entity[], by: Point): PlanData => {
  const sliding = new Set<Ref>(openings.map(refOf));
  /** The obstacles on each floor: openings that stay, and those that already slid. */
  const othersByLevel = new Map<string | undefined, PlacedOpening[]>();
  const changes = new Map<Ref, (data: JsonObject) => JsonObject>();
  const ways = openings.flatMap((opening) => {
    const wall = wallOf(plan, opening.data);
    if (wall === undefined || lengthOf(wall) === 0) return [];
    return [{ opening, wall, span: spanOf(opening.data), way: along(wall, by) }];
  });
  // The opening in front slides first, to make way for those behind it.
  const ahead = ({ span, way }: (typeof ways)[number]): number => Math.sign(way) * span.offset;
  for (const { opening, wall, span, way } of ways.toSorted((a, b) => ahead(b) - ahead(a))) {
    const [ref, level] = [refOf(opening), levelOfEntity(plan, opening)];
    const others =
      othersByLevel.get(level) ?? placedOn(plan, level).filter((each) => !sliding.has(each.ref));
    const wanted = { ...span, offset: span.offset + way };
    const place = nearestFree(wanted, lengthOf(wall), takenBy(others, wall)) ?? span;
    othersByLevel.set(level, [...others, { ref, ends: endsOf(wall, place) }]);
    if (place !== span) changes.set(ref, (data) => withSpan(data, place));
  }
  return updateElements(plan, changes);
};
