import assert from "node:assert/strict";
import { test } from "node:test";
import { left, right } from "fp-ts/lib/Either.js";
import type { RevisionSource } from "../../../../src/web/connection/past-plans.ts";
import type { SavedAt } from "../../../../src/web/connection/plan-client.ts";
import {
  dayOf,
  daysAfter,
  minutesOf,
  momentIn,
  startOf,
} from "../../../../src/web/home-assistant/replay/replay.ts";
import { PlanTimeline, StateTimeline } from "../../../../src/web/home-assistant/replay/past.ts";

const noon = Date.parse("2026-03-05T12:00:00Z") / 1000;

const lamp = {
  state: "off",
  attributes: { friendly_name: "Lamp", unit_of_measurement: "lx" },
};

test("REPLAY-1: the state of a moment is the last one before it, with the attributes that its entity has today", () => {
  const past = new StateTimeline();
  const then = (state: string, seconds: number, attributes = {}) => ({
    state,
    atMs: (noon + seconds) * 1000,
    attributes,
  });
  const hall = [then("off", -3600), then("off", 60.5), then("on", 0, { brightness: 120 })];
  past.add(new Map([["light.hall", hall]]), (entity) =>
    entity === "light.hall" ? lamp : undefined,
  );
  const at = (seconds: number) => past.at((noon + seconds) * 1000)("light.hall");
  assert.equal(at(-3601), undefined);
  assert.equal(at(-3600)?.state, "off");
  assert.equal(at(-0.001)?.state, "off");
  assert.deepEqual(at(0)?.attributes, { ...lamp.attributes, brightness: 120 });
  assert.equal(at(59)?.state, "on");
  assert.equal(at(60.5)?.state, "off");
  assert.equal(at(1e6)?.last_changed, noon + 60.5);
  assert.equal(at(1), at(30), "the same object as long as the state is the same");
  assert.equal(past.at(noon * 1000)("sensor.unknown"), undefined);
});

/** A client of which only the history is asked; it counts what it is asked for. */
const historyOf = (times: readonly SavedAt[] | undefined) => {
  const asked: number[] = [];
  const refused = left({ code: "unauthorized", message: "for administrators only" });
  const client: RevisionSource = {
    times: () => Promise.resolve(times === undefined ? refused : right(times)),
    revision: (rev) => {
      asked.push(rev);
      return Promise.resolve(right({ rev }));
    },
  };
  return { asked, client };
};

const saved: readonly SavedAt[] = [
  { rev: 4, savedAt: "2026-03-05T08:00:00.000+00:00" },
  { rev: 6, savedAt: "2026-03-05T10:00:00.000+00:00" },
  { rev: 7, savedAt: "2026-03-05T13:00:00.000+00:00" },
];

test("REPLAY-2: the plan of a moment is the one that was stored then, the oldest before all, today's since the last save", async () => {
  const { asked, client } = historyOf(saved);
  const plans = new PlanTimeline(client);
  const at = (time: string) => plans.at(Date.parse(time));
  const then = (rev: number | undefined, which: string) =>
    right({ plan: rev === undefined ? undefined : { rev }, which });
  assert.deepEqual(await at("2026-03-05T07:00:00Z"), then(4, "oldest"));
  assert.deepEqual(await at("2026-03-05T08:00:00Z"), then(4, "then"));
  assert.deepEqual(await at("2026-03-05T12:59:59Z"), then(6, "then"));
  assert.deepEqual(await at("2026-03-05T13:00:00Z"), then(undefined, "then"));
  assert.deepEqual(await at("2026-03-05T10:30:00+00:00"), then(6, "then"));
  assert.deepEqual(asked, [4, 6], "each is asked for once");
});

test("REPLAY-3: who may not see the history looks back on today's plan", async () => {
  const { asked, client } = historyOf(undefined);
  const found = await new PlanTimeline(client).at(noon);
  assert.deepEqual(found, right({ plan: undefined, which: "today" }));
  assert.deepEqual(asked, []);
});

test("REPLAY-4: a day is as long as the clocks of its place make it", () => {
  const zone = process.env["TZ"];
  process.env["TZ"] = "Europe/Berlin";
  try {
    const short = { year: 2026, month: 2, date: 29 };
    assert.equal(minutesOf(short), 23 * 60);
    assert.equal(minutesOf({ year: 2026, month: 9, date: 25 }), 25 * 60);
    assert.deepEqual(daysAfter({ year: 2026, month: 11, date: 31 }, 1), {
      year: 2027,
      month: 0,
      date: 1,
    });
    assert.equal(new Date(momentIn(short, 120)).getHours(), 3, "no hour between two and three");
    assert.deepEqual(dayOf(startOf(short)), short);
    assert.deepEqual(dayOf(startOf(short) - 1), daysAfter(short, -1));
  } finally {
    if (zone === undefined) delete process.env["TZ"];
    else process.env["TZ"] = zone;
  }
});
