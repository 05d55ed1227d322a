import assert from "node:assert/strict";
import { test } from "node:test";
import type { DemoPoint } from "../../../src/model/demo/demo-plan.ts";
import { scaled } from "../../campaign/scale.ts";
import { demoPlan, type DemoSize, demoSizes } from "../../samples/index.ts";
import {
  boxOf,
  corners,
  inside,
  itemsOf,
  lengthOf,
  levelOf,
  roomsAt,
  standing,
  wallsOf,
} from "./geometry.ts";

type Bounds = {
  readonly rooms: number;
  readonly items: readonly [number, number];
  readonly bytes: readonly [number, number];
};

const expected: Readonly<Record<DemoSize, Bounds>> = {
  flat: { rooms: 5, items: [28, 32], bytes: [5_500, 6_500] },
  house: { rooms: 20, items: [540, 540], bytes: [90_000, 94_000] },
  office: { rooms: 100, items: [5_400, 5_400], bytes: [900_000, 940_000] },
};

const within = (value: number, [least, most]: readonly [number, number], what: string): void => {
  assert.ok(value >= least && value <= most, `${what}: ${value} is not in ${least} to ${most}`);
};

/** The largest one changes as seldom as the code that makes it, and takes seconds to look through. */
const sizes = demoSizes.filter((size) => size !== "office" || scaled(false, true));

for (const size of sizes) {
  test(`DEMO-1 The sample plan ${size} has the rooms, items and bytes that its size names`, () => {
    const plan = demoPlan(size);
    assert.equal(plan.rooms.length, expected[size].rooms);
    within(itemsOf(plan).length, expected[size].items, "items");
    within(Buffer.byteLength(JSON.stringify(plan)), expected[size].bytes, "bytes");
    assert.ok(!("rev" in plan), "only a stored plan has a rev");
  });

  test(`DEMO-2 No id occurs twice in the sample plan ${size}, and every reference has its target`, () => {
    const plan = demoPlan(size);
    const rooms = new Set(plan.rooms.map(({ id }) => id));
    const levels = new Set(plan.levels.map(({ id }) => id));
    const ids = [
      ...levels,
      ...plan.rooms.map(({ id }) => id),
      ...[...plan.openings, ...plan.furniture, ...plan.devices, ...plan.texts].flatMap(({ id }) =>
        id === undefined ? [] : [id],
      ),
    ];
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual(new Set(Object.keys(plan.labels)), rooms);
    for (const one of [...plan.rooms, ...itemsOf(plan)]) {
      assert.ok(one.level === undefined || levels.has(one.level));
    }
    for (const room of plan.rooms) {
      const label = plan.labels[room.id];
      assert.ok(label !== undefined && inside(room.points, label), `label of ${room.id}`);
    }
    assert.ok(plan.outdoor === undefined || rooms.has(plan.outdoor));
  });

  test(`DEMO-3 Every opening of the sample plan ${size} lies whole on an existing wall`, () => {
    const plan = demoPlan(size);
    const taken = new Map<string, (readonly [number, number])[]>();
    for (const { id, room_id, edge, offset, width } of plan.openings) {
      const room = plan.rooms.find((one) => one.id === room_id);
      const wall = wallsOf(room?.points ?? [])[edge];
      assert.ok(wall !== undefined, `${id} has a wall`);
      const span = [offset - width / 2, offset + width / 2] as const;
      assert.ok(width >= 0.5 && span[0] >= 0 && span[1] <= lengthOf(wall) + 1e-9, id);
      const others = taken.get(`${room_id} ${edge}`) ?? [];
      assert.ok(!others.some(([from, to]) => span[0] < to && from < span[1]), `${id} is alone`);
      taken.set(`${room_id} ${edge}`, [...others, span]);
    }
  });

  test(`DEMO-4 Every room of the sample plan ${size} can be entered`, () => {
    const plan = demoPlan(size);
    const entered = new Set<string>();
    for (const opening of plan.openings.filter(({ type }) => type === "door")) {
      const room = plan.rooms.find(({ id }) => id === opening.room_id);
      const wall = wallsOf(room?.points ?? [])[opening.edge];
      assert.ok(room !== undefined && wall !== undefined);
      const [[ax, az], [bx, bz]] = wall;
      const length = lengthOf(wall);
      const [dx, dz] = [(bx - ax) / length, (bz - az) / length];
      for (const inward of [-0.3, 0.3]) {
        const point: DemoPoint = [
          ax + dx * opening.offset - dz * inward,
          az + dz * opening.offset + dx * inward,
        ];
        for (const { id } of roomsAt(plan, levelOf(plan, room), point)) entered.add(id);
        const blocked = standing(plan).some(
          (piece) => levelOf(plan, piece) === levelOf(plan, room) && inside(corners(piece), point),
        );
        assert.ok(!blocked, `something stands before ${opening.id}`);
      }
    }
    assert.equal(entered.size, plan.rooms.length);
  });

  test(`DEMO-5 Every item of the sample plan ${size} lies in one room, or outside on purpose`, () => {
    const plan = demoPlan(size);
    for (const item of itemsOf(plan)) {
      const count = roomsAt(plan, levelOf(plan, item), [item.x, item.z]).length;
      assert.equal(count, item.group === "outside" ? 0 : 1, JSON.stringify(item));
    }
    for (const piece of plan.furniture) {
      const [room] = roomsAt(plan, levelOf(plan, piece), [piece.x, piece.z]);
      const fits = corners(piece).every((corner) => inside(room?.points ?? [], corner));
      assert.ok(fits, `${JSON.stringify(piece)} reaches through a wall`);
    }
  });

  test(`DEMO-6 Neither rooms nor standing furniture of the sample plan ${size} overlap`, () => {
    const plan = demoPlan(size);
    for (const { id } of plan.levels) {
      const rooms = plan.rooms.filter((room) => levelOf(plan, room) === id);
      const [left, top, right, bottom] = boxOf(rooms.flatMap(({ points }) => points));
      // The odd step keeps the samples off the walls, where a point is in neither or both rooms.
      for (let x = left + 0.0137; x < right; x += 0.4171) {
        for (let z = top + 0.0137; z < bottom; z += 0.4171) {
          assert.ok(roomsAt(plan, id, [x, z]).length <= 1, `${id} ${x} ${z}`);
        }
      }
      const boxes = standing(plan)
        .filter((piece) => levelOf(plan, piece) === id)
        .map((piece) => ({ piece, box: boxOf(corners(piece)) }));
      boxes.forEach(({ piece, box }, index) => {
        const hit = boxes
          .slice(index + 1)
          .find(
            ({ box: other }) =>
              box[0] < other[2] - 1e-6 &&
              other[0] < box[2] - 1e-6 &&
              box[1] < other[3] - 1e-6 &&
              other[1] < box[3] - 1e-6,
          );
        assert.equal(hit, undefined, `${JSON.stringify(piece)} hits ${JSON.stringify(hit)}`);
      });
    }
  });

  test(`DEMO-7 The sample plan ${size} is the same content in a new object at each call`, () => {
    const first = demoPlan(size);
    const text = JSON.stringify(first);
    assert.deepEqual(JSON.parse(text), first);
    // Whatever a caller does to its plan, down to the last rule, must not reach the next one.
    const spoil = (value: unknown): void => {
      if (typeof value !== "object" || value === null) return;
      Object.values(value).forEach(spoil);
      if (Array.isArray(value)) value.length = 0;
      else Object.assign(value, { id: "spoiled" });
    };
    spoil(first);
    const second = demoPlan(size);
    assert.notEqual(second, first);
    assert.equal(JSON.stringify(second), text);
  });

  test(`DEMO-8 The sample plan ${size} is varied: items do not repeat and fields differ`, () => {
    const plan = demoPlan(size);
    const items = itemsOf(plan).map((item) => JSON.stringify(item));
    assert.equal(new Set(items).size, items.length);
    const text = JSON.stringify(plan);
    for (const part of ['"rules":', '"tap_action":', "{{ ", "°", '"passage"', '"flooring":']) {
      assert.ok(text.includes(part), part);
    }
    assert.match(text, /[äöüéëô]/i);
    const types = new Set(plan.furniture.map(({ type }) => type));
    assert.ok(types.has("robot_vacuum") && types.size >= 12, [...types].join(" "));
    assert.ok(plan.sensors.every((sensor) => !("id" in sensor)));
  });
}
