import assert from "node:assert/strict";
import { isRight, right } from "fp-ts/lib/Either.js";
import { emptyState, findRevision, revisionOf, storedPlans } from "../../src/plan/state.ts";
import { scaled } from "../campaign/scale.ts";
import { eventually } from "../support/polling.ts";
import { seededRandom } from "../support/random.ts";
import {
  type AboutLog,
  startActor,
  afterAll,
  appended,
  contentOf,
  digestOf,
  draftOf,
  following,
  next,
  nextOf,
  nobody,
  Recorder,
  upTo,
} from "./logs-under-test.ts";

/** What a log must do beyond that which several have open at once. */
export const testSharedLog = (about: AboutLog): void => {
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
      const nodes = [
        await startActor(t, store),
        await startActor(t, store),
        await startActor(t, store),
      ];
      const saves = scaled(60, 600);
      const saved = new Map<number, number>();
      const save = async (number: number): Promise<void> => {
        const node = nodes[random.below(nodes.length)];
        assert(node !== undefined);
        const guard = random.below(2) === 0 ? node.actor.revision : undefined;
        const bytes = random.below(20) === 0 ? 600_000 : 60;
        const answer = await node.actor.save({ content: draftOf(number, bytes), guard })();
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
