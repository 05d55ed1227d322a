import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { fence } from "../../service/event-fence.ts";
import { revOf } from "../../service/revisions.ts";
import { SegmentDisk } from "../../service/segment-disk.ts";
import type { ServiceConfig } from "../../../src/server/limits.ts";
import { Peer } from "../../support/peer.ts";
import { numberedPlan } from "../../support/plans.ts";
import { startTestService } from "../../support/service.ts";

const save = "floorplan/plan/save";

const editorOf = async (t: TestContext, config: Partial<ServiceConfig> = {}): Promise<Peer> => {
  const { port, admin } = await startTestService(t, { config });
  return Peer.login(t, port, admin);
};

/** Each of these plans is refused with invalid_format and this message; the connection stays and nothing is written. */
const refused = async (peer: Peer, plans: readonly (readonly [unknown, string])[]) => {
  for (const [plan, message] of plans)
    assert.deepEqual(await peer.error(save, { plan }), { code: "invalid_format", message });
  assert.deepEqual(await peer.result("floorplan/plan/get"), {});
  assert.equal(await peer.save({ rooms: [] }, 0), 1);
};

test("SAVE-6: what the service knows of a plan has its type, or the error names the path", async (t) => {
  const lists = ["rooms", "levels", "furniture", "devices", "sensors", "texts"];
  await refused(await editorOf(t), [
    [null, "plan: expected object"],
    [[], "plan: expected object"],
    ["{}", "plan: expected object"],
    ...lists.map((list) => [{ [list]: {} }, `plan.${list}: expected array`] as const),
    [{ backgrounds: [] }, "plan.backgrounds: expected object"],
    [{ backgrounds: { 0: "/a.svg" } }, "plan.backgrounds.0: expected object"],
    [{ backgrounds: { 0: { url: 1 } } }, "plan.backgrounds.0.url: expected string"],
    [
      { backgrounds: { a: { url: "" }, b: null, 0: { url: false } } },
      "plan.backgrounds.0.url: expected string",
    ],
  ]);
});

test("SAVE-7: a plan of more than plan-bytes is refused with the limit, and the connection stays", async (t) => {
  const planBytes = 2048;
  const peer = await editorOf(t, { planBytes });
  const planOf = (bytes: number): object => ({
    name: "é".repeat((bytes - '{"name":""}'.length) / 2),
  });
  await refused(peer, [
    [planOf(2049), "plan: 2049 bytes as JSON, more than plan-bytes, 2048"],
    [planOf(20_001), "plan: 20001 bytes as JSON, more than plan-bytes, 2048"],
  ]);
  assert.equal(await peer.save({ ...planOf(2047), rev: 123_456 }), 2);
});

test("SAVE-7: a plan nested deeper than plan-depth is refused with the limit and the path", async (t) => {
  const planDepth = 5;
  const peer = await editorOf(t, { planDepth });
  const what = "nested deeper than plan-depth, 5 levels";
  await refused(peer, [
    [{ a: [[[[[]]]]] }, `plan.a.0.0.0.0: ${what}`],
    [{ rooms: [{ b: { c: [{}] } }] }, `plan.rooms.0.b.c.0: ${what}`],
  ]);
  assert.equal(await peer.save({ a: [[[[1]]]], rooms: [{ b: { c: [0] } }] }), 2);
});

test("SAVE-7: nesting that would fill a stack is refused like any other", async (t) => {
  const peer = await editorOf(t);
  for (const [open, close] of [
    ["[", "]"],
    ['{"a":', "}"],
  ] as const) {
    const levels = 200_000;
    const plan = `{"a":${open.repeat(levels)}1${close.repeat(levels)}}`;
    const id = peer.newId();
    peer.send(`{"id":${id},"type":"${save}","plan":${plan}}`);
    const { error } = await peer.replyTo(id);
    assert.match(JSON.stringify(error), /"invalid_format".*plan-depth, 128 levels/);
  }
  assert.equal(await peer.save(numberedPlan(1), 0), 1);
});

test("SAVE-8: a number that a double cannot hold is refused with its path", async (t) => {
  const peer = await editorOf(t);
  for (const number of ["1e999", "-1e999", "1e309"]) {
    const id = peer.newId();
    const plan = `{"rooms":[{"points":[[1,${number}]]}]}`;
    peer.send(`{"id":${id},"type":"${save}","plan":${plan}}`);
    assert.deepEqual((await peer.replyTo(id))["error"], {
      code: "invalid_format",
      message: "plan.rooms.0.points.0.1: number out of range",
    });
  }
  assert.deepEqual(await peer.result("floorplan/plan/get"), {});
  const largest = { largest: Number.MAX_VALUE, smallest: Number.MIN_VALUE };
  await peer.save(largest);
  assert.deepEqual(await peer.result("floorplan/plan/get"), { ...largest, rev: 1 });
});

/** A service whose first save hangs in its sync, so that all that comes now waits; and further connections. */
const whileSyncHangs = async (t: TestContext, config: Partial<ServiceConfig>) => {
  const disk = new SegmentDisk();
  const { port, admin } = await startTestService(t, { config, fs: disk.fs });
  const login = (): Promise<Peer> => Peer.login(t, port, admin);
  const first = await login();
  const { reached, release } = disk.holdNextSync();
  const saved = first.save(numberedPlan(1));
  await reached;
  /** Sends a command on a connection of its own, and waits until the service has read it. */
  const waiting = async (type: string, fields: object): Promise<Promise<unknown>[]> => {
    const peer = await login();
    const answer = peer.result(type, { ...fields });
    await fence(peer);
    return [answer];
  };
  return { login, saved, release, waiting };
};

test("SAVE-13: beyond mailbox-messages a command is overloaded, and those before it are done", async (t) => {
  const config = { mailboxMessages: 3 };
  const { login, saved, release, waiting } = await whileSyncHangs(t, config);
  const answers = [
    ...(await waiting(save, { plan: numberedPlan(2) })),
    ...(await waiting("floorplan/plan/get", {})),
    ...(await waiting(save, { plan: numberedPlan(3) })),
  ];
  const peer = await login();
  const commands = [
    [save, { plan: numberedPlan(4) }],
    ["floorplan/plan/get", {}],
    ["floorplan/plan/subscribe", {}],
    ["floorplan/history/list", {}],
    ["floorplan/history/get", { rev: 1 }],
  ] as const;
  for (const [type, fields] of commands) {
    const { code, message } = await peer.error(type, fields);
    assert.equal(code, "overloaded");
    assert.match(message, /mailbox-messages, 3,/);
  }
  release();
  assert.equal(await saved, 1);
  const [second, got, third] = await Promise.all(answers);
  assert.deepEqual(
    [second, third],
    [
      { ok: true, rev: 2 },
      { ok: true, rev: 3 },
    ],
  );
  assert.equal(revOf(got), 2);
  assert.equal(await peer.save(numberedPlan(4)), 4);
});

test("SAVE-13: beyond mailbox-bytes a plan is overloaded, and smaller ones and reads are not", async (t) => {
  const config = { mailboxBytes: 3000 };
  const { login, saved, release, waiting } = await whileSyncHangs(t, config);
  const planOf = (bytes: number): object => ({ name: "x".repeat(bytes - '{"name":""}'.length) });
  const answers = await waiting(save, { plan: planOf(2000) });
  const peer = await login();
  const { code, message } = await peer.error(save, { plan: planOf(1001) });
  assert.equal(code, "overloaded");
  assert.match(message, /mailbox-bytes, 3000,/);
  answers.push(...(await waiting("floorplan/plan/get", {})));
  answers.push(...(await waiting(save, { plan: planOf(1000) })));
  release();
  assert.equal(await saved, 1);
  const [second, , third] = await Promise.all(answers);
  assert.deepEqual(
    [second, third],
    [
      { ok: true, rev: 2 },
      { ok: true, rev: 3 },
    ],
  );
  assert.equal(await peer.save(planOf(3000)), 4);
});
