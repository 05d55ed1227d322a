import assert from "node:assert/strict";
import { test } from "node:test";
import type { PlanData } from "../../../src/model/elements/entities.ts";
import { doubleClickAt } from "../../../src/web/canvas/hit-testing.ts";
import { findHandle } from "../../../src/web/canvas/handles.ts";
import { menuEntries } from "../../../src/web/canvas/commands/menu-entries.ts";
import { copyElements, pasteFragment, withNewIds } from "../../../src/model/editing/fragment.ts";
import { rotateBy } from "../../../src/model/editing/transform.ts";
import { pointerAt, toolsOn } from "./tool-context.ts";

/** A room 4 m wide and 2 m deep, whose name stands near its left end. */
const room: PlanData = {
  rooms: [
    {
      id: "hall",
      points: [
        [0, 0],
        [4, 0],
        [4, 2],
        [0, 2],
      ],
    },
  ],
  labels: { hall: [1, 1], other: [9, 9] },
};

test("ROOM-1: a room that is turned takes the place of its name along", () => {
  const turned = rotateBy(room, ["rooms/hall"], 90, [2, 1]);
  assert.deepEqual(turned["labels"], { hall: [2, 0], other: [9, 9] });
  const back = rotateBy(turned, ["rooms/hall"], 270, [2, 1]);
  assert.deepEqual(back["labels"], room["labels"]);
});

test("ROOM-1: what is turned without its room leaves the name where it is", () => {
  const plan: PlanData = { ...room, furniture: [{ id: "desk", x: 1, z: 1 }] };
  assert.equal(rotateBy(plan, ["furniture/desk"], 90, [2, 1])["labels"], plan["labels"]);
});

test("ROOM-1: a copy of a room has its name at the same place in it", () => {
  const fragment = withNewIds(room, copyElements(room, ["rooms/hall"]));
  const pasted = pasteFragment(room, fragment, undefined, [5, 0]);
  assert.deepEqual(Object.values({ ...Object(pasted["labels"]) }), [
    [1, 1],
    [9, 9],
    [6, 1],
  ]);
});

test("ROOM-2: a double click on the handle of a name puts it back, as one step, and names nothing", () => {
  const context = toolsOn(room);
  context.view.select(["rooms/hall"]);
  const handle = findHandle(room, "rooms/hall", "label:0");
  assert(handle);
  const commands = {
    addCorner: () => assert.fail("the name stands at no wall"),
    removeCorner: () => assert.fail("nor at a corner"),
  };
  const named = doubleClickAt(context, commands, pointerAt(handle.at, { handle }));
  assert.equal(named, undefined);
  assert.deepEqual(context.session.state.plan["labels"], { other: [9, 9] });
  context.session.undo();
  assert.deepEqual(context.session.state.plan["labels"], room["labels"]);
  const asked = doubleClickAt(context, commands, pointerAt(handle.at));
  assert.equal(asked, "rooms/hall", "beside the handle it asks for a name");
});

test("ROOM-2: the menu puts back the name of a room where it was dragged, and offers it nowhere else", () => {
  const offers = (plan: PlanData, ref: string): boolean => {
    const context = toolsOn(plan);
    context.view.select([ref]);
    return menuEntries(context)
      .flat()
      .some((entry) => "action" in entry && entry.action === "labelBack");
  };
  assert(offers(room, "rooms/hall"));
  assert(!offers({ ...room, labels: {} }, "rooms/hall"));
  assert(!offers({ ...room, furniture: [{ id: "hall", x: 1, z: 1 }] }, "furniture/hall"));
});
