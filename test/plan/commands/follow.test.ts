import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { type FileSystem, nodeFileSystem } from "../../../wal/index.ts";
import { range } from "../../service/revisions.ts";
import { Peer } from "../../support/peer.ts";
import { samplePlan } from "../../support/plans.ts";
import { eventually } from "../../support/polling.ts";
import { startTestService, type TestService } from "../../support/service.ts";
import { bounded } from "../../support/timeouts.ts";
import { bytesInUse } from "../../server/bytes-in-use.ts";
import { Changer, Held, Watched } from "../changes/changer.ts";
import { textsIn } from "../changes/text-oracle.ts";

const replaced = (path: string, value: string): string =>
  `{"op":"replace","path":"${path}","value":${value}}`;

/** The first event of a subscription on a connection of its own. */
const firstEvent = async (t: TestContext, service: TestService, rev?: number): Promise<string> => {
  const watched = await Watched.start(
    t,
    service,
    "plan/follow",
    rev === undefined ? "" : `,"rev":${rev}`,
  );
  return watched.next();
};

/** A disk on which a thousand revisions take no thousand syncs. */
const unsynced: FileSystem = {
  ...nodeFileSystem,
  open: async (path, mode) => {
    const file = await nodeFileSystem.open(path, mode);
    return { ...file, datasync: async () => undefined };
  },
};

const edit = (rev: number): string =>
  `[${replaced(`/furniture/${(rev * 37) % 300}/x`, `${rev}.0`)}]`;

/** A service whose plan is the sample house, changed up to a revision, and the texts of the revisions `known`. */
const changedHouse = async (t: TestContext, revisions: number, known: readonly number[]) => {
  const service = await startTestService(t, { fs: unsynced });
  const by = await Changer.login(t, service);
  const texts = new Map<number, string>();
  await by.save(JSON.stringify(samplePlan("house", 1)));
  texts.set(1, await by.plan());
  let rev = 1;
  for (const next of [...known, revisions]) {
    const ids = range(rev, next - 1).map((each) => ({ each, id: by.peer.newId() }));
    for (const { each, id } of ids)
      by.peer.send(
        `{"id":${id},"type":"floorplan/plan/change","rev":${each},"changes":${edit(each + 1)}}`,
      );
    for (const { each, id } of ids)
      assert.deepEqual((await by.peer.replyTo(id))["result"], { ok: true, rev: each + 1 });
    texts.set(next, await by.plan());
    rev = next;
  }
  return { service, by, texts };
};

/** The first event for a client that has a revision makes the newest plan of the text that it has. */
const assertLeadsOn = async (
  t: TestContext,
  service: TestService,
  from: number,
  texts: ReadonlyMap<number, string>,
): Promise<void> => {
  const held = new Held();
  held.text = texts.get(from) ?? "";
  held.rev = from;
  held.take(await firstEvent(t, service, from));
  const newest = Math.max(...texts.keys());
  assert.deepEqual(held.came, [{ rev: newest, from }], "by what changed");
  assert.equal(held.text, texts.get(newest));
};

test(
  "FOLLOW-1: the first event has the plan, also before the first save, and each later revision has one event",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const by = await Changer.login(t, service);
    const early = await Watched.start(t, service);
    assert.equal(await early.next(), '{"rev":0,"plan":{}}');
    const plan = '"rooms":[],"note":"long enough that an event of changes is shorter"';
    assert.equal(await by.save(`{${plan},"x":1.0}`), 1);
    assert.equal(await early.next(), `{"rev":1,"plan":{"rev":1,${plan},"x":1.0}}`);
    const late = await Watched.start(t, service);
    assert.equal(await late.next(), `{"rev":1,"plan":{"rev":1,${plan},"x":1.0}}`);
    await by.changed(1, "[]");
    const viewer = await Peer.login(t, service.port, service.viewer);
    await viewer.result("floorplan/plan/follow");
    const second = `{"rev":2,"plan":{"rev":2,${plan},"x":1.0}}`;
    assert.deepEqual(await viewer.nextEvent(), JSON.parse(second));
    await by.changed(2, '[{"op":"remove","path":"/x"}]');
    const third = `{"rev":3,"from":2,"changes":[${replaced("/rev", "3")},{"op":"remove","path":"/x"}]}`;
    for (const watched of [early, late]) {
      assert.equal(await watched.next(), `{"rev":2,"from":1,"changes":[${replaced("/rev", "2")}]}`);
      assert.equal(await watched.next(), third);
    }
    assert.deepEqual(await viewer.nextEvent(), JSON.parse(third));
    // One that has ended gets no more.
    await viewer.result("unsubscribe_events", { subscription: 1 });
    await by.changed(3, "[]");
    assert.equal(await early.next(), `{"rev":4,"from":3,"changes":[${replaced("/rev", "4")}]}`);
    assert.equal((await viewer.command("ping"))["type"], "pong");
    assert.equal(viewer.received.filter(({ type }) => type === "event").length, 2);
  },
);

test(
  "FOLLOW-2: for a client with the newest revision nothing has changed, and one with an unknown, older or future revision gets the plan",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const by = await Changer.login(t, service);
    assert.equal(await firstEvent(t, service, 0), '{"rev":0,"from":0,"changes":[]}');
    for (const rev of [1, -1, 1e15])
      assert.equal(await firstEvent(t, service, rev), '{"rev":0,"plan":{}}');
    await by.save('{"note":"a note that is longer than its changes","other":"words behind it"}');
    const plan = await by.plan();
    assert.equal(await firstEvent(t, service, 1), '{"rev":1,"from":1,"changes":[]}');
    for (const rev of [0, 2, 700, -1])
      assert.equal(await firstEvent(t, service, rev), `{"rev":1,"plan":${plan}}`);
    await by.changed(1, '[{"op":"remove","path":"/other"}]');
    const change = `${replaced("/rev", "2")},{"op":"remove","path":"/other"}`;
    assert.equal(await firstEvent(t, service, 1), `{"rev":2,"from":1,"changes":[${change}]}`);
    for (const rev of ["null", '"1"', "1.5", "true", "[]"]) {
      const reply = await by.ask("plan/follow", `,"rev":${rev}`);
      assert.match(reply.get("error") ?? "", /"invalid_format".*"rev: expected integer"/);
    }
    assert.match((await by.ask("plan/follow", ',"rev":1,"from":1')).get("error") ?? "", /"from: /);
  },
);

test(
  "FOLLOW-2: a client that has an earlier revision gets what changed since, after 1 and 20 revisions, and after a restart",
  bounded,
  async (t) => {
    const { service, texts } = await changedHouse(t, 22, [2, 20, 21]);
    for (const from of [21, 20, 2, 1]) await assertLeadsOn(t, service, from, texts);
    await service.stop();
    const again = await startTestService(t, { again: service });
    assert.equal(await firstEvent(t, again, 22), '{"rev":22,"from":22,"changes":[]}');
    for (const from of [21, 2, 1]) await assertLeadsOn(t, again, from, texts);
    assert.equal(await firstEvent(t, again, 0), `{"rev":22,"plan":${texts.get(22)}}`);
    // Whole plans are no changes that it knows, and later ones are.
    const by = await Changer.login(t, again);
    await by.changed(22, `[${replaced("/number", "7")}]`);
    texts.set(23, await by.plan());
    await assertLeadsOn(t, again, 1, texts);
  },
);

test(
  "FOLLOW-2: a client gets what changed in 1,000 revisions as long as that is shorter than the plan",
  bounded,
  async (t) => {
    const { service, by, texts } = await changedHouse(t, 1001, [100, 500, 1000]);
    for (const from of [1, 100, 500, 1000]) await assertLeadsOn(t, service, from, texts);
    // One long change makes them longer than the plan together, and is known itself.
    const { length } = await by.plan();
    await by.changed(1001, `[${replaced("/number", `"${"n".repeat(length - 2000)}"`)}]`);
    await by.changed(1002, `[${replaced("/number", `"${"m".repeat(length - 2000)}"`)}]`);
    await by.changed(1003, `[${replaced("/number", `"${"o".repeat(length - 2000)}"`)}]`);
    const plan = await by.plan();
    for (const from of [1, 500, 1000]) {
      const event = textsIn(await firstEvent(t, service, from));
      assert.deepEqual([...event.keys()], ["rev", "plan"], `from ${from}`);
      assert.equal(event.get("plan"), plan);
    }
    const event = textsIn(await firstEvent(t, service, 1003));
    assert.deepEqual([...event.keys()], ["rev", "from", "changes"]);
  },
);

test(
  "FOLLOW-2: no more than 1 MiB of changes is known, and what is known leads on",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const by = await Changer.login(t, service);
    await by.save(`{"big":"${"b".repeat(4_000_000)}"}`);
    const texts = new Map([[1, await by.plan()]]);
    for (const rev of range(1, 9)) {
      await by.changed(
        rev,
        `[{"op":"add","path":"/note","value":"${String(rev).repeat(150_000)}"}]`,
      );
      texts.set(rev + 1, await by.plan());
    }
    // Six changes of 150 kB are less than 1 MiB, and seven are more.
    for (const from of [9, 6, 4]) await assertLeadsOn(t, service, from, texts);
    for (const from of [3, 2, 1])
      assert.equal(textsIn(await firstEvent(t, service, from)).get("plan"), texts.get(10));
  },
);

test(
  "FOLLOW-2: however many revisions clients say they have, few of the events are kept for others who have the same",
  bounded,
  async (t) => {
    const service = await startTestService(t, { fs: unsynced });
    const by = await Changer.login(t, service);
    await by.save(`{"big":"${"b".repeat(1_000_000)}"}`);
    const change = (rev: number) =>
      by.changed(rev, `[{"op":"add","path":"/note","value":"${String(rev % 10).repeat(9000)}"}]`);
    for (const rev of range(1, 100)) await change(rev);
    const follower = await Peer.login(t, service.port, service.admin);
    const before = bytesInUse();
    // Some 45 MB in all.
    for (const rev of range(1, 100)) {
      const id = follower.newId();
      follower.send(JSON.stringify({ id, type: "floorplan/plan/follow", rev }));
      await follower.nextEvent();
      const stop = follower.newId();
      follower.send(JSON.stringify({ id: stop, type: "unsubscribe_events", subscription: id }));
      await follower.replyTo(stop);
    }
    // What is collected is not freed at once.
    await eventually(async () => {
      const kept = bytesInUse() - before;
      return kept < 12 * 1024 * 1024 ? { seen: kept } : { not: `${kept} bytes are kept` };
    }, 5000);
  },
);
