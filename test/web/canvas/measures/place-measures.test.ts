import assert from "node:assert/strict";
import { test } from "node:test";
import { distance } from "../../../../src/model/geometry/vector.ts";
import { selectedMeasures } from "../../../../src/web/canvas/measures/element-measures.ts";
import { placeTool } from "../../../../src/web/canvas/tools/place.ts";
import type { Measure } from "../../../../src/web/canvas/tools/tool.ts";
import { rectangle } from "../../../../src/model/editing/add-remove.ts";
import { pointerAt, toolsOn } from "../tool-context.ts";

const plan = {
  levels: [{ id: "ground" }, { id: "upper" }],
  rooms: [
    { id: "hall", level: "upper", points: rectangle([0, 0], [6, 4]) },
    { id: "below", points: rectangle([0, 0], [3, 3]) },
  ],
  furniture: [{ id: "shelf", type: "shelf", level: "upper", x: 5, z: 2, w: 1, d: 0.4 }],
};

const lengths = (measures: readonly Measure[] = []): readonly string[] =>
  measures.map(({ from, to }) => distance(from, to).toFixed(2));

for (const [list, name] of [
  ["furniture", "table"],
  ["devices", "camera"],
  ["sensors", ""],
  ["texts", ""],
] as const)
  test(`MEAS-9: one of the ${list} shows the same distances while it is placed as when it stands there`, () => {
    const context = toolsOn(plan);
    context.view.update({ level: "upper", tool: "furniture" });
    const tool = placeTool(context, "", { list, name });
    const pointer = pointerAt([2.4, 1.9]);
    tool.move?.(pointer);
    const { measures } = tool.overlay();
    assert.equal(measures?.length, 4);
    assert(measures.every(({ isLine, entry }) => isLine === true && entry === undefined));
    tool.up(pointer);
    assert.deepEqual(lengths(measures), lengths(selectedMeasures(context)));
  });
