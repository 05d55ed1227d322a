import assert from "node:assert/strict";
import { test } from "node:test";
import { RoomNews } from "../../../../src/web/home-assistant/positions/room-news.ts";

test("POS-16: news are who has entered another room and stayed there for a second, all at once", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const said: unknown[] = [];
  const news = new RoomNews((entered) => said.push(entered));
  news.put("robi", "Hall");
  news.put("anna", undefined);
  t.mock.timers.tick(5000);
  assert.deepEqual(said, [], "where they are first is no news");
  news.put("robi", "Kitchen");
  news.put("robi", "Hall");
  t.mock.timers.tick(1000);
  assert.deepEqual(said, [], "nor is a step over a border");
  news.put("robi", "Kitchen");
  news.put("anna", "Den");
  t.mock.timers.tick(999);
  assert.deepEqual(said, []);
  t.mock.timers.tick(1);
  assert.deepEqual(said, [
    [
      ["robi", "Kitchen"],
      ["anna", "Den"],
    ],
  ]);
  news.put("robi", undefined);
  news.put("robi", "Kitchen");
  t.mock.timers.tick(5000);
  assert.equal(said.length, 1, "coming back to the same room is none");
  news.put("robi", "Hall");
  news.sayAll();
  assert.deepEqual(said.at(-1), [
    ["robi", "Hall"],
    ["anna", "Den"],
  ]);
  t.mock.timers.tick(5000);
  assert.equal(said.length, 2, "what was said is no news");
  news.put("robi", "Kitchen");
  news.end();
  t.mock.timers.tick(5000);
  assert.equal(said.length, 2, "nothing is said after the end");
});
