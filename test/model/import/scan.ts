import type { GivenFile } from "../../../src/model/import/import-result.ts";
import type { JsonObject } from "../../../src/model/json.ts";

/** A place from above: x to the right, z down the page. */
type Place = readonly [x: number, z: number];

/** Where a surface stands: its middle, the height of that, and its direction clockwise from above in degrees. */
interface Pose {
  readonly at: Place;
  readonly height: number;
  readonly angle?: number;
}

/** Four columns of a transform, as RoomPlan has them: y up, z towards who looks at it. */
const standing = ({ at: [x, z], height, angle = 0 }: Pose): readonly number[] => {
  const radians = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  return [cos, 0, sin, 0, 0, 1, 0, 0, -sin, 0, cos, 0, x, height, z, 1];
};

/** A surface or an object, as Swift's encoder writes it. */
const part = (
  category: string,
  dimensions: readonly number[],
  transform: readonly number[],
  more: JsonObject = {},
): JsonObject => ({
  identifier: "7B1C6E0A-5C0E-4E1B-9D6D-0F2E6A0C9E11",
  category: { [category]: {} },
  confidence: { high: {} },
  dimensions,
  transform,
  parentIdentifier: null,
  completedEdges: [],
  curve: null,
  story: 0,
  ...more,
});

/** A wall between two places on a floor at a height. */
export const wall = (
  from: Place,
  to: Place,
  more: JsonObject = {},
  high = 2.4,
  floor = 0,
): JsonObject => {
  const angle = (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;
  const at: Place = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const width = Math.hypot(to[0] - from[0], to[1] - from[1]);
  return part("wall", [width, high, 0], standing({ at, height: floor + high / 2, angle }), {
    polygonCorners: [],
    ...more,
  });
};

/** A door, a window or an opening of a width and height. */
export const opening = (
  category: "door" | "window" | "opening",
  [width, high]: Place,
  pose: Pose,
  more: JsonObject = {},
): JsonObject =>
  part(category, [width, high, 0], standing(pose), {
    ...(category === "door" ? { category: { door: { isOpen: true } } } : {}),
    ...more,
  });

/** An object by its width, height and depth, the middle of its underside, and its direction. */
export const object = (
  category: string,
  [w, h, d]: readonly [number, number, number],
  at: Place,
  angle = 0,
  above = 0,
  more: JsonObject = {},
): JsonObject => part(category, [w, h, d], standing({ at, height: above + h / 2, angle }), more);

/** A floor with its corners, which lie in its own x and y: it is turned so that they run along the ground. */
export const floor = (corners: readonly Place[], more: JsonObject = {}, height = 0): JsonObject =>
  part("floor", [9, 9, 0], [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, height, 0, 1], {
    polygonCorners: corners.map(([x, z]) => [x, z, 0]),
    ...more,
  });

/** The walls around corners. */
export const wallsAround = (
  corners: readonly Place[],
  more: JsonObject = {},
  floorAt = 0,
): readonly JsonObject[] =>
  corners.map((from, at) =>
    wall(from, corners[(at + 1) % corners.length] ?? from, more, 2.4, floorAt),
  );

/** The corners of a rectangle. */
export const rectangle = (x: number, z: number, w: number, d: number): readonly Place[] => [
  [x, z],
  [x + w, z],
  [x + w, z + d],
  [x, z + d],
];

/** A `CapturedRoom`. */
export const scan = (parts: JsonObject): JsonObject => ({
  version: 2,
  identifier: "0C8A1E6B-3B61-4C1C-8B52-1A9C0B6F2D33",
  story: 0,
  walls: [],
  doors: [],
  windows: [],
  openings: [],
  objects: [],
  floors: [],
  sections: [],
  ...parts,
});

/** The file of a scan. */
export const scanFile = (content: JsonObject, name = "Room.json"): GivenFile => ({
  name,
  bytes: Buffer.from(JSON.stringify(content)),
});

/** A room of 4 × 3 metres with a door, a window and some furniture. */
export const livingRoom = (): JsonObject =>
  scan({
    walls: wallsAround(rectangle(0, 0, 4, 3)),
    floors: [floor(rectangle(0, 0, 4, 3))],
    sections: [{ label: "livingRoom", story: 0, center: [2, 0, 1.5] }],
    doors: [opening("door", [0.9, 2], { at: [1, 3], height: 1, angle: 180 })],
    windows: [opening("window", [1.2, 1.1], { at: [4, 1.5], height: 1.45, angle: 90 })],
    openings: [opening("opening", [1, 2.1], { at: [3, 0], height: 1.05 })],
    objects: [
      object("sofa", [2, 0.8, 0.9], [1, 0.45]),
      object("table", [1, 0.4, 0.6], [1, 1.5], 90),
      object("television", [1.2, 0.7, 0.1], [2, 2.9], 180, 1),
      object("bed", [0.9, 0.5, 2], [3.5, 2], 0, 0, { attributes: { BedFrame: "low" } }),
      object("harp", [0.5, 1.7, 0.9], [3, 1], 0, 0, { confidence: { low: {} } }),
      object("dishwasher", [0.6, 0.85, 0.6], [0.3, 2.7]),
    ],
  });
