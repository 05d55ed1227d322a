import { type Either, left, right } from "fp-ts/lib/Either.js";
import { idOf, type PlanData } from "../elements/entities.ts";
import { floorHeightsOf } from "../elements/heights.ts";
import { firstLevel, type Level, levelsOf } from "../elements/levels.ts";
import { isInRoom, type Room, roomsOn } from "../elements/rooms.ts";
import { boxAround } from "../geometry/polygon.ts";
import { distance, type Point, roundForStorage } from "../geometry/vector.ts";
import { type JsonObject, listIn, textIn } from "../json.ts";
import type { DistancePlace } from "../trackers/source.ts";
import { isTarget, readTracker, targetsOfTrackers } from "../trackers/tracker.ts";

/** Metres above its floor at which a receiver hangs that has no height: that of a socket in reach. */
const usualHeight = 1;

/** Metres within which two places of receivers are the same one. */
const samePlace = 0.05;

/** A place in the companion's coordinates, whose y points up. The origin stays, so that it is the same in each export. */
const pointOf = ([x, z]: Point): Point => [roundForStorage(x), roundForStorage(-z)];

const nameOfRoom = (room: Room): string =>
  textIn(room.entity.data["name"]) ?? room.id ?? room.entity.key;

const floorOf = (plan: PlanData, { id, name }: Level): JsonObject | undefined => {
  const rooms = roomsOn(plan, id).filter(({ corners }) => corners.length > 0);
  const box = boxAround(rooms.flatMap(({ corners }) => corners));
  if (box === undefined) return undefined;
  const { left: west, top, width, height } = box;
  const { elevation, height: ceiling } = floorHeightsOf(plan, id);
  const [low, high] = [pointOf([west, top + height]), pointOf([west + width, top])];
  return {
    id,
    name,
    bounds: [
      [...low, elevation],
      [...high, roundForStorage(elevation + ceiling)],
    ],
    rooms: rooms.map((room) => ({
      id: idOf(room.entity.data),
      name: nameOfRoom(room),
      points: room.corners.map(pointOf),
    })),
  };
};

/** A receiver of Bluetooth, by what distances to it are called. */
interface Receiver {
  readonly level: string | undefined;
  readonly at: Point;
  readonly height: number | undefined;
  /** What its distances are called, such as `kitchen`; empty if that says nothing. */
  readonly called: string;
}

/** What a distance says of its receiver: the end of `sensor.ben_distance_to_kitchen`, or the last part of a path. */
const calledIn = ({ distance: { entity, path } }: DistancePlace): string =>
  /(?:^|_)distance_to_(.+)$/.exec(path.at(-1) ?? entity)?.[1] ?? path.at(-1) ?? "";

/** The receivers that trackers know, each place of a floor once. */
const receiversOf = (plan: PlanData): readonly Receiver[] => {
  const found: Receiver[] = [];
  const targets = targetsOfTrackers(listIn(plan["trackers"]).map(readTracker)).filter(isTarget);
  for (const { source, frame } of targets) {
    const named = frame !== undefined && "level" in frame ? frame.level : undefined;
    const level = named ?? firstLevel(plan);
    for (const place of source.distances ?? []) {
      const { at, height } = place;
      const isKnown = found.some(
        (each) => each.level === level && distance(each.at, at) < samePlace,
      );
      if (!isKnown) found.push({ level, at, height, called: calledIn(place) });
    }
  }
  return found;
};

const words = (called: string): string => {
  const spaced = called.replaceAll(/[_-]+/g, " ").trim();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

const nodesOf = (plan: PlanData, levels: readonly Level[]): readonly JsonObject[] => {
  const taken = new Set<string>();
  return receiversOf(plan).map(({ level, at, height = usualHeight, called }) => {
    const room = roomsOn(plan, level).find((each) => isInRoom(each, at));
    const wanted = words(called) || (room && nameOfRoom(room)) || "Receiver";
    let name = wanted;
    // The companion tells nodes apart by what their names are in small letters.
    for (let count = 2; taken.has(name.toLowerCase()); count += 1) name = `${wanted} ${count}`;
    taken.add(name.toLowerCase());
    const floor = levels.find(({ id }) => id === level) ?? levels[0];
    const { elevation } = floorHeightsOf(plan, level);
    return {
      name,
      point: [...pointOf(at), roundForStorage(elevation + height)],
      floors: [floor?.id ?? ""],
    };
  });
};

/**
 * The rooms and Bluetooth receivers of a plan as the part of ESPresense companion's configuration that it draws and locates
 * by: `map.flip_y`, `floors` and `nodes`, as `src/config.example.yaml` and `src/Models/Config.cs` of ESPresense/ESPresense-companion
 * have them. Metres, x to the right and y up: y is -z of the plan. Left: why there is none.
 */
export const espresenseConfig = (plan: PlanData): Either<string, JsonObject> => {
  const known = levelsOf(plan);
  const levels = known.length === 0 ? [{ id: "home", name: "Home" }] : known;
  const floors = levels.flatMap((level) => {
    const floor = floorOf(plan, level);
    return floor === undefined ? [] : [floor];
  });
  return floors.length === 0
    ? left("the plan has no rooms")
    : right({ map: { flip_y: true }, floors, nodes: nodesOf(plan, levels) });
};
