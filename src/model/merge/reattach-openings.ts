import { PointIndex } from "../geometry/spatial-index.ts";
import {
  distance,
  dot,
  isMovedWhole,
  isSame,
  lengthOf,
  minus,
  type Point,
  pointAlong,
  type Span,
  spanOn,
  type Wall,
  wallsOf,
} from "../geometry/vector.ts";
import {
  entitiesOf,
  findEntity,
  findRef,
  type PlanData,
  type Ref,
  refOf,
} from "../elements/entities.ts";
import { openingsOf, ownerOf } from "../elements/opening-walls.ts";
import { pointsAround } from "../elements/places.ts";
import { deepEqual, isList, type Json, type JsonObject, numberIn } from "../json.ts";
import { spanOf, isInStandingWall } from "../kinds/opening.ts";

/** A place on the walls of a room, or on a freestanding wall: the wall's index and the part of the wall. */
export interface WallPlace extends Span {
  readonly edge: number;
}

/** The same place on other walls. `isSure` if it is the same wall or the same coordinates. */
interface FoundPlace extends WallPlace {
  readonly isSure: boolean;
}

/** The corners of a room, or the two ends of a freestanding wall. */
type Corners = readonly Point[];

/** Its walls; two ends have one wall between them. */
const linesOf = (corners: Corners): readonly Wall[] =>
  corners.length === 2 ? wallsOf(corners).slice(0, 1) : wallsOf(corners);

/** Metres within which two places are the same. */
const near = 0.01;

/** Whether the corners were only moved, so that each wall keeps its index. */
export const keepsNumbers = (from: Corners, to: Corners): boolean => {
  if (from.length !== to.length) return false;
  const by = minus(to[0] ?? [0, 0], from[0] ?? [0, 0]);
  if (from.every((corner, at) => isSame(minus(to[at] ?? corner, corner), by))) return true;
  const moved = new PointIndex(to);
  return from.every((corner, at) => moved.at(corner).every((place) => place === at));
};

const isParallel = (one: Wall, other: Wall): boolean => {
  const size = lengthOf(one) * lengthOf(other);
  return size > 0 && dot(minus(one.to, one.from), minus(other.to, other.from)) / size > 0.999;
};

/**
 * Finds a place on the walls of `from` again on the walls of `to`: on the same wall if that was moved as a whole, else
 * at the same coordinates. If there is neither, returns the nearest place with `isSure` false. Undefined if `from` has
 * no such wall.
 */
const findPlace = (
  from: Corners,
  to: Corners,
  { edge, ...span }: WallPlace,
): FoundPlace | undefined => {
  const was = linesOf(from)[edge];
  if (was === undefined) return undefined;
  const centre = pointAlong(was, span.offset);
  const isNumbered = keepsNumbers(from, to);
  const candidates = linesOf(to).flatMap((is, at) => {
    if (isNumbered && at !== edge) return [];
    const isKept = isMovedWhole(was, is) && (isNumbered || isSame(was.from, is.from));
    if (isKept) return [{ ...span, edge: at, isSure: true, away: 0 }];
    const next = spanOn(was, is, span);
    const away = distance(pointAlong(is, next.offset), centre);
    const isSure = away <= near && isParallel(was, is) && span.width <= lengthOf(is) + near;
    return [{ ...next, edge: at, isSure, away }];
  });
  return candidates.toSorted(
    (one, other) => Number(other.isSure) - Number(one.isSure) || one.away - other.away,
  )[0];
};

/** The corners of rooms and the ends of freestanding walls, by what openings name: `rooms/kitchen` or `walls/wall_1`. */
export type WallOutlines = ReadonlyMap<Ref, Corners>;

/** A plan with its openings rewritten to other walls. `unsure` are the openings whose wall was not found. */
export interface ReattachedOpenings {
  readonly plan: PlanData;
  readonly unsure: ReadonlySet<Json>;
}

/** A room or freestanding wall in both plans, and the corners that its openings should refer to. */
interface Framed {
  readonly owner: Ref;
  readonly corners: Corners;
}

/** The lists whose elements have walls with openings. */
export const ownerLists = ["rooms", "walls"] as const;

const cornersIn = (plan: PlanData, owner: Ref | undefined): Corners | undefined => {
  const entity = findRef(plan, owner ?? "");
  return entity && pointsAround(plan, entity);
};

/** The outlines of those of some rooms and freestanding walls that differ between the plans. */
export const outlinesThatDiffer = (
  owners: readonly Framed[],
  plans: readonly PlanData[],
): WallOutlines => {
  const frame = new Map<Ref, Corners>();
  for (const { owner, corners } of owners) {
    if (frame.has(owner) || corners.length === 0) continue;
    const isShared = plans.every((plan) => deepEqual(cornersIn(plan, owner), corners));
    if (!isShared) frame.set(owner, corners);
  }
  return frame;
};

/** The outlines of the rooms and freestanding walls that differ between two plans, as in the second. */
export const changedOutlines = (before: PlanData, after: PlanData): WallOutlines =>
  outlinesThatDiffer(
    ownerLists
      .flatMap((list) => entitiesOf(after, list))
      .filter((entity) => findRef(before, refOf(entity)) !== undefined)
      .map((entity) => ({ owner: refOf(entity), corners: pointsAround(after, entity) })),
    [before, after],
  );

/** The index of an opening's wall among those of its owner. */
const edgeOf = (opening: JsonObject): number | undefined =>
  isInStandingWall(opening) ? 0 : numberIn(opening["edge"], undefined);

/** Metres by which a stored place may differ from a computed one because of rounding. */
const rounding = 0.001;

/**
 * Rewrites an opening's place for the corners in the frame: the same place on the same wall, possibly with another
 * index and offset. Undefined if it does not change.
 */
const placeIn = (
  opening: JsonObject,
  plan: PlanData,
  frame: WallOutlines,
): FoundPlace | undefined => {
  const owner = ownerOf(opening);
  const [from, to] = [cornersIn(plan, owner), frame.get(owner ?? "")];
  const edge = edgeOf(opening);
  const hasPlace = edge !== undefined && numberIn(opening["offset"], undefined) !== undefined;
  return from === undefined || to === undefined || !hasPlace || deepEqual(from, to)
    ? undefined
    : findPlace(from, to, { edge, ...spanOf(opening) });
};

/** The offset that another plan with the frame's corners has for the same place, if any. */
const writtenBy = (
  others: readonly PlanData[],
  key: string,
  opening: JsonObject,
  { edge, offset }: FoundPlace,
  frame: WallOutlines,
): number | undefined => {
  const owner = ownerOf(opening);
  for (const other of others) {
    const known = findEntity(other, "openings", key)?.data;
    if (known === undefined || ownerOf(known) !== owner || edgeOf(known) !== edge) continue;
    const isInFrame = deepEqual(cornersIn(other, owner), frame.get(owner ?? ""));
    const written = numberIn(known["offset"], NaN);
    if (isInFrame && Math.abs(written - offset) < rounding) return written;
  }
  return undefined;
};

/** A plan with its openings rewritten for the frame, using the same offsets as `others` for the same places. */
export const reattachOpenings = (
  plan: PlanData,
  frame: WallOutlines,
  others: readonly PlanData[] = [],
): ReattachedOpenings => {
  const { openings } = plan;
  const unsure = new Set<Json>();
  if (frame.size === 0 || !isList(openings)) return { plan, unsure };
  const next = [...openings];
  for (const { index, key, data } of openingsOf(plan)) {
    const found = placeIn(data, plan, frame);
    if (found === undefined) continue;
    const { edge, isSure } = found;
    const offset = writtenBy(others, key, data, found, frame) ?? found.offset;
    // An opening whose wall is gone becomes a new object, so that `unsure` can identify it.
    const isKept = isSure && edge === edgeOf(data) && offset === data["offset"];
    const place = isInStandingWall(data) ? { offset } : { edge, offset };
    const moved = isKept ? data : { ...data, ...place };
    if (!isSure) unsure.add(moved);
    next[index] = moved;
  }
  const isKept = next.every((opening, at) => opening === openings[at]);
  return { plan: isKept ? plan : { ...plan, openings: next }, unsure };
};
