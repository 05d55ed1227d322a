import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { left, right } from "fp-ts/lib/Either.js";
import { PlanActor } from "../../src/plan/actor.ts";
import { EmbeddedLog } from "../../src/plan/embedded-log.ts";
import { emptyState, revisionOf, type Save } from "../../src/plan/state.ts";
import { MemoryLog } from "./memory-log.ts";

const limits = { mailboxMessages: 100, mailboxBytes: 10_000 };
const commitDelayMs = 10;
const draft = { rest: [Buffer.from('"a":1}')], bytes: 7, rooms: 1, items: 0 };
const overwrite: Save = { draft, guard: undefined };
const guarded = (guard: number): Save => ({ draft, guard });

const actorOn = (log: MemoryLog): { actor: PlanActor; failures: string[] } => {
  const failures: string[] = [];
  const onFailure = (reason: string): void => void failures.push(reason);
  const planLog = new EmbeddedLog(log, commitDelayMs);
  return { actor: new PlanActor(planLog, emptyState, limits, onFailure), failures };
};

/** A log of which every append takes 12 ms of a clock that only this moves, and timers that only the test moves. */
const onTestTime = (t: TestContext): MemoryLog => {
  let now = 0;
  t.mock.timers.enable({ apis: ["setTimeout"] });
  t.mock.method(performance, "now", () => now);
  return new MemoryLog(async () => void (now += 12));
};

test("ORDER-1: each of the commands that wait together sees all before it and nothing after it", async () => {
  const log = new MemoryLog();
  const { actor } = actorOn(log);
  const read = actor.read(revisionOf);
  const seen = await Promise.all([
    read(),
    actor.save(overwrite)(),
    read(),
    actor.save(guarded(0))(),
    actor.save(guarded(1))(),
    read(),
    actor.save(guarded(1))(),
    actor.save(guarded(2))(),
    read(),
  ]);
  const conflict = (current: number) => left({ kind: "conflict", current });
  assert.deepEqual(seen, [
    right(0),
    right(1),
    right(1),
    conflict(1),
    right(2),
    right(2),
    conflict(2),
    right(3),
    right(3),
  ]);
  assert.deepEqual(log.batches, [3], "SAVE-11: one append for the saves that waited together");
});

test("ORDER-3, ORDER-5: whoever subscribes between two saves gets the second, before it is answered", async () => {
  const { actor } = actorOn(new MemoryLog());
  const steps: string[] = [];
  const told = (what: string) => (): void => void steps.push(what);
  const subscribe = actor.read((state) => {
    steps.push(`subscribed at ${revisionOf(state)}`);
    actor.hub.subscribe(({ rev }) => void steps.push(`revision ${rev}`));
  });
  await Promise.all([
    actor.save(overwrite)().then(told("answered 1")),
    subscribe(),
    actor.save(overwrite)().then(told("answered 2")),
  ]);
  assert.deepEqual(
    steps.filter((step) => step !== "answered 1"),
    ["subscribed at 1", "revision 2", "answered 2"],
  );
});

test("SAVE-12: a failed append fails its saves and conflicts and all later ones, is told once, and reads go on", async () => {
  const log = new MemoryLog();
  const { actor, failures } = actorOn(log);
  const published: number[] = [];
  actor.hub.subscribe(({ rev }) => void published.push(rev));
  await actor.save(overwrite)();
  log.failure = "the disk is gone";
  const notLoaded = left({ kind: "not-loaded", reason: "the disk is gone" });
  const answers = await Promise.all([
    actor.save(overwrite)(),
    actor.save(guarded(7))(),
    actor.read(revisionOf)(),
    actor.save(guarded(2))(),
  ]);
  assert.deepEqual(answers, [notLoaded, notLoaded, right(1), notLoaded]);
  log.failure = undefined;
  assert.deepEqual(await actor.save(overwrite)(), notLoaded);
  assert.deepEqual(await actor.read(revisionOf)(), right(1));
  assert.equal(actor.revision, 1);
  assert.deepEqual(published, [1]);
  assert.deepEqual(failures, ["the disk is gone"]);
  assert.deepEqual(log.batches, [1, 2], "nothing is appended any more");
});

test("SAVE-15: an append that fails for now refuses its saves and conflicts, shows nothing of them, and the next save is made", async () => {
  const log = new MemoryLog();
  const { actor, failures } = actorOn(log);
  const published: number[] = [];
  actor.hub.subscribe(({ rev }) => void published.push(rev));
  await actor.save(overwrite)();
  log.failure = "no room: try again";
  log.passing = true;
  const notLoaded = left({ kind: "not-loaded", reason: "no room: try again" });
  for (let times = 0; times < 2; times += 1)
    assert.deepEqual(
      await Promise.all([
        actor.save(overwrite)(),
        actor.save(guarded(7))(),
        actor.read(revisionOf)(),
        actor.save(guarded(2))(),
      ]),
      [notLoaded, notLoaded, right(1), notLoaded],
    );
  const conflict = left({ kind: "conflict", current: 1 });
  assert.deepEqual(await actor.save(guarded(7))(), conflict, "what needs no room is answered");
  log.failure = undefined;
  assert.deepEqual(await actor.save(guarded(1))(), right(2));
  assert.deepEqual(published, [1, 2]);
  assert.deepEqual(failures, [], "saving has not ended");
  assert.deepEqual(log.batches, [1, 2, 2, 1]);
});

test("SAVE-15: a snapshot that cannot be started for now ends nothing", async () => {
  const log = new MemoryLog();
  const { actor, failures } = actorOn(log);
  log.snapshotIsDue = true;
  log.snapshotFailure = "no room";
  log.passing = true;
  assert.deepEqual(await actor.save(overwrite)(), right(1));
  await actor.idle();
  assert.deepEqual(log.snapshots, [1]);
  assert.deepEqual(await actor.save(overwrite)(), right(2));
  assert.deepEqual(failures, []);
});

test("SAVE-12: a snapshot that cannot be started ends saving, and the save before it stands", async () => {
  const log = new MemoryLog();
  const { actor, failures } = actorOn(log);
  await actor.save(overwrite)();
  await actor.idle();
  log.snapshotIsDue = true;
  assert.deepEqual(await actor.save(overwrite)(), right(2));
  await actor.idle();
  assert.deepEqual(log.snapshots, [2], "the history and the current plan");
  log.snapshotIsDue = true;
  log.snapshotFailure = "the disk is gone";
  assert.deepEqual(await actor.save(overwrite)(), right(3));
  await actor.idle();
  assert.deepEqual(failures, ["the disk is gone"]);
  const notLoaded = left({ kind: "not-loaded", reason: "the disk is gone" });
  assert.deepEqual(await actor.save(overwrite)(), notLoaded);
  assert.equal(actor.revision, 3);
});

test("ORDER-1: while the plan is held no save is begun, and what the holder throws is its own", async () => {
  const log = new MemoryLog();
  const { actor } = actorOn(log);
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  let isHeld = (): void => undefined;
  const held = new Promise<void>((resolve) => (isHeld = resolve));
  const holding = actor.hold(async (state) => {
    isHeld();
    await gate;
    return revisionOf(state);
  });
  const both = Promise.all([holding(), actor.save(overwrite)()]);
  await held;
  const later = actor.save(overwrite)();
  for (let turns = 0; turns < 5; turns += 1) await turn();
  assert.deepEqual(log.batches, [1], "only what waited together with the holder is saved");
  release();
  assert.deepEqual(await both, [right(1), right(1)]);
  assert.deepEqual(await later, right(2));
  const bug = actor.hold(() => Promise.reject(new Error("a bug in a holder")));
  await assert.rejects(bug(), /a bug in a holder/);
  assert.deepEqual(await actor.save(overwrite)(), right(3));
});

test("ORDER-1: what a read throws is its own caller's alone", async () => {
  const { actor } = actorOn(new MemoryLog());
  const bug = actor.read((): never => {
    throw new Error("a bug in a read");
  });
  const [first, thrown, second] = await Promise.allSettled([
    actor.save(overwrite)(),
    bug(),
    actor.save(overwrite)(),
  ]);
  assert.deepEqual(first, { status: "fulfilled", value: right(1) });
  assert.equal(thrown.status, "rejected");
  assert.deepEqual(second, { status: "fulfilled", value: right(2) });
});

test("SAVE-14: a lone editor's save waits for no timer", async (t) => {
  const { actor } = actorOn(onTestTime(t));
  for (const rev of [1, 2, 3, 4]) assert.deepEqual(await actor.save(overwrite)(), right(rev));
});

test("SAVE-14: after several editors were busy, a save waits for theirs, at most half of a sync", async (t) => {
  const log = onTestTime(t);
  const { actor } = actorOn(log);
  await Promise.all([actor.save(overwrite)(), actor.save(overwrite)(), actor.save(overwrite)()]);
  assert.deepEqual(log.batches, [3]);

  const gathered = [actor.save(overwrite)(), actor.save(overwrite)()];
  await turn();
  assert.deepEqual(log.batches, [3], "two of three wait for the third");
  gathered.push(actor.save(overwrite)());
  await Promise.all(gathered);
  assert.deepEqual(log.batches, [3, 3], "and not any longer");

  const alone = actor.save(overwrite)();
  await turn();
  t.mock.timers.tick(5);
  await turn();
  assert.deepEqual(log.batches, [3, 3]);
  // Half of the syncs of 12 ms, and less than the limit of 10 ms.
  t.mock.timers.tick(2);
  assert.deepEqual(await alone, right(7));
  assert.deepEqual(await actor.save(overwrite)(), right(8), "from then on it is a lone editor");
});

test("SAVE-16: conflicts wait for nobody, and are nobody to wait for", async (t) => {
  const log = onTestTime(t);
  const { actor } = actorOn(log);
  await Promise.all([actor.save(overwrite)(), actor.save(overwrite)(), actor.save(overwrite)()]);
  const conflict = (current: number) => left({ kind: "conflict", current });
  for (const guard of [0, 2, 99])
    assert.deepEqual(await actor.save(guarded(guard))(), conflict(3), "no timer is awaited");

  const late = actor.save(overwrite)();
  await turn();
  t.mock.timers.tick(10);
  assert.deepEqual(await late, right(4), "of three editors one is left");
  for (const rev of [5, 6, 7]) {
    // Conflicts that come before a save, together with it and while its sync runs.
    const answers = [0, 99].map((guard) => actor.save(guarded(guard))());
    const saved = actor.save(guarded(rev - 1))();
    answers.push(actor.save(guarded(rev - 1))());
    await Promise.resolve();
    await Promise.resolve();
    const during = actor.save(guarded(99))();
    assert.deepEqual(await saved, right(rev), "a lone editor waits for no timer");
    assert.deepEqual(await Promise.all(answers), [
      conflict(rev - 1),
      conflict(rev - 1),
      conflict(rev),
    ]);
    assert.deepEqual(await during, conflict(rev));
  }
});

test("SAVE-16: which saves will be made is foreseen anew after some were refused", async (t) => {
  const log = onTestTime(t);
  const { actor } = actorOn(log);
  await actor.save(overwrite)();
  log.failure = "no room";
  log.passing = true;
  await Promise.all([actor.save(overwrite)(), actor.save(overwrite)()]);
  log.failure = undefined;
  await Promise.all([actor.save(guarded(1))(), actor.save(guarded(2))()]);
  assert.deepEqual(log.batches, [1, 2, 2]);
  const one = actor.save(guarded(3))();
  await turn();
  assert.deepEqual(log.batches, [1, 2, 2], "one of two waits for the other");
  assert.deepEqual(await Promise.all([actor.save(guarded(4))(), one]), [right(5), right(4)]);
});

test("SAVE-14: reads alone wait for nobody, however busy the editors were", async (t) => {
  const { actor } = actorOn(onTestTime(t));
  await Promise.all([actor.save(overwrite)(), actor.save(overwrite)()]);
  assert.deepEqual(await actor.read(revisionOf)(), right(2));
});
