import type { States } from "../bindings/entity-state.ts";
import { entitiesOf, type PlanData } from "../elements/entities.ts";
import { levelOf, shownLevel } from "../elements/levels.ts";
import { placeOf } from "../elements/places.ts";
import { isInRoom, type Room, roomsOn } from "../elements/rooms.ts";
import { interiorPoint } from "../geometry/polygon.ts";
import type { Point } from "../geometry/vector.ts";
import { textIn } from "../json.ts";
import { heatClasses, type Measured, measuredBy } from "./quantities.ts";
import type { Reading } from "./sensor-cells.ts";

/** An entity at a place of a floor. */
interface PlacedEntity {
  readonly entity: string;
  readonly at: Point;
}

/** The lists whose elements stand at a point and show one entity. */
const placed = ["sensors", "devices", "furniture"] as const;

/** The measurements that a room names, which stand nowhere. */
const roomFields = ["temperature", "humidity"] as const;

/** The indoor rooms of a floor. */
export const indoorRoomsOn = (plan: PlanData, level: string | undefined): readonly Room[] =>
  roomsOn(plan, level).filter(({ isOutdoor, corners }) => !isOutdoor && corners.length > 2);

const findEntities = (plan: PlanData, level: string | undefined): readonly PlacedEntity[] => {
  const shown = shownLevel(plan, level);
  const found = placed.flatMap((list) =>
    entitiesOf(plan, list).flatMap(({ data }): readonly PlacedEntity[] => {
      const [entity, at] = [textIn(data["entity"]), placeOf(data)];
      return entity !== undefined && at !== undefined && levelOf(plan, data) === shown
        ? [{ entity, at }]
        : [];
    }),
  );
  const known = new Set(found.map(({ entity }) => entity));
  const ofRooms = indoorRoomsOn(plan, level).flatMap(({ entity: { data }, corners }) =>
    roomFields.flatMap((field): readonly PlacedEntity[] => {
      const entity = textIn(data[field]);
      return entity === undefined || known.has(entity)
        ? []
        : [{ entity, at: interiorPoint(corners) }];
    }),
  );
  return [...found, ...ofRooms];
};

const knownEntities = new WeakMap<PlanData, Map<string | undefined, readonly PlacedEntity[]>>();

/** The entities of a floor and where they are: one that only a room names is in its middle. Kept while the plan stays the same. */
const placedEntities = (plan: PlanData, level: string | undefined): readonly PlacedEntity[] => {
  const floors = knownEntities.get(plan) ?? new Map<string | undefined, readonly PlacedEntity[]>();
  knownEntities.set(plan, floors);
  const found = floors.get(level) ?? findEntities(plan, level);
  floors.set(level, found);
  return found;
};

/** A reading of an entity. */
interface EntityReading extends Measured, PlacedEntity {}

const allReadings = (
  plan: PlanData,
  level: string | undefined,
  states: States,
): readonly EntityReading[] =>
  placedEntities(plan, level).flatMap((place) => {
    const known = states(place.entity);
    return known === undefined
      ? []
      : measuredBy(place.entity, known).map((measured) => Object.assign({}, measured, place));
  });

/**
 * The quantities that a floor has readings of, as they are offered: the known classes in their order, then units of numbers
 * without a class.
 */
export const quantitiesOn = (
  plan: PlanData,
  level: string | undefined,
  states: States,
): readonly string[] => {
  const found = new Set<string>();
  const units = new Set<string>();
  for (const { quantity, unit } of allReadings(plan, level, states))
    (quantity === unit ? units : found).add(quantity);
  return [...heatClasses.filter((each) => found.has(each)), ...[...units].toSorted()];
};

/** The readings of a quantity on a floor. */
export interface FloorReadings {
  readonly quantity: string;
  readonly unit: string | undefined;
  readonly readings: readonly (Reading & { readonly entity: string })[];
  /** Whether some are of what was counted since midnight, while one looks back. */
  readonly isOfDay: boolean;
}

const mostFrequent = (units: readonly string[]): string | undefined => {
  const counts = new Map<string, number>();
  for (const unit of units) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
};

/** The readings of a quantity on a floor, all of one unit: the one that most have. Others are left out. */
export const readingsOn = (
  plan: PlanData,
  level: string | undefined,
  states: States,
  quantity: string,
): FloorReadings => {
  const all = allReadings(plan, level, states).filter((each) => each.quantity === quantity);
  const unit = mostFrequent(all.flatMap((each) => each.unit ?? []));
  const found = all.filter((each) => each.unit === undefined || each.unit === unit);
  const readings = found.map(({ entity, at, value }) => ({ entity, at, value }));
  return { quantity, unit, readings, isOfDay: found.some(({ isOfDay }) => isOfDay) };
};

/** The sum of each room's readings, by its number in `rooms`; nothing for a room without one. Each entity counts once. */
export const sumsByRoom = (
  { readings }: FloorReadings,
  rooms: readonly Room[],
): ReadonlyMap<number, number> => {
  const sums = new Map<number, number>();
  const counted = new Set<string>();
  for (const { entity, at, value } of readings) {
    const room = rooms.findIndex((each) => isInRoom(each, at));
    if (room === -1 || counted.has(entity)) continue;
    counted.add(entity);
    sums.set(room, (sums.get(room) ?? 0) + value);
  }
  return sums;
};
