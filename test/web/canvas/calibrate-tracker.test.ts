import assert from "node:assert/strict";
import { test } from "node:test";
import { findEntity } from "../../../src/model/elements/entities.ts";
import type { Point } from "../../../src/model/geometry/vector.ts";
import { isObject, type JsonObject, listIn } from "../../../src/model/json.ts";
import {
  trackerPointsTool,
  trackerPoseTool,
  trackerStandTool,
} from "../../../src/web/canvas/tools/calibrate-tracker.ts";
import { takePair, partNow, chosenTracker } from "../../../src/web/canvas/trackers/calibration.ts";
import { readPosition } from "../../../src/web/home-assistant/positions/position.ts";
import type { Tool } from "../../../src/web/canvas/tools/tool.ts";
import { pointerAt, type ToolsAtHand, toolsOn } from "./tool-context.ts";

const levels = [
  { id: "ground", name: "Ground" },
  { id: "up", name: "Up" },
];

const robi = { id: "robi", kind: "device", source: { entity: "camera.robi" }, points: [] };

/** Tools on a plan with one tracker, which is chosen. */
const calibrating = (tracker: JsonObject): ToolsAtHand => {
  const tools = toolsOn({ levels, trackers: [tracker] });
  tools.view.update({ tracking: { key: "robi" }, level: "ground" });
  return tools;
};

const tell = (tools: ToolsAtHand, s: string, a: JsonObject, lc = 1): void =>
  tools.tellPositions(
    new Map([["robi", readPosition("robi", { s, a: { kind: "device", ...a }, lc })]]),
  );

const trackerOf = ({ session }: ToolsAtHand): JsonObject =>
  findEntity(session.state.plan, "trackers", "robi")?.data ?? {};

const click = (tool: Tool, at: Point): void => {
  tool.down?.(pointerAt(at));
  tool.up(pointerAt(at));
};

/** The target is at a place in its own millimetres, whose second axis points up; a click says where that is. */
const set = (tools: ToolsAtHand, tool: Tool, [x, z]: Point, source?: Point): void => {
  const coordinates = source ?? [25_500 + x * 1000, 25_500 - z * 1000];
  tell(tools, "problem", { problem: "few-points", source: coordinates });
  click(tool, [x, z]);
};

test("POS-20: each click makes a pair, of the coordinates now and the place, on the floor shown; its error is drawn", () => {
  const tools = calibrating(robi);
  const tool = trackerPointsTool(tools);
  click(tool, [1, 1]);
  assert.match(tools.said.join(), /not known now/, "nothing was told yet");
  set(tools, tool, [1, 1]);
  set(tools, tool, [5, 1]);
  set(tools, tool, [3, 4.1], [28_500, 21_500]);
  const { points, level } = trackerOf(tools);
  assert.equal(level, "ground");
  assert.deepEqual(listIn(points)[0], { source: [26_500, 24_500], plan: [1, 1] });
  assert.equal(listIn(points).length, 3);
  const { dots = [], measures = [], guides = [], ghost = [] } = tool.overlay();
  assert.deepEqual([dots.length, guides.length, ghost.length], [3, 3, 4]);
  assert.match(measures.map(({ text }) => text).join("; "), /^1: \d cm; 2: \d cm; 3: [1-9]\d? cm$/);
  tools.session.undo();
  assert.equal(listIn(trackerOf(tools)["points"]).length, 2, "each is one step");
  tools.view.update({ level: "up" });
  set(tools, tool, [4, 4]);
  assert.equal(listIn(trackerOf(tools)["points"]).length, 2, "not on another floor");
  assert.match(tools.said.join(), /are on Ground/);
});

test("POS-20: a pair goes to the map that the source names, with its floor and the charger's place", () => {
  const { points: _, ...rest } = robi;
  const tools = calibrating({ ...rest, source: { entity: "camera.robi", map: "m" }, maps: {} });
  const tool = trackerPointsTool(tools);
  tell(tools, "problem", { problem: "few-points", source: [1, 1] });
  click(tool, [1, 1]);
  assert.match(tools.said.join(), /no map/);
  tools.view.update({ level: "up" });
  const problem = { problem: "unknown-map", value: "Attic", map: "Attic", dock: [7, 7] };
  tell(tools, "problem", { ...problem, source: [1, 1] });
  click(tool, [1, 1]);
  assert.deepEqual(trackerOf(tools)["maps"], {
    Attic: { level: "up", points: [{ source: [1, 1], plan: [1, 1] }], dock: [7, 7] },
  });
});

test("POS-21: a source that has not moved since sets no pair, nor does a vacuum that still moves", () => {
  const tools = calibrating({ ...robi, kind: "vacuum" });
  const tool = trackerPointsTool(tools);
  set(tools, tool, [1, 1]);
  click(tool, [3, 3]);
  assert.match(tools.said.at(-1) ?? "", /move it first/);
  tell(tools, "problem", { kind: "vacuum", problem: "few-points", source: [27_000, 25_000] });
  click(tool, [3, 3]);
  assert.match(tools.said.at(-1) ?? "", /still moving/);
  assert.equal(listIn(trackerOf(tools)["points"]).length, 1);
});

test("POS-21: a target that was elsewhere at once has jumped", () => {
  const tools = calibrating(robi);
  const jumped = (): number | undefined => tools.positions.of("robi")[0]?.jumped;
  tell(tools, "located", { x: 1, z: 1, source: [1, 1] }, 10);
  tell(tools, "located", { x: 5, z: 1, source: [5, 1] }, 13);
  assert.equal(jumped(), undefined, "4 m in 3 s");
  tell(tools, "located", { x: 5, z: 4, source: [5, 4] }, 13.2);
  assert.equal(jumped(), 3);
});

test("POS-22: a pair of a map that was turned since is asked about; the former pairs hold until there are two new ones", () => {
  const tools = calibrating(robi);
  const tool = trackerPointsTool(tools);
  for (const at of [
    [1, 1],
    [5, 1],
    [3, 4],
  ] as const)
    set(tools, tool, at);
  const former = trackerOf(tools)["points"];
  // Now the map is turned by a quarter.
  set(tools, tool, [1, 5], [20_000, 26_000]);
  const { disputed } = tools.view.state.tracking;
  assert(disputed !== undefined && disputed.metres > 1, "it asks");
  assert.deepEqual(trackerOf(tools)["points"], former, "and sets nothing");
  tools.view.update({ tracking: { key: "robi", anew: disputed.pair } });
  assert.deepEqual(trackerOf(tools)["points"], former, "nor does beginning anew");
  set(tools, tool, [1, 1], [24_000, 26_000]);
  assert.deepEqual(trackerOf(tools)["points"], [
    { source: [20_000, 26_000], plan: [1, 5] },
    { source: [24_000, 26_000], plan: [1, 1] },
  ]);
  assert.deepEqual(tools.view.state.tracking, { key: "robi" });
  tools.session.undo();
  assert.deepEqual(trackerOf(tools)["points"], former, "in one step");
  const [tracker] = [chosenTracker(tools)];
  const part = tracker && partNow(tools, tracker);
  assert(tracker !== undefined && part !== undefined, "it is there");
  takePair(tools, tracker, part, disputed.pair);
  assert.equal(listIn(trackerOf(tools)["points"]).length, 4, "or it is added all the same");
});

const radar = {
  id: "robi",
  source: { x: "sensor.x", y: "sensor.y" },
  pose: { x: 2, z: 3, rotation: 0, firmware: 7 },
};

test("POS-23: a sensor is dragged, put on the face of a near wall, and turned by the dot in front of it", () => {
  const tools = toolsOn({
    levels,
    rooms: [
      {
        id: "r",
        level: "ground",
        points: [
          [0, 0],
          [6, 0],
          [6, 5],
          [0, 5],
        ],
      },
    ],
    trackers: [radar],
  });
  tools.view.update({ tracking: { key: "robi" }, level: "ground" });
  const pose = (): JsonObject => {
    const { pose: now } = trackerOf(tools);
    return isObject(now ?? null) ? { ...Object(now) } : {};
  };
  const tool = trackerPoseTool(tools);
  tool.down?.(pointerAt([2, 3]));
  tool.move?.(pointerAt([5.8, 2]));
  tool.up(pointerAt([5.8, 2]));
  const { x, z, rotation, firmware } = pose();
  assert.deepEqual([x, z, rotation, firmware], [5.94, 2, 180, 7], "it looks away from the wall");
  // The dot is a metre in front of it.
  tool.down?.(pointerAt([4.95, 2]));
  tool.move?.(pointerAt([5.94, 1]));
  tool.up(pointerAt([5.94, 1]));
  assert.deepEqual([pose()["x"], pose()["rotation"]], [5.94, 270]);
  tool.down?.(pointerAt([5.94, 1]));
  tool.move?.(pointerAt([4, 4]));
  assert.equal(tool.cancel(), true);
  assert.equal(pose()["rotation"], 270, "what is cancelled did not happen");
  tools.session.undo();
  tools.session.undo();
  assert.deepEqual(pose(), radar.pose);
});

test("POS-23: a click where somebody stands turns the sensor, and tells by how much the distance is off", () => {
  const tools = calibrating(radar);
  const tool = trackerStandTool(tools);
  click(tool, [2, 5]);
  assert.match(tools.said.at(-1) ?? "", /not known now/);
  // Two metres straight ahead.
  tell(tools, "located", { x: 4, z: 3, source: [0, 2000] });
  click(tool, [2, 5.1]);
  assert.deepEqual(trackerOf(tools)["pose"], { ...radar.pose, rotation: 90 });
  assert.match(tools.said.at(-1) ?? "", /90°.*10 cm/);
});
