import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { TestContext } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { PlanActor } from "../../src/plan/actor.ts";
import type { Author } from "../../src/plan/plan-codecs.ts";
import type { Draft } from "../../src/plan/draft.ts";
import { bytesOf } from "../../src/plan/raw-json/raw-json.ts";
import { type StoredPlan, summarize } from "../../src/plan/stored-plan.ts";
import type { Follower, OpenedLog, PlanLog } from "../../src/plan/plan-log.ts";
import { decide, evolve, type PlanState, storedPlans } from "../../src/plan/state.ts";
import { listOf, readDraft } from "../plan/drafts.ts";
import { boundary } from "../support/failing-boundary.ts";
import { samplePlan } from "../support/plans.ts";

/** Where logs under test lie. */
export interface LogStore {
  /** Opens the log, with all that was ever stored; the test closes it. */
  readonly open: () => Promise<OpenedLog>;
  /** What another reader finds there now, whether a log is open or not. */
  readonly look: () => Promise<PlanState>;
}

/** Declares a test of a log. */
export type AboutLog = (
  what: string,
  run: (t: TestContext, store: LogStore) => Promise<void>,
) => void;

/** A kind of log. */
export interface LogKind {
  /** For the names of the tests. */
  readonly name: string;
  /** Whether several may have it open at once. */
  readonly isShared: boolean;
  /** The longest plan that it takes, in bytes. */
  readonly largestPlan: number;
  /** A store in which nothing is, gone after the test; undefined where the test was skipped for want of something. */
  readonly begin: (t: TestContext) => Promise<LogStore | undefined>;
}

const KiB = 1024;

export const MiB = 1024 * KiB;

const limits = { mailboxMessages: 10_000, mailboxBytes: 512 * MiB };

export const nobody = (): number => 0;

/** A plan of so many bytes, or, if those are few, without a filler; no two are alike. */
export const draftOf = (number: number, bytes: number, rooms = 1): Draft => {
  const start = `{"number":${number},"filler":"`;
  const end = `","rooms":${listOf(rooms)},"texts":${listOf(number % 7)}}`;
  const filler = "".padEnd(bytes - start.length - end.length, `${number} `);
  return readDraft(`${start}${filler}${end}`);
};

export const sampleOf = (size: "flat" | "office", number: number): Draft =>
  readDraft(JSON.stringify(samplePlan(size, number)));

/** The next revision, as the actor decides it. */
export const next = (state: PlanState, content: Draft, by?: Author): StoredPlan => {
  const decided = decide(state, { content, guard: undefined, ...(by && { by }) }, new Date());
  assert(isRight(decided));
  return decided.right;
};

/** Several, one after another. */
export const nextOf = (state: PlanState, drafts: readonly Draft[]): readonly StoredPlan[] => {
  let last = state;
  return drafts.map((draft) => {
    const plan = next(last, draft);
    last = evolve(last, plan);
    return plan;
  });
};

export const afterAll = (state: PlanState, plans: readonly StoredPlan[]): PlanState =>
  plans.reduce(evolve<StoredPlan>, state);

export const digestOf = (plan: StoredPlan) => {
  const { by, json } = plan;
  const hash = createHash("sha256");
  for (const piece of json) hash.update(piece);
  return { ...summarize(plan), by, bytes: bytesOf(json), sha256: hash.digest("hex") };
};

/** All that is kept, in a form that shows where two differ. */
export const contentOf = (state: PlanState) => storedPlans(state).map(digestOf);

/** Takes what a log hands over. */
export class Recorder implements Follower {
  readonly plans: StoredPlan[] = [];
  readonly jumps: PlanState[] = [];
  readonly #also: (plan: StoredPlan) => void;

  constructor(also: (plan: StoredPlan) => void = () => undefined) {
    this.#also = also;
  }

  readonly followed = (plan: StoredPlan): void => {
    this.plans.push(plan);
    this.#also(plan);
  };

  readonly jumped = (state: PlanState): void => void this.jumps.push(state);

  get revisions(): readonly number[] {
    return this.plans.map(({ rev }) => rev);
  }
}

export const upTo = (last: number): readonly number[] =>
  Array.from({ length: last }, (_, at) => at + 1);

/** Opens the log and follows it; it is closed at the end of the test, unless the test does. */
export const following = async (t: TestContext, store: LogStore, recorder = new Recorder()) => {
  const { log, state } = await store.open();
  log.follow(recorder);
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= log.close());
  t.after(close);
  return { log, state, recorder, close };
};

export const appended = async (log: PlanLog, plans: readonly StoredPlan[]): Promise<void> => {
  assert.deepEqual(await log.append(plans, nobody), { kind: "durable" });
};

/** A log with an actor, as the service has it, and what its subscribers get. */
export const startActor = async (t: TestContext, store: LogStore) => {
  const { log, state } = await store.open();
  const actor = new PlanActor(log, state, {
    limits,
    boundary,
    onFailure: (reason) => assert.fail(reason),
  });
  const seen: number[] = [];
  actor.revisions.subscribe(({ rev }) => void seen.push(rev));
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= actor.idle().then(() => log.close()));
  t.after(close);
  return { log, actor, seen, close };
};
