import assert from "node:assert/strict";
import { test } from "node:test";
import type { Point } from "../../src/geometry/vector.ts";
import { lineTool } from "../../src/web/editor/tools/line.ts";
import { roomTool } from "../../src/web/editor/tools/room.ts";
import { rulerTool } from "../../src/web/editor/tools/ruler.ts";
import type { Tool } from "../../src/web/editor/tools/tool.ts";
import { listOf } from "./editing.ts";
import { pointerAt, toolsOn } from "./tools-at-hand.ts";

/** Taps as a finger does, which moves nowhere before it comes down. */
const tapOn = (tool: Tool, ...places: readonly Point[]): void => {
  for (const at of places) {
    tool.down?.(pointerAt(at));
    tool.up(pointerAt(at));
  }
};

test("EDIT-36: two taps draw a room, a wall and a dimension, and measure, without a move between them", () => {
  const context = toolsOn({});
  const plan = (): object => context.session.state.plan;
  tapOn(roomTool(context), [0, 0], [4, 3]);
  assert.equal(listOf({ ...plan() }, "rooms").length, 1);
  tapOn(lineTool(context, "wall"), [1, 1], [1, 2]);
  assert.equal(listOf({ ...plan() }, "walls").length, 1);
  tapOn(lineTool(context, "dimension"), [0, 4], [4, 4]);
  assert.equal(listOf({ ...plan() }, "dimensions").length, 1);
  const { said } = context;
  const before = said.length;
  const ruler = rulerTool(context);
  tapOn(ruler, [5, 0], [5, 2]);
  assert.equal(said.length, before + 1);
  assert.match(said.at(-1) ?? "", /2\.00/);
  tapOn(ruler, [6, 0], [6, 0]);
  assert.equal(said.length, before + 1, "a second tap at the same place is no second point");
});
