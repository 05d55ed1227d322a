import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { left, right } from "fp-ts/lib/Either.js";
import { revisionOf } from "../../src/plan/state.ts";
import { MemoryLog } from "./memory-log.ts";
import { actorOn, guarded, overwrite } from "./actors.ts";

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
    actor.revisions.subscribe(({ rev }) => void steps.push(`revision ${rev}`));
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

test("OPS-14: what one subscriber throws keeps no other from a revision, and no save from its answer", async () => {
  const { actor, bugs } = actorOn(new MemoryLog());
  const seen: string[] = [];
  actor.revisions.subscribe(({ rev }) => void seen.push(`first ${rev}`));
  actor.revisions.subscribe(({ rev }) => {
    throw new Error(`odd ${rev}`);
  });
  actor.revisions.subscribe(({ rev }) => void seen.push(`last ${rev}`));
  assert.deepEqual(await actor.save(overwrite)(), right(1));
  assert.deepEqual(await actor.save(overwrite)(), right(2));
  assert.deepEqual(seen, ["first 1", "last 1", "first 2", "last 2"]);
  assert.deepEqual(bugs, ["odd 1", "odd 2"]);
});

/** What a save is answered with, and the service is told, once the log failed. */
const goneForGood =
  "the storage failed, and plans cannot be saved until a restart: the disk is gone";

test("SAVE-12: a failed append fails its saves and conflicts and all later ones, is told once, and reads go on", async () => {
  const log = new MemoryLog();
  const { actor, failures } = actorOn(log);
  const published: number[] = [];
  actor.revisions.subscribe(({ rev }) => void published.push(rev));
  await actor.save(overwrite)();
  log.failure = "the disk is gone";
  const notLoaded = left({ kind: "not-loaded", reason: goneForGood });
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
  assert.deepEqual(failures, [goneForGood]);
  assert.deepEqual(log.batches, [1, 2], "nothing is appended any more");
});

test("SAVE-15: an append that fails for now refuses its saves and conflicts, shows nothing of them, and the next save is made", async () => {
  const log = new MemoryLog();
  const { actor, failures } = actorOn(log);
  const published: number[] = [];
  actor.revisions.subscribe(({ rev }) => void published.push(rev));
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
  assert.deepEqual(failures, [goneForGood]);
  const notLoaded = left({ kind: "not-loaded", reason: goneForGood });
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
