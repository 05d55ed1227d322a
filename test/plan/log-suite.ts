import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test, type TestContext } from "node:test";
import { isLeft, isRight, left, right } from "fp-ts/lib/Either.js";
import { PlanActor } from "../../src/plan/actor.ts";
import type { Author } from "../../src/plan/author.ts";
import type { Draft } from "../../src/plan/draft.ts";
import type { OpenedLog } from "../../src/plan/open-plan.ts";
import type { Follower, PlanLog } from "../../src/plan/plan-log.ts";
import {
  decide,
  emptyState,
  evolve,
  findRevision,
  type PlanState,
  revisionOf,
  storedPlans,
} from "../../src/plan/state.ts";
import type { StoredPlan } from "../../src/plan/stored-plan.ts";
import { scaled } from "../campaign/scale.ts";
import { eventually } from "../support/eventually.ts";
import { samplePlan } from "../support/plans.ts";
import { seededRandom } from "../support/random.ts";

/** Where logs under test lie. */
export interface LogStore {
  /** Opens the log, with all that was ever stored; the test closes it. */
  readonly open: () => Promise<OpenedLog>;
  /** What another reader finds there now, whether a log is open or not. */
  readonly look: () => Promise<PlanState>;
}

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
const MiB = 1024 * KiB;
const limits = { mailboxMessages: 10_000, mailboxBytes: 512 * MiB };
const nobody = (): number => 0;

/** A plan of so many bytes, of which no two are alike. */
const draftOf = (number: number, bytes: number, rooms = 1): Draft => {
  const start = `"number":${number},"filler":"`;
  const filler = Buffer.alloc(Math.max(0, bytes - start.length - 3), `${number} `);
  const rest = [Buffer.from(start), filler, Buffer.from('"}')];
  return { rest, bytes: bytesOf(rest) + 1, rooms, items: number % 7 };
};

const bytesOf = (pieces: readonly Buffer[]): number =>
  pieces.reduce((sum, piece) => sum + piece.length, 0);

const sampleOf = (size: "flat" | "office", number: number): Draft => {
  const rest = Buffer.from(JSON.stringify(samplePlan(size, number)).slice(1));
  return { rest: [rest], bytes: rest.length + 1, rooms: 3, items: 40 };
};

/** The next revision, as the actor decides it. */
const next = (state: PlanState, draft: Draft, by?: Author): StoredPlan => {
  const decided = decide(state, { draft, guard: undefined, ...(by && { by }) }, new Date());
  assert(isRight(decided));
  return decided.right;
};

/** Several, one after another. */
const nextOf = (state: PlanState, drafts: readonly Draft[]): readonly StoredPlan[] => {
  let last = state;
  return drafts.map((draft) => {
    const plan = next(last, draft);
    last = evolve(last, plan);
    return plan;
  });
};

const afterAll = (state: PlanState, plans: readonly StoredPlan[]): PlanState =>
  plans.reduce(evolve<StoredPlan>, state);

const digestOf = ({ json, ...rest }: StoredPlan) => {
  const hash = createHash("sha256");
  for (const piece of json) hash.update(piece);
  return { ...rest, bytes: bytesOf(json), sha256: hash.digest("hex") };
};

/** All that is kept, in a form that shows where two differ. */
export const contentOf = (state: PlanState) => storedPlans(state).map(digestOf);

/** Takes what a log hands over. */
class Recorder implements Follower {
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

const upTo = (last: number): readonly number[] => Array.from({ length: last }, (_, at) => at + 1);

/** Opens the log and follows it; it is closed at the end of the test, unless the test does. */
const following = async (t: TestContext, store: LogStore, recorder = new Recorder()) => {
  const { log, state } = await store.open();
  log.follow(recorder);
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= log.close());
  t.after(close);
  return { log, state, recorder, close };
};

const appended = async (log: PlanLog, plans: readonly StoredPlan[]): Promise<void> => {
  assert.deepEqual(await log.append(plans, nobody), { kind: "durable" });
};

/** A log with an actor, as the service has it, and what its subscribers get. */
const acting = async (t: TestContext, store: LogStore) => {
  const { log, state } = await store.open();
  const actor = new PlanActor(log, state, limits, (reason) => assert.fail(reason));
  const seen: number[] = [];
  actor.hub.subscribe(({ rev }) => void seen.push(rev));
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= actor.idle().then(() => log.close()));
  t.after(close);
  return { log, actor, seen, close };
};

/**
 * Declares the tests that say what a log of the plan must do, for one kind of log. A third kind
 * is one when it passes them.
 */
export const testLog = (kind: LogKind): void => {
  const about = (what: string, run: (t: TestContext, store: LogStore) => Promise<void>): void => {
    test(`${what} (${kind.name})`, async (t) => {
      const store = await kind.begin(t);
      if (store !== undefined) await run(t, store);
    });
  };

  about("SAVE-9: a new log is empty, and so it is when it is opened again", async (t, store) => {
    const first = await following(t, store);
    assert.deepEqual(first.state, emptyState);
    await first.close();
    assert.deepEqual((await following(t, store)).state, emptyState);
  });

  about(
    "ORDER-4, SAVE-10: what is appended is handed over in order and once, as the very plans, before it is answered and not before it is stored",
    async (t, store) => {
      const looks: Promise<void>[] = [];
      const look = async (rev: number): Promise<void> => {
        const there = revisionOf(await store.look());
        assert(there >= rev, `${rev} was handed over, ${there} is there`);
      };
      const recorder = new Recorder(({ rev }) => void looks.push(look(rev)));
      const { log } = await following(t, store, recorder);
      let state = emptyState;
      for (const size of [1, 3, 1, 5]) {
        const plans = nextOf(
          state,
          upTo(size).map((number) => draftOf(number, 100)),
        );
        const before = recorder.plans.length;
        const answer = log.append(plans, nobody);
        assert.equal(recorder.plans.length, before, "nothing is handed over at once");
        assert.deepEqual(await answer, { kind: "durable" });
        const handed = recorder.plans.slice(before);
        assert.equal(handed.length, size);
        for (const [at, plan] of plans.entries()) assert.equal(handed[at], plan);
        state = afterAll(state, plans);
        assert(isRight(await log.tidy(state)));
      }
      await Promise.all(looks);
      assert.deepEqual(recorder.revisions, upTo(10));
      assert.deepEqual(recorder.jumps, []);
    },
  );

  about(
    "SAVE-9, HIST-6: plan and history are there again after the log was closed: bytes, times, rooms, items and authors",
    async (t, store) => {
      const first = await following(t, store);
      let { state } = first;
      for (const number of upTo(32)) {
        const by = number % 3 === 0 ? undefined : { id: `user-${number % 2}`, name: "Ünal 🏠" };
        const plan = next(state, draftOf(number, 200, number % 4), by);
        await appended(first.log, [plan]);
        state = evolve(state, plan);
        assert(isRight(await first.log.tidy(state)));
        if (number % 10 === 0) {
          const found = await store.look();
          assert.deepEqual(contentOf(found), contentOf(state));
        }
      }
      await first.close();
      const again = await following(t, store);
      assert.equal(again.state.history.length, 20);
      assert.deepEqual(contentOf(again.state), contentOf(state));
      const plan = next(again.state, draftOf(33, 200));
      await appended(again.log, [plan]);
      assert.deepEqual(again.recorder.revisions, [33]);
    },
  );

  about("SAVE-5: plans of 6 kB, 900 kB and 5 MB come back byte for byte", async (t, store) => {
    const first = await following(t, store);
    const drafts = [
      sampleOf("flat", 1),
      sampleOf("office", 2),
      draftOf(3, 5_000_000),
      { rest: [Buffer.from("}")], bytes: 2, rooms: 0, items: 0 },
      sampleOf("flat", 5),
    ];
    let { state } = first;
    for (const draft of drafts) {
      const plan = next(state, draft);
      await appended(first.log, [plan]);
      state = evolve(state, plan);
      const found = (await store.look()).current;
      assert(found !== undefined);
      assert.deepEqual(digestOf(found), digestOf(plan));
    }
    await first.close();
    assert.deepEqual(contentOf((await following(t, store)).state), contentOf(state));
  });

  about(
    "SAVE-7: the longest plan that is allowed is stored, and replaced by another",
    async (t, store) => {
      const bytes = Math.min(kind.largestPlan, scaled(3 * MiB, Infinity));
      const first = await following(t, store);
      const plans = nextOf(first.state, [draftOf(1, bytes), draftOf(2, bytes), draftOf(3, 100)]);
      for (const plan of plans) await appended(first.log, [plan]);
      await first.close();
      assert.deepEqual(
        contentOf((await following(t, store)).state),
        contentOf(afterAll(emptyState, plans)),
      );
    },
  );

  about(
    "SAVE-11: as much as the log takes at a time is stored at once, again and again",
    async (t, store) => {
      const first = await following(t, store);
      const saves = Math.min(first.log.most.saves, 64);
      const bytes = Math.min(first.log.most.bytes, scaled(4, 16) * MiB);
      let { state } = first;
      const rounds = [
        // All of the same length; some are short and some long; all without rooms, so that all but the last are kept nowhere.
        upTo(saves).map((number) => draftOf(number, Math.floor(bytes / saves))),
        upTo(saves).map((number) =>
          number % 2 === 0 ? draftOf(number, 50) : draftOf(number, Math.floor(bytes / saves)),
        ),
        upTo(saves).map((number) => draftOf(number, Math.floor(bytes / saves), 0)),
        [draftOf(1, 50)],
        upTo(saves).map((number) => draftOf(number, Math.floor(bytes / saves), number % 2)),
        upTo(saves).map((number) => draftOf(number, 50, number % 2)),
      ];
      for (const drafts of rounds) {
        const plans = nextOf(state, drafts);
        await appended(first.log, plans);
        state = afterAll(state, plans);
        assert(isRight(await first.log.tidy(state)));
      }
      assert.deepEqual(first.recorder.revisions, upTo(5 * saves + 1));
      await first.close();
      assert.deepEqual(contentOf((await following(t, store)).state), contentOf(state));
    },
  );

  about(
    "ORDER-1, ORDER-2, ORDER-3, ORDER-5: with an actor on it, commands have one order, and events come before answers",
    async (t, store) => {
      const { actor, seen } = await acting(t, store);
      const steps: string[] = [];
      const save = async (number: number, guard?: number) => {
        const answer = await actor.save({ draft: draftOf(number, 60), guard })();
        if (isRight(answer)) assert(seen.includes(answer.right), "the event comes first");
        steps.push(isRight(answer) ? `saved ${answer.right}` : `refused ${number}`);
        return answer;
      };
      const subscribe = actor.read((state) => {
        steps.push(`subscribed at ${revisionOf(state)}`);
        actor.hub.subscribe(({ rev }) => void steps.push(`event ${rev}`));
      });
      const read = actor.read(revisionOf);
      const conflict = (current: number) => left({ kind: "conflict", current });
      const answers = await Promise.all([
        read(),
        save(1),
        subscribe(),
        save(2, 0),
        save(3, 1),
        read(),
        save(4),
        read(),
      ]);
      assert.deepEqual(answers, [
        right(0),
        right(1),
        right(undefined),
        conflict(1),
        right(2),
        right(2),
        right(3),
        right(3),
      ]);
      // When callers go on after their answers is their own affair; what is published is in order.
      assert.deepEqual(
        steps.filter((step) => /^(?:subscribed|event)/.test(step)),
        ["subscribed at 1", "event 2", "event 3"],
      );
      assert.deepEqual(seen, [1, 2, 3]);
    },
  );

  about(
    "SAVE-9, ORDER-6: every save that was answered is there when the service starts again, and the first read gives it",
    async (t, store) => {
      const random = seededRandom(t);
      let stored = 0;
      for (const round of upTo(3)) {
        const { actor, seen, close } = await acting(t, store);
        assert.deepEqual(await actor.read(revisionOf)(), right(stored));
        const answers = await Promise.all(
          upTo(20).map((number) =>
            actor.save({
              draft: draftOf(100 * round + number, 50 + random.below(2000)),
              guard: random.below(3) === 0 ? stored : undefined,
            })(),
          ),
        );
        const revisions = answers.flatMap((answer) => (isRight(answer) ? [answer.right] : []));
        const last = revisions.at(-1) ?? 0;
        assert.deepEqual(
          revisions,
          upTo(last).slice(stored),
          "each has a revision of its own, in order",
        );
        assert.deepEqual(seen, revisions);
        for (const answer of answers)
          if (isLeft(answer)) assert.equal(answer.left.kind, "conflict");
        assert.equal(revisionOf(await store.look()), last);
        stored = last;
        await close();
      }
    },
  );

  if (kind.isShared) testSharedLog(about);
};

/** What a log must do beyond that which several have open at once. */
const testSharedLog = (
  about: (what: string, run: (t: TestContext, store: LogStore) => Promise<void>) => void,
): void => {
  /** Resolves when a follower has been handed a revision. */
  const until = (rev: number) => {
    let reached = (): void => undefined;
    const done = new Promise<void>((resolve) => (reached = resolve));
    const recorder = new Recorder((plan) => {
      if (plan.rev === rev) reached();
    });
    return { recorder, done };
  };

  about(
    "ORDER-4: all who have the log open are handed every revision, in order and once, whoever appended it",
    async (t, store) => {
      const others = until(6);
      const one = await following(t, store);
      const other = await following(t, store, others.recorder);
      const plans = nextOf(emptyState, [
        draftOf(1, 50),
        draftOf(2, 700_000),
        draftOf(3, 400_000),
        draftOf(4, 400_000),
        draftOf(5, 50, 0),
        draftOf(6, 2_000_000),
      ]);
      await appended(one.log, plans.slice(0, 1));
      await appended(one.log, plans.slice(1, 4));
      await appended(one.log, plans.slice(4));
      await others.done;
      assert.deepEqual(other.recorder.revisions, upTo(6));
      assert.deepEqual(other.recorder.plans.map(digestOf), plans.map(digestOf));
      assert.deepEqual(other.recorder.jumps, []);
      const state = afterAll(emptyState, plans);
      await appended(other.log, [next(state, draftOf(7, 50))]);
      await one.close();
    },
  );

  about(
    "CLUS-1: of two who append at once one is first; the other has nothing of its own stored, and was handed what was first",
    async (t, store) => {
      const one = await following(t, store);
      const other = await following(t, store);
      const mine = nextOf(emptyState, [draftOf(1, 50), draftOf(2, 600_000)]);
      const theirs = nextOf(emptyState, [draftOf(3, 600_000), draftOf(4, 50), draftOf(5, 50)]);
      const answers = await Promise.all([
        one.log.append(mine, nobody),
        other.log.append(theirs, nobody),
      ]);
      assert.deepEqual(answers.map(({ kind }) => kind).toSorted(), ["durable", "moved"]);
      const isMine = answers[0].kind === "durable";
      const [winner, loser] = isMine ? [mine, other] : [theirs, one];
      const handed = loser.recorder.plans.map(digestOf);
      assert.deepEqual(handed, winner.map(digestOf), "all of it, and nothing else");
      assert.deepEqual(
        contentOf(await store.look()),
        contentOf(afterAll(emptyState, winner)),
        "none of the other's is there",
      );
      // The same drafts, decided again.
      const again = nextOf(
        afterAll(emptyState, winner),
        isMine
          ? [draftOf(3, 600_000), draftOf(4, 50), draftOf(5, 50)]
          : [draftOf(1, 50), draftOf(2, 600_000)],
      );
      await appended(loser.log, again);
      const last = revisionOf(await store.look());
      assert.equal(last, 5);
    },
  );

  about(
    "CLUS-1, ORDER-1: actors that share a log agree on one order, in which every guard holds",
    async (t, store) => {
      const random = seededRandom(t);
      const nodes = [await acting(t, store), await acting(t, store), await acting(t, store)];
      const saves = scaled(60, 600);
      const saved = new Map<number, number>();
      const save = async (number: number): Promise<void> => {
        const node = nodes[random.below(nodes.length)];
        assert(node !== undefined);
        const guard = random.below(2) === 0 ? node.actor.revision : undefined;
        const bytes = random.below(20) === 0 ? 600_000 : 60;
        const answer = await node.actor.save({ draft: draftOf(number, bytes), guard })();
        if (isRight(answer)) {
          assert(!saved.has(answer.right), "no two saves have one revision");
          saved.set(answer.right, number);
          assert(guard === undefined || answer.right === guard + 1);
          assert(node.seen.includes(answer.right), "the event comes first");
          const read = await node.actor.read(revisionOf)();
          assert(isRight(read) && read.right >= answer.right, "a connection reads its own writes");
        } else {
          assert(answer.left.kind === "conflict");
          assert(answer.left.current !== guard);
        }
      };
      // As many at a time as there are editors.
      const editors = upTo(6).map(async (editor) => {
        for (let number = editor; number <= saves; number += 6) await save(number);
      });
      await Promise.all(editors);
      const state = await store.look();
      const last = revisionOf(state);
      assert.deepEqual(
        [...saved.keys()].toSorted((one, two) => one - two),
        upTo(last),
      );
      for (const node of nodes) {
        await eventually(async () => {
          const { revision } = node.actor;
          return revision < last ? { not: `revision ${revision} of ${last}` } : { seen: revision };
        }, 60_000);
        assert.deepEqual(node.seen, upTo(last), "each once, in order");
        const history = await node.actor.read(contentOf)();
        assert.deepEqual(history, right(contentOf(state)));
      }
      for (const rev of storedPlans(state).map((plan) => plan.rev)) {
        const text = Buffer.concat(findRevision(state, rev)?.json.slice() ?? []).toString();
        assert(text.startsWith(`{"rev":${rev},"number":${saved.get(rev)},`));
      }
    },
  );
};
