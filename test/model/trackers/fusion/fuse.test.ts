import assert from "node:assert/strict";
import { test } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import type { Json } from "../../../../src/model/json.ts";
import { distance, type Point } from "../../../../src/model/geometry/vector.ts";
import { evenly, spreadOf } from "../../../../src/model/trackers/covariance.ts";
import { floorOf } from "../../../../src/model/trackers/floor.ts";
import { assigned } from "../../../../src/model/trackers/fusion/assignment.ts";
import {
  fuse,
  type FusedPosition,
  fusedPositions,
  type Fusion,
  noFusion,
  without,
} from "../../../../src/model/trackers/fusion/fuse.ts";
import type { Measurement } from "../../../../src/model/trackers/fusion/track.ts";
import { readTracker } from "../../../../src/model/trackers/tracker.ts";
import { seededRandom } from "../../../support/random.ts";
import { floor, home } from "./simulated-home.ts";

type Place = readonly [target: string, place: Point, more?: Partial<Measurement>];

const measured = (at: number, [target, place, more]: Place): Measurement => ({
  target,
  tracker: target.replace(/\/.*/, ""),
  at,
  place,
  noise: evenly(0.2),
  level: undefined,
  kind: "target",
  name: undefined,
  ...more,
});

/** Fuses what is seen at a time: targets such as `a/1` of the tracker `a`, at places. */
const after = (fusion: Fusion, at: number, ...seen: readonly Place[]): Fusion =>
  fuse(
    fusion,
    seen.map((each) => measured(at, each)),
    () => floor,
    at,
  );

const told = (fusion: Fusion, at: number): readonly FusedPosition[] =>
  fusedPositions(fusion, () => floor, at);

/** What is told after the same was seen again and again, four times a second. */
const standing = (
  from: Fusion,
  [begins, ends]: readonly [number, number],
  ...seen: readonly Place[]
): Fusion => {
  let fusion = from;
  for (let at = begins; at < ends; at += 0.25) fusion = after(fusion, at, ...seen);
  return fusion;
};

const who = (people: readonly FusedPosition[]): readonly string[] =>
  people.map(({ id, name, sources }) => `${id} ${name ?? "?"}: ${sources.join(" ")}`);

test("POS-31: targets of several trackers at one place are one person, those of one tracker are not", () => {
  const seen: readonly Place[] = [
    ["a/1", [1, 1]],
    ["b/1", [1.2, 1.1]],
    ["b/2", [1.3, 1.6], { kind: "person" }],
  ];
  const fusion = standing(noFusion, [0, 3], ...seen);
  const people = told(fusion, 3);
  assert.deepEqual(who(people), ["track:1 ?: a/1 b/1", "track:2 ?: b/2"]);
  const [one, other] = people;
  assert(one && other, "two people");
  assert(distance(one.place, [1.1, 1.05]) < 0.1, `between both: ${one.place.join()}`);
  assert.deepEqual([one.kind, other.kind], ["target", "person"]);
  assert(one.spread.along > 0.03 && one.spread.along < 0.3, `spread ${one.spread.along}`);
  // What stops to be seen is still there for a moment, and surely less well known.
  const later = told(after(fusion, 6), 6);
  assert.deepEqual(who(later), ["track:1 ?: ", "track:2 ?: "], "part of nobody after 3 s");
  assert((later[0]?.spread.along ?? 0) > 2 * one.spread.along, "a wider ellipse");
  assert.deepEqual(told(after(fusion, 9), 9), [], "nobody after 5 s");
});

test("POS-31: two who turn out to be one are where they were seen last", () => {
  let fusion = standing(noFusion, [0, 3], ["a/1", [1, 1]], ["b/1", [3, 1]]);
  // The first sensor sees nobody any more, and the second sees somebody come to where that was.
  for (let at = 3; at < 4; at += 0.25) fusion = after(fusion, at, ["b/1", [3 - 1.4 * (at - 3), 1]]);
  for (let at = 4; at < 6.5; at += 0.25) {
    const before = told(fusion, at).length;
    fusion = after(fusion, at, ["b/1", [1.6, 1]]);
    const [only, ...more] = told(fusion, at);
    if (before === 1 || more.length > 0) continue;
    assert.equal(only?.id, "track:1");
    const off = distance(only.place, [1.6, 1]);
    return assert(off < 0.2, `${off} m off`);
  }
  assert.fail("they stay two");
});

test("POS-31: a reflection that is seen once is nobody, and a number that changes hands changes nobody", () => {
  let fusion = after(standing(noFusion, [0, 2], ["a/1", [1, 1]], ["a/2", [3, 1]]), 2, [
    "a/3",
    [4, 3],
  ]);
  assert.deepEqual(
    told(fusion, 2).map(({ id }) => id),
    ["track:1", "track:2"],
  );
  fusion = standing(fusion, [2, 4], ["a/2", [1, 1]], ["a/1", [3, 1]]);
  assert.deepEqual(who(told(fusion, 4)), ["track:1 ?: a/2", "track:2 ?: a/1"]);
});

test("POS-32: nobody walks through a wall, but through a door, and who is out of sight in a room stays", () => {
  const east = standing(noFusion, [0, 20], ["a/1", [4.7, 0.6]]);
  // On the other side of the wall, 60 cm away: somebody else.
  const beyond = standing(east, [20, 24], ["b/1", [5.4, 0.6]]);
  const people = told(beyond, 24);
  assert.deepEqual(who(people), ["track:1 ?: ", "track:2 ?: b/1"]);
  assert((people[0]?.place[0] ?? 9) < 5, "on this side");
  // Noise reaches through the wall, the person does not.
  const near = standing(east, [20, 24], ["a/1", [5.2, 0.6]]);
  const [only, ...more] = told(near, 24);
  assert(only && only.place[0] < 5 && more.length === 0, who(told(near, 24)).join());
  let door = standing(noFusion, [0, 5], ["a/1", [4.4, 2.5]]);
  for (let step = 0; step < 8; step += 1)
    door = after(door, 5 + step / 4, [step < 4 ? "a/1" : "b/1", [4.4 + step / 4, 2.5]]);
  assert.deepEqual(who(told(door, 7)), ["track:1 ?: a/1 b/1"]);
  // Far from all doors nobody can have left; near one they may.
  const settled = standing(noFusion, [0, 20], ["a/1", [1, 1]], ["a/2", [4.5, 2.5]]);
  assert.deepEqual(
    told(after(settled, 30), 30).map(({ id }) => id),
    ["track:1"],
  );
  assert.deepEqual(told(after(settled, 36), 36), []);
});

test("POS-32: two people on either side of a wall stay two, each where they are", () => {
  for (const x of [5.2, 5.3, 5.39])
    for (const begins of [0, 10]) {
      const east: Place = ["a/1", [4.6, 0.8]];
      const west: Place = ["b/1", [x, 0.8]];
      const first = standing(noFusion, [0, begins], east);
      const people = told(standing(first, [begins, 20], east, west), 20);
      assert.deepEqual(who(people), ["track:1 ?: a/1", "track:2 ?: b/1"], `at ${x}`);
      const off = people.map(({ place }, at) => distance(place, at === 0 ? [4.6, 0.8] : [x, 0.8]));
      assert(Math.max(...off) < 0.1, `${x}: ${off.join()}`);
    }
  // Two radars of a room see the same person at its wall, one of them a little too far.
  let fusion = standing(noFusion, [0, 5], ["a/1", [4.8, 0.8]], ["b/1", [4.9, 0.8]]);
  for (let at = 5; at < 9; at += 0.5) {
    fusion = after(fusion, at, ["a/1", [4.8, 0.8]], ["b/1", [5.1, 0.8]]);
    fusion = after(fusion, at + 0.25, ["a/1", [4.8, 0.8]], ["b/1", [4.9, 0.8]]);
  }
  const [only, ...more] = told(fusion, 9);
  assert.equal(more.length, 0, "nobody behind the wall");
  assert(only && only.place[0] < 4.9, `before the wall, not in it: ${String(only?.place)}`);
});

test("POS-31: two people beside each other are two, also if a radar tells them one after the other", () => {
  const one: Place = ["a/1", [1, 1]];
  const other: Place = ["a/2", [1.6, 1]];
  let fusion = noFusion;
  for (let at = 0; at < 4; at += 0.2) {
    fusion = after(fusion, at, one);
    fusion = after(fusion, at + 0.1, other);
  }
  assert.deepEqual(who(told(fusion, 4)), ["track:1 ?: a/1", "track:2 ?: a/2"]);
  // Numbers that change hands change nobody, also so.
  fusion = standing(noFusion, [0, 4], ["a/1", [1, 1]], ["a/2", [2.5, 1]]);
  for (let at = 4; at < 6; at += 0.2) {
    fusion = after(fusion, at, ["a/2", [1, 1]]);
    fusion = after(fusion, at + 0.1, ["a/1", [2.5, 1]]);
  }
  assert.deepEqual(who(told(fusion, 6)), ["track:1 ?: a/2", "track:2 ?: a/1"]);
});

test("POS-32: walls are those of rooms and freestanding ones, without doors and open edges; a window is no door", () => {
  assert.equal(floor.wallsBetween([4, 1], [6, 1]), 1, "both rooms' sides are one wall");
  assert.equal(floor.wallsBetween([4, 2.5], [6, 2.5]), 0, "the door");
  assert.equal(floor.wallsBetween([7, 1], [7, -1]), 1, "the window");
  assert.equal(floor.walk([4, 1], [6, 1], 3), Infinity, "too far by the door");
  assert(Math.abs(floor.walk([4, 1], [6, 1], 5) - 2 * Math.hypot(1, 1.5)) < 1e-9, "by the door");
  const [living] = [home["rooms"]].flat();
  assert(living !== undefined, "a room");
  const upstairs = { rooms: home["rooms"], levels: [{ id: "down" }, { id: "up" }] };
  assert.equal(floorOf(upstairs, "up").wallsBetween([4, 1], [6, 1]), 0, "another floor");
  const screen = { walls: [{ id: "w", from: [1, 1], to: [1, 3] }] };
  assert.equal(floorOf(screen, undefined).wallsBetween([0, 2], [2, 2]), 1, "freestanding");
  const open = {
    rooms: [
      {
        id: "r",
        points: [
          [0, 0, { wall: 0 }],
          [2, 0],
          [2, 2],
          [0, 2],
        ],
      },
    ],
  };
  assert.equal(floorOf(open, undefined).wallsBetween([1, 1], [1, -1]), 0, "an open edge");
  const garden = {
    rooms: [
      {
        id: "g",
        points: [
          [0, 0],
          [2, 0],
          [2, 2],
          [0, 2],
        ],
        outdoor: true,
      },
    ],
  };
  assert.equal(floorOf(garden, undefined).wallsBetween([1, 1], [1, -1]), 0, "outdoors");
});

const anna = { name: "Anna", kind: "person", noise: evenly(0.8) } as const;

test("POS-33: a name comes from a source that knows it, goes to the only one whom it fits, and stays while it fits", () => {
  // The phone alone.
  let fusion = standing(noFusion, [0, 2], ["phone", [2, 2], anna]);
  assert.deepEqual(who(told(fusion, 2)), ["track:1 Anna: phone"]);
  // A radar sees somebody there: it is Anna, who keeps her id.
  fusion = standing(fusion, [2, 6], ["phone", [2, 2], anna], ["a/1", [2.5, 1.8]]);
  assert.deepEqual(who(told(fusion, 6)), ["track:1 Anna: a/1 phone"]);
  const [place] = told(fusion, 6);
  assert(distance(place?.place ?? [0, 0], [2.5, 1.8]) < 0.2, "where the radar sees her");
  // Somebody else who comes near is nobody by name.
  fusion = standing(
    fusion,
    [6, 9],
    ["phone", [2, 2], anna],
    ["a/1", [2.5, 1.8]],
    ["a/2", [1.5, 1.8]],
  );
  const both = who(told(fusion, 9));
  assert.equal(both.filter((each) => each.includes("Anna")).length, 1, both.join());
  assert(both.includes("track:1 Anna: a/1 phone"), both.join());
  // The phone goes: after a while the name goes with it.
  fusion = standing(fusion, [9, 15], ["phone", [7, 2], anna], ["a/1", [2.5, 1.8]]);
  const apart = who(told(fusion, 15));
  assert(apart.includes("track:1 ?: a/1"), apart.join());
  assert(
    apart.some((each) => each.endsWith("Anna: phone")),
    apart.join(),
  );
});

test("POS-33: a name goes 5 s after its source, and so does who is known by it alone; late reports change no time", () => {
  const phone: Place = ["phone", [2, 2], anna];
  const sitting: Place = ["a/1", [2.2, 2]];
  let fusion = standing(noFusion, [0, 6], phone, sitting);
  fusion = standing(fusion, [6, 10], sitting);
  assert.deepEqual(who(told(fusion, 10)), ["track:1 Anna: a/1"], "4 s later");
  fusion = standing(fusion, [10, 12], sitting);
  assert.deepEqual(who(told(fusion, 12)), ["track:1 ?: a/1"], "6 s later");
  fusion = standing(fusion, [12, 20], sitting, ["ben", [2, 2], { ...anna, name: "Ben" }]);
  assert.deepEqual(who(told(fusion, 20)), ["track:1 Ben: a/1 ben"], "another name");
  const known = standing(noFusion, [0, 20], phone);
  assert.deepEqual(told(after(known, 26), 26), [], "known by name alone");
  const late = fuse(fusion, [measured(10, sitting)], () => floor, 20);
  assert.deepEqual(who(told(late, 20)), ["track:1 Ben: a/1 ben"], "a late report");
});

test("POS-34: a target that is no more takes its name along, and whom it alone saw", () => {
  const fusion = standing(
    noFusion,
    [0, 6],
    ["phone", [2, 2], anna],
    ["a/1", [2.2, 2]],
    ["b/1", [6, 2]],
  );
  assert.deepEqual(who(told(fusion, 6)), ["track:1 Anna: a/1 phone", "track:3 ?: b/1"]);
  const rest = without(fusion, new Set(["phone", "b/1"]));
  assert.deepEqual(who(told(rest, 6)), ["track:1 ?: a/1"]);
});

test("POS-33: a phone or a person has a name for somebody, a zone, a radar and a target of several have none", () => {
  const knowsWho = (more: Readonly<Record<string, Json>>): boolean => {
    const matrix = [1, 0, 0, 1, 0, 0];
    const read = readTracker({ id: "t", kind: "person", fuse: true, matrix, ...more });
    assert(isRight(read), JSON.stringify(read));
    return read.right.targets.some((each) => each.knowsWho);
  };
  const phone = { entity: "device_tracker.anna" };
  const radar = { x: "sensor.x", y: "sensor.y" };
  assert.equal(knowsWho({ source: phone }), true, "a phone");
  assert.equal(knowsWho({ source: phone, kind: "target" }), false, "of anything");
  assert.equal(knowsWho({ source: { x: 4, y: 3, active: "binary_sensor.sofa" } }), false, "a zone");
  assert.equal(knowsWho({ source: radar }), false, "a radar");
  assert.equal(knowsWho({ targets: [phone] }), false, "one of several");
});

test("POS-33: a name that fits two is nobody's, and two names are never one", () => {
  const two: readonly Place[] = [
    ["a/1", [2, 1.6]],
    ["a/2", [2, 2.4]],
  ];
  const fusion = standing(standing(noFusion, [0, 3], ...two), [3, 8], ...two, [
    "phone",
    [2, 2],
    anna,
  ]);
  const people = who(told(fusion, 8));
  assert(people.includes("track:1 ?: a/1") && people.includes("track:2 ?: a/2"), people.join());
  assert(
    people.some((each) => each.endsWith("Anna: phone")),
    people.join(),
  );
  const names = standing(
    noFusion,
    [0, 5],
    ["phone", [2, 2], anna],
    ["watch", [2, 2], anna],
    ["other", [2, 2], { ...anna, name: "Ben" }],
  );
  assert.deepEqual(who(told(names, 5)).toSorted(), [
    "track:1 Anna: phone watch",
    "track:3 Ben: other",
  ]);
  const pet = standing(
    noFusion,
    [0, 5],
    ["a", [2, 2], { kind: "person" }],
    ["b", [2, 2], { kind: "pet" }],
    ["c", [2, 2], { level: "up" }],
  );
  assert.equal(told(pet, 5).length, 3, "nor a pet and a person, or two on two floors");
});

test("POS-31: the ellipse has its longer axis along the covariance", () => {
  assert.deepEqual(spreadOf([4, 0, 0, 1]), { along: 2, across: 1, angle: 0 });
  assert.deepEqual(spreadOf([1, 0, 0, 4]), { along: 2, across: 1, angle: 90 });
  const { along, across, angle } = spreadOf([2.5, 1.5, 1.5, 2.5]);
  assert.deepEqual([along.toFixed(6), across.toFixed(6), angle], ["2.000000", "1.000000", 45]);
  assert.equal(spreadOf([2.5, -1.5, -1.5, 2.5]).angle, 135);
});

test("POS-31: targets are given to tracks at the least cost of all", (t) => {
  const random = seededRandom(t);
  const alone = 5;
  const best = (costs: readonly (readonly number[])[], used: ReadonlySet<number>): number => {
    const [row, ...rows] = costs;
    if (row === undefined) return 0;
    const others = row.map((cost, column) =>
      used.has(column) ? Infinity : cost + best(rows, new Set([...used, column])),
    );
    return Math.min(alone + best(rows, used), ...others);
  };
  for (let round = 0; round < 300; round += 1) {
    const columns = random.below(5);
    const costs = Array.from({ length: random.below(5) }, () =>
      Array.from({ length: columns }, () =>
        random.below(4) === 0 ? Infinity : random.below(100) / 10 - 2,
      ),
    );
    const found = assigned(costs, alone);
    const taken = found.filter((each) => each !== undefined);
    assert.equal(new Set(taken).size, taken.length, "each column once");
    const cost = found.reduce<number>(
      (sum, column, row) => sum + (column === undefined ? alone : (costs[row]?.[column] ?? NaN)),
      0,
    );
    assert(Math.abs(cost - best(costs, new Set())) < 1e-6, JSON.stringify(costs));
  }
});
