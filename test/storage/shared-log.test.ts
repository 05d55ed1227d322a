import assert from "node:assert/strict";
import { test } from "node:test";
import { isRight, left, right } from "fp-ts/lib/Either.js";
import { PlanActor } from "../../src/plan/actor.ts";
import type { Appended, Follower, PlanLog } from "../../src/plan/plan-log.ts";
import { decide, emptyState, evolve, type PlanState, revisionOf } from "../../src/plan/state.ts";
import type { StoredPlan } from "../../src/plan/stored-plan.ts";
import { boundary } from "../support/failing-boundary.ts";
import { guarded, limits, overwrite } from "../plan/actors.ts";

/** What one append is to come to; it may store something of somebody else's first. */
type Turn = (own: readonly StoredPlan[], log: SharedLog) => Appended;

/** A log that others append to as well: each append takes the next turn of a script, and those behind the last are durable. */
class SharedLog implements PlanLog {
  readonly most = { saves: 2, bytes: Infinity };
  readonly storesWhole = true;
  readonly appended: number[][] = [];
  state: PlanState = emptyState;
  follower: Follower | undefined;
  /** Why nobody knows what others save. */
  away: string | undefined;
  readonly #turns: Turn[];

  constructor(...turns: Turn[]) {
    this.#turns = turns;
  }

  readonly follow = (follower: Follower): void => void (this.follower = follower);

  readonly groupCommitHint = () => ({ saves: 1, ms: 0 });

  readonly append = async (own: readonly StoredPlan[]): Promise<Appended> => {
    this.appended.push(own.map(({ rev }) => rev));
    await Promise.resolve();
    return (this.#turns.shift() ?? durable)(own, this);
  };

  /** What others save before somebody asks for it. */
  missed = 0;

  readonly caughtUp = async () => {
    for (; this.missed > 0; this.missed -= 1) this.others();
    return this.away === undefined ? right(undefined) : left(this.away);
  };

  readonly compact = async () => right(undefined);

  readonly close = async (): Promise<void> => undefined;

  /** Stores a plan and hands it over, as a watch would. */
  store(plan: StoredPlan): void {
    this.state = evolve(this.state, plan);
    this.follower?.followed(plan);
  }

  /** Somebody else saves. */
  others(): void {
    const decided = decide(this.state, overwrite, new Date());
    assert(isRight(decided));
    this.store(decided.right);
  }
}

const durable: Turn = (own, log) => {
  for (const plan of own) log.store(plan);
  return { kind: "durable" };
};

const movedBySomebody: Turn = (_own, log) => {
  log.others();
  return { kind: "moved" };
};

const start = (...turns: Turn[]) => {
  const log = new SharedLog(...turns);
  const failures: string[] = [];
  const actor = new PlanActor(log, emptyState, {
    limits,
    boundary,
    onFailure: (reason) => void failures.push(reason),
  });
  const seen: number[] = [];
  actor.revisions.subscribe(({ rev }) => void seen.push(rev));
  return { log, actor, seen, failures };
};

const conflict = (current: number) => left({ kind: "conflict", current });

test("CLUS-1: where somebody else was first, saves are decided again: a guard is a conflict, none is a later revision", async () => {
  const { log, actor, seen } = start(movedBySomebody);
  const answers = await Promise.all([
    actor.save(guarded(0))(),
    actor.save(overwrite)(),
    actor.read(revisionOf)(),
  ]);
  assert.deepEqual(answers, [conflict(1), right(2), right(2)]);
  assert.deepEqual(log.appended, [[1, 2], [2]]);
  assert.deepEqual(seen, [1, 2], "each once and in order, whoever saved it");
});

test("CLUS-35: a conflict is told once it is known that what was decided on is what was saved last", async () => {
  const { log, actor, seen } = start();
  log.others();
  // Somebody was shown revisions 2 and 3 elsewhere.
  log.missed = 2;
  assert.deepEqual(await actor.save(guarded(3))(), right(4));
  log.missed = 1;
  assert.deepEqual(await actor.save(guarded(9))(), conflict(5));
  assert.deepEqual(seen, [1, 2, 3, 4, 5]);
  log.away = "no quorum";
  const unknown = left({ kind: "not-loaded", reason: "no quorum" });
  assert.deepEqual(await actor.save(guarded(9))(), unknown);
});

test("CLUS-1: what others save between is shown at once, and the next save builds on it", async () => {
  const { log, actor, seen } = start();
  log.others();
  log.others();
  assert.equal(actor.revision, 2);
  assert.deepEqual(await actor.save(guarded(2))(), right(3));
  assert.deepEqual(await actor.save(guarded(2))(), conflict(3));
  assert.deepEqual(seen, [1, 2, 3]);
});

test("CLUS-2: a save of which nobody knows is told as that, also where it turns out to be stored", async () => {
  let lost: StoredPlan | undefined;
  const { log, actor, seen, failures } = start(([own]) => {
    lost = own;
    return { kind: "unknown", reason: "no answer" };
  });
  const [saved, refused, read] = await Promise.all([
    actor.save(guarded(0))(),
    actor.save(guarded(0))(),
    actor.read(revisionOf)(),
  ]);
  assert.deepEqual(saved, left({ kind: "outcome-unknown", reason: "no answer" }));
  // A conflict with it would say that it is stored.
  assert.deepEqual(refused, left({ kind: "not-loaded", reason: "no answer" }));
  assert.deepEqual(read, right(0));
  assert.deepEqual(seen, []);
  assert(lost !== undefined);
  log.store(lost);
  assert.deepEqual(seen, [1], "it comes as anybody's");
  assert.deepEqual(await actor.save(guarded(1))(), right(2));
  assert.deepEqual(failures, [], "saves go on");
});

test("CLUS-3: while the log is away saves are refused, and go on when it is back", async () => {
  const { actor, failures } = start(() => ({ kind: "away", reason: "no quorum" }));
  assert.deepEqual(
    await actor.save(guarded(0))(),
    left({ kind: "not-loaded", reason: "no quorum" }),
  );
  assert.deepEqual(await actor.save(guarded(0))(), right(1));
  assert.deepEqual(failures, []);
});

test("CLUS-4: revisions that nobody can tell any more are never skipped without a word", async () => {
  const { log, actor, seen } = start();
  log.others();
  const jumps: (number | undefined)[] = [];
  actor.jumps.subscribe((newest) => void jumps.push(newest?.rev));
  for (let rev = 2; rev <= 9; rev += 1) {
    const decided = decide(log.state, overwrite, new Date());
    assert(isRight(decided));
    log.state = evolve(log.state, decided.right);
  }
  log.follower?.jumped(log.state);
  assert.deepEqual(jumps, [9]);
  assert.deepEqual(seen, [1], "nobody is given the newest as if it were the next");
  assert.deepEqual(await actor.save(guarded(9))(), right(10));
});

test("CLUS-5: no append has more saves than the log takes at a time", async () => {
  const { log, actor } = start();
  const saves = [1, 2, 3, 4, 5].map(() => actor.save(overwrite)());
  assert.deepEqual(await Promise.all(saves), [1, 2, 3, 4, 5].map(right));
  assert.deepEqual(log.appended, [[1, 2], [3, 4], [5]]);
});
