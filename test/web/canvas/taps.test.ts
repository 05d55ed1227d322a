import assert from "node:assert/strict";
import { test } from "node:test";
import type { PlanData } from "../../../src/model/elements/entities.ts";
import type { Point } from "../../../src/model/geometry/vector.ts";
import { doubleClickAt } from "../../../src/web/canvas/hit-testing.ts";
import { SelectionCommands } from "../../../src/web/canvas/commands/selection-commands.ts";
import { findHandle } from "../../../src/web/canvas/handles.ts";
import { cornersTool, roomTool } from "../../../src/web/canvas/tools/room.ts";
import { lineTool, rulerTool } from "../../../src/web/canvas/tools/two-points.ts";
import type { Tool } from "../../../src/web/canvas/tools/tool.ts";
import { listOf } from "../editing.ts";
import { pointerAt, toolsOn } from "./tool-context.ts";

/** Taps as a finger does, which moves nowhere before it comes down. */
const tapOn = (tool: Tool, ...places: readonly Point[]): void => {
  for (const at of places) {
    tool.down?.(pointerAt(at));
    tool.up(pointerAt(at));
  }
};

test("EDIT-36: two taps draw a room, a wall and a dimension, and measure, without a move between them", () => {
  const context = toolsOn({});
  const plan = (): PlanData => context.session.state.plan;
  tapOn(roomTool(context), [0, 0], [4, 3]);
  assert.equal(listOf(plan(), "rooms").length, 1);
  tapOn(lineTool(context, "wall"), [1, 1], [1, 2]);
  assert.equal(listOf(plan(), "walls").length, 1);
  tapOn(lineTool(context, "dimension"), [0, 4], [4, 4]);
  assert.equal(listOf(plan(), "dimensions").length, 1);
  const { said } = context;
  const before = said.length;
  const ruler = rulerTool(context);
  tapOn(ruler, [5, 0], [5, 2]);
  assert.equal(said.length, before + 1);
  assert.match(said.at(-1) ?? "", /2\.00/);
  tapOn(ruler, [6, 0], [6, 0]);
  assert.equal(said.length, before + 1, "a second tap at the same place is no second point");
});

test("EDIT-36: what is begun tells how many points it has, and its last one is taken back", () => {
  const context = toolsOn({});
  const corners = cornersTool(context);
  tapOn(corners, [0, 0], [4, 0], [4, 9], [4, 3]);
  assert.equal(corners.points?.(), 4);
  corners.takeBack?.();
  corners.takeBack?.();
  tapOn(corners, [4, 3]);
  assert.equal(corners.points?.(), 3);
  tapOn(corners, [0, 0]);
  assert.equal(corners.points?.(), 0);
  const [room] = listOf(context.session.state.plan, "rooms");
  assert.deepEqual(room?.["points"], [
    [0, 0],
    [4, 0],
    [4, 3],
  ]);
  const wall = lineTool(context, "wall");
  tapOn(wall, [1, 1]);
  assert.equal(wall.points?.(), 1);
  wall.takeBack?.();
  tapOn(wall, [2, 1]);
  assert.equal(listOf(context.session.state.plan, "walls").length, 0);
});

test("EDIT-36: a double click on a corner takes it away by one step, and adds none there", () => {
  const points = [
    [0, 0],
    [4, 0],
    [4, 3],
    [2, 3.5],
    [0, 3],
  ];
  const context = toolsOn({ rooms: [{ id: "hall", name: "Hall", points }] });
  context.view.select(["rooms/hall"]);
  const commands = new SelectionCommands(context);
  const corners = (): unknown => listOf(context.session.state.plan, "rooms")[0]?.["points"];
  const doubleClick = (name: string): void => {
    const handle = findHandle(context.session.state.plan, "rooms/hall", name);
    assert(handle);
    assert.equal(
      doubleClickAt(context, commands, pointerAt(handle.at, { handle })),
      undefined,
      "nothing is named",
    );
  };
  doubleClick("corner:3");
  assert.deepEqual(corners(), points.toSpliced(3, 1));
  context.session.undo();
  assert.deepEqual(corners(), points);
  for (const name of ["corner:3", "corner:0", "corner:0"]) doubleClick(name);
  assert.deepEqual(context.said, ["A room needs at least three corners."]);
});
