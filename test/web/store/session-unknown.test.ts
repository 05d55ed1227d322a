import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { bounded } from "../../support/timeouts.ts";
import type { FakeService, Line } from "./fake-service.ts";
import { move, moving, opened, placed, saveAll } from "./two-item-plan.ts";

type Store = () => void;

/** Longer than the session looks at what is stored. */
const longMs = 60_000;

/** Lets time pass, and everything be delivered that is sent meanwhile. */
const pass = async (t: TestContext, service: FakeService, ms: number): Promise<void> => {
  for (let passed = 0; passed < ms; passed += 1000) {
    t.mock.timers.tick(1000);
    for (let turn = 0; turn < 6; turn += 1) await Promise.resolve();
    await service.settle();
  }
};

/** The first line saves the sofa at x = 2, and the service does not know what comes of it; resolves with what stores it. */
const saveUnknown = async (
  t: TestContext,
  lines = 1,
): Promise<readonly [FakeService, Line, Line, Store]> => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const [service, first, second] = await opened(lines);
  let storing: Store | undefined;
  service.onUnknown = (store) => (storing = store);
  first.session.edit(moving, move("sofa", 2));
  await saveAll(service, first);
  service.onUnknown = undefined;
  assert(storing !== undefined);
  assert.equal(first.session.state.problem?.code, "outcome_unknown");
  assert(first.session.state.isDirty);
  return [service, first, second, storing];
};

test(
  "SESS-8: a save of which the service does not know what came is recognized when it is stored after all, under later edits as well",
  bounded,
  async (t) => {
    const [service, first, , store] = await saveUnknown(t);
    first.session.edit(moving, move("sofa", 3));
    store();
    await service.settle();
    const { problem, conflicts, incoming, isDirty, base } = first.session.state;
    assert.deepEqual([problem, conflicts, incoming, isDirty], [undefined, [], [], true]);
    assert.equal(placed(base, "sofa"), 2);
    await pass(t, service, longMs);
    assert.equal(service.rev, 2, "nothing is sent again by itself");
  },
);

test(
  "SESS-8: where no plan comes, what is stored is asked for, and tells a save of which nobody knew",
  bounded,
  async (t) => {
    const [service, first, , store] = await saveUnknown(t);
    first.isDeaf = true;
    store();
    await pass(t, service, longMs);
    const { problem, isDirty, rev } = first.session.state;
    assert.deepEqual([problem, isDirty, rev], [undefined, false, 2]);
  },
);

test(
  "SESS-8: where no plan comes, what others saved on top does not hide a save of which nobody knew",
  bounded,
  async (t) => {
    const [service, first, second, store] = await saveUnknown(t, 2);
    first.isDeaf = true;
    store();
    await service.settle();
    second.session.edit(moving, move("sofa", 9));
    await saveAll(service, second);
    await pass(t, service, longMs);
    const { problem, isDirty, conflicts, plan } = first.session.state;
    assert.deepEqual([problem, isDirty, conflicts], [undefined, false, []]);
    assert.equal(placed(plan, "sofa"), 9);
  },
);

test(
  "SESS-8: a save of which nobody knew is told when it turns out not to be stored, stays unsaved work, and is recognized all the same should it come late",
  bounded,
  async (t) => {
    const [service, first, , store] = await saveUnknown(t);
    await pass(t, service, 7000);
    assert.equal(first.session.state.problem?.code, "outcome_unknown", "it may still come");
    await pass(t, service, longMs);
    assert.deepEqual(
      [first.session.state.problem?.code, first.session.state.isDirty, service.rev],
      ["notStored", true, 1],
    );
    first.session.edit(moving, move("sofa", 3));
    store();
    await service.settle();
    const { problem, conflicts, isDirty } = first.session.state;
    assert.deepEqual([problem, conflicts, isDirty], [undefined, [], true]);
  },
);

test(
  "SESS-8: what others save over the same revision says at once that a save of which nobody knew was not stored",
  bounded,
  async (t) => {
    const [service, first, second] = await saveUnknown(t, 2);
    second.session.edit(moving, move("bed", 6));
    await saveAll(service, second);
    const { problem, isDirty, plan } = first.session.state;
    assert.deepEqual([problem?.code, isDirty], ["notStored", true]);
    assert.deepEqual([placed(plan, "sofa"), placed(plan, "bed")], [2, 6]);
    await saveAll(service, first);
    assert.deepEqual(
      [first.session.state.problem, first.session.state.isDirty],
      [undefined, false],
    );
    assert.deepEqual([placed(service.stored, "sofa"), placed(service.stored, "bed")], [2, 6]);
  },
);

test(
  "SESS-8: a save of which nobody knew is still looked for when the line was away meanwhile",
  bounded,
  async (t) => {
    const [service, first, , store] = await saveUnknown(t);
    first.cut();
    await pass(t, service, longMs);
    assert.equal(first.session.state.problem?.code, "outcome_unknown", "no answer is no news");
    first.connect();
    await service.settle();
    assert.equal(first.session.state.problem?.code, "outcome_unknown", "it may still come");
    first.isDeaf = true;
    store();
    await pass(t, service, longMs);
    assert.deepEqual(
      [first.session.state.problem, first.session.state.isDirty],
      [undefined, false],
    );
  },
);

test(
  "SESS-8: a save whose answer was lost is recognized also where it is stored only after the line is back, as at another node",
  bounded,
  async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const [service, first] = await opened(1);
    let store: Store | undefined;
    service.onUnknown = (later) => (store = later);
    first.session.edit(moving, move("sofa", 2));
    const saving = first.session.save();
    await first.deliver();
    first.cut();
    await saving;
    service.onUnknown = undefined;
    first.session.edit(moving, move("sofa", 3));
    first.connect();
    await service.settle();
    assert(store !== undefined);
    store();
    await service.settle();
    const { conflicts, incoming, isDirty, base } = first.session.state;
    assert.deepEqual([conflicts, incoming, isDirty], [[], [], true]);
    assert.equal(placed(base, "sofa"), 2);
  },
);
