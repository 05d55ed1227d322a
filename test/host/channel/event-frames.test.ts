import assert from "node:assert/strict";
import { test } from "node:test";
import { EventFrames } from "../../../src/host/channel/event-frames.ts";
import type { Frame } from "../../../src/host/channel/frames.ts";

const textOf = (frame: Frame): string => frame.map((piece) => piece.toString()).join("");

const eventOf = (id: number, rev: number): string =>
  `{"type":"event","event":{"rev":${rev}},"id":${id}}`;

test("CHAN-25, PLAN-5: subscribers with one id share a copy of an event, and each gets its own id", () => {
  const frames = new EventFrames();
  for (const rev of [1, 2]) {
    const json = [Buffer.from(`{"rev":${rev}}`)];
    for (let round = 0; round < 3; round += 1)
      for (const id of [1, 2, 3, 4, 5, 6])
        assert.equal(textOf(frames.of(id, json)), eventOf(id, rev), `id ${id}, round ${round}`);
    assert.equal(frames.of(4, json).length, 1, "the fourth id has a copy");
    assert.equal(frames.of(4, json)[0], frames.of(4, json)[0], "which is shared");
    assert.equal(frames.of(5, json)[1], json[0], "the fifth shares the plan's own bytes");
  }
});

test("PLAN-5: for a single subscriber of an id nothing is copied", () => {
  const json = [Buffer.from('{"rev":1}')];
  assert.equal(new EventFrames().of(7, json)[1], json[0]);
});
