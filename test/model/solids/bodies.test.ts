import assert from "node:assert/strict";
import { test } from "node:test";
import { bodyOf, deviceBodyOf, keptBodies } from "../../../src/model/solids/bodies/bodies.ts";
import type { BodySize } from "../../../src/model/solids/bodies/body.ts";
import type { Part } from "../../../src/model/solids/material.ts";
import { deviceNames } from "../../../src/model/kinds/catalogue/device-names.ts";
import { furnitureSize, furnitureTypes } from "../../../src/model/kinds/catalogue/furniture.ts";
import { furnitureHeights } from "../../../src/model/kinds/catalogue/usual-heights.ts";
import { scaled } from "../../campaign/scale.ts";
import { assertSound, assertWatertight, boundsOf, triangleCount } from "./mesh-checks.ts";

const usualSize = (type: string): BodySize => {
  const [w, d] = furnitureSize(type);
  const [reach] = furnitureHeights(type);
  return [w, typeof reach === "number" ? reach : 2.6, d];
};

const oddSizes: readonly BodySize[] = [
  [0.05, 0.05, 0.05],
  [5, 5, 5],
  [5, 0.05, 0.05],
  [0.05, 5, 0.05],
  [0.05, 0.05, 5],
  [5, 0.05, 5],
  [0.3, 2.4, 3],
];

/** Types that are as round as their symbol in the plan: as wide and as deep as the shorter of the two allows. */
const roundTypes: ReadonlySet<string> = new Set(
  "plant palm laundry_basket water_tank waste_bin robot_vacuum office_chair fire_pit column spiral_stairs meeting_table round_dining_set garden_set lamp_ceiling lamp_pendant lamp_floor lamp_table lamp_spot".split(
    " ",
  ),
);

/** Of a type's sizes, the usual one and, in the campaign, all odd ones; else one of them, each in its turn. */
const sizesOf = (type: string): readonly BodySize[] => {
  const turn = furnitureTypes.indexOf(type) % oddSizes.length;
  return [usualSize(type), ...scaled(oddSizes.slice(turn, turn + 1), oddSizes)];
};

const nameOf = (type: string, size: BodySize): string => `${type} of ${size.join(" × ")} m`;

const meshesOf = (parts: readonly Part[]): readonly Part["mesh"][] => parts.map(({ mesh }) => mesh);

/** A millimetre. */
const tolerance = 1e-3;

for (const type of furnitureTypes) {
  test(`BODY-3: ${type} fills its box at any size, and nothing of it is outside`, () => {
    for (const [w, h, d] of sizesOf(type)) {
      const what = nameOf(type, [w, h, d]);
      const [low, high] = boundsOf(meshesOf(bodyOf(type, [w, h, d])));
      assert(
        low[0] >= -w / 2 - tolerance && high[0] <= w / 2 + tolerance,
        `${what}: x ${low[0]} ${high[0]}`,
      );
      assert(low[1] >= -tolerance && high[1] <= h + tolerance, `${what}: y ${low[1]} ${high[1]}`);
      assert(
        low[2] >= -d / 2 - tolerance && high[2] <= d / 2 + tolerance,
        `${what}: z ${low[2]} ${high[2]}`,
      );
      const size = Math.min(w, d);
      const [wide, deep] = roundTypes.has(type) ? [size, size] : [w, d];
      assert(high[0] - low[0] >= wide * 0.95 - tolerance, `${what} is wide: ${low[0]} ${high[0]}`);
      assert(high[2] - low[2] >= deep * 0.95 - tolerance, `${what} is deep: ${low[2]} ${high[2]}`);
      assert(high[1] >= h * 0.95 - tolerance, `${what} is high: ${high[1]}`);
      assert(low[1] <= tolerance, `${what} stands: ${low[1]}`);
    }
  });

  test(`BODY-4: ${type} is of closed surfaces that face outwards, with at most 1,500 triangles`, () => {
    for (const size of sizesOf(type)) {
      const parts = bodyOf(type, size);
      const what = nameOf(type, size);
      for (const { mesh, material } of parts) {
        assertSound(mesh, `${what}, ${material}`);
        assertWatertight(mesh, `${what}, ${material}`);
      }
      const count = meshesOf(parts).reduce((sum, mesh) => sum + triangleCount(mesh), 0);
      assert(count > 0 && count <= 1500, `${what} has ${count} triangles`);
    }
  });
}

test("BODY-6: the body of a type and a size is made once, and the oldest are forgotten past the limit", () => {
  const size: BodySize = [0.81, 0.82, 0.83];
  const first = bodyOf("chair", size);
  assert.equal(bodyOf("chair", [...size]), first);
  assert.notEqual(bodyOf("chair", [0.81, 0.82, 0.84]), first);
  assert.notEqual(bodyOf("bar_stool", size), first);
  for (let count = 0; count < keptBodies - 3; count += 1) bodyOf("unknown", [1 + count, 1, 1]);
  assert.equal(bodyOf("chair", size), first, "at the limit");
  bodyOf("unknown", [1, 2, 3]);
  const again = bodyOf("chair", size);
  assert.notEqual(again, first, "past the limit");
  assert.deepEqual(again, first, "the same again");
});

test("BODY-7: an unknown type is a box, an unknown lamp a ceiling lamp, an unknown device a generic one", () => {
  const size: BodySize = [0.4, 0.3, 0.4];
  const [box, ...others] = bodyOf("toString", size);
  assert(box !== undefined && others.length === 0);
  assert.equal(triangleCount(box.mesh), 12);
  assert.deepEqual(boundsOf([box.mesh])[1], [0.2, 0.3, 0.2].map(Math.fround));
  assert.deepEqual(bodyOf("lamp_unknown", size), bodyOf("lamp_ceiling", size));
  assert.deepEqual(deviceBodyOf("toString", 0.1), deviceBodyOf("generic", 0.1));
});

for (const kind of [...deviceNames, "sensor"])
  test(`BODY-8: the device ${kind} has a closed body of its height, about the middle of its underside`, () => {
    for (const h of [0.05, 0.1, 1, 3]) {
      const parts = deviceBodyOf(kind, h);
      for (const { mesh, material } of parts) {
        assertSound(mesh, `${kind}, ${material}`);
        assertWatertight(mesh, `${kind}, ${material}`);
      }
      const [low, high] = boundsOf(meshesOf(parts));
      assert(
        Math.abs(low[1]) <= tolerance && Math.abs(high[1] - h) <= h * 0.05,
        `${kind}: ${low[1]} ${high[1]}`,
      );
      assert(Math.abs(low[0] + high[0]) <= 0.02 && high[0] <= 0.5, `${kind}: ${low[0]} ${high[0]}`);
      const count = meshesOf(parts).reduce((sum, mesh) => sum + triangleCount(mesh), 0);
      assert(count <= 500, `${kind} has ${count} triangles`);
    }
  });
