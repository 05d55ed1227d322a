import assert from "node:assert/strict";
import { test } from "node:test";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { findRef, type PlanData } from "../../../../src/model/elements/entities.ts";
import {
  openingMeasures,
  openingRefusal,
} from "../../../../src/web/canvas/measures/element-measures.ts";
import { rectangle } from "../../../../src/model/editing/add-remove.ts";
import { overlappingOpening, withOpeningAt } from "../../../../src/model/editing/openings.ts";
import { toolsOn } from "../tool-context.ts";

/** The wall between two rooms, with an opening of each: a door of the left one, a window of the right one. */
const plan: PlanData = {
  rooms: [
    { id: "west", points: rectangle([0, 0], [4, 4]) },
    { id: "east", points: rectangle([4, 0], [8, 4]) },
  ],
  openings: [
    { id: "door", room_id: "west", edge: 1, offset: 1, width: 1, type: "door" },
    { id: "gap", room_id: "west", edge: 1, offset: 2.5, width: 1, style: "passage" },
    // This wall runs upwards, so that it lies from 3 to 3.6 m of the other.
    { id: "hatch", room_id: "east", edge: 3, offset: 0.7, width: 0.6, type: "window" },
  ],
};

test("MEAS-13: an opening is put beside another one to the millimetre, and not over it", () => {
  const beside = withOpeningAt(plan, "openings/door", { offset: 1.5, width: 1 });
  assert(isRight(beside));
  assert.equal(findRef(beside.right, "openings/door")?.data["offset"], 1.5);
  const over = withOpeningAt(plan, "openings/door", { offset: 1.501, width: 1 });
  assert(isLeft(over) && over.left.why === "taken");
  assert.equal(over.left.by.key, "gap");
});

test("MEAS-13: a width that reaches over the next opening is not taken, also over one of the room behind", () => {
  const wide = withOpeningAt(plan, "openings/door", { offset: 1.3, width: 1.6 });
  assert(isLeft(wide) && wide.left.why === "taken" && wide.left.by.key === "gap");
  const behind = withOpeningAt(plan, "openings/gap", { offset: 2.7, width: 1 });
  assert(isLeft(behind) && behind.left.why === "taken" && behind.left.by.key === "hatch");
  const hatch = findRef(plan, "openings/hatch");
  assert(hatch);
  assert.equal(overlappingOpening(plan, hatch, { offset: 1.5, width: 0.6 })?.key, "gap");
});

test("MEAS-5: an opening neither leaves its wall nor gets narrower than one can be", () => {
  for (const span of [
    { offset: 0.4, width: 1 },
    { offset: 3.6, width: 1 },
    { offset: 1, width: 0.1 },
  ]) {
    const off = withOpeningAt(plan, "openings/door", span);
    assert(isLeft(off) && off.left.why === "no room");
  }
});

test("MEAS-13: a typed distance or width that reaches over another opening says which, and changes nothing", () => {
  const context = toolsOn(plan);
  const type = (name: string, metres: number): string | undefined => {
    const door = findRef(context.session.state.plan, "openings/door");
    const measures = door === undefined ? [] : openingMeasures(context, door);
    return measures.find(({ entry }) => entry?.name === name)?.entry?.take(metres, true).problem;
  };
  const before = context.session.state.plan;
  const words = "Another opening is in the way: Passage.";
  assert.equal(type("start", 1.6), words);
  assert.equal(type("end", 1.2), words);
  assert.equal(type("width", 1.7), words);
  assert.equal(type("start", 9), context.texts.measures.noFit);
  assert.equal(context.session.state.plan, before);
  assert.equal(type("start", 0.2), undefined);
  assert.equal(findRef(context.session.state.plan, "openings/door")?.data["offset"], 0.76);
});

test("MEAS-13: the properties refuse the same of one opening, and nothing of other things", () => {
  const context = toolsOn(plan);
  const refused = (ref: string, name: string, metres: number): string | undefined => {
    context.view.select([ref]);
    return openingRefusal(name, metres, context);
  };
  assert.match(refused("openings/door", "offset", 1.6) ?? "", /Passage/);
  assert.match(refused("openings/gap", "width", 1.3) ?? "", /Window/);
  assert.equal(refused("openings/gap", "width", 0.9), undefined);
  assert.equal(refused("rooms/west", "width", 9), undefined);
});
