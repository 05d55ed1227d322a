import assert from "node:assert/strict";
import { test } from "node:test";
import { bounded } from "../../support/timeouts.ts";
import type { Line } from "./fake-service.ts";
import { move, moving, opened, placed, saveAll, start } from "./two-item-plan.ts";

/** Saves the sofa at x = 2, and loses the answer with the line, or already the plan unless it `isStored`. */
const loseAnswer = async (line: Line, isStored: boolean): Promise<void> => {
  line.session.edit(moving, move("sofa", 2));
  const saving = line.session.save();
  if (isStored) await line.deliver();
  line.cut();
  await saving;
};

for (const isStored of [true, false]) {
  test(
    `SESS-8: a save whose answer is lost is recognized when the plan comes again: ${isStored ? "stored" : "not stored"}`,
    bounded,
    async () => {
      const [service, first] = await opened(1);
      await loseAnswer(first, isStored);
      assert.equal(first.session.state.problem?.code, "connection_lost");
      first.session.edit(moving, move("sofa", 3));
      first.connect();
      await service.settle();
      const { state } = first.session;
      assert.deepEqual([state.isDirty, state.conflicts, state.incoming], [true, [], []]);
      assert.deepEqual([placed(state.base, "sofa"), state.problem], [isStored ? 2 : 1, undefined]);
      await saveAll(service, first);
      assert.equal(placed(service.stored, "sofa"), 3);
    },
  );
}

for (const isStored of [true, false]) {
  test(
    `SESS-8: what others save meanwhile makes no conflict of a save whose answer is lost: ${isStored ? "stored" : "not stored"}`,
    bounded,
    async () => {
      const [service, first, second] = await opened(2);
      await loseAnswer(first, isStored);
      first.session.edit(moving, move("sofa", 3));
      await service.settle();
      second.session.edit(moving, move("bed", 6));
      await saveAll(service, second);
      first.connect();
      await service.settle();
      const { state } = first.session;
      assert.deepEqual([state.conflicts, state.isDirty], [[], true]);
      assert.deepEqual([placed(state.plan, "sofa"), placed(state.plan, "bed")], [3, 6]);
      assert.deepEqual(
        state.incoming.map(({ key }) => key),
        ["bed"],
      );
      await saveAll(service, first);
      assert.deepEqual([placed(service.stored, "sofa"), placed(service.stored, "bed")], [3, 6]);
    },
  );
}

test(
  "SESS-12: what failed for want of a connection is no problem any more when it is back",
  bounded,
  async () => {
    const [service, first] = await opened(1);
    first.session.edit(moving, move("sofa", 2));
    first.cut();
    await first.session.save();
    assert.equal(first.session.state.problem?.code, "offline");
    first.connect();
    await service.settle();
    assert.deepEqual([first.session.state.problem, first.session.state.isDirty], [undefined, true]);
  },
);

test(
  "SESS-9: when the service comes back with an older plan, undo brings back what it lost",
  bounded,
  async () => {
    const [service, first] = await opened(1);
    first.session.edit(moving, move("sofa", 2));
    await saveAll(service, first);
    first.cut();
    service.replace(start, 1);
    first.connect();
    await service.settle();
    const { state } = first.session;
    assert.deepEqual(
      [placed(state.plan, "sofa"), state.rev, state.problem?.code],
      [1, 1, "wentBack"],
    );
    first.session.undo();
    assert.deepEqual(
      [placed(first.session.state.plan, "sofa"), first.session.state.isDirty],
      [2, true],
    );
    await saveAll(service, first);
    assert.equal(placed(service.stored, "sofa"), 2);
  },
);

for (const isStored of [true, false]) {
  test(
    `SESS-8: the history tells a save whose answer is lost from somebody else's of the same thing: ${isStored ? "stored" : "not stored"}`,
    bounded,
    async () => {
      const [service, first, second] = await opened(2);
      await loseAnswer(first, isStored);
      await service.settle();
      second.session.edit(moving, move("sofa", 9));
      await saveAll(service, second);
      second.session.edit(moving, move("bed", 6));
      await saveAll(service, second);
      first.connect();
      await service.settle();
      const { conflicts, isDirty, plan, incoming } = first.session.state;
      const ids = conflicts.map(({ id }) => id);
      assert.deepEqual([ids, isDirty], isStored ? [[], false] : [["furniture/sofa"], true]);
      assert.deepEqual([placed(plan, "sofa"), placed(plan, "bed")], [isStored ? 9 : 2, 6]);
      assert(incoming.some(({ key }) => key === "bed"));
      assert.equal(placed(service.stored, "sofa"), 9, "nothing is sent again by itself");
    },
  );
}

test(
  "SESS-8: where the line breaks again before the history has told, the next connection asks again",
  bounded,
  async () => {
    const [service, first, second] = await opened(2);
    await loseAnswer(first, true);
    await service.settle();
    for (const x of [8, 9]) {
      second.session.edit(moving, move("sofa", x));
      await saveAll(service, second);
    }
    first.connect();
    await first.deliver();
    first.cut();
    assert.equal(first.session.state.rev, 1, "the plan that came is not taken yet");
    first.connect();
    await service.settle();
    const { conflicts, isDirty, rev } = first.session.state;
    assert.deepEqual([conflicts, isDirty, rev], [[], false, 4]);
  },
);
