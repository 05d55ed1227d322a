import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { eventRevs, historyRevs, range, revOf } from "../../service/revisions.ts";
import { bytesOf, Peer } from "../../support/peer.ts";
import { numberedPlan, planSizes, samplePlan } from "../../support/plans.ts";
import { startTestService } from "../../support/service.ts";

const save = "floorplan/plan/save";

const editorOf = async (t: TestContext): Promise<Peer> => {
  const { port, admin } = await startTestService(t);
  return Peer.login(t, port, admin);
};

/** Sends a save as text, so that numbers arrive as they are written here. */
const saveText = async (peer: Peer, fields: string): Promise<unknown> => {
  const id = peer.newId();
  peer.send(`{"id":${id},"type":"${save}",${fields}}`);
  const { success, result, error } = await peer.replyTo(id);
  return success === true ? result : error;
};

test("SAVE-1: a save replaces the whole plan, and is answered with the stored revision plus one", async (t) => {
  const peer = await editorOf(t);
  for (const rev of [1, 2, 3]) {
    const plan = { rooms: [], [`field${rev}`]: rev };
    assert.deepEqual(await peer.result(save, { plan }), { ok: true, rev });
    assert.deepEqual(await peer.result("floorplan/plan/get"), { ...plan, rev });
  }
  assert.deepEqual(await peer.result(save, { plan: {} }), { ok: true, rev: 4 });
  assert.deepEqual(await peer.result("floorplan/plan/get"), { rev: 4 });
});

test("SAVE-2: with a rev that is not the stored one a save is a conflict that names it, and nothing is written", async (t) => {
  const peer = await editorOf(t);
  await peer.result("floorplan/plan/subscribe");
  for (const number of [1, 2, 3]) await peer.save(numberedPlan(number));
  for (const rev of [0, 1, 2, 4, -3, 1e15, 1e300]) {
    const { code, message } = await peer.error(save, { plan: numberedPlan(9), rev });
    assert.equal(code, "conflict");
    assert.match(message, /stored revision is 3$/);
  }
  assert.deepEqual(await peer.result("floorplan/plan/get"), { ...numberedPlan(3), rev: 3 });
  assert.deepEqual(await historyRevs(peer), [2, 1]);
  assert.deepEqual(eventRevs(peer), [0, 1, 2, 3]);
  assert.equal(await peer.save(numberedPlan(4), 3), 4);
});

test("SAVE-2: of many saves at once that name the same rev one is made", async (t) => {
  const { port, admin } = await startTestService(t);
  const peers = await Promise.all(range(1, 12).map(() => Peer.login(t, port, admin)));
  for (const rev of [0, 1, 2]) {
    const replies = await Promise.all(
      peers.map((peer, number) => peer.command(save, { plan: numberedPlan(number), rev })),
    );
    const [made, ...more] = replies.filter(({ success }) => success);
    assert.deepEqual([made?.["result"], more], [{ ok: true, rev: rev + 1 }, []]);
    for (const { error } of replies)
      if (error !== undefined)
        assert.deepEqual(error, {
          code: "conflict",
          message: `somebody else saved: the stored revision is ${rev + 1}`,
        });
  }
});

test("SAVE-3: without rev a save always overwrites", async (t) => {
  const { port, admin } = await startTestService(t);
  const peers = await Promise.all(range(1, 6).map(() => Peer.login(t, port, admin)));
  const revs = await Promise.all(
    peers.map(async (peer, number) => {
      const mine: number[] = [];
      for (let time = 0; time < 5; time += 1) mine.push(await peer.save(numberedPlan(number)));
      return mine;
    }),
  );
  assert.deepEqual(
    revs.flat().toSorted((a, b) => a - b),
    range(1, 30),
  );
});

test("SAVE-3, SAVE-5: a rev inside the plan guards nothing", async (t) => {
  const peer = await editorOf(t);
  await peer.save(numberedPlan(1));
  for (const inside of [0, 1, 700, -1, "1", null, {}, [1.5]]) {
    const plan = { ...numberedPlan(2), rev: inside };
    const rev = await peer.save(plan);
    assert.deepEqual(await peer.result("floorplan/plan/get"), { ...plan, rev });
  }
  const stale = { ...numberedPlan(3), rev: 9 };
  assert.equal((await peer.error(save, { plan: stale, rev: 1 })).code, "conflict");
});

test("SAVE-4: rev is an integer as JSON has it, however it is written", async (t) => {
  const peer = await editorOf(t);
  const written = ["0", "1.0", "2e0", "0.3e1", "40E-1", "5.000"];
  for (const [number, rev] of written.entries())
    assert.deepEqual(await saveText(peer, `"plan":{},"rev":${rev}`), { ok: true, rev: number + 1 });
});

test("SAVE-4: a rev that is no integer is invalid_format, and nothing is written", async (t) => {
  const peer = await editorOf(t);
  await peer.save(numberedPlan(1));
  for (const rev of ["true", "false", '"1"', "null", "1.5", "[1]", "{}", '""', "1e999"]) {
    assert.deepEqual(await saveText(peer, `"plan":{},"rev":${rev}`), {
      code: "invalid_format",
      message: "rev: expected integer",
    });
  }
  assert.equal(revOf(await peer.result("floorplan/plan/get")), 1);
});

test("SAVE-5: what the service does not know is stored as it came", async (t) => {
  const peer = await editorOf(t);
  const plan =
    '{"z":null,"a":[[],{},[[0.1,-2.5e-7]]],"__proto__":{"rooms":1},"toString":"x","":"",' +
    '"rooms":[{"walls":{"🧱":"\\u0000"},"rev":5,"name":"Küche"}],"half":"\\ud83c"}';
  assert.deepEqual(await saveText(peer, `"plan":${plan}`), { ok: true, rev: 1 });
  const id = peer.newId();
  peer.send({ id, type: "floorplan/plan/get" });
  const stored = await new Promise<string>((resolve) => {
    peer.ws.once("message", (data) => resolve(bytesOf(data).toString()));
  });
  const expected = plan.replace("{", '{"rev":1,');
  assert.equal(stored, `{"type":"result","success":true,"result":${expected},"id":${id}}`);
});

test("SAVE-5: a plan of every size comes back as it was sent, in events too", async (t) => {
  const peer = await editorOf(t);
  await peer.result("floorplan/plan/subscribe");
  await peer.nextEvent();
  for (const [number, size] of planSizes.entries()) {
    const plan = samplePlan(size, number);
    const rev = number + 1;
    const id = peer.newId();
    peer.send({ id, type: save, plan });
    assert.deepEqual(await peer.nextEvent(), { ...plan, rev });
    assert.deepEqual((await peer.replyTo(id))["result"], { ok: true, rev });
  }
});
