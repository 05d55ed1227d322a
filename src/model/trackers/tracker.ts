import { type Either, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import { firstProblem, shortKey } from "../codec.ts";
import type { Point } from "../geometry/vector.ts";
import { isObject, type Json } from "../json.ts";
import { poseMatrix } from "./pose.ts";
import { fewest } from "./trilateration.ts";
import { type Fit, type FitProblem, fitSimilarity, isFlat, type Matrix } from "./similarity.ts";
import { entitiesOf, entityOf, type Source, sourceOf } from "./source.ts";
import {
  trackerCodec,
  type TrackerKind,
  type WrittenCalibration,
  type WrittenTracker,
} from "./tracker-codec.ts";

/** How a source's coordinates become metres of a floor. */
export interface Calibration {
  /** Undefined for the plan's first floor. */
  readonly level: string | undefined;
  readonly matrix: Either<FitProblem, Matrix>;
  /** Where the charger was in the source's coordinates when it was calibrated; undefined if nobody wrote that down. */
  readonly dock: Point | undefined;
  /** Of a sensor in a pose: its coordinates become metres before the matrix. */
  readonly sensor:
    | {
        /** The unit of its coordinates; undefined for that of its entity. */
        readonly unit: string | undefined;
        readonly height: number | undefined;
      }
    | undefined;
}

/** Somebody or something whose position is known at times. */
export interface Target {
  /** The tracker's id; with several targets, also the number from 1: `radar/1`. */
  readonly id: string;
  /** The tracker's id. */
  readonly tracker: string;
  readonly name: string | undefined;
  readonly kind: TrackerKind;
  readonly source: Source;
  /** One calibration for all, or one for each value of the source's map; undefined if only a room is known. */
  readonly frame: Calibration | ReadonlyMap<string, Calibration> | undefined;
  /** Seconds without a change of its coordinates after which it counts as absent; 0 for never. */
  readonly timeout: number;
  /** Whether targets of several trackers that are the same person become one. */
  readonly isFused: boolean;
  /** Whether the name is that of the person, and not of a sensor or a zone. */
  readonly knowsWho: boolean;
}

/** An element of the list that is no tracker. */
export interface BadTracker {
  /** Its place in the list from 1, such as `#3`, which is no id of a target. */
  readonly id: string;
  /** What was expected, and where. */
  readonly bad: string;
}

/** Whether where it is depends on the plan's walls. */
export const needsWalls = (each: Target | BadTracker): boolean =>
  "isFused" in each && (each.isFused || each.source.distances !== undefined);

/** Whether it is a target, and no element that has to be corrected. */
export const isTarget = (each: Target | BadTracker): each is Target => !("bad" in each);

/**
 * Seconds without a change after which a target of a sensor in a pose counts as absent: coordinates of a radar flicker,
 * even of somebody who sits still.
 */
const sensorTimeout = 60;

const onlyOfPoints = "mirrored: expected only beside points, or in the pose";

/** What calibrations of a tracker have if they do not say otherwise. */
interface CalibrationDefaults {
  readonly level?: string | undefined;
  /** Whether the source's second axis points up; undefined if its kind does not tell. */
  readonly isMirrored: boolean | undefined;
}

const calibrationOf = (
  { points, matrix, mirrored, level, dock }: WrittenCalibration,
  otherwise: CalibrationDefaults,
): Either<string, Calibration> => {
  if (mirrored !== undefined && points === undefined) return left(onlyOfPoints);
  const fits = { level: level ?? otherwise.level, dock, sensor: undefined };
  if (points !== undefined && matrix === undefined) {
    const fit = fitSimilarity(points, mirrored ?? otherwise.isMirrored);
    return right({ ...fits, matrix: map((best: Fit) => best.matrix)(fit) });
  }
  if (matrix !== undefined && points === undefined)
    return isFlat(matrix)
      ? left("matrix: expected one that maps a plane to a plane, not to a line or point")
      : right({ ...fits, matrix: right(matrix) });
  return left("expected either points or matrix");
};

const mapsOf = (
  maps: NonNullable<WrittenTracker["maps"]>,
  otherwise: CalibrationDefaults,
): Either<string, ReadonlyMap<string, Calibration>> => {
  const read = new Map<string, Calibration>();
  for (const [name, written] of Object.entries(maps)) {
    const one = calibrationOf(written, otherwise);
    if (isLeft(one)) return left(`maps.${shortKey(name)}: ${one.left}`);
    read.set(name, one.right);
  }
  return right(read);
};

/** Distances are to places of the plan already. */
const asItIs: Matrix = [1, 0, 0, 1, 0, 0];

const frameOf = (tracker: WrittenTracker): Either<string, Target["frame"]> => {
  const { points, pose, matrix, maps, level, unit, mirrored, dock, source, targets = [] } = tracker;
  if (unit !== undefined && pose === undefined) return left("unit: expected only beside a pose");
  if (mirrored !== undefined && points === undefined) return left(onlyOfPoints);
  if (dock !== undefined && points === undefined && matrix === undefined)
    return left("dock: expected only beside points or matrix");
  // The maps of Valetudo count down, as plans do.
  const isMap = [source, ...targets].some((each) => each?.valetudo !== undefined);
  const otherwise = { level, isMirrored: isMap ? false : undefined };
  const given = [points, pose, matrix, maps].filter((each) => each !== undefined);
  if ([source, ...targets].some((each) => each?.distances !== undefined))
    return given.length === 0
      ? right({ level, matrix: right(asItIs), dock: undefined, sensor: undefined })
      : left("distances: expected without points, pose, matrix and maps");
  if (given.length === 0) return right(undefined);
  if (given.length > 1) return left("expected only one of points, pose, matrix and maps");
  if (maps !== undefined) return mapsOf(maps, otherwise);
  if (pose === undefined) return calibrationOf(tracker, otherwise);
  const sensor = { unit, height: pose.height };
  return right({ level, matrix: right(poseMatrix(pose)), dock: undefined, sensor });
};

/** Why the targets of a tracker cannot become one with others; undefined if they can. */
const whyNotFused = (
  { fuse, kind = "target" }: WrittenTracker,
  frame: Target["frame"],
): string | undefined => {
  if (fuse !== true) return undefined;
  if (kind === "vacuum" || kind === "device")
    return "fuse: expected only of a person, pet or target";
  return frame === undefined ? "fuse: expected only of what has coordinates" : undefined;
};

/** Whether a source is that of one person or pet: a `person`, a `device_tracker`, or what receivers hear. Sensors see anybody. */
const standsForSomebody = ({ kind }: WrittenTracker, { x, y, distances }: Source): boolean =>
  (kind === "person" || kind === "pet") &&
  (distances !== undefined ||
    [x, y].every((each) => /^(person|device_tracker)\./.test(entityOf(each) ?? "")));

/** What a source lacks for a frame; undefined if it has all. */
const lackOf = (
  { x, y, room, map: mapName, active, distances }: Source,
  frame: Target["frame"],
): string | undefined => {
  if (frame === undefined)
    return room === undefined
      ? "expected points, pose, matrix or maps, or a source with a room"
      : undefined;
  if (distances !== undefined)
    return distances.length < fewest ? `distances: expected at least ${fewest}` : undefined;
  if (x === undefined || y === undefined) return "expected x and y, entity or valetudo";
  if ((typeof x === "number" || typeof y === "number") && active === undefined)
    return "numbers as x and y need active";
  return frame instanceof Map && mapName === undefined ? "maps need a map" : undefined;
};

const targetsOf = (tracker: WrittenTracker): Either<string, readonly Target[]> => {
  const { id, name, kind = "target", source, targets, pose } = tracker;
  const { timeout = pose === undefined ? 0 : sensorTimeout } = tracker;
  const frame = frameOf(tracker);
  if (isLeft(frame)) return frame;
  const whyNot = whyNotFused(tracker, frame.right);
  if (whyNot !== undefined) return left(whyNot);
  if ((source === undefined) === (targets === undefined))
    return left("expected either source or targets");
  const made: Target[] = [];
  for (const [index, written] of (targets ?? [source ?? {}]).entries()) {
    const place = targets === undefined ? "source" : `targets.${index + 1}`;
    const read = sourceOf(written, frame.right !== undefined);
    if (isLeft(read)) return left(`${place}.${read.left}`);
    const lack = lackOf(read.right, frame.right);
    if (lack !== undefined) return left(`${place}: ${lack}`);
    const own = targets === undefined ? id : `${id}/${index + 1}`;
    // Home Assistant tells no equal states, so of somebody who sits still the sensor says whether they are there.
    const lasts = read.right.active === undefined ? timeout : 0;
    made.push({
      id: own,
      tracker: id,
      name,
      kind,
      source: read.right,
      frame: frame.right,
      timeout: lasts,
      isFused: tracker.fuse === true,
      knowsWho: targets === undefined && standsForSomebody(tracker, read.right),
    });
  }
  return right(made);
};

/** An element of the list as a tracker. Left: what was expected instead, and where. */
export type ReadTracker = Either<
  string,
  { readonly id: string; readonly targets: readonly Target[] }
>;

/** The path before a problem, with places in lists counted from 1, as ids of targets count. */
const fromOne = (problem: string): string =>
  problem.replace(/^[^:]*/, (path) =>
    path.replaceAll(
      /\b(points|targets|distances)\.(\d+)/g,
      (_all, list: string, at: string) => `${list}.${Number(at) + 1}`,
    ),
  );

/** Reads an element of the list `trackers`. */
export const readTracker = (element: Json): ReadTracker => {
  if (!isObject(element)) return left("expected an object");
  const tracker = trackerCodec.decode(element);
  if (isLeft(tracker)) return left(fromOne(firstProblem(tracker.left)));
  const { id } = tracker.right;
  return map((targets: readonly Target[]) => ({ id, targets }))(targetsOf(tracker.right));
};

/** The targets of the plan's list `trackers`; an element that is no tracker has words on why. */
export const targetsOfTrackers = (
  trackers: readonly ReadTracker[],
): readonly (Target | BadTracker)[] => {
  const known = new Set<string>();
  return trackers.flatMap((tracker, index): readonly (Target | BadTracker)[] => {
    const bad = (problem: string): readonly BadTracker[] => [{ id: `#${index + 1}`, bad: problem }];
    if (isLeft(tracker)) return bad(tracker.left);
    const { id, targets } = tracker.right;
    if (known.has(id)) return bad(`id: there is another ${id}`);
    known.add(id);
    return targets;
  });
};

/** The entities that a target's position depends on; one may be there more than once. */
export const entitiesOfTarget = ({ source }: Target): readonly string[] => entitiesOf(source);

/** The entities whose changes show that a target is still seen: those of its coordinates, or of its room. */
export const coordinateEntities = ({ source, frame }: Target): readonly string[] => {
  const { room, x, y, distances = [] } = source;
  const far = distances.map(({ distance }) => distance);
  const places = frame === undefined ? [room] : [x, y, ...far];
  return places.flatMap((place) => entityOf(place) ?? []);
};

/** The cameras in whose pictures the maps of targets are. */
export const camerasOfTargets = (targets: readonly (Target | BadTracker)[]): ReadonlySet<string> =>
  new Set(targets.filter(isTarget).flatMap(({ source }) => source.camera ?? []));

/** Every entity that the positions of targets depend on. */
export const entitiesOfTargets = (targets: readonly (Target | BadTracker)[]): ReadonlySet<string> =>
  new Set(targets.filter(isTarget).flatMap(entitiesOfTarget));
