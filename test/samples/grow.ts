import { type Cell, cellPoints, type Rect } from "./cells.ts";
import { deviceIn, type Equipping, extras, lampIn, sensorIn, textIn } from "./equip.ts";
import { furnish, type Placed } from "./furnish.ts";
import { type RoomKind, roomKinds } from "./kinds.ts";
import type {
  DemoFurniture,
  DemoItem,
  DemoLevel,
  DemoPlan,
  DemoRoom,
} from "../../src/model/demo/demo-plan.ts";
import { labelPlace } from "./label.ts";
import { type Random, seeded, share } from "./random.ts";
import { wallsOf } from "./walls.ts";

/** What a building is grown from. */
export type Building = {
  readonly levels: readonly DemoLevel[];
  readonly cells: readonly Cell[];
  /** The number of furniture, devices, sensors and texts in all rooms together. */
  readonly items: number;
  /** The part of a room's items that is furniture as far as it fits, 0 to 1. */
  readonly furnished: number;
  /** How much is added to the items: 1 is usual, 2 doubles the likelihood of each extra field. */
  readonly detail: number;
  readonly seed: number;
};

/** Rooms to walk through hold less than rooms to stay in. */
const sparse: ReadonlySet<string> = new Set(["hall", "corridor", "terrace"]);

const kindOf = (cell: Cell): RoomKind => {
  const kind = roomKinds[cell.kind];
  if (kind === undefined) throw new RangeError(`Room of unknown kind: ${cell.kind}`);
  return kind;
};

const roomOf = (cell: Cell, kind: RoomKind, random: Random): DemoRoom => ({
  id: cell.id,
  name: cell.name,
  level: cell.level,
  points: cellPoints(cell),
  icon: kind.icon,
  temperature: kind.sensors.includes("temperature") ? `sensor.${cell.id}_temperature_1` : null,
  humidity: kind.sensors.includes("humidity") ? `sensor.${cell.id}_humidity_1` : null,
  ...(random() < 0.3 ? { label_size: "s" } : {}),
  ...(random() < 0.4 ? { sheet_extra: [`light.${cell.id}_all`, `sensor.${cell.id}_power_1`] } : {}),
  ...(random() < 0.3
    ? { rules: [{ if: [{ entity: `light.${cell.id}_all`, state: "on" }], color: "#fff3c4" }] }
    : {}),
  ...(random() < 0.5 ? { flooring: kind.flooring } : {}),
});

/** A placed piece as the plan writes it; a dock has its robot as entity, other furniture none. */
const furnitureFrom = (
  { cell, random, detail, next }: Equipping,
  placed: Placed,
): DemoFurniture => {
  const id = `${cell.id}_${placed.type}_${next()}`;
  if (placed.type === "robot_vacuum") return { id, ...placed, entity: `vacuum.${id}` };
  // Items without an id are common, so a tenth of the furniture goes without.
  const named = random() < 0.9 ? { id } : {};
  return { ...named, ...placed, ...extras(random, detail, `switch.${id}`) };
};

const turns = (length: number): number[] => Array.from({ length }, (_, turn) => turn);

/** All that stands in one room: furniture as far as it fits, the rest lamps, devices and so on. */
const contentsOf = (
  equipping: Equipping,
  count: number,
  furnished: number,
  ways: readonly Rect[],
): Pick<DemoPlan, "furniture" | "devices" | "sensors" | "texts"> => {
  const { cell, kind, random } = equipping;
  const wanted = Math.round(count * furnished);
  const furniture = furnish(cell, kind.furniture, wanted, ways, random).map((placed) =>
    furnitureFrom(equipping, placed),
  );
  const rest = share(count - furniture.length, [5, 6, 5, 3]);
  const [lampCount = 0, deviceCount = 0, sensorCount = 0, textCount = 0] = rest;
  return {
    furniture: [...furniture, ...turns(lampCount).map(() => lampIn(equipping))],
    devices: turns(deviceCount).map((turn) => deviceIn(equipping, turn)),
    sensors: turns(sensorCount).map((turn) => sensorIn(equipping, turn)),
    texts: turns(textCount).map((turn) => textIn(equipping, turn)),
  };
};

/**
 * Grows a whole plan from its rooms: walls with doors and windows, and as many items as asked for,
 * divided by the size of the rooms. The same building always gives the same plan.
 */
export const grow = (building: Building): DemoPlan => {
  const { cells, levels } = building;
  const random = seeded(building.seed);
  const walls = wallsOf(cells);
  const counts = share(
    building.items,
    cells.map((cell) => cell.w * cell.d * (sparse.has(cell.kind) ? 0.4 : 1)),
  );
  const plan: DemoPlan = {
    levels: levels.map((level) => ({ ...level })),
    rooms: [],
    openings: walls.openings,
    furniture: [],
    devices: [],
    sensors: [],
    texts: [],
    labels: {},
  };
  cells.forEach((cell, place) => {
    const kind = kindOf(cell);
    let number = 0;
    const next = (): number => (number += 1);
    const ways = walls.ways.get(cell.id) ?? [];
    const equipping = { cell, kind, random, detail: building.detail, next };
    const contents = contentsOf(equipping, counts[place] ?? 0, building.furnished, ways);
    // On the first floor the level may be left out, and most plans do leave it out there.
    const onLevel = <T extends DemoItem>(item: T): T =>
      cell.level === levels[0]?.id ? item : { ...item, level: cell.level };
    plan.rooms.push(roomOf(cell, kind, random));
    plan.furniture.push(...contents.furniture.map(onLevel));
    plan.devices.push(...contents.devices.map(onLevel));
    plan.sensors.push(...contents.sensors.map(onLevel));
    plan.texts.push(...contents.texts.map(onLevel));
    const { devices, sensors, texts } = contents;
    plan.labels[cell.id] = labelPlace(cell, [...devices, ...sensors, ...texts]);
    if (cell.kind === "terrace") plan.outdoor = cell.id;
  });
  return plan;
};
