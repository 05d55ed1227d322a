import type {
  DemoFurniture,
  DemoItem,
  DemoPlan,
  DemoPoint,
  DemoRoom,
} from "../../../src/model/demo/demo-plan.ts";

/** The corners paired with the next one each: the walls of a room, in the order of `edge`. */
export const wallsOf = (points: readonly DemoPoint[]): (readonly [DemoPoint, DemoPoint])[] =>
  points.map((start, index) => [start, points[(index + 1) % points.length] ?? start]);

/** The length of a wall in metres. */
export const lengthOf = ([[ax, az], [bx, bz]]: readonly [DemoPoint, DemoPoint]): number =>
  Math.hypot(bx - ax, bz - az);

/** Whether a point lies inside a polygon, by the number of walls to its right. */
export const inside = (points: readonly DemoPoint[], [x, z]: DemoPoint): boolean =>
  wallsOf(points).filter(
    ([[ax, az], [bx, bz]]) => az > z !== bz > z && x < ax + ((z - az) / (bz - az)) * (bx - ax),
  ).length %
    2 ===
  1;

/** The four corners of the floor that a piece of furniture covers. */
export const corners = (piece: DemoFurniture): DemoPoint[] => {
  const angle = (piece.rotation * Math.PI) / 180;
  return [
    [-0.5, -0.5],
    [0.5, -0.5],
    [0.5, 0.5],
    [-0.5, 0.5],
  ].map(([across = 0, down = 0]): DemoPoint => {
    const x = across * piece.w;
    const z = down * piece.d;
    return [
      piece.x + x * Math.cos(angle) - z * Math.sin(angle),
      piece.z + x * Math.sin(angle) + z * Math.cos(angle),
    ];
  });
};

/** The upright box around some points: left, top, right, bottom. */
export const boxOf = (points: readonly DemoPoint[]): [number, number, number, number] => {
  const xs = points.map(([x]) => x);
  const zs = points.map(([, z]) => z);
  return [Math.min(...xs), Math.min(...zs), Math.max(...xs), Math.max(...zs)];
};

/** The floor of a room or item; left out, it is the first one. */
export const levelOf = (plan: DemoPlan, of: DemoRoom | DemoItem): string | undefined =>
  of.level ?? plan.levels[0]?.id;

/** The rooms of one floor that a point lies in. */
export const roomsAt = (plan: DemoPlan, level: string | undefined, point: DemoPoint): DemoRoom[] =>
  plan.rooms.filter((room) => levelOf(plan, room) === level && inside(room.points, point));

/** All items of a plan. */
export const itemsOf = (plan: DemoPlan): DemoItem[] => [
  ...plan.furniture,
  ...plan.devices,
  ...plan.sensors,
  ...plan.texts,
];

/** The furniture that stands on the floor: lamps and light strips hang over other pieces. */
export const standing = (plan: DemoPlan): DemoFurniture[] =>
  plan.furniture.filter(({ type }) => !type.startsWith("lamp_") && type !== "led_strip");
