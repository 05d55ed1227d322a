/** How a piece of furniture is placed: back to a wall, or free in the room. */
export type Place = "wall" | "free";

/** The usual size of a piece of furniture, in metres. */
export type Piece = {
  readonly w: number;
  readonly d: number;
  readonly place: Place;
  /** A room has one of it at most. */
  readonly single?: true;
  /** It belongs on the wall of the piece before it. */
  readonly beside?: true;
};

/** The sizes of the furniture that the building blocks are furnished with. */
export const pieces: Readonly<Record<string, Piece>> = {
  armchair: { w: 0.85, d: 0.85, place: "free" },
  bathtub: { w: 1.7, d: 0.75, place: "wall", single: true },
  bed: { w: 1.8, d: 2.05, place: "wall", single: true },
  bench: { w: 1.3, d: 0.4, place: "wall" },
  chair: { w: 0.45, d: 0.5, place: "free" },
  chest: { w: 1, d: 0.45, place: "wall" },
  desk: { w: 1.6, d: 0.8, place: "free" },
  fridge: { w: 0.6, d: 0.65, place: "wall", single: true },
  kitchen: { w: 2.4, d: 0.6, place: "wall" },
  nightstand: { w: 0.45, d: 0.4, place: "wall", beside: true },
  piano: { w: 1.5, d: 0.6, place: "wall", single: true },
  plant: { w: 0.4, d: 0.4, place: "wall" },
  printer: { w: 0.7, d: 0.6, place: "wall" },
  rack: { w: 0.6, d: 1, place: "free" },
  robot_vacuum: { w: 0.35, d: 0.35, place: "wall", single: true },
  shelf: { w: 1.2, d: 0.35, place: "wall" },
  shower: { w: 0.9, d: 0.9, place: "wall", single: true },
  sofa: { w: 2.1, d: 0.95, place: "free" },
  stairs: { w: 2.6, d: 0.9, place: "wall", single: true },
  table: { w: 1.6, d: 0.9, place: "free" },
  tv_wall: { w: 1.8, d: 0.4, place: "wall", single: true },
  wardrobe: { w: 1.5, d: 0.6, place: "wall" },
  washbasin: { w: 0.6, d: 0.45, place: "wall" },
  wc: { w: 0.4, d: 0.55, place: "wall" },
  workbench: { w: 1.8, d: 0.7, place: "wall" },
};

/** A lamp as it hangs or lies; lamps are over the furniture, so they may cross it. */
export const lamps: readonly (readonly [type: string, w: number, d: number])[] = [
  ["lamp_ceiling", 0.4, 0.4],
  ["lamp_spot", 0.12, 0.12],
  ["lamp_pendant", 0.35, 0.35],
  ["led_strip", 1.2, 0.05],
  ["lamp_panel", 0.6, 0.6],
];

/** What a device of a kind is called, and the domain and states of its entity. */
export type DeviceKind = {
  readonly kind: string;
  readonly name: string;
  readonly domain: string;
  readonly active: string;
  readonly icon: string;
  /** Whether it hangs on a wall. */
  readonly wall: boolean;
};

const device = (
  kind: string,
  name: string,
  domain: string,
  active: string,
  icon: string,
  wall = false,
): DeviceKind => ({ kind, name, domain, active, icon: `mdi:${icon}`, wall });

/** The devices that rooms are equipped with, by the short name used in the room kinds. */
export const devices: Readonly<Record<string, DeviceKind>> = {
  access: device("generic", "Badge reader", "binary_sensor", "on", "badge-account", true),
  air: device("fan", "Air purifier", "fan", "on", "air-purifier"),
  alarm: device("alarm", "Smoke alarm", "binary_sensor", "on", "smoke-detector"),
  camera: device("camera", "Camera", "camera", "recording", "cctv", true),
  charger: device("generic", "Car charger", "switch", "on", "ev-station", true),
  coffee: device("generic", "Coffee maker", "switch", "on", "coffee-maker"),
  dishwasher: device("dishwasher", "Dishwasher", "switch", "on", "dishwasher"),
  display: device("media", "Screen", "media_player", "playing", "monitor", true),
  dryer: device("generic", "Tumble dryer", "switch", "on", "tumble-dryer"),
  fan: device("fan", "Ceiling fan", "fan", "on", "ceiling-fan"),
  panel: device("alarm", "Alarm panel", "alarm_control_panel", "armed_away", "shield-home", true),
  plug: device("generic", "Socket", "switch", "on", "power-socket-de", true),
  pump: device("generic", "Heat pump", "climate", "heat", "heat-pump"),
  radiator: device("radiator", "Radiator", "climate", "heat", "radiator", true),
  router: device("generic", "Access point", "switch", "on", "access-point"),
  speaker: device("media", "Speaker", "media_player", "playing", "speaker"),
  ups: device("generic", "Battery backup", "switch", "on", "battery-charging"),
  washer: device("generic", "Washing machine", "switch", "on", "washing-machine"),
  vent: device("fan", "Ventilation", "fan", "on", "hvac"),
};
