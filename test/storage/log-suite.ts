import assert from "node:assert/strict";
import { test } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { emptyState, evolve, revisionOf } from "../../src/plan/state.ts";
import { scaled } from "../campaign/scale.ts";
import { readDraft } from "../plan/drafts.ts";
import { testActorLog } from "./actor-log-suite.ts";
import {
  type AboutLog,
  afterAll,
  appended,
  contentOf,
  digestOf,
  draftOf,
  following,
  type LogKind,
  MiB,
  next,
  nextOf,
  nobody,
  Recorder,
  sampleOf,
  upTo,
} from "./logs-under-test.ts";
import { testSharedLog } from "./shared-log-suite.ts";

/**
 * Declares the tests that say what a log of the plan must do, for one kind of log. A third kind
 * is one when it passes them.
 */
export const testLog = (kind: LogKind): void => {
  const about: AboutLog = (what, run) => {
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
        assert(isRight(await log.compact(state)));
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
        assert(isRight(await first.log.compact(state)));
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
      readDraft("{}"),
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
        assert(isRight(await first.log.compact(state)));
      }
      assert.deepEqual(first.recorder.revisions, upTo(5 * saves + 1));
      await first.close();
      assert.deepEqual(contentOf((await following(t, store)).state), contentOf(state));
    },
  );

  testActorLog(about);
  if (kind.isShared) testSharedLog(about);
};
