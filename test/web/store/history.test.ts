import assert from "node:assert/strict";
import { test } from "node:test";
import { entitiesOf, idOf, type PlanData } from "../../../src/model/elements/entities.ts";
import { isList, listIn } from "../../../src/model/json.ts";
import { setFields } from "../../../src/model/editing/change.ts";
import { bounded } from "../../support/timeouts.ts";
import { move, moving, opened, placed, saveAll } from "./two-item-plan.ts";

test(
  "SESS-6: undo takes back one step, across saves, and never what others did",
  bounded,
  async () => {
    const [service, first, second] = await opened(2);
    first.session.edit(moving, move("sofa", 2));
    await saveAll(service, first);
    second.session.edit(moving, move("bed", 6));
    await saveAll(service, second);
    first.session.undo();
    const { plan, isDirty, undo, redo } = first.session.state;
    assert.deepEqual([placed(plan, "sofa"), placed(plan, "bed")], [1, 6]);
    assert.deepEqual([isDirty, undo, redo], [true, undefined, moving]);
    first.session.redo();
    assert.deepEqual(
      [placed(first.session.state.plan, "sofa"), first.session.state.isDirty],
      [2, false],
    );
  },
);

test(
  "SESS-6: an edit that was chosen over another's is undone to the other's, not to what was before",
  bounded,
  async () => {
    const [service, first, second] = await opened(2);
    second.session.edit(moving, move("sofa", 3));
    first.session.edit(moving, move("sofa", 4));
    await saveAll(service, first);
    second.session.chooseAll("mine");
    second.session.undo();
    assert.equal(placed(second.session.state.plan, "sofa"), 4);
  },
);

test(
  "SESS-7: a gesture is one step however often it is previewed, and none when it is cancelled",
  bounded,
  async () => {
    const [service, first, second] = await opened(2);
    const gesture = first.session.begin(moving);
    gesture.preview(move("sofa", 2));
    second.session.edit(moving, move("bed", 6));
    await saveAll(service, second);
    gesture.preview(move("sofa", 3));
    assert.deepEqual(
      [placed(first.session.state.plan, "sofa"), placed(first.session.state.plan, "bed")],
      [3, 6],
    );
    gesture.commit();
    first.session.undo();
    assert.equal(placed(first.session.state.plan, "sofa"), 1);
    const cancelled = first.session.begin(moving);
    cancelled.preview(move("sofa", 9));
    cancelled.cancel();
    cancelled.commit();
    assert.deepEqual(
      [placed(first.session.state.plan, "sofa"), first.session.state.undo],
      [1, undefined],
    );
  },
);

const withoutSofa = (plan: PlanData): PlanData => {
  const furniture = plan["furniture"];
  assert(isList(furniture));
  return { ...plan, furniture: furniture.filter((item) => idOf(item) !== "sofa") };
};

test(
  "SESS-7: what somebody drags while others delete it is to be chosen, and not dropped",
  bounded,
  async () => {
    const [service, first, second] = await opened(2);
    const gesture = first.session.begin(moving);
    const drag = (plan: PlanData): PlanData =>
      placed(plan, "sofa") === undefined ? plan : move("sofa", 3)(plan);
    gesture.preview(drag);
    second.session.edit(moving, withoutSofa);
    await saveAll(service, second);
    gesture.commit();
    const { conflicts, plan } = first.session.state;
    assert.deepEqual(
      conflicts.map(({ id, kind }) => [id, kind]),
      [["furniture/sofa", "whole"]],
    );
    assert.equal(placed(plan, "sofa"), 3, "it stays until that is chosen");
  },
);

test(
  "SESS-13: a change that somebody made to an earlier plan leaves alone what came in since",
  bounded,
  async () => {
    const [service, first, second] = await opened(2);
    const seen = first.session.state.plan;
    const written = move("sofa", 7)(move("bed", 9)(seen));
    second.session.edit(moving, move("sofa", 2));
    second.session.edit(moving, move("sofa", 4, "z"));
    second.session.edit(moving, (plan) => ({ ...plan, theme: "dark" }));
    await saveAll(service, second);
    first.session.edit({ action: "yaml" }, () => written, seen);
    const { plan, conflicts } = first.session.state;
    assert.deepEqual([plan["theme"], placed(plan, "bed"), placed(plan, "sofa")], ["dark", 9, 7]);
    assert.deepEqual(
      conflicts.map(({ id }) => id),
      ["furniture/sofa"],
    );
    first.session.undo();
    assert.deepEqual(
      [placed(first.session.state.plan, "sofa"), first.session.state.isDirty],
      [2, false],
    );
  },
);

const bind = (plan: PlanData): PlanData => move("sofa", 1)(bound("sofa", plan));

const bound = (id: string, plan: PlanData): PlanData =>
  setFields(plan, `furniture/${id}`, { entity: "light.sofa" });

test(
  "SESS-6: undo yields where somebody has moved on what the step moved, and takes the step before it",
  bounded,
  async () => {
    const [service, first, second] = await opened(2);
    first.session.edit({ action: "move", name: "bed" }, move("bed", 7));
    first.session.edit(moving, move("sofa", 2));
    await saveAll(service, first);
    second.session.edit(moving, move("sofa", 3));
    await saveAll(service, second);
    assert.deepEqual(first.session.state.undo, { action: "move", name: "bed" });
    first.session.undo();
    const { plan, undo } = first.session.state;
    assert.deepEqual([placed(plan, "sofa"), placed(plan, "bed"), undo], [3, 5, undefined]);
    first.session.undo();
    assert.equal(first.session.state.plan, plan);
    first.session.redo();
    assert.equal(placed(first.session.state.plan, "bed"), 7);
  },
);

test("SESS-6: undoing an addition leaves what somebody has bound since", bounded, async () => {
  const [service, first, second] = await opened(2);
  const lamp = { id: "lamp", type: "lamp_floor", x: 2, z: 2 };
  const chair = { id: "chair", type: "chair", x: 3, z: 2 };
  first.session.edit({ action: "paste" }, (plan) => ({
    ...plan,
    furniture: [...listIn(plan["furniture"]), lamp, chair],
  }));
  await saveAll(service, first);
  second.session.edit({ action: "set" }, (plan) => bound("lamp", plan));
  await saveAll(service, second);
  first.session.undo();
  const left = entitiesOf(first.session.state.plan, "furniture");
  assert.deepEqual(
    left.map(({ key, data }) => [key, data["entity"]]),
    [
      ["sofa", undefined],
      ["bed", undefined],
      ["lamp", "light.sofa"],
    ],
  );
});

test("SESS-6: what is redone yields to what others did in between", bounded, async () => {
  const [service, first, second] = await opened(2);
  first.session.edit(moving, move("sofa", 2));
  await saveAll(service, first);
  first.session.undo();
  await saveAll(service, first);
  second.session.edit(moving, bind);
  second.session.edit(moving, move("sofa", 6));
  await saveAll(service, second);
  assert.equal(first.session.state.redo, undefined);
  first.session.redo();
  assert.equal(placed(first.session.state.plan, "sofa"), 6);
});

test(
  "SESS-6: after hundreds of saves of others between them, a hundred steps are undone one by one",
  bounded,
  async () => {
    const [service, first, second] = await opened(2);
    for (let round = 1; round <= 600; round += 1) {
      first.session.edit(moving, move("sofa", 1 + round));
      await saveAll(service, first);
      second.session.edit(moving, move("bed", 5 + round));
      await saveAll(service, second);
    }
    for (let step = 1; step <= 100; step += 1) {
      first.session.undo();
      const { plan } = first.session.state;
      assert.deepEqual([placed(plan, "sofa"), placed(plan, "bed")], [601 - step, 605]);
    }
    assert.equal(first.session.state.undo, undefined, "no more are kept");
  },
);
