import * as t from "io-ts";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { firstProblem } from "../codec.ts";
import type { PlanData } from "../elements/entities.ts";
import { signedArea } from "../geometry/polygon.ts";
import { isSimple } from "../geometry/simple-polygon.ts";
import type { Point } from "../geometry/vector.ts";
import { isList, isObject, type Json } from "../json.ts";
import { atMost, identifier, point, shortText } from "../trackers/tracker-codec.ts";

/** The most zones of a plan, and corners of a zone. */
export const mostZones = 200;
export const mostCorners = 32;

/** Square metres: a zone that is smaller is a slip of the hand. */
export const leastArea = 0.01;

/** Decodes an element of the plan's list `zones`; fields that it does not know stay. */
const zoneCodec = t.intersection([
  t.type({ id: identifier, points: atMost(mostCorners, point) }),
  t.partial({
    name: shortText,
    level: shortText,
    trackers: t.readonlyArray(identifier),
    exclude: t.boolean,
  }),
]);

/** A part of a floor, of which is told who is in it. */
export interface Zone {
  readonly id: string;
  readonly name: string | undefined;
  /** Undefined for the plan's first floor. */
  readonly level: string | undefined;
  /** Its corners in metres of the plan: 3 to 32, without crossings, around an area. */
  readonly polygon: readonly Point[];
  /** The ids of the trackers whose targets count; undefined for all. */
  readonly trackers: ReadonlySet<string> | undefined;
  /** Whether what is seen in it is nobody, such as a fan. */
  readonly isExcluded: boolean;
}

/** An element of the list that is no zone. */
export interface BadZone {
  /** Its place in the list from 1, such as `#3`, which is no id of a zone. */
  readonly id: string;
  /** What was expected, and where. */
  readonly bad: string;
}

/** Whether it is a zone, and no element that has to be corrected. */
export const isZone = (each: Zone | BadZone): each is Zone => !("bad" in each);

/** What is wrong with the corners of a zone; undefined if nothing is. */
const whyNotAround = (polygon: readonly Point[]): string | undefined => {
  if (polygon.length > mostCorners) return `points: expected at most ${mostCorners}`;
  if (polygon.length < 3) return "points: expected at least 3";
  if (!isSimple(polygon)) return "points: expected an outline that does not cross or touch itself";
  return Math.abs(signedArea(polygon)) / 2 < leastArea
    ? `points: expected an outline around at least ${leastArea} m²`
    : undefined;
};

/** Whether corners make the outline of a zone. */
export const isAround = (polygon: readonly Point[]): boolean => whyNotAround(polygon) === undefined;

/** Places in the list of corners are counted from 1. */
const fromOne = (problem: string): string =>
  problem.replace(
    /^(points|trackers)\.(\d+)/,
    (_all, list: string, at: string) => `${list}.${Number(at) + 1}`,
  );

/** Reads an element of the list `zones`. Left: what was expected instead, and where. */
export const readZone = (element: Json): Either<string, Zone> => {
  if (!isObject(element)) return left("expected an object");
  const written = zoneCodec.decode(element);
  if (isLeft(written)) return left(fromOne(firstProblem(written.left)));
  const { id, name, level, points: polygon, trackers, exclude = false } = written.right;
  const whyNot = whyNotAround(polygon);
  if (whyNot !== undefined) return left(whyNot);
  return right({
    id,
    name,
    level,
    polygon,
    trackers: trackers && new Set(trackers),
    isExcluded: exclude,
  });
};

const readZones = (elements: readonly Json[]): readonly (Zone | BadZone)[] => {
  const known = new Set<string>();
  return elements.map((element, index): Zone | BadZone => {
    const bad = (problem: string): BadZone => ({ id: `#${index + 1}`, bad: problem });
    if (index >= mostZones) return bad(`expected at most ${mostZones} zones`);
    const zone = readZone(element);
    if (isLeft(zone)) return bad(zone.left);
    const { id } = zone.right;
    if (known.has(id)) return bad(`id: there is another ${id}`);
    known.add(id);
    return zone.right;
  });
};

const byList = new WeakMap<readonly Json[], readonly (Zone | BadZone)[]>();

/**
 * The zones of a plan in order; an element that is none has words on why, and so has a list that is none, under `#`. Cached per
 * list.
 */
export const zonesOf = ({ zones }: PlanData): readonly (Zone | BadZone)[] => {
  if (zones === undefined || zones === null) return [];
  if (!isList(zones)) return [{ id: "#", bad: "expected a list" }];
  const read = byList.get(zones) ?? readZones(zones);
  byList.set(zones, read);
  return read;
};
