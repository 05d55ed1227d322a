import assert from "node:assert/strict";
import { test } from "node:test";
import { left, right } from "fp-ts/lib/Either.js";
import type { HistoryQuery, PastState } from "../../../../src/web/home-assistant/home-assistant.ts";
import { positions as words } from "../../../../src/web/i18n/en/positions.ts";
import { shownZones } from "../../../../src/web/home-assistant/positions/zone-drawing.ts";
import { PastPositions } from "../../../../src/web/home-assistant/positions/past-positions.ts";

type PastHistory = ConstructorParameters<typeof PastPositions>[0]["history"];

const noon = Date.parse("2026-03-05T12:00:00Z");

const plan = {
  trackers: [
    {
      id: "robi",
      kind: "vacuum",
      source: { entity: "camera.robi", heading: "a" },
      matrix: [0.001, 0, 0, -0.001, 0, 0],
    },
    {
      id: "radar",
      pose: { x: 0, z: 0, rotation: 90 },
      source: { x: "sensor.x", y: "sensor.y" },
    },
    { id: "anna", kind: "person", source: { room: "sensor.room" } },
  ],
};

const at = (seconds: number, state: string, attributes = {}): PastState => ({
  state,
  atMs: noon + seconds * 1000,
  attributes,
});

const unit = { unit_of_measurement: "mm" };

const history = new Map<string, readonly PastState[]>([
  [
    "camera.robi",
    [0, 10, 20, 30].map((seconds) =>
      at(seconds, "idle", { x: seconds * 100, y: -1000, a: 0, friendly_name: "Robi" }),
    ),
  ],
  ["sensor.x", [at(0, "0", unit)]],
  ["sensor.y", [at(0, "1000", unit), at(25, "2000", unit)]],
  ["sensor.room", [at(0, "Kitchen")]],
]);

test("POS-17: targets are where they were at an earlier moment, on its plan, with the way that led there", async () => {
  const asked: HistoryQuery[] = [];
  let loads = 0;
  const homeAssistant = {
    history: (query: HistoryQuery) => {
      asked.push(query);
      return Promise.resolve(right(history));
    },
  };
  const past = new PastPositions(homeAssistant, () => (loads += 1));
  const then = noon + 25_000;
  assert.equal(past.at(plan, then).positions.size, 0, "nothing is known before the history is");
  await new Promise(setImmediate);
  assert.equal(loads, 1, "it tells that the history is there");
  const { positions, trails } = past.at(plan, then);
  const [robi, radar, anna] = ["robi", "radar", "anna"].map((id) => positions.get(id));
  assert(robi?.state === "located" && radar?.state === "located" && anna?.state === "room");
  assert.deepEqual([robi.kind, robi.name, robi.place], ["vacuum", "Robi", [2, 1]]);
  assert.deepEqual(radar.place.map(Math.round), [0, 2], "in the unit of then");
  assert.equal(anna.room, "Kitchen");
  assert.deepEqual(trails.get("robi"), [
    { place: [0, 1], agoMs: 25_000 },
    { place: [1, 1], agoMs: 15_000 },
    { place: [2, 1], agoMs: 5000 },
  ]);
  assert.equal(past.at(plan, noon + 84_000).positions.get("radar")?.state, "located");
  const later = past.at(plan, noon + 86_000);
  assert.equal(later.positions.get("radar")?.state, "absent", "it was seen last a minute before");
  assert.equal(asked.length, 1, "a moment nearby is known already");
  assert.deepEqual(asked[0]?.entities, ["camera.robi", "sensor.room", "sensor.x", "sensor.y"]);
  assert(asked[0].attributes === true && asked[0].fromMs < noon && asked[0].toMs > then);
});

test("POS-17: where the history is refused or has nothing of the trackers, nobody is anywhere", async () => {
  let asked = 0;
  for (const answer of [left({ code: "unauthorized", message: "" }), right(new Map())]) {
    const refusing = () => {
      asked += 1;
      return Promise.resolve(answer);
    };
    const past = new PastPositions({ history: refusing }, () => undefined);
    past.at(plan, noon);
    await new Promise(setImmediate);
    const { positions } = past.at(plan, noon);
    for (const { state } of positions.values()) assert.equal(state, "absent");
  }
  assert.equal(asked, 2, "a refusal is not asked again");
  const none = new PastPositions(
    { history: () => assert.fail("nothing is asked") },
    () => undefined,
  );
  assert.equal(none.at({ trackers: [] }, noon).positions.size, 0);
});

test("ZONE-7: looking back, zones say who was in them, and nothing where the past is not known", async () => {
  const inZones = {
    ...plan,
    zones: [
      {
        id: "z",
        points: [
          [1, 0],
          [4, 0],
          [4, 3],
          [1, 3],
        ],
      },
    ],
  };
  const whoAt = async (answer: Awaited<ReturnType<PastHistory>>, ms: number) => {
    const past = new PastPositions({ history: () => Promise.resolve(answer) }, () => undefined);
    past.at(inZones, ms);
    await new Promise(setImmediate);
    const { positions } = past.at(inZones, ms);
    return shownZones({ plan: inZones, level: undefined, words }, positions).map(({ who }) => who);
  };
  assert.deepEqual(await whoAt(right(history), noon + 25_000), [["Robi"]]);
  assert.deepEqual(await whoAt(right(history), noon + 5000), [[]], "it came later");
  assert.deepEqual(await whoAt(right(new Map()), noon), []);
  assert.deepEqual(await whoAt(left({ code: "unauthorized", message: "" }), noon), []);
});
