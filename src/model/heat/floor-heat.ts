import type { States } from "../bindings/entity-state.ts";
import type { PlanData } from "../elements/entities.ts";
import { isInRoom, type Room } from "../elements/rooms.ts";
import { barriersOn } from "./barriers.ts";
import { type FloorReadings, indoorRoomsOn, readingsOn, sumsByRoom } from "./floor-readings.ts";
import type { HeatRequest } from "./heat-map.ts";
import { isSummed, scaleFor } from "./quantities.ts";

/** What there is to show of a quantity on a floor. */
export interface FloorHeat {
  readonly quantity: string;
  readonly unit: string | undefined;
  /** Whether it is of what was counted since midnight, while one looks back. */
  readonly isOfDay: boolean;
  /** The lowest and the highest value: of a sensor, or of a room. */
  readonly range: readonly [least: number, most: number];
  /** The values at the ends of the colour scale. */
  readonly scale: readonly [least: number, most: number];
  /** The room with the highest value, if that is in one. */
  readonly highest: Room | undefined;
  readonly rooms: readonly Room[];
  /** The sum of each room that has one, by its number; undefined for what spreads. */
  readonly sums: ReadonlyMap<number, number> | undefined;
  /** What the picture is made from; undefined for sums. */
  readonly request: HeatRequest | undefined;
}

const widened = (
  [least, most]: FloorHeat["scale"],
  wide: FloorHeat["scale"] | undefined,
): FloorHeat["scale"] => [Math.min(least, wide?.[0] ?? least), Math.max(most, wide?.[1] ?? most)];

const highestRoom = (
  { readings }: FloorReadings,
  rooms: readonly Room[],
  most: number,
): Room | undefined => {
  const reading = readings.find(({ value }) => value === most);
  return reading && rooms.find((room) => isInRoom(room, reading.at));
};

/**
 * What there is to show of a quantity on a floor, at some states; undefined if nothing on it measures that. `wide`: what the
 * colour scale holds at least, such as what was shown before.
 */
export const floorHeat = (
  plan: PlanData,
  level: string | undefined,
  states: States,
  quantity: string,
  wide?: FloorHeat["scale"],
): FloorHeat | undefined => {
  const found = readingsOn(plan, level, states, quantity);
  const rooms = indoorRoomsOn(plan, level);
  const sums = isSummed(quantity) ? sumsByRoom(found, rooms) : undefined;
  const values = sums === undefined ? found.readings.map(({ value }) => value) : [...sums.values()];
  if (values.length === 0) return undefined;
  const least = values.reduce((one, other) => Math.min(one, other));
  const most = values.reduce((one, other) => Math.max(one, other));
  const scale = widened(scaleFor(quantity, least, most), wide);
  const top = [...(sums ?? [])].find(([, sum]) => sum === most)?.[0];
  return {
    quantity,
    unit: found.unit,
    isOfDay: found.isOfDay,
    range: [least, most],
    scale,
    highest: sums === undefined ? highestRoom(found, rooms, most) : rooms[top ?? -1],
    rooms,
    sums,
    request:
      sums === undefined
        ? {
            rooms: rooms.map(({ corners }) => corners),
            barriers: barriersOn(plan, level, states),
            readings: found.readings.map(({ at, value }) => ({ at, value })),
            scale,
          }
        : undefined,
  };
};
