import assert from "node:assert/strict";
import { test } from "node:test";
import { entitiesOf, type PlanData, refOf } from "../../../../src/model/elements/entities.ts";
import { type Box, middleOf } from "../../../../src/model/geometry/polygon.ts";
import { nearestOn, type Point } from "../../../../src/model/geometry/vector.ts";
import { Viewport } from "../../../../src/web/renderer/viewport.ts";
import { displayWhileEditing } from "../../../../src/web/canvas/draw-canvas.ts";
import { metresIn } from "../../../../src/web/canvas/formats.ts";
import { handleBoxes } from "../../../../src/web/canvas/draw-overlay.ts";
import { handlesOf } from "../../../../src/web/canvas/handles.ts";
import { nameBoxes, pieceBoxes } from "../../../../src/web/canvas/measures/draw-measures.ts";
import { type Chip, placedMeasures } from "../../../../src/web/canvas/measures/place-measures.ts";
import { selectedMeasures } from "../../../../src/web/canvas/measures/element-measures.ts";
import { rectangle } from "../../../../src/model/editing/add-remove.ts";
import { demoPlan } from "../../../samples/index.ts";
import { toolsOn } from "../tool-context.ts";

const overlap = (one: Box, other: Box): boolean =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height;

const screen = { width: 800, height: 600 };

/** The lengths of a selected room and the names of rooms, on a screen of 800 by 600 pixels that shows 8 by 6 m. */
const onScreen = (plan: PlanData) => {
  const context = toolsOn(plan);
  context.view.select(["rooms/bath"]);
  const viewport = new Viewport({ left: -3, top: -3, width: 8, height: 6 });
  viewport.resize(screen.width, screen.height);
  const options = displayWhileEditing(context, undefined, viewport);
  const names = nameBoxes(plan, options, viewport);
  const scene = { viewport, words: context.texts.tools, metres: metresIn("en") };
  const chips = placedMeasures(scene, screen, selectedMeasures(context), { names });
  return { viewport, names, chips };
};

const bath = (width: number, depth: number, more: PlanData = {}): PlanData => ({
  rooms: [{ id: "bath", name: "Bath", points: rectangle([0, 0], [width, depth]) }],
  ...more,
});

test("MEAS-14: the lengths and the area of a small room lie beside its name, and none is lost", () => {
  const sizes: readonly Point[] = [
    [1.2, 0.9],
    [0.9, 1.2],
    [1, 1],
    [1.5, 0.7],
    [2, 1],
    [3, 2],
  ];
  for (const [width, depth] of sizes) {
    const { names, chips } = onScreen(bath(width, depth));
    assert.equal(names.length, 1);
    const covering = chips.filter(({ box }) => names.some((name) => overlap(box, name)));
    const words = `${width} by ${depth} m`;
    assert.deepEqual(
      covering.map((chip) => chip.words),
      [],
      words,
    );
    assert(
      chips.some((chip) => chip.words.endsWith("m²")),
      `${words}: the area is there`,
    );
    for (const chip of chips)
      assert(
        chips.every((other) => other === chip || !overlap(other.box, chip.box)),
        words,
      );
  }
});

test("MEAS-14: a name that was dragged to where the area was has the area elsewhere", () => {
  const { viewport, chips: before } = onScreen(bath(3, 2));
  const isArea = ({ words }: Chip): boolean => words.endsWith("m²");
  const was = before.find(isArea);
  assert(was);
  const [x, y] = middleOf(was.box);
  const label = [...viewport.toPlan([x, y])];
  const { names, chips } = onScreen(bath(3, 2, { labels: { bath: label } }));
  const area = chips.find(isArea);
  assert(area && names.every((name) => overlap(was.box, name) && !overlap(area.box, name)));
});

/** A room with a cupboard and two tables along its walls, and a lamp between them. */
const furnished = {
  rooms: [{ id: "bath", name: "Bath", points: rectangle([0, 0], [6, 4]) }],
  furniture: [
    { id: "shelf", type: "shelf", x: 3, z: 0.3, w: 2.4, d: 0.5 },
    { id: "left", type: "table", x: 0.5, z: 2, w: 0.8, d: 1.2 },
    { id: "right", type: "table", x: 5.5, z: 2, w: 0.8, d: 1.2 },
    { id: "near", type: "table", x: 3.9, z: 2.9, w: 0.8, d: 0.8 },
  ],
  devices: [{ id: "lamp", kind: "lamp", x: 3, z: 2.9 }],
};

test("MEAS-15: lengths and distances lie beside the pieces, the handles and the names, and on the screen", () => {
  const views: readonly Box[] = [
    { left: -1, top: -1, width: 8, height: 6 },
    // Half of the room, zoomed in.
    { left: 2.5, top: 0.5, width: 4, height: 3 },
  ];
  for (const [at, bounds] of views.entries())
    for (const ref of ["rooms/bath", "devices/lamp", "furniture/near"]) {
      const context = toolsOn(furnished);
      context.view.select([ref]);
      const viewport = new Viewport(bounds);
      viewport.resize(screen.width, screen.height);
      const options = displayWhileEditing(context, undefined, viewport);
      const measures = selectedMeasures(context);
      const obstacles = {
        names: nameBoxes(furnished, options, viewport),
        handles: handleBoxes(viewport, handlesOf(furnished, ref), { screen, isTouch: false }),
        pieces: pieceBoxes(furnished, undefined, viewport, measures),
      };
      const scene = { viewport, words: context.texts.tools, metres: metresIn("en") };
      const chips = placedMeasures(scene, screen, measures, obstacles);
      const words = `${ref} in view ${at}`;
      // Zoomed in, one wall of the room is not seen.
      const ofRoom = at === 0 ? 5 : 4;
      assert.equal(chips.length, ref === "rooms/bath" ? ofRoom : 4, words);
      for (const { box, words: length } of chips) {
        for (const [kind, boxes] of Object.entries(obstacles))
          assert(!boxes.some((each) => overlap(box, each)), `${words}: ${length} covers ${kind}`);
        assert(box.left >= 0 && box.left + box.width <= screen.width, words);
        assert(box.top >= 0 && box.top + box.height <= screen.height, words);
      }
    }
});

test("MEAS-15: on a plan that is small on the screen no distance lies far from its line", () => {
  const plan = demoPlan("flat");
  for (const width of [16, 24, 32])
    for (const isTouch of [false, true])
      for (const ref of entitiesOf(plan, "furniture").map(refOf)) {
        const context = toolsOn(plan);
        context.view.select([ref]);
        const viewport = new Viewport({ left: -3, top: -3, width, height: (width * 3) / 4 });
        viewport.resize(screen.width, screen.height);
        const options = displayWhileEditing(context, undefined, viewport);
        const scene = { viewport, words: context.texts.tools, metres: metresIn("en") };
        const measures = selectedMeasures(context);
        const chips = placedMeasures(scene, screen, measures, {
          names: nameBoxes(plan, options, viewport),
          handles: handleBoxes(viewport, handlesOf(plan, ref), { screen, isTouch }),
          pieces: pieceBoxes(plan, undefined, viewport, measures),
        });
        for (const { box, measure, words } of chips) {
          const line = { from: viewport.toScreen(measure.from), to: viewport.toScreen(measure.to) };
          const { away } = nearestOn(line, middleOf(box));
          assert(away <= 100, `${ref} at ${width} m: ${words} is ${Math.round(away)} px away`);
        }
      }
});

test("MEAS-15: where little of the drawing is seen, it has no lengths", () => {
  const viewport = new Viewport({ left: -1, top: -1, width: 8, height: 6 });
  const context = toolsOn(furnished);
  context.view.select(["rooms/bath"]);
  const scene = { viewport, words: context.texts.tools, metres: metresIn("en") };
  const many = (height: number): number => {
    viewport.resize(360, height);
    return placedMeasures(scene, { width: 360, height }, selectedMeasures(context), {}).length;
  };
  assert(many(200) > 0);
  assert.equal(many(199), 0);
});
