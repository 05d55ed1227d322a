import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { isLeft } from "fp-ts/lib/Either.js";
import { removeUser, usersFile } from "../../../src/auth/user-directory.ts";
import { bounded } from "../../support/timeouts.ts";
import { Peer } from "../../support/peer.ts";
import { numberedPlan } from "../../support/plans.ts";
import { startTestService, type TestService } from "../../support/service.ts";
import { heldDisk } from "../held-disk.ts";

const auth = (token: string) => ({ type: "auth", access_token: token });

/** A wrong token is refused without waiting for the log: what was sent before it was received. */
const roundTrip = async (t: TestContext, port: number): Promise<void> => {
  const peer = await Peer.open(t, port);
  peer.send(auth("wrong"));
  assert.equal((await peer.closed).code, 1008);
};

const startHeld = async (t: TestContext, config: Partial<TestService["config"]> = {}) => {
  const disk = heldDisk(t);
  const started: TestService[] = [];
  // Before the folder is removed, so that the log is not opened in it any more.
  t.after(async () => {
    for (const each of started) await each.stop();
  });
  const service = await startTestService(t, {
    fs: disk.fs,
    untilLoaded: false,
    config: { loginDelayMs: 0, ...config },
  });
  started.push(service);
  return { ...service, disk };
};

const domainCommands = [
  ["plan/get", {}],
  ["plan/subscribe", {}],
  ["plan/save", { plan: numberedPlan(1) }],
  ["history/list", {}],
  ["history/get", { rev: 1 }],
  ["yaml/parse", { text: "a" }],
  ["yaml/dump", { data: [] }],
] as const;

test(
  "CHAN-7: auth_ok waits for the log, so that what follows at once is not refused",
  bounded,
  async (t) => {
    const { port, admin, viewer, disk } = await startHeld(t);
    const editor = await Peer.open(t, port);
    const watcher = await Peer.open(t, port);
    editor.send(auth(admin));
    editor.send({ id: 1, type: "floorplan/plan/save", plan: numberedPlan(1) });
    watcher.send(auth(viewer));
    watcher.send({ id: 1, type: "floorplan/plan/subscribe" });
    await roundTrip(t, port);
    await roundTrip(t, port);
    for (const peer of [editor, watcher])
      assert.deepEqual(
        peer.received.map((message) => message["type"]),
        ["auth_required"],
        "nobody is let in yet",
      );
    disk.release();
    const saved = await editor.replyTo(1);
    assert.deepEqual(saved["result"], { ok: true, rev: 1 });
    assert.equal((await watcher.replyTo(1))["success"], true);
  },
);

test("CHAN-7: auth_ok waits at most load-wait-ms", bounded, async (t) => {
  const { port, viewer, url } = await startHeld(t, { loadWaitMs: 20 });
  const peer = await Peer.login(t, port, viewer);
  const health = await fetch(`${url}/healthz`);
  assert.equal(health.status, 503, "the log is still being recovered");
  assert.equal((await peer.error("floorplan/plan/get")).code, "not_loaded");
});

test(
  "CHAN-7: when the log is refused, who waits is closed with 1001 and a reason",
  bounded,
  async (t) => {
    const { port, viewer, disk, service } = await startHeld(t);
    const peer = await Peer.open(t, port);
    peer.send(auth(viewer));
    await roundTrip(t, port);
    disk.fail("the disk is gone");
    const closed = await peer.closed;
    assert.equal(closed.code, 1001);
    assert.notEqual(closed.reason, "");
    assert(!peer.received.some((message) => message["type"] === "auth_ok"));
    const loaded = await service.loaded;
    assert(isLeft(loaded) && loaded.left.includes("the disk is gone"));
  },
);

test("CHAN-5, CHAN-7: who waits for the log has authenticated in time", bounded, async (t) => {
  const { port, viewer, disk } = await startHeld(t, { authTimeoutMs: 1000 });
  const waiting = await Peer.open(t, port);
  waiting.send(auth(viewer));
  const silent = await Peer.open(t, port);
  // The silent one is younger, so the other one's time would be over as well.
  assert.equal((await silent.closed).code, 1008);
  disk.release();
  assert.equal((await waiting.next())["type"], "auth_required");
  assert.equal((await waiting.next())["type"], "auth_ok");
});

test("CHAN-6, CHAN-7: auth-bytes bound what comes while auth_ok waits", bounded, async (t) => {
  const { port, viewer } = await startHeld(t, { authBytes: 1000 });
  const peer = await Peer.open(t, port);
  peer.send(auth(viewer));
  peer.send({ id: 1, type: "supported_features", features: { padding: "x".repeat(1000) } });
  const closed = await peer.closed;
  assert.equal(closed.code, 1008);
  assert.match(closed.reason, /auth-bytes/);
});

test(
  "AUTH-4, CHAN-7: a token that is revoked while auth_ok waits does not let in",
  bounded,
  async (t) => {
    const { port, viewer, disk, data, service } = await startHeld(t);
    const waiting = await Peer.open(t, port);
    waiting.send(auth(viewer));
    await roundTrip(t, port);
    await removeUser(usersFile(data), "wall");
    const late = await Peer.open(t, port);
    late.send(auth(viewer));
    assert.equal((await late.closed).code, 1008, "the service knows that the token is gone");
    disk.release();
    await service.loaded;
    assert.equal((await waiting.next())["type"], "auth_required");
    const answer: object = await Promise.race([waiting.closed, waiting.next()]);
    assert(!("type" in answer) || answer.type !== "auth_ok", "the revoked token lets nobody in");
    assert.equal((await waiting.closed).code, 1008);
  },
);

test(
  "PLAN-4: while the log is recovered, every command of the domain is not_loaded",
  bounded,
  async (t) => {
    const { port, admin, disk, service } = await startHeld(t, { loadWaitMs: 0 });
    const peer = await Peer.login(t, port, admin);
    for (const [name, fields] of domainCommands) {
      const error = await peer.error(`floorplan/${name}`, fields);
      assert.equal(error.code, "not_loaded", name);
      assert.match(error.message, /still being loaded/, name);
    }
    // The host's own commands do not need the plan.
    assert.equal((await peer.command("ping"))["type"], "pong");
    disk.release();
    await service.loaded;
    assert.deepEqual(await peer.result("floorplan/plan/get"), {}, "nothing was saved");
    assert.equal(await peer.save(numberedPlan(2)), 1);
    assert(
      !peer.received.some((message) => message["type"] === "event"),
      "a refused subscription is none",
    );
  },
);

test("PLAN-4, CHAN-14: schema and rights come before not_loaded", bounded, async (t) => {
  const { port, viewer } = await startHeld(t, { loadWaitMs: 0 });
  const peer = await Peer.login(t, port, viewer);
  const save = "floorplan/plan/save";
  assert.equal((await peer.error(save, { plan: [] })).code, "invalid_format");
  assert.equal((await peer.error(save, { plan: {} })).code, "unauthorized");
  assert.equal((await peer.error("floorplan/plan/get")).code, "not_loaded");
});

test("PLAN-4: when the log was refused, the reason is in the message", bounded, async (t) => {
  const { port, admin, disk, service } = await startHeld(t, { loadWaitMs: 0 });
  const peer = await Peer.login(t, port, admin);
  disk.fail("the disk is gone");
  await service.loaded;
  for (const [name, fields] of domainCommands) {
    const error = await peer.error(`floorplan/${name}`, fields);
    assert.equal(error.code, "not_loaded", name);
    assert.match(error.message, /the disk is gone/, name);
  }
});
