import assert from "node:assert/strict";
import { isLeft, isRight, left, right } from "fp-ts/lib/Either.js";
import { revisionOf } from "../../src/plan/state.ts";
import { seededRandom } from "../support/random.ts";
import { type AboutLog, startActor, draftOf, upTo } from "./logs-under-test.ts";

/** What a log must do with an actor on it, as the service has one. */
export const testActorLog = (about: AboutLog): void => {
  about(
    "ORDER-1, ORDER-2, ORDER-3, ORDER-5: with an actor on it, commands have one order, and events come before answers",
    async (t, store) => {
      const { actor, seen } = await startActor(t, store);
      const steps: string[] = [];
      const save = async (number: number, guard?: number) => {
        const answer = await actor.save({ content: draftOf(number, 60), guard })();
        if (isRight(answer)) assert(seen.includes(answer.right), "the event comes first");
        steps.push(isRight(answer) ? `saved ${answer.right}` : `refused ${number}`);
        return answer;
      };
      const subscribe = actor.read((state) => {
        steps.push(`subscribed at ${revisionOf(state)}`);
        actor.revisions.subscribe(({ rev }) => void steps.push(`event ${rev}`));
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
        const { actor, seen, close } = await startActor(t, store);
        assert.deepEqual(await actor.read(revisionOf)(), right(stored));
        const answers = await Promise.all(
          upTo(20).map((number) =>
            actor.save({
              content: draftOf(100 * round + number, 50 + random.below(2000)),
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
};
