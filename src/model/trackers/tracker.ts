import { sequenceS } from "fp-ts/lib/Apply.js";
import { Applicative, type Either, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import { isEntityId } from "../bindings/entity-state.ts";
import { firstProblem, shortKey } from "../codec.ts";
import { isObject, type Json } from "../json.ts";
import { poseMatrix } from "./pose.ts";
import { type Fit, type FitProblem, fitSimilarity, isFlat, type Matrix } from "./similarity.ts";
import {
  trackerCodec,
  type TrackerKind,
  type WrittenCalibration,
  type WrittenSource,
  type WrittenTracker,
} from "./tracker-codec.ts";

/** Where a value stands in Home Assistant. */
export interface ValuePlace {
  readonly entity: string;
  /** The path to an attribute; empty for the state. */
  readonly path: readonly string[];
}

/** What a target is read from. */
interface Source {
  /** The entity whose attributes are read, which also gives the name. */
  readonly entity: string | undefined;
  readonly x: ValuePlace | undefined;
  readonly y: ValuePlace | undefined;
  readonly heading: ValuePlace | undefined;
  readonly room: ValuePlace | undefined;
  readonly map: ValuePlace | undefined;
  /** A number: metres. */
  readonly accuracy: ValuePlace | number | undefined;
  /** The entity that says whether there is anybody. */
  readonly active: string | undefined;
}

/** How a source's coordinates become metres of a floor. */
export interface Calibration {
  /** Undefined for the plan's first floor. */
  readonly level: string | undefined;
  readonly matrix: Either<FitProblem, Matrix>;
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
  readonly name: string | undefined;
  readonly kind: TrackerKind;
  readonly source: Source;
  /** One calibration for all, or one for each value of the source's map; undefined if only a room is known. */
  readonly frame: Calibration | ReadonlyMap<string, Calibration> | undefined;
  /** Seconds without a change of its coordinates after which it counts as absent; 0 for never. */
  readonly timeout: number;
}

/** An element of the list that is no tracker. */
export interface BadTracker {
  /** Its place in the list from 1, such as `#3`, which is no id of a target. */
  readonly id: string;
  /** What was expected, and where. */
  readonly bad: string;
}

/** Whether it is a target, and no element that has to be corrected. */
export const isTarget = (each: Target | BadTracker): each is Target => !("bad" in each);

/**
 * Seconds without a change after which a target of a sensor in a pose counts as absent: coordinates of a radar flicker,
 * even of somebody who sits still.
 */
const sensorTimeout = 60;

const valuePlace = (
  field: string,
  written: string | undefined,
  entity: string | undefined,
): Either<string, ValuePlace | undefined> => {
  if (written === undefined) return right(undefined);
  if (entity !== undefined) return right({ entity, path: written.split(".") });
  return isEntityId(written)
    ? right({ entity: written, path: [] })
    : left(`${field}: expected an entity, such as sensor.radar_x, or set entity`);
};

const sourceOf = (
  { entity, active, accuracy, ...written }: WrittenSource,
  isPlaced: boolean,
): Either<string, Source> => {
  const byDefault = isPlaced && entity !== undefined ? { x: "x", y: "y" } : {};
  const { x, y, heading, room, map: mapName } = { ...byDefault, ...written };
  return sequenceS(Applicative)({
    entity: right(entity),
    x: valuePlace("x", x, entity),
    y: valuePlace("y", y, entity),
    heading: valuePlace("heading", heading, entity),
    room: valuePlace("room", room, entity),
    map: valuePlace("map", mapName, entity),
    accuracy:
      typeof accuracy === "number" ? right(accuracy) : valuePlace("accuracy", accuracy, entity),
    active: right(active),
  });
};

const onlyOfPoints = "mirrored: expected only beside points, or in the pose";

const calibrationOf = (
  { points, matrix, mirrored, level }: WrittenCalibration,
  otherwise: string | undefined,
): Either<string, Calibration> => {
  if (mirrored !== undefined && points === undefined) return left(onlyOfPoints);
  const fits = { level: level ?? otherwise, sensor: undefined };
  if (points !== undefined && matrix === undefined) {
    const fit = fitSimilarity(points, mirrored);
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
  level: string | undefined,
): Either<string, ReadonlyMap<string, Calibration>> => {
  const read = new Map<string, Calibration>();
  for (const [name, written] of Object.entries(maps)) {
    const one = calibrationOf(written, level);
    if (isLeft(one)) return left(`maps.${shortKey(name)}: ${one.left}`);
    read.set(name, one.right);
  }
  return right(read);
};

const frameOf = (tracker: WrittenTracker): Either<string, Target["frame"]> => {
  const { points, pose, matrix, maps, level, unit, mirrored } = tracker;
  if (unit !== undefined && pose === undefined) return left("unit: expected only beside a pose");
  if (mirrored !== undefined && points === undefined) return left(onlyOfPoints);
  const given = [points, pose, matrix, maps].filter((each) => each !== undefined);
  if (given.length === 0) return right(undefined);
  if (given.length > 1) return left("expected only one of points, pose, matrix and maps");
  if (maps !== undefined) return mapsOf(maps, level);
  if (pose === undefined) return calibrationOf(tracker, undefined);
  const sensor = { unit, height: pose.height };
  return right({ level, matrix: right(poseMatrix(pose)), sensor });
};

/** What a source lacks for a frame; undefined if it has all. */
const lackOf = (
  { x, y, room, map: mapName }: Source,
  frame: Target["frame"],
): string | undefined => {
  if (frame === undefined)
    return room === undefined
      ? "expected points, pose, matrix or maps, or a source with a room"
      : undefined;
  if (x === undefined || y === undefined) return "expected x and y, or entity";
  return frame instanceof Map && mapName === undefined ? "maps need a map" : undefined;
};

const targetsOf = (tracker: WrittenTracker): Either<string, readonly Target[]> => {
  const { id, name, kind = "target", source, targets, pose } = tracker;
  const { timeout = pose === undefined ? 0 : sensorTimeout } = tracker;
  const frame = frameOf(tracker);
  if (isLeft(frame)) return frame;
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
      name,
      kind,
      source: read.right,
      frame: frame.right,
      timeout: lasts,
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
      /\b(points|targets)\.(\d+)/g,
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
export const entitiesOfTarget = ({ source }: Target): readonly string[] => {
  const { entity, active, x, y, heading, room, map: mapName, accuracy } = source;
  const places = [
    x,
    y,
    heading,
    room,
    mapName,
    typeof accuracy === "number" ? undefined : accuracy,
  ];
  const named = [entity, active, ...places.map((place) => place?.entity)];
  return named.filter((each) => each !== undefined);
};

/** The entities whose changes show that a target is still seen: those of its coordinates, or of its room. */
export const coordinateEntities = ({ source, frame }: Target): readonly string[] => {
  const places = frame === undefined ? [source.room] : [source.x, source.y];
  return places.flatMap((place) => place?.entity ?? []);
};

/** Every entity that the positions of targets depend on. */
export const entitiesOfTargets = (targets: readonly (Target | BadTracker)[]): ReadonlySet<string> =>
  new Set(targets.filter(isTarget).flatMap(entitiesOfTarget));
