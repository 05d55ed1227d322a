import assert from "node:assert/strict";
import { test } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { createUser, usersFile } from "../../../src/auth/user-directory.ts";
import { bounded } from "../../support/timeouts.ts";
import { Peer } from "../../support/peer.ts";
import { numberedPlan } from "../../support/plans.ts";
import { startTestService } from "../../support/service.ts";

const subscribe = "floorplan/plan/subscribe";
const unsubscribe = "unsubscribe_events";

test("CORE-1: ping is answered with pong and nothing else", bounded, async (t) => {
  const { port, viewer } = await startTestService(t);
  const peer = await Peer.login(t, port, viewer);
  peer.send({ id: 42, type: "ping" });
  assert.deepEqual(await peer.next(), { id: 42, type: "pong" });
});

test(
  "CORE-2: supported_features is answered with null, whatever the features",
  bounded,
  async (t) => {
    const { port, viewer } = await startTestService(t);
    const peer = await Peer.login(t, port, viewer);
    for (const features of [{}, { coalesce_messages: 1 }, { anything: { nested: [] } }])
      assert.equal(await peer.result("supported_features", { features }), null);
  },
);

test("CORE-3: no event comes after the reply that a subscription was ended", bounded, async (t) => {
  const { port, admin, viewer } = await startTestService(t);
  const editor = await Peer.login(t, port, admin);
  const watcher = await Peer.login(t, port, viewer);
  await watcher.result(subscribe);
  await watcher.result(subscribe);
  for (let id = 1; id <= 50; id += 1)
    editor.send({ id, type: "floorplan/plan/save", plan: numberedPlan(id) });
  // In the middle of the saves.
  await editor.replyTo(10);
  assert.equal(await watcher.result(unsubscribe, { subscription: 1 }), null);
  const ended = watcher.received.findIndex((message) => message["id"] === 3);
  const last = JSON.stringify({ rev: 50, ...numberedPlan(50) });
  while (JSON.stringify(await watcher.nextEvent()) !== last);
  await watcher.command("ping");
  const later = watcher.received.slice(ended + 1, -1).map((message) => message["id"]);
  assert.deepEqual([...new Set(later)], [2], "only the other subscription goes on");
});

test(
  "CORE-3: an unknown subscription, and one that has ended, is not_found",
  bounded,
  async (t) => {
    const { port, viewer } = await startTestService(t);
    const peer = await Peer.login(t, port, viewer);
    const other = await Peer.login(t, port, viewer);
    await peer.result(subscribe);
    await other.command("ping");
    for (const subscription of [0, 7, -1, 2]) {
      assert.equal((await peer.error(unsubscribe, { subscription })).code, "not_found");
    }
    assert.equal(
      (await other.error(unsubscribe, { subscription: 1 })).code,
      "not_found",
      "another connection's subscription is unknown",
    );
    assert.equal(await peer.result(unsubscribe, { subscription: 1 }), null);
    assert.equal((await peer.error(unsubscribe, { subscription: 1 })).code, "not_found");
  },
);

test(
  "CORE-4: auth/current_user tells the connection's user, and the first administrator as owner",
  bounded,
  async (t) => {
    const { port, admin, viewer, data } = await startTestService(t);
    const second = await createUser(usersFile(data), "second", { admin: true, control: false });
    assert(isRight(second));
    const ids = new Set<unknown>();
    for (const [token, name, is_owner, is_admin] of [
      [admin, "admin", true, true],
      [viewer, "wall", false, false],
      [second.right, "second", false, true],
    ] as const) {
      const peer = await Peer.login(t, port, token);
      const user = await peer.result("auth/current_user");
      assert(typeof user === "object" && user !== null && "id" in user);
      assert(typeof user.id === "string" && user.id !== "");
      assert.deepEqual(user, { id: user.id, name, is_owner, is_admin });
      ids.add(user.id);
    }
    assert.equal(ids.size, 3);
  },
);
