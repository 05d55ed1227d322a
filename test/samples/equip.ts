import { type Cell, pointAt, sides } from "./cells.ts";
import type { RoomKind } from "./kinds.ts";
import { devices, lamps } from "./pieces.ts";
import type {
  DemoDevice,
  DemoFurniture,
  DemoItem,
  DemoSensor,
  DemoText,
} from "../../src/model/demo/demo-plan.ts";
import { cycle, metres, pick, type Random, spread } from "./random.ts";

/** A room being equipped: each call of `next` numbers one more thing in it. */
export type Equipping = {
  readonly cell: Cell;
  readonly kind: RoomKind;
  readonly random: Random;
  /** The factor on the likelihood of each extra field. */
  readonly detail: number;
  readonly next: () => number;
};

const colors = ["#e2703a", "#4fa3d1", "#6ab04c", "#f0b429", "#9b6bcb", "#d64545", "#2a9d8f"];
const textSizes = ["xs", "s", "m", "l", "xl"] as const;

/** The `index`th of places spread evenly over the room, in metres, `inset` away from its walls. */
const spot = (cell: Cell, index: number, inset: number): { x: number; z: number } => {
  const [across, down] = spread(index);
  return {
    x: metres(cell.x + inset + across * (cell.w - inset * 2)),
    z: metres(cell.z + inset + down * (cell.d - inset * 2)),
  };
};

/** The same for what hangs on a wall: the side changes from one to the next. */
const wallSpot = (cell: Cell, index: number): { x: number; z: number } => {
  const side = cycle(sides, index);
  const length = side === "top" || side === "bottom" ? cell.w : cell.d;
  const [across] = spread(index);
  const [x, z] = pointAt(cell, side, 0.3 + across * (length - 0.6), 0.12);
  return { x, z };
};

/** What only some items have: rules, actions, groups, tags, each with its own likelihood. */
export const extras = (random: Random, detail: number, entity: string): Partial<DemoItem> => ({
  ...(random() < 0.16 * detail
    ? {
        rules: [
          {
            if: [{ entity, state: pick(random, ["on", "unavailable", "off", "heat"]) }],
            ...(random() < 0.25 ? { hide: true } : { color: pick(random, colors) }),
          },
        ],
      }
    : {}),
  ...(random() < 0.14 * detail ? { tap_action: { action: "toggle" as const } } : {}),
  ...(random() < 0.06 * detail ? { hold_action: { action: "more-info" as const } } : {}),
  ...(random() < 0.02 * detail
    ? { double_tap_action: { action: "navigate" as const, navigation_path: `/rooms/${entity}` } }
    : {}),
  ...(random() < 0.12 * detail ? { layer: pick(random, ["lights", "climate", "security"]) } : {}),
  ...(random() < 0.08 * detail ? { group: pick(random, ["night", "guests", "cleaning"]) } : {}),
  ...(random() < 0.12 * detail
    ? { asset_tag: `T${Math.floor(random() * 9e6 + 1e6).toString(36)}` }
    : {}),
});

/** A lamp on the ceiling. */
export const lampIn = ({ cell, random, detail, next }: Equipping): DemoFurniture => {
  const index = next();
  const [type, w, d] = pick(random, lamps);
  const entity = `light.${cell.id}_${index}`;
  return {
    id: `${cell.id}_${type}_${index}`,
    type,
    ...spot(cell, index, 0.7),
    rotation: type === "led_strip" && index % 2 === 0 ? 90 : 0,
    w,
    d,
    entity,
    ...extras(random, detail, entity),
  };
};

/** A device, named after what it is and which one of the room. */
export const deviceIn = (
  { cell, kind, random, detail, next }: Equipping,
  turn: number,
): DemoDevice => {
  const index = next();
  const key = cycle(kind.devices, turn);
  const model = devices[key];
  if (model === undefined) throw new RangeError(`Device of unknown kind: ${key}`);
  const round = Math.floor(turn / kind.devices.length) + 1;
  const entity = `${model.domain}.${cell.id}_${key}_${round}`;
  return {
    id: `${cell.id}_${key}_${index}`,
    kind: model.kind,
    name: round === 1 ? model.name : `${model.name} ${round}`,
    entity,
    ...(model.wall ? wallSpot(cell, index) : spot(cell, index, 0.35)),
    active: model.active,
    ...(random() < 0.3 ? { icon: model.icon } : {}),
    ...(random() < 0.25 ? { color_on: pick(random, colors) } : {}),
    ...(random() < 0.12 ? { text_on: `{{ states('sensor.${cell.id}_${key}_power') }} W` } : {}),
    ...extras(random, detail, entity),
  };
};

/** A sensor; like most of them it has no id. */
export const sensorIn = (
  { cell, kind, random, detail, next }: Equipping,
  turn: number,
): DemoSensor => {
  const index = next();
  const what = cycle(kind.sensors, turn);
  const domain = what === "motion" || what === "leak" ? "binary_sensor" : "sensor";
  const entity = `${domain}.${cell.id}_${what}_${Math.floor(turn / kind.sensors.length) + 1}`;
  return {
    entity,
    ...spot(cell, index, 0.35),
    ...(random() < 0.5 ? { size: pick(random, textSizes) } : {}),
    ...extras(random, detail, entity),
  };
};

/** A text: the state of something in a template, a fixed word, or an entity. */
export const textIn = ({ cell, kind, random, detail, next }: Equipping, turn: number): DemoText => {
  const index = next();
  const what = cycle(kind.sensors, turn);
  const entity = `sensor.${cell.id}_${what}_1`;
  const unit = what === "temperature" ? " °C" : what === "humidity" ? " %" : "";
  const shown = [
    { text: `{{ states('${entity}') }}${unit}` },
    { text: `${cell.name} ${Math.floor(turn / 3) + 1}` },
    { entity },
  ];
  return {
    ...(random() < 0.3 ? { id: `${cell.id}_text_${index}` } : {}),
    ...cycle(shown, turn),
    ...spot(cell, index, 0.35),
    size: pick(random, textSizes),
    ...(random() < 0.5 ? { color: pick(random, colors) } : {}),
    ...(random() < 0.2 ? { background: "#f4efe6" } : {}),
    ...extras(random, detail, entity),
  };
};
