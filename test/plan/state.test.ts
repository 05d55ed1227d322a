import assert from "node:assert/strict";
import { test } from "node:test";
import { isRight, left } from "fp-ts/lib/Either.js";
import {
  decide,
  emptyState,
  evolve,
  findRevision,
  type PlanState,
  revisionOf,
  sharingPieces,
  stateOf,
  storedPlans,
} from "../../src/plan/state.ts";
import { runAtOnce } from "../../src/plan/raw-json/json-cursor.ts";
import { StoredPlan } from "../../src/plan/stored-plan.ts";
import { range } from "../service/revisions.ts";
import { contentOfState, listOf, readDraft } from "./drafts.ts";

const now = new Date("2026-10-04T12:00:00.123Z");
const content = (rooms: number) => readDraft(`{"a":1,"rooms":${listOf(rooms)},"texts":[1,2]}`);

const decided = (state: PlanState, rooms: number, guard?: number): StoredPlan => {
  const outcome = decide(state, { content: content(rooms), guard }, now);
  assert(isRight(outcome));
  return outcome.right;
};

/** The state after saves of plans with these numbers of rooms. */
const after = (...rooms: readonly number[]): PlanState => {
  let state = emptyState;
  for (const each of rooms) state = evolve(state, decided(state, each));
  return state;
};

const historyOf = ({ history }: PlanState): number[] => history.map(({ rev }) => rev);

test("SAVE-1: a save is decided as the stored revision plus one", () => {
  assert.equal(decided(emptyState, 1).rev, 1);
  assert.equal(decided(after(1, 0, 1), 1).rev, 4);
});

test("SAVE-2, SAVE-3: a save with a guard holds for the stored revision alone, and one without always", () => {
  const state = after(1, 1);
  for (const guard of [0, 1, 3, -2, 2 ** 53]) {
    const outcome = decide(state, { content: content(1), guard }, now);
    assert.deepEqual(outcome, left({ kind: "conflict", current: 2 }));
  }
  assert.equal(decided(state, 1, 2).rev, 3);
  assert.equal(decided(state, 1).rev, 3);
  assert.equal(decided(emptyState, 1, 0).rev, 1);
});

test("HIST-1: what a save replaces goes to the history if it had rooms", () => {
  assert.deepEqual(historyOf(after(1)), []);
  assert.deepEqual(historyOf(after(1, 0)), [1]);
  assert.deepEqual(historyOf(after(1, 0, 3, 2)), [1, 3]);
});

test("HIST-2: the history keeps the last 20 plans that had rooms", () => {
  assert.deepEqual(historyOf(after(...range(1, 21))), range(1, 20));
  assert.deepEqual(historyOf(after(...range(1, 30))), range(10, 29));
  assert.deepEqual(historyOf(after(...range(1, 30), 0, 0, 0)), range(11, 30));
});

test("HIST-5: a revision is found while it is the current one or in the history", () => {
  const state = after(...range(1, 21), 0, 1);
  const found = range(0, 24).filter((rev) => findRevision(state, rev)?.rev === rev);
  assert.deepEqual(found, [...range(2, 21), 23]);
  assert.equal(findRevision(emptyState, 0), undefined);
});

test("HIST-6: what a snapshot holds is the whole state", () => {
  for (const state of [emptyState, after(1), after(1, 0), after(...range(1, 30))])
    assert.deepEqual(contentOfState(stateOf(storedPlans(state))), contentOfState(state));
});

test("SAVE-10: deciding and evolving leave the state that they start from as it was", () => {
  const state = after(1, 1);
  const next = evolve(state, decided(state, 1));
  assert.equal(revisionOf(state), 2);
  assert.deepEqual(historyOf(state), [1]);
  assert.equal(revisionOf(next), 3);
});

test("LOG-7: plans that were read whole share what is the same, and tell what they told", () => {
  const read = (rev: number): StoredPlan => {
    const rooms = Array.from(
      { length: 1000 },
      (_, at) => `{"id":"r${at}","x":${at === rev ? 7 : 1}}`,
    );
    const json = Buffer.from(`{"rev":${rev},"rooms":[${rooms.join()}]}`);
    return StoredPlan.read({ rev, saved_at: now.toISOString(), rooms: 1000, items: 0 }, undefined, [
      json,
    ]);
  };
  const before = stateOf(range(1, 21).map(read));
  const bytes = Buffer.concat(read(1).json).length;
  const shared = runAtOnce(sharingPieces(before));
  assert.deepEqual(contentOfState(shared), contentOfState(stateOf(range(1, 21).map(read))));
  const buffers = new Set<Buffer>();
  for (const plan of storedPlans(shared)) for (const piece of plan.pieces()) buffers.add(piece);
  const kept = [...buffers].reduce((sum, { length }) => sum + length, 0);
  // Twenty plans differ in one chunk each, of 4 KiB and more.
  assert(kept < bytes + 21 * 3 * 4096, `${kept} bytes of 21 plans of ${bytes}`);
});
