import { line, oval, short } from "../../geometry/shapes.ts";
import { minus, turned } from "../../geometry/vector.ts";
import type { JsonObject } from "../../json/json.ts";
import { numberIn } from "../../json/read.ts";
import type { Field } from "../field.ts";

/** What makes a sign the one of a kind of device. */
export interface DeviceKind {
  /** The fields that only devices of this kind have. */
  readonly fields?: readonly Field[];
  /** What a device covers of the floor around it, as an SVG path in metres; empty for nothing. */
  readonly area?: (device: JsonObject) => string;
}

/** A sign on the drawing: of a device, a sensor, or a text for an entity. */
export interface Sign {
  /** A line drawing of our own on a grid of 24, as an SVG path. */
  readonly icon: string;
  /** What in an `mdi:` name, a kind or the name of an entity stands for it. */
  readonly meaning?: RegExp;
  /** Only where it is a kind of device of its own, which a palette offers. */
  readonly device?: DeviceKind;
}

/** The drum that stands behind a round door. */
const drum = "M5 3h14v18H5zM8 6h.1M12 9.5a4.2 4.2 0 1 0 .01 0M9 14c2-1.5 4 1.5 6 0";

/**
 * What a camera sees: a sector about its `rotation`, `fov` degrees wide and `range` metres deep. Of
 * the two, one is enough; without both nothing is known of it.
 */
const view = ({ fov, range, rotation }: JsonObject): string => {
  const [degrees, metres] = [numberIn(fov, undefined), numberIn(range, undefined)];
  if (degrees === undefined && metres === undefined) return "";
  const [wide, far] = [Math.min(360, degrees ?? 90), metres ?? 4];
  if (wide <= 0 || far <= 0) return "";
  if (wide === 360) return oval(0, 0, far * 2);
  const [from, to] = [-wide / 2, wide / 2].map((side) =>
    turned([far, 0], numberIn(rotation, 0) + side),
  );
  if (from === undefined || to === undefined) return "";
  const [x, z] = minus(to, from);
  const arc = `a${short(far)} ${short(far)} 0 ${wide > 180 ? 1 : 0} 1 ${short(x)} ${short(z)}`;
  return `${line(0, 0, ...from)}${arc}Z`;
};

/** All signs. A name that means several is the first of them; a palette offers the devices in this order. */
export const signs = {
  co2: {
    icon: "M9 9.500a3.500 3.500 0 1 0 0 5M15.500 8.500a3.500 3.500 0 1 0 .01 0",
    meaning: /co2/,
  },
  thermometer: {
    icon: "M10 13V5a2 2 0 0 1 4 0v8a4 4 0 1 1-4 0M12 9v7",
    meaning: /temperature|thermometer/,
  },
  drop: {
    icon: "M12 3c3 4 6 7.500 6 11a6 6 0 0 1-12 0c0-3.500 3-7 6-11",
    meaning: /humid|water|drop|leak|damp|moisture/,
  },
  motion: {
    icon: "M13 4.500h.1M10 21l2-6-3-3 3-5 3 4h4M12 15l3 6M9 12l-3 1",
    meaning: /motion|walk|run|presence|occup/,
  },
  smoke: {
    icon: "M12 5a7 7 0 1 0 .01 0M12 9.500a2.500 2.500 0 1 0 .01 0M12 2v1M5 5l.7.7M19 5l-.7.7",
    meaning: /smoke|detector/,
  },
  fire: {
    icon: "M12 3c1 4 6 6 6 11a6 6 0 0 1-12 0c0-2 1-3.500 2-5 .5 2 1.500 3 2.500 3C12 9 11 6 12 3",
    meaning: /fire|flame|^co$|_co_/,
  },
  dishwasher: {
    icon: "M5 3h14v18H5zM5 8h14M9 5.5h.1M8 14a4 4 0 0 0 8 0z",
    meaning: /dishwasher/,
    device: {},
  },
  washer: { icon: drum, meaning: /wash/, device: {} },
  dryer: { icon: drum, meaning: /dryer|tumble/, device: {} },
  radiator: {
    icon: "M4 8v10M8 8v10M12 8v10M16 8v10M20 8v10M3 11h18M3 15h18",
    meaning: /radiator|heating/,
    device: {},
  },
  air: {
    icon: "M3 9h11a2.500 2.500 0 1 0-2.500-2.500M3 13h15a2.500 2.500 0 1 1-2.500 2.500M3 17h7",
    meaning: /purifier|hvac|vent|air|wind/,
  },
  fan: {
    icon: "M12 12c-1-3-1-8 2-8s3 5-2 8c3-1 8-1 8 2s-5 3-8-2c1 3 1 8-2 8s-3-5 2-8c-3 1-8 1-8-2s5-3 8 2",
    meaning: /fan/,
    device: {},
  },
  thermostat: {
    icon: "M12 4a8 8 0 1 0 .01 0M12 12l3-3.500M6.800 12h.1M17.200 12h.1M12 6.800v.1M8.500 16.500h7",
    meaning: /thermostat/,
    device: {},
  },
  heat: { icon: "M5 4h14v16H5zM12 8a4 4 0 1 0 .01 0M9 12h6M12 9v6", meaning: /heat|climate/ },
  alarm: {
    icon: "M12 3l8 3v5c0 5-3.5 8.5-8 10-4.500-1.500-8-5-8-10V6z",
    meaning: /shield|alarm|security/,
    device: {},
  },
  camera: {
    icon: "M3 8l13-3 2 6-13 3zM9 13v5h-5v3M18 8l3 1-1 3",
    meaning: /camera|cctv|video/,
    device: {
      fields: [
        { group: "place", name: "rotation", input: "degrees" },
        { group: "place", name: "fov", input: "degrees" },
        { group: "place", name: "range", input: "metres" },
      ],
      area: view,
    },
  },
  speaker: {
    icon: "M7 3h10v18H7zM12 12a3 3 0 1 0 .01 0M12 6.500h.1",
    meaning: /speaker|music/,
    device: {},
  },
  media: {
    icon: "M3 5h18v12H3zM8 20.500h8M12 17v3",
    meaning: /media|tv|television|monitor|screen|display/,
    device: {},
  },
  car: {
    icon: "M3 16v-3l2-1 2-5h10l2 5 2 1v3zM6 16v2M18 16v2M7 13.500h.1M17 13.500h.1",
    meaning: /ev-station|car|garage/,
  },
  battery: {
    icon: "M6 7h12v13H6zM10 4h4M12.500 10l-2.500 4h4l-2.500 3.500",
    meaning: /battery|ups/,
  },
  coffee: {
    icon: "M5 9h11v6a4 4 0 0 1-4 4H9a4 4 0 0 1-4-4zM16 10h2a2 2 0 0 1 0 5h-2M8 6V4M12 6V4",
    meaning: /coffee|kettle/,
  },
  plug: { icon: "M12 4a8 8 0 1 0 .01 0M9 11v2M15 11v2", meaning: /socket|plug|outlet/, device: {} },
  router: {
    icon: "M4 14h16v5H4zM8 16.500h.1M12 14V9M8 7a6 6 0 0 1 8 0M5.500 4.500a10 10 0 0 1 13 0",
    meaning: /router|access-point|wifi|server|network/,
    device: {},
  },
  person: {
    icon: "M12 4a3.500 3.500 0 1 0 .01 0M5 20c0-4 3-6.500 7-6.500s7 2.500 7 6.500",
    meaning: /badge|account|person|human/,
  },
  bulb: { icon: "M9 17h6M10 20h4M8.500 15a6 6 0 1 1 7 0l-.5 2H9z", meaning: /lamp|light|bulb|led/ },
  sun: {
    icon: "M12 8a4 4 0 1 0 .01 0M12 3v2M12 19v2M3 12h2M19 12h2M5.600 5.600L7 7M17 17l1.400 1.400M5.600 18.400L7 17M17 7l1.400-1.400",
    meaning: /illuminance|sun|bright/,
  },
  cloud: {
    icon: "M7 18a4 4 0 0 1 0-8 5.500 5.500 0 0 1 10.500 1.500A3.300 3.300 0 0 1 17 18z",
    meaning: /weather|cloud/,
  },
  bolt: { icon: "M13 3L5 14h6l-1 7 8-11h-6z", meaning: /power|flash|bolt|energy/ },
  lock: {
    icon: "M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3M12 15v2",
    meaning: /(?<!c)lock|key/,
    device: {},
  },
  doorbell: {
    icon: "M5 3h8v18H5zM9 14a2.500 2.500 0 1 0 .01 0M7.500 7h3M16 9.500a4 4 0 0 1 0 5M18.500 7a8 8 0 0 1 0 10",
    meaning: /doorbell/,
    device: {},
  },
  door: { icon: "M6 21V3h12v18M4 21h16M14.500 12h.1", meaning: /door|window|gate/ },
  vacuum: {
    icon: "M12 4a8 8 0 1 0 .01 0M12 8.500a3.500 3.500 0 1 0 .01 0M8 6.500h8",
    meaning: /vacuum|robot/,
    device: {},
  },
  bed: {
    icon: "M3 19V6M3 16h18v3M21 16v-3a3 3 0 0 0-3-3h-8v6M6.500 10.500h.1",
    meaning: /bed|sleep/,
  },
  sofa: {
    icon: "M5 12V8a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2v4M3 12a2 2 0 0 1 4 0v2h10v-2a2 2 0 0 1 4 0v6H3z",
    meaning: /sofa|couch/,
  },
  shower: {
    icon: "M5 21V6a3 3 0 0 1 6 0M8 9h7M9 12v1M12 12v1M15 12v1M9 16v1M12 16v1M15 16v1",
    meaning: /shower|bath/,
  },
  food: {
    icon: "M7 3v18M4 3v5a3 3 0 0 0 6 0V3M17 21v-8h-3c0-5 1-9 3-10z",
    meaning: /silverware|fridge|oven|stove|food/,
  },
  box: { icon: "M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8", meaning: /package|box|storage/ },
  bell: { icon: "M6 17v-6a6 6 0 0 1 12 0v6zM4 17h16M10.500 20h3", meaning: /bell/ },
  gauge: { icon: "M4 17a8.500 8.500 0 1 1 16 0M12 15l4-5", meaning: /gauge|meter|pressure/ },
  generic: { icon: "M12 4a8 8 0 1 0 .01 0M12 9v6M9 12h6", device: {} },
} as const satisfies Readonly<Record<string, Sign>>;
