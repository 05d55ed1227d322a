import { sequenceS } from "fp-ts/lib/Apply.js";
import { Applicative, type Either, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import { isEntityId } from "../bindings/entity-state.ts";
import type { Point } from "../geometry/vector.ts";
import type { WrittenSource } from "./tracker-codec.ts";
import { mapPaths } from "./vacuum-map.ts";

/** Where a value stands in Home Assistant. */
export interface ValuePlace {
  readonly entity: string;
  /** The path to an attribute; empty for the state. */
  readonly path: readonly string[];
}

/** What a target is read from. */
export interface Source {
  /** The entity whose attributes are read, which also gives the name. */
  readonly entity: string | undefined;
  /** The camera in whose picture the map is that has the coordinates. */
  readonly camera: string | undefined;
  /** A number: that of a place at which somebody is while `active` is on. */
  readonly x: ValuePlace | number | undefined;
  readonly y: ValuePlace | number | undefined;
  readonly heading: ValuePlace | undefined;
  readonly room: ValuePlace | undefined;
  readonly map: ValuePlace | undefined;
  /** A number: metres. */
  readonly accuracy: ValuePlace | number | undefined;
  /** The charger's place, as an object with `x` and `y`. */
  readonly dock: ValuePlace | undefined;
  /** Where it has been. */
  readonly path: ValuePlace | undefined;
  /** Its distances to receivers, in place of coordinates. */
  readonly distances?: readonly DistancePlace[] | undefined;
  /** The entity that says whether there is anybody. */
  readonly active: string | undefined;
}

/** A receiver of a source, and where its distance stands. */
export interface DistancePlace {
  readonly distance: ValuePlace;
  /** Metres of the plan. */
  readonly at: Point;
  /** Metres above the floor; undefined if the distance is along the floor. */
  readonly height: number | undefined;
}

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

const numberPlace = (
  field: string,
  written: string | number | undefined,
  entity: string | undefined,
): Either<string, ValuePlace | number | undefined> =>
  typeof written === "number" ? right(written) : valuePlace(field, written, entity);

const distancePlaces = (
  written: WrittenSource["distances"],
  entity: string | undefined,
): Either<string, readonly DistancePlace[] | undefined> => {
  if (written === undefined) return right(undefined);
  const places: DistancePlace[] = [];
  for (const [index, { distance, at, height }] of written.entries()) {
    const place = valuePlace(`distances.${index + 1}.distance`, distance, entity);
    if (isLeft(place)) return place;
    if (place.right !== undefined) places.push({ distance: place.right, at, height });
  }
  return right(places);
};

/** What the map of a camera tells, and so cannot stand elsewhere. */
const toldByMap = ["entity", "x", "y", "heading", "dock", "path"] as const;

const placesInMap = (camera: string): Partial<Source> => {
  const inMap = (path: string): ValuePlace => ({ entity: camera, path: path.split(".") });
  return {
    entity: camera,
    camera,
    x: inMap(mapPaths.x),
    y: inMap(mapPaths.y),
    heading: inMap(mapPaths.heading),
    dock: inMap(mapPaths.dock),
    path: inMap(mapPaths.path),
  };
};

/**
 * Reads a source; `isPlaced` if it has coordinates, which are then by default the attributes `x` and `y`. Left: the field
 * and what was expected of it.
 */
export const sourceOf = (
  { valetudo, ...written }: WrittenSource,
  isPlaced: boolean,
): Either<string, Source> => {
  const twice = valetudo && toldByMap.find((field) => written[field] !== undefined);
  if (twice !== undefined) return left(`${twice}: expected only without valetudo`);
  const { entity, active, accuracy, distances, ...places } = written;
  const byDefault =
    isPlaced && distances === undefined && entity !== undefined ? { x: "x", y: "y" } : {};
  const { x, y, heading, room, map: mapName, dock, path } = { ...byDefault, ...places };
  const read = sequenceS(Applicative)({
    entity: right(entity),
    camera: right(undefined),
    x: numberPlace("x", x, entity),
    y: numberPlace("y", y, entity),
    heading: valuePlace("heading", heading, entity),
    room: valuePlace("room", room, entity),
    map: valuePlace("map", mapName, entity),
    dock: valuePlace("dock", dock, entity),
    path: valuePlace("path", path, entity),
    accuracy: numberPlace("accuracy", accuracy, entity),
    active: right(active),
    distances: distancePlaces(distances, entity),
  });
  return valetudo === undefined
    ? read
    : map((source: Source) => ({ ...source, ...placesInMap(valetudo) }))(read);
};

/** The entity of a place, if it is none that is written down. */
export const entityOf = (place: ValuePlace | number | undefined): string | undefined =>
  typeof place === "object" ? place.entity : undefined;

/** The entities that a source is read from; one may be there more than once. */
export const entitiesOf = (source: Source): readonly string[] => {
  const { entity, active, accuracy, x, y, heading, room, map: mapName, dock, path } = source;
  const far = source.distances ?? [];
  const places = [x, y, heading, room, mapName, dock, path, accuracy];
  const named = [
    entity,
    active,
    ...[...places, ...far.map(({ distance }) => distance)].map(entityOf),
  ];
  return named.filter((each) => each !== undefined);
};
