import assert from "node:assert/strict";
import { test } from "node:test";
import { left } from "fp-ts/lib/Either.js";
import { bounded } from "../../support/timeouts.ts";
import type { FakeService, Line } from "./fake-service.ts";
import { move, moving, opened, placed } from "./two-item-plan.ts";

/** Saves the sofa at x = 2, and asks again, twice, with the sofa at x = 3 and the bed at x = 6, before that is answered. */
const askAgain = async (line: Line): Promise<{ readonly saving: Promise<unknown> }> => {
  const { session } = line;
  session.edit(moving, move("sofa", 2));
  const first = session.save();
  await line.deliver();
  session.edit(moving, move("sofa", 3));
  const second = session.save();
  session.edit(moving, move("bed", 6));
  return { saving: Promise.all([first, second, session.save()]) };
};

const storedPlaces = ({ stored }: FakeService): readonly unknown[] => [
  placed(stored, "sofa"),
  placed(stored, "bed"),
];

test(
  "SESS-15: what was edited while a save was under way is saved once that is answered, by one save however often it was asked for",
  bounded,
  async () => {
    const [service, first] = await opened(1);
    const { saving } = await askAgain(first);
    await service.settle();
    await saving;
    const { isDirty, isSaving, problem } = first.session.state;
    assert.deepEqual([isDirty, isSaving, problem], [false, false, undefined]);
    assert.deepEqual([...storedPlaces(service), service.rev], [3, 6, 3]);
  },
);

test("SESS-15: where nothing was edited meanwhile nothing is saved again", bounded, async () => {
  const [service, first] = await opened(1);
  first.session.edit(moving, move("sofa", 2));
  const saving = [first.session.save(), first.session.save()];
  await service.settle();
  await Promise.all(saving);
  assert.deepEqual([service.rev, first.session.state.isDirty], [2, false]);
});

test(
  "SESS-15: a save that was refused is followed by the one that was asked for meanwhile",
  bounded,
  async () => {
    const [service, first] = await opened(1);
    service.save = () => left({ code: "not_loaded", message: "no room" });
    const { saving } = await askAgain(first);
    await first.deliver();
    Reflect.deleteProperty(service, "save");
    await service.settle();
    await saving;
    assert.deepEqual(storedPlaces(service), [3, 6]);
    assert.equal(first.session.state.problem, undefined);
  },
);

test(
  "SESS-15: what overlaps is chosen before what was asked for meanwhile is saved",
  bounded,
  async () => {
    const [service, first, second] = await opened(2);
    second.session.edit(moving, move("sofa", 4));
    const theirs = second.session.save();
    await second.deliver();
    const { saving } = await askAgain(first);
    await service.settle();
    await Promise.all([theirs, saving]);
    const { conflicts, problem } = first.session.state;
    assert.deepEqual(
      [conflicts.map(({ id }) => id), problem?.code],
      [["furniture/sofa"], "conflictsOpen"],
    );
    assert.deepEqual(storedPlaces(service), [4, 5]);
  },
);

test("SESS-15: nothing follows a save of which nobody knows what came of it", bounded, async () => {
  const [service, first] = await opened(1);
  const { saving } = await askAgain(first);
  first.cut();
  await saving;
  assert.equal(first.session.state.problem?.code, "connection_lost");
  first.connect();
  await service.settle();
  assert.deepEqual([...storedPlaces(service), service.rev], [2, 5, 2]);
  assert.equal(first.session.state.isDirty, true);
});
