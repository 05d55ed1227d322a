import assert from "node:assert/strict";
import { test } from "node:test";
import type { PlanData } from "../../../src/model/elements/entities.ts";
import type { Draft } from "../../../src/web/store/session-state.ts";
import { bounded } from "../../support/timeouts.ts";
import { FakeService } from "./fake-service.ts";
import { memoryDrafts } from "./memory-drafts.ts";
import { move, moving, placed, saveAll, start } from "./two-item-plan.ts";

/** A draft that began from the first revision, with nothing to choose. */
const draftOf = (id: string, plan: PlanData): Draft => ({
  id,
  rev: 1,
  base: start,
  plan,
  savedAt: 1,
  conflicts: [],
});

test(
  "SESS-10: unsaved work of a lost tab is offered again, merged, and kept until it is saved",
  bounded,
  async () => {
    const service = new FakeService(start);
    const drafts = memoryDrafts();
    const lost = service.open(drafts);
    await service.settle();
    lost.session.edit(moving, move("sofa", 2));
    await lost.session.flushDraft();
    lost.cut();
    service.replace(move("bed", 6)(start), 2);
    const next = service.open(drafts);
    await service.settle();
    assert.equal(next.session.state.draft?.rev, 1);
    assert.equal(next.session.state.isDirty, false, "it is only offered");
    next.session.acceptDraft();
    const { plan, draft } = next.session.state;
    assert.deepEqual([placed(plan, "sofa"), placed(plan, "bed"), draft], [2, 6, undefined]);
    await next.session.flushDraft();
    assert.equal(drafts.kept.size, 1);
    await saveAll(service, next);
    await next.session.flushDraft();
    assert.deepEqual([placed(service.stored, "sofa"), drafts.kept.size], [2, 0]);
  },
);

test(
  "SESS-10: a declined draft is gone, one whose content is stored by now is not offered",
  bounded,
  async () => {
    const service = new FakeService(start);
    const drafts = memoryDrafts();
    drafts.kept.set("a", draftOf("a", move("sofa", 2)(start)));
    drafts.kept.set("b", draftOf("b", start));
    const line = service.open(drafts);
    await service.settle();
    assert.equal(line.session.state.draft?.id, "a");
    line.session.declineDraft();
    await line.session.flushDraft();
    assert.deepEqual([line.session.state.draft, drafts.kept.size], [undefined, 0]);
  },
);

test(
  "SESS-10: a draft stays where the work that took it up cannot be kept, which is said once",
  bounded,
  async () => {
    const service = new FakeService(start);
    const drafts = memoryDrafts();
    drafts.kept.set("a", draftOf("a", move("sofa", 2)(start)));
    const { session } = service.open(drafts);
    await service.settle();
    drafts.trouble = "there is no room";
    session.acceptDraft();
    await session.flushDraft();
    assert.deepEqual([session.state.problem?.code, drafts.kept.has("a")], ["draftFailed", true]);
    session.dismissProblem();
    session.edit(moving, move("sofa", 3));
    await session.flushDraft();
    assert.equal(session.state.problem, undefined, "it was said before");
    drafts.trouble = undefined;
    session.edit(moving, move("sofa", 4));
    await session.flushDraft();
    const own = [...drafts.kept.values()].find(({ id }) => id !== "a");
    assert.equal(own && placed(own.plan, "sofa"), 4);
  },
);

test(
  "SESS-10: a draft that an open tab has written again is not deleted, but offered again",
  bounded,
  async () => {
    const service = new FakeService(start);
    const drafts = memoryDrafts();
    drafts.kept.set("a", draftOf("a", move("sofa", 2)(start)));
    const { session } = service.open(drafts);
    await service.settle();
    drafts.kept.set("a", { ...draftOf("a", move("bed", 6)(start)), savedAt: 2 });
    session.acceptDraft();
    for (const turn of ["written", "listed"]) {
      await session.flushDraft();
      assert(drafts.kept.has("a"), turn);
    }
    assert.equal(session.state.draft?.savedAt, 2);
    session.acceptDraft();
    const { plan } = session.state;
    assert.deepEqual([placed(plan, "sofa"), placed(plan, "bed")], [2, 6]);
    await session.flushDraft();
    await session.flushDraft();
    assert(!drafts.kept.has("a"), "now all of it is in the draft of this session");
  },
);

test(
  "SESS-10: what a closed session has left unsaved is offered to the next one of the same tab",
  bounded,
  async () => {
    const service = new FakeService(start);
    const drafts = memoryDrafts(true);
    const first = service.open(drafts);
    await service.settle();
    first.session.edit(moving, move("sofa", 2));
    await first.session.flushDraft();
    const meanwhile = service.open(drafts);
    await service.settle();
    assert.equal(meanwhile.session.state.draft, undefined, "its session is still open");
    await first.session.close();
    const next = service.open(drafts);
    await service.settle();
    assert.notEqual(next.session.state.draft, undefined);
  },
);

test("SESS-10: no draft is offered while there is something to choose", bounded, async () => {
  const service = new FakeService(start);
  const drafts = memoryDrafts();
  drafts.kept.set("a", draftOf("a", move("sofa", 2)(start)));
  const { session } = service.open(drafts);
  await service.settle();
  session.edit(moving, move("sofa", 3));
  service.replace(move("sofa", 4)(start), 2);
  await service.settle();
  assert.deepEqual([session.state.conflicts.length, session.state.draft], [1, undefined]);
  session.chooseAll("theirs");
  assert.equal(session.state.draft?.id, "a");
});
