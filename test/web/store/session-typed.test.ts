import assert from "node:assert/strict";
import { test } from "node:test";
import { bounded } from "../../support/timeouts.ts";
import { FakeService } from "./fake-service.ts";
import { memoryDrafts } from "./memory-drafts.ts";
import { move, opened, placed, saveAll, start } from "./two-item-plan.ts";

const typing = { action: "field" };

test(
  "PANEL-18: what is being typed is unsaved, stored by a save, and one undo step",
  bounded,
  async () => {
    const [service, line] = await opened(1);
    const { session } = line;
    const field = session.begin(typing, { isTyped: true });
    field.preview(move("sofa", 2));
    assert.equal(session.state.isDirty, true);
    field.preview(move("sofa", 1));
    assert.equal(session.state.isDirty, false, "as it was");
    field.preview(move("sofa", 25));
    await saveAll(service, line);
    assert.equal(placed(service.stored, "sofa"), 25);
    assert.deepEqual([session.state.isDirty, field.isOpen], [false, false]);
    session.undo();
    assert.deepEqual([placed(session.state.plan, "sofa"), session.state.undo], [1, undefined]);
  },
);

test("PANEL-18: a drag is no work before it ends", bounded, async () => {
  const [, { session }] = await opened(1);
  session.begin({ action: "move" }).preview(move("sofa", 2));
  assert.equal(session.state.isDirty, false);
});

test(
  "PANEL-18: what is being typed is in the draft, and gone from it when it is cancelled",
  bounded,
  async () => {
    const service = new FakeService(start);
    const drafts = memoryDrafts();
    const { session } = service.open(drafts);
    await service.settle();
    const field = session.begin(typing, { isTyped: true });
    field.preview(move("sofa", 3));
    await session.flushDraft();
    const [draft] = drafts.kept.values();
    assert.equal(draft && placed(draft.plan, "sofa"), 3);
    field.cancel();
    await session.flushDraft();
    assert.equal(drafts.kept.size, 0);
  },
);

test(
  "PANEL-18: a text that is not part of the plan is unsaved, kept as a draft, and offered again",
  bounded,
  async () => {
    const service = new FakeService(start);
    const drafts = memoryDrafts();
    const lost = service.open(drafts);
    await service.settle();
    const of = { plan: start, refs: ["furniture/sofa"] };
    lost.session.keepInvalidInput("yaml", { text: "furniture: [", of });
    assert.equal(lost.session.state.isDirty, true);
    await lost.session.save();
    assert.equal(lost.session.state.isDirty, true, "there is nothing that a save could take");
    await lost.session.flushDraft();
    lost.cut();
    const { session } = service.open(drafts);
    await service.settle();
    assert.equal(session.state.isDirty, false, "it is only offered");
    session.keepInvalidInput("name", { text: "mine", of });
    session.acceptDraft();
    assert.deepEqual(
      [...session.state.invalidInputs].map(([place, { text }]) => [place, text]),
      [
        ["yaml", "furniture: ["],
        ["name", "mine"],
      ],
    );
    session.keepInvalidInput("yaml", undefined);
    session.keepInvalidInput("name", undefined);
    assert.equal(session.state.isDirty, false);
    await session.flushDraft();
    assert.equal(drafts.kept.size, 0);
  },
);
