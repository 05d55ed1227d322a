import assert from "node:assert/strict";
import { test } from "node:test";
import { type FurnitureName, furnitureSize } from "../../../src/model/kinds/catalogue/furniture.ts";
import { furnitureHeights } from "../../../src/model/kinds/catalogue/usual-heights.ts";
import { bodyOf, deviceBodyOf } from "../../../src/model/solids/bodies/bodies.ts";
import type { Material } from "../../../src/model/solids/material.ts";
import { boundsOf, topAt } from "./mesh-checks.ts";

/** Corners of a piece as its symbol is drawn: its back is at the top. */
const places = {
  "back left": [-0.485, -0.485],
  "back right": [0.485, -0.485],
  "front left": [-0.485, 0.485],
  "front right": [0.485, 0.485],
  left: [-0.485, 0],
  right: [0.485, 0.03],
  back: [0.03, -0.485],
  front: [0.03, 0.485],
} as const;

/** How high a piece of the usual size is at a place, as a part of its height; undefined if nothing is there. */
const heightAt = (type: FurnitureName, place: keyof typeof places): number | undefined => {
  const [w, d] = furnitureSize(type);
  const [reach] = furnitureHeights(type);
  const h = typeof reach === "number" ? reach : 2.6;
  const [x, z] = places[place];
  const top = topAt(
    bodyOf(type, [w, h, d]).map(({ mesh }) => mesh),
    [x * w, z * d],
  );
  return top === undefined ? undefined : top / h;
};

/** Where the symbols of types that are no rectangle leave a corner free. */
const free: readonly (readonly [FurnitureName, keyof typeof places])[] = [
  ["corner_sofa", "front left"],
  ["corner_bench", "front right"],
  ["corner_desk", "front right"],
  ["corner_counter", "front right"],
  ["corner_wardrobe", "front right"],
  ["corner_shower", "front right"],
  ["corner_washbasin", "front right"],
  ["corner_bathtub", "front right"],
  ["grand_piano", "back right"],
  ["l_stairs", "back right"],
  ["winder_stairs", "back right"],
  ["u_stairs", "left"],
];

test("BODY-5: a body leaves free what its symbol in the plan leaves free", () => {
  const corners = ["back left", "back right", "front left", "front right"] as const;
  for (const [type, place] of free) {
    assert.equal(heightAt(type, place), undefined, `${type}, ${place}`);
    for (const other of corners.filter((each) => each !== place && type.startsWith("corner_")))
      assert.notEqual(heightAt(type, other), undefined, `${type}, ${other}`);
  }
});

/** Where types are high and where they are low. */
const rising: readonly (readonly [
  FurnitureName,
  high: keyof typeof places,
  low: keyof typeof places,
])[] = [
  ["stairs", "right", "left"],
  ["ramp", "right", "left"],
  ["l_stairs", "back left", "front right"],
  ["winder_stairs", "back left", "front right"],
  ["u_stairs", "back left", "front left"],
  ["sofa", "back", "front"],
  ["armchair", "back", "front"],
  ["chair", "back", "front"],
  ["bed", "back", "front"],
  ["sun_lounger", "back", "front"],
  ["wc", "back", "front"],
];

test("BODY-5: a body has its back where its symbol has it, and stairs rise along their arrow", () => {
  for (const [type, high, low] of rising) {
    const [above, below] = [heightAt(type, high) ?? 0, heightAt(type, low) ?? 0];
    assert(above > below + 0.2, `${type}: ${above} ${high}, ${below} ${low}`);
  }
});

/** What of a type is in front of its middle: doors, windows and screens. */
const inFront: readonly (readonly [FurnitureName, Material])[] = [
  ["television", "screen"],
  ["wardrobe", "metal"],
  ["sliding_wardrobe", "mirror"],
  ["washing_machine", "screen"],
  ["fridge", "metal"],
  ["wood_stove", "light"],
  ["fireplace", "light"],
  ["lamp_spot", "light"],
  ["display_cabinet", "glass"],
  ["walk_in_shower", "glass"],
];

test("BODY-5: doors, windows and screens are in front", () => {
  for (const [type, material] of inFront) {
    const [w, d] = furnitureSize(type);
    const [reach] = furnitureHeights(type);
    const parts = bodyOf(type, [w, typeof reach === "number" ? reach : 2.6, d]);
    const mesh = parts.find((part) => part.material === material)?.mesh;
    assert(mesh !== undefined, `${type} has ${material}`);
    const [low, high] = boundsOf([mesh]);
    assert((low[2] + high[2]) / 2 > 0, `${type}: ${low[2]} to ${high[2]}`);
  }
});

test("BODY-5: a car, a motorbike and a bicycle drive to the back of their symbol, and a camera looks to the right", () => {
  const partOf = (type: FurnitureName, material: Material): number => {
    const [w, d] = furnitureSize(type);
    const mesh = bodyOf(type, [w, 1.4, d]).find((part) => part.material === material)?.mesh;
    assert(mesh !== undefined, `${type} has ${material}`);
    const [low, high] = boundsOf([mesh]);
    return (low[2] + high[2]) / 2;
  };
  assert(partOf("car", "light") < -1);
  assert(partOf("motorbike", "light") < -0.2);
  const lens = deviceBodyOf("camera", 0.12).find(({ material }) => material === "screen");
  assert(lens !== undefined && boundsOf([lens.mesh])[0][0] > 0);
});
