import assert from "node:assert/strict";
import { test } from "node:test";
import type { PlanData } from "../../../src/model/elements/entities.ts";
import { standingWallsOn } from "../../../src/model/elements/standing-walls.ts";
import { isSame, lengthOf, type Point } from "../../../src/model/geometry/vector.ts";
import { dragHandle, findHandle } from "../../../src/web/canvas/handles.ts";
import { lineTool } from "../../../src/web/canvas/tools/two-points.ts";
import { moveWall } from "../../../src/model/editing/reshape-rooms.ts";
import { rectangle } from "../../../src/model/editing/add-remove.ts";
import { listOf } from "../editing.ts";
import { pointerAt, toolsOn } from "./tool-context.ts";

const plan: PlanData = {
  rooms: [{ id: "hall", points: rectangle([0, 0], [6, 4]) }],
  walls: [
    { id: "screen", from: [2, 0], to: [2, 2] },
    { id: "thick", from: [2, 2], to: [3, 3], thickness: 0.4 },
  ],
  dimensions: [{ id: "line", from: [1, 1], to: [2, 1] }],
};

/** The plan with the end of something pulled to a place. */
const pulled = (of: PlanData, ref: string, end: 0 | 1, to: Point): PlanData => {
  const handle = findHandle(of, ref, `end:${end}`);
  assert(handle);
  return dragHandle(of, ref, handle, to, { isOn: false });
};

const lengths = (of: PlanData): readonly string[] =>
  standingWallsOn(of, undefined).map((wall) => lengthOf(wall).toFixed(3));

test("ROOM-11: an end that is pulled on the other one stops as far from it as the wall is thick", () => {
  const short = pulled(plan, "walls/screen", 0, [2, 2]);
  assert.deepEqual(listOf(short, "walls")[0], { id: "screen", from: [2, 1.88], to: [2, 2] });
  const beyond = pulled(plan, "walls/screen", 0, [2, 2.05]);
  assert.deepEqual(listOf(beyond, "walls")[0]?.["from"], [2, 2.12], "on the side of the pointer");
});

test("ROOM-11: walls that share an end stay joined, and neither gets too short", () => {
  for (const to of [
    [2, 0],
    [3, 3],
    [2.99, 3.01],
    [2, 0.01],
  ] as const) {
    const after = pulled(plan, "walls/screen", 1, to);
    const [screen, thick] = standingWallsOn(after, undefined);
    assert(screen && thick && isSame(screen.to, thick.from));
    assert(lengthOf(screen) > 0.119 && lengthOf(thick) > 0.399, lengths(after).join());
  }
});

test("ROOM-11: a wall of a room that is pulled over one of no room leaves it as long as it is thick", () => {
  const after = moveWall(plan, "rooms/hall", 0, [0, 2]);
  assert.deepEqual(lengths(after), ["0.120", "1.414"]);
});

test("ROOM-11: one that was shorter than thick already keeps its length at least", () => {
  const stub = { ...plan, walls: [{ id: "stub", from: [1, 1], to: [1.1, 1], thickness: 0.3 }] };
  assert.deepEqual(lengths(pulled(stub, "walls/stub", 1, [1.02, 1])), ["0.100"]);
  assert.deepEqual(lengths(pulled(stub, "walls/stub", 1, [1.2, 1])), ["0.200"]);
});

test("ROOM-11: a dimension that is pulled to nothing keeps 5 cm, and a wall is drawn no shorter than it is thick", () => {
  const short = pulled(plan, "dimensions/line", 1, [1, 1]);
  assert.deepEqual(listOf(short, "dimensions")[0]?.["to"], [1.05, 1]);
  const context = toolsOn(plan);
  const draw = (metres: number): void => {
    const tool = lineTool(context, "wall");
    tool.down?.(pointerAt([4, 1]));
    tool.move?.(pointerAt([4 + metres, 1]));
    tool.up(pointerAt([4 + metres, 1]));
  };
  draw(0.1);
  assert.deepEqual(context.said, [context.texts.tools.tooShort]);
  assert.equal(listOf(context.session.state.plan, "walls").length, 2);
  draw(0.15);
  assert.equal(listOf(context.session.state.plan, "walls").length, 3);
});
