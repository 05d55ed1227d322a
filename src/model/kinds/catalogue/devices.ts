import { ellipsePath, linePath, svgNumber } from "../../geometry/svg-path.ts";
import { minus, turned } from "../../geometry/vector.ts";
import { type JsonObject, numberIn } from "../../json.ts";
import type { Field } from "../kind.ts";
import { type DeviceName, genericSign, isDeviceName } from "./device-names.ts";

/** A kind of device, without its translations. */
interface DeviceKind {
  /** The icon for devices that have none: a line drawing of our own, as an SVG path on a grid of 24. */
  readonly icon: string;
  /** Fields that only this kind has. */
  readonly fields?: readonly Field[];
  /** The area that a device covers, as an SVG path in metres; empty if unknown. */
  readonly area?: (device: JsonObject) => string;
}

/** A drum behind a round door. */
const drum = "M5 3h14v18H5zM8 6h.1M12 9.5a4.2 4.2 0 1 0 .01 0M9 14c2-1.5 4 1.5 6 0";

/**
 * The sector that a camera sees: centred on its `rotation`, `fov` degrees wide and `range` metres deep. One of `fov`
 * and `range` is enough; without both the path is empty.
 */
const view = ({ fov, range, rotation }: JsonObject): string => {
  const [degrees, metres] = [numberIn(fov, undefined), numberIn(range, undefined)];
  if (degrees === undefined && metres === undefined) return "";
  const [wide, far] = [Math.min(360, degrees ?? 90), metres ?? 4];
  if (wide <= 0 || far <= 0) return "";
  if (wide === 360) return ellipsePath(0, 0, far * 2);
  const [from, to] = [-wide / 2, wide / 2].map((side) =>
    turned([far, 0], numberIn(rotation, 0) + side),
  );
  if (from === undefined || to === undefined) return "";
  const [x, z] = minus(to, from);
  const arc = `a${svgNumber(far)} ${svgNumber(far)} 0 ${wide > 180 ? 1 : 0} 1 ${svgNumber(x)} ${svgNumber(z)}`;
  return `${linePath(0, 0, ...from)}${arc}Z`;
};

/** What belongs to each kind of device. */
const kinds: Readonly<Record<DeviceName, DeviceKind>> = {
  dishwasher: {
    icon: "M5 3h14v18H5zM5 8h14M9 5.5h.1M8 14a4 4 0 0 0 8 0z",
  },
  washer: { icon: drum },
  dryer: { icon: drum },
  radiator: {
    icon: "M4 8v10M8 8v10M12 8v10M16 8v10M20 8v10M3 11h18M3 15h18",
  },
  fan: {
    icon: "M12 12c-1-3-1-8 2-8s3 5-2 8c3-1 8-1 8 2s-5 3-8-2c1 3 1 8-2 8s-3-5 2-8c-3 1-8 1-8-2s5-3 8 2",
  },
  thermostat: {
    icon: "M12 4a8 8 0 1 0 .01 0M12 12l3-3.5M6.8 12h.1M17.2 12h.1M12 6.8v.1M8.5 16.5h7",
  },
  alarm: {
    icon: "M12 3l8 3v5c0 5-3.5 8.5-8 10-4.5-1.5-8-5-8-10V6z",
  },
  camera: {
    icon: "M3 8l13-3 2 6-13 3zM9 13v5h-5v3M18 8l3 1-1 3",

    fields: [
      { group: "place", name: "rotation", input: "degrees" },
      { group: "place", name: "fov", input: "degrees" },
      { group: "place", name: "range", input: "metres" },
    ],
    area: view,
  },
  speaker: {
    icon: "M7 3h10v18H7zM12 12a3 3 0 1 0 .01 0M12 6.5h.1",
  },
  media: {
    icon: "M3 5h18v12H3zM8 20.5h8M12 17v3",
  },
  plug: { icon: "M12 4a8 8 0 1 0 .01 0M9 11v2M15 11v2" },
  router: {
    icon: "M4 14h16v5H4zM8 16.5h.1M12 14V9M8 7a6 6 0 0 1 8 0M5.5 4.5a10 10 0 0 1 13 0",
  },
  lock: {
    icon: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 15v2",
  },
  doorbell: {
    icon: "M5 3h8v18H5zM9 14a2.5 2.5 0 1 0 .01 0M7.5 7h3M16 9.5a4 4 0 0 1 0 5M18.5 7a8 8 0 0 1 0 10",
  },
  vacuum: {
    icon: "M12 4a8 8 0 1 0 .01 0M12 8.5a3.5 3.5 0 1 0 .01 0M8 6.5h8",
  },
  generic: { icon: genericSign },
};

/** A kind of device; undefined if it is not in the catalogue. */
export const deviceKind = (kind: string): DeviceKind | undefined =>
  isDeviceName(kind) ? kinds[kind] : undefined;
