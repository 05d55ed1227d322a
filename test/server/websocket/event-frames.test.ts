import assert from "node:assert/strict";
import { test } from "node:test";
import {
  compressedBit,
  type Deflation,
  EventFrames,
} from "../../../src/server/websocket/frames.ts";
import type { JsonText } from "../../../src/plan/raw-json/raw-json.ts";

const eventOf = (id: number, rev: number): string =>
  `{"type":"event","event":{"rev":${rev}},"id":${id}}`;

/** What is sent in one piece or several, and whether it is compressed. */
const sent = (frames: EventFrames, id: number, json: JsonText, deflation: Deflation = "none") => {
  const frame = frames.of(id, json, deflation);
  if ("whole" in frame)
    return { pieces: [frame.whole], isDeflated: ((frame.whole[0] ?? 0) & compressedBit) !== 0 };
  const pieces = "deflated" in frame ? frame.deflated : frame;
  return { pieces, isDeflated: "deflated" in frame };
};

test("CHAN-25, PLAN-5: subscribers with one id share a frame, and each gets its own id", () => {
  const frames = new EventFrames();
  for (const rev of [1, 2]) {
    const json = [Buffer.from(`{"rev":${rev}`), Buffer.from("}")];
    for (const id of [1, 2, 3, 4, 5]) {
      const { pieces } = sent(frames, id, json);
      assert.equal(pieces.join(""), eventOf(id, rev));
      assert(pieces[1] === json[0] && pieces[2] === json[1], "the first of an id shares the plan");
    }
    for (const id of [1, 2, 3, 4]) {
      const [frame, ...rest] = sent(frames, id, json).pieces;
      assert(frame !== undefined && rest.length === 0, "the second of an id has one piece");
      assert.equal(frame.subarray(2).toString(), eventOf(id, rev), "with its head");
      assert.equal(sent(frames, id, json).pieces[0], frame, "and so have all others");
    }
    assert.equal(sent(frames, 5, json).pieces[1], json[0], "a rarer id has none");
  }
});

test("CHAN-22, PLAN-5: what is longer than a frame may be is shared in pieces", () => {
  const frames = new EventFrames();
  const json = jsonOf(256 * 1024);
  for (let time = 0; time < 3; time += 1) assert.equal(sent(frames, 1, json).pieces[1], json[0]);
});

/** JSON of so many bytes. */
const jsonOf = (bytes: number): JsonText => [Buffer.from(`"${"x".repeat(bytes - 2)}"`)];

test("CHAN-37: an event is compressed for the second on this machine, or for the first from elsewhere, and then for all of them", () => {
  const frames = new EventFrames();
  for (let rev = 1; rev <= 2; rev += 1) {
    const json = jsonOf(2000);
    const near = [1, 2, 3, 4, 5].map((id) => sent(frames, id, json, "near").isDeflated);
    assert.deepEqual(near, [false, true, true, true, true]);
    assert.equal(sent(frames, 6, json).isDeflated, false, "who knows nothing of it");
  }
  const json = jsonOf(2000);
  const bodies = [1, 2, 3, 4, 5, 6].map((id) => {
    const { pieces, isDeflated } = sent(frames, id, json, id % 2 === 1 ? "far" : "near");
    assert(isDeflated);
    return pieces[0];
  });
  assert.equal(new Set(bodies).size, 1, "all ids share the same bytes");
});

test("CHAN-37: what is very short or very long is sent as it is", () => {
  const MiB = 1024 * 1024;
  for (const [bytes, expected] of [
    [1023, false],
    [1024, true],
    [4 * MiB, true],
    [4 * MiB + 1, false],
  ] as const)
    assert.equal(sent(new EventFrames(), 1, jsonOf(bytes), "far").isDeflated, expected, `${bytes}`);
});

test("CHAN-37: several events on their way are compressed once each, in whatever order subscribers get them", () => {
  const frames = new EventFrames();
  const events = [jsonOf(2000), jsonOf(3000), jsonOf(4000)];
  const bodiesOf = (id: number) => events.map((json) => sent(frames, id, json, "far").pieces[0]);
  const bodies = bodiesOf(1);
  for (const id of [2, 3, 4])
    for (const [at, body] of bodiesOf(id).entries()) assert.equal(body, bodies[at]);
  frames.keepNewest();
  const [first, , newest] = bodiesOf(5);
  assert.notEqual(first, bodies[0], "what everybody was sent is not kept");
  assert.equal(newest, bodies[2]);
});
