import type { DeviceName } from "../../kinds/catalogue/device-names.ts";
import type { Size } from "../../kinds/kind.ts";
import { cylinder, sphere } from "../shapes.ts";
import { bar, block, type BodyMaker, drum, pad, part, times } from "./body.ts";

/** An appliance with its display in front; smaller than the piece of furniture that it may be in. */
const appliance: BodyMaker = (w, h, d) => [
  part("plastic_white", block(0, -d * 0.01, w, d * 0.98, [0, h * 0.98])),
  part("screen", block(0, d * 0.485, w * 0.4, d * 0.03, [h * 0.84, h * 0.92])),
];

const radiator: BodyMaker = (w, h, d) => [
  part(
    "lacquer",
    ...times(8, (at) => block(-w / 2 + (w / 8) * (at + 0.5), 0, (w / 8) * 0.8, d, [0, h])),
    block(0, 0, w * 0.98, d * 0.5, [h * 0.06, h * 0.14]),
    block(0, 0, w * 0.98, d * 0.5, [h * 0.86, h * 0.94]),
  ),
];

/** A fan on its foot. */
const fan: BodyMaker = (w, h, d) => {
  const r = Math.min(w / 2, h * 0.3);
  const y = h - r;
  return [
    part(
      "plastic_white",
      drum(0, 0, w * 0.8, d * 0.9, [0, h * 0.03], 16),
      bar([0, 0, 0], [0, y, 0], w * 0.03),
      cylinder([0, y, -d * 0.2], [0, y, d * 0.1], { r: r * 0.25 }),
    ),
    part(
      "plastic_black",
      ...times(3, (at) => {
        const angle = (at * 2 * Math.PI) / 3;
        return bar(
          [0, y, d * 0.2],
          [Math.cos(angle) * r * 0.85, y + Math.sin(angle) * r * 0.85, d * 0.2],
          r * 0.16,
          6,
        );
      }),
    ),
    part(
      "metal",
      ...[0.06, 0.34].map((at) =>
        cylinder([0, y, d * at], [0, y, d * (at + 0.02)], { r: r * 0.3, sides: 16 }),
      ),
      ...times(8, (at) => {
        const [from, to] = [at, at + 1].map((step) => (step * Math.PI) / 4);
        return bar(
          [Math.cos(from ?? 0) * r * 0.97, y + Math.sin(from ?? 0) * r * 0.97, d * 0.2],
          [Math.cos(to ?? 0) * r * 0.97, y + Math.sin(to ?? 0) * r * 0.97, d * 0.2],
          r * 0.03,
          4,
        );
      }),
    ),
  ];
};

/** A flat case with a round dial or a display in front. */
const control =
  (front: "round" | "display" | "light"): BodyMaker =>
  (w, h, d) => {
    const r = Math.min(w, h) * 0.36;
    return [
      part("plastic_white", pad(0, -d * 0.1, w, d * 0.8, [0, h], 0.01)),
      front === "round"
        ? part("screen", cylinder([0, h / 2, d * 0.25], [0, h / 2, d / 2], { r, sides: 20 }))
        : part(
            front === "light" ? "light" : "screen",
            block(0, d * 0.38, w * 0.6, d * 0.24, [h * 0.4, h * 0.8]),
          ),
    ];
  };

/** A camera that looks to the right, as its field of view does at a rotation of 0. */
const camera: BodyMaker = (w, h, d) => {
  const r = Math.min(d, h) * 0.4;
  return [
    part(
      "plastic_white",
      cylinder([-w / 2, r, 0], [w * 0.44, r, 0], { r, sides: 16 }),
      block(-w * 0.2, 0, w * 0.16, d * 0.16, [r, h]),
      block(-w * 0.2, 0, w * 0.5, d, [h * 0.92, h]),
    ),
    part("screen", cylinder([w * 0.44, r, 0], [w / 2, r, 0], { r: r * 0.7, sides: 16 })),
  ];
};

/** A loudspeaker with two round membranes. */
const speaker: BodyMaker = (w, h, d) => {
  const z = d * 0.44;
  return [
    part("plastic_black", block(0, -d * 0.03, w, d * 0.94, [0, h])),
    part(
      "metal",
      ...[
        [0.34, 0.32],
        [0.76, 0.18],
      ].map(([at = 0, r = 0]) =>
        cylinder([0, h * at, z], [0, h * at, d / 2], { r: Math.min(w, h) * r, sides: 20 }),
      ),
    ),
  ];
};

/** A screen on its foot. */
const media: BodyMaker = (w, h, d) => [
  part(
    "plastic_black",
    block(0, 0, w * 0.3, d, [0, h * 0.03]),
    block(0, -d * 0.1, w * 0.06, d * 0.2, [h * 0.03, h * 0.2]),
    block(0, 0, w, d * 0.4, [h * 0.1, h]),
  ),
  part("screen", block(0, d * 0.22, w * 0.97, d * 0.04, [h * 0.13, h * 0.97])),
];

/** A flat box with two aerials. */
const router: BodyMaker = (w, h, d) => [
  part("plastic_white", pad(0, 0, w, d, [0, h * 0.25], 0.01)),
  part(
    "plastic_black",
    ...[-1, 1].map((side) =>
      bar(
        [side * w * 0.4, h * 0.2, -d * 0.36],
        [side * w * 0.4, h, -d * 0.36],
        Math.min(w, d) * 0.04,
      ),
    ),
  ),
  part(
    "light",
    ...times(3, (at) =>
      block(w * 0.1 * (at - 1), d / 2 - d * 0.01, w * 0.04, d * 0.02, [h * 0.1, h * 0.15]),
    ),
  ),
];

/** A lock's case with its knob. */
const lock: BodyMaker = (w, h, d) => [
  part("metal", pad(0, -d * 0.2, w, d * 0.6, [0, h], 0.01)),
  part(
    "dark_metal",
    cylinder([0, h * 0.6, d * 0.1], [0, h * 0.6, d / 2], { r: Math.min(w, h) * 0.34, sides: 16 }),
  ),
];

/** A flat round robot. */
const vacuum: BodyMaker = (w, h, d) => [
  part("plastic_black", drum(0, 0, w, d, [0, h * 0.8], 24)),
  part("metal", drum(0, -d * 0.1, w * 0.3, d * 0.3, [h * 0.8, h], 16)),
];

/** A socket with its plug. */
const plug: BodyMaker = (w, h, d) => [
  part("plastic_white", pad(0, -d * 0.35, w, d * 0.3, [0, h], 0.01)),
  part(
    "plastic_white",
    cylinder([0, h / 2, -d * 0.2], [0, h / 2, d / 2], { r: Math.min(w, h) * 0.35, sides: 16 }),
  ),
];

/** A ball, for what has no form of its own. */
const generic: BodyMaker = (w, h, d) => [
  part("plastic_white", sphere([0, h / 2, 0], [w / 2, h / 2, d / 2], 12)),
];

/** The body of each kind of device, and its width and depth in metres. */
export const devices: Readonly<
  Record<DeviceName | "sensor", readonly [body: BodyMaker, size: Size]>
> = {
  dishwasher: [appliance, [0.55, 0.55]],
  washer: [appliance, [0.55, 0.55]],
  dryer: [appliance, [0.55, 0.55]],
  radiator: [radiator, [0.8, 0.1]],
  fan: [fan, [0.4, 0.35]],
  thermostat: [control("round"), [0.1, 0.03]],
  alarm: [control("display"), [0.16, 0.03]],
  camera: [camera, [0.16, 0.1]],
  speaker: [speaker, [0.18, 0.18]],
  media: [media, [1, 0.2]],
  plug: [plug, [0.08, 0.06]],
  router: [router, [0.22, 0.15]],
  lock: [lock, [0.08, 0.06]],
  doorbell: [control("light"), [0.06, 0.03]],
  vacuum: [vacuum, [0.34, 0.34]],
  generic: [generic, [0.1, 0.1]],
  sensor: [generic, [0.08, 0.08]],
};
