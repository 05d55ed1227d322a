import assert from "node:assert/strict";
import { test } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { FusedPositions } from "../../../src/home-assistant/shared/fused-positions.ts";
import type { Located } from "../../../src/model/trackers/locate.ts";
import { readTracker, type Target } from "../../../src/model/trackers/tracker.ts";
import { boundary } from "../../support/failing-boundary.ts";
import { bounded, until } from "../../support/timeouts.ts";
import { looking, move, positionsOf, radar, start, told } from "./positions-of.ts";

const rooms = [
  {
    id: "r",
    points: [
      [-5, 0],
      [5, 0],
      [5, 8],
      [-5, 8],
    ],
  },
];

test(
  "POS-34: people of several trackers are told beside the targets that they are made of, and forgotten with the last screen",
  bounded,
  async (t) => {
    const { home, service, admin } = await start(t);
    const fused = { fuse: true, kind: "person" };
    await admin.save({ rooms, trackers: [radar("a", fused), radar("b", fused), radar("c")] });
    const report = (): void => {
      for (const id of ["a", "b", "c"]) move(home, id, 1000 + Math.random(), 3000);
    };
    const reporting = setInterval(report, 100);
    t.after(() => clearInterval(reporting));
    const screen = await looking(t, service);
    const part = (id: string): unknown => positionsOf(screen)[id]?.a?.["part_of"];
    await until(() => part("a") === "track:1" && part("b") === "track:1");
    const { s, a = {} } = positionsOf(screen)["track:1"] ?? {};
    const { spread, ...rest } = a;
    assert.deepEqual([s, rest], ["located", { kind: "person", x: -1, z: 3, sources: ["a", "b"] }]);
    const { along, across, angle } = Object(spread);
    assert(along > 0 && across > 0 && across <= along && angle === 0, JSON.stringify(spread));
    assert.equal(part("c"), undefined, "not fused");
    // A map of one tracker that is wrong is a problem of that one.
    move(home, "b", 0, "n/a");
    clearInterval(reporting);
    await told(screen, "b", "problem");
    await until(() => String(positionsOf(screen)["track:1"]?.a?.["sources"]) === "a");
    assert.equal(part("a"), "track:1", "of one who does not move");
    await home.stop();
    await told(screen, "track:1", "nobody");
    await until(() => part("a") === undefined);
  },
);

const located: Extract<Located, { readonly kind: "located" }> = {
  kind: "located",
  place: [1, 1],
  level: undefined,
  source: [1, 1],
  heading: undefined,
  accuracy: undefined,
  room: undefined,
  map: undefined,
  dock: undefined,
  path: undefined,
};

const targetsOf = (more: Readonly<Record<string, unknown>>): readonly Target[] => {
  const read = readTracker(JSON.parse(JSON.stringify(radar("a", { kind: "person", ...more }))));
  assert(isRight(read), JSON.stringify(read));
  return read.right.targets;
};

test(
  "POS-34: whom a target alone saw is gone at once if it goes, or moves on the plan",
  bounded,
  async () => {
    const seen = new Set<string>();
    const people = new FusedPositions(boundary, ({ a = {}, r = [] }) => {
      for (const id of Object.keys(a)) seen.add(id);
      for (const id of r) seen.delete(id);
    });
    const [target] = targetsOf({ fuse: true });
    assert(target, "a target");
    const others = [
      [],
      targetsOf({ fuse: false }),
      targetsOf({ fuse: true, pose: { x: 1, z: 0, rotation: 90 } }),
    ];
    for (const newer of others) {
      people.show({}, [target]);
      await until(() => {
        const times = { name: undefined, changedAt: performance.now(), updatedAt: 1 };
        people.see(target, located, times);
        people.soon();
        return seen.size === 1;
      });
      people.show({ rooms: [] }, targetsOf({ fuse: true }));
      assert.equal(seen.size, 1, "a newer plan with the same target");
      people.show({}, newer);
      assert.equal(seen.size, 0, `with ${newer.length} targets`);
    }
  },
);
