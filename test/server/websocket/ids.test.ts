import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { bounded } from "../../support/timeouts.ts";
import { type Message, Peer } from "../../support/peer.ts";
import { startTestService } from "../../support/service.ts";
import { refusal } from "./refusal.ts";

const admin = async (t: TestContext): Promise<Peer> => {
  const service = await startTestService(t);
  return Peer.login(t, service.port, service.admin);
};

const viewer = async (t: TestContext): Promise<Peer> => {
  const service = await startTestService(t);
  return Peer.login(t, service.port, service.viewer);
};

const ping = (id: number): Message => ({ id, type: "ping" });
const pong = (id: number): Message => ({ id, type: "pong" });

test(
  "CHAN-10: without an integer id of at least 1 or a string type a command is invalid_format",
  bounded,
  async (t) => {
    const peer = await admin(t);
    const type = "ping";
    const cases: readonly (readonly [unknown, unknown])[] = [
      [{ type }, 0],
      [{ id: 0, type }, 0],
      [{ id: -1, type }, -1],
      [{ id: 1.5, type }, 1.5],
      [{ id: "1", type }, 0],
      [{ id: null, type }, 0],
      [{ id: true, type }, 0],
      [{ id: [1], type }, 0],
      ['{"id":1e999,"type":"ping"}', 0],
      [{ id: 7 }, 7],
      [{ id: 7, type: 1 }, 7],
      [{ id: 7, type: null }, 7],
      [{ id: 7, type: ["ping"] }, 7],
      [{}, 0],
      ["1", 0],
      ["null", 0],
      ['"ping"', 0],
      ['{"__proto__":{"id":1,"type":"ping"}}', 0],
    ];
    for (const [message, id] of cases)
      assert.deepEqual(
        await refusal(peer, message),
        [id, "invalid_format"],
        JSON.stringify(message),
      );
    // As JSON has it, 1.0 is an integer.
    peer.send('{"id":1.0,"type":"ping"}');
    assert.deepEqual(await peer.next(), pong(1));
  },
);

test("CHAN-11: an id that is not greater than the last one is id_reuse", bounded, async (t) => {
  const peer = await admin(t);
  peer.send(ping(5));
  assert.deepEqual(await peer.next(), pong(5));
  for (const id of [5, 4, 1]) assert.deepEqual(await refusal(peer, ping(id)), [id, "id_reuse"]);
  peer.send(ping(6));
  assert.deepEqual(await peer.next(), pong(6));
});

test("CHAN-12: an unknown type is unknown_command", bounded, async (t) => {
  const peer = await admin(t);
  for (const type of ["pong", "PING", "ping ", "", "floorplan/plan", "constructor", "__proto__"])
    assert.deepEqual(await refusal(peer, { id: 1, type }), [1, "unknown_command"], type);
});

test(
  "CHAN-13: what is no command, reused or unknown leaves the last id as it was",
  bounded,
  async (t) => {
    const peer = await admin(t);
    peer.send(ping(10));
    await peer.next();
    assert.deepEqual(await refusal(peer, { id: 100.5, type: "ping" }), [100.5, "invalid_format"]);
    assert.deepEqual(await refusal(peer, { id: 100, type: 1 }), [100, "invalid_format"]);
    assert.deepEqual(await refusal(peer, { id: 100, type: "nothing" }), [100, "unknown_command"]);
    assert.deepEqual(await refusal(peer, ping(9)), [9, "id_reuse"]);
    peer.send(ping(11));
    assert.deepEqual(await peer.next(), pong(11));
  },
);

test("CHAN-13: every other command takes its id, also one that fails", bounded, async (t) => {
  const peer = await viewer(t);
  const failing: readonly (readonly [Message, string])[] = [
    [{ id: 10, type: "ping", extra: 1 }, "invalid_format"],
    [{ id: 20, type: "floorplan/history/list" }, "unauthorized"],
    [{ id: 30, type: "unsubscribe_events", subscription: 1 }, "not_found"],
  ];
  for (const [message, code] of failing) {
    const { id } = message;
    assert.deepEqual(await refusal(peer, message), [id, code]);
    assert.deepEqual(await refusal(peer, { id, type: "ping" }), [id, "id_reuse"]);
  }
});
