import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { rectangle } from "../../../src/model/editing/add-remove.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { useDrawing } from "./drawing-page.ts";

const openDrawing = useDrawing();

/** A room with a plain floor and a cupboard in its middle. */
const plan = {
  rooms: [{ id: "one", floor: "plain", points: rectangle([0, 0], [4, 4]) }],
  furniture: [{ id: "chest", type: "chest", x: 2, z: 2, w: 1, d: 1 }],
};

/** The lightness from 0 to 255 of each pixel to the right of a place in a drawing of 200 pixels a metre, on white. */
const lightnessFrom = async (
  page: Page,
  [x, z]: readonly [number, number],
  metres: number,
): Promise<readonly number[]> => {
  await page.evaluate(`{
    document.body.style.background = "#fff";
    sheet.setAttribute("viewBox", "${x} ${z} 4 4");
    draw(${JSON.stringify(plan)}, { scale: 200 });
  }`);
  const shot = (await page.locator("svg.plan").screenshot()).toString("base64");
  return page.evaluate(
    async ([picture, width]) => {
      const image = await createImageBitmap(
        new Blob([Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0))]),
      );
      const context = new OffscreenCanvas(width, 1).getContext("2d");
      if (context === null) throw new Error("no canvas");
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, width, 1);
      return Array.from({ length: width }, (_, at) => data[at * 4 + 1] ?? 0);
    },
    [shot, Math.round(metres * 200)] as const,
  );
};

const stepsOf = (lightness: readonly number[]): readonly number[] =>
  lightness.slice(1).map((each, at) => each - (lightness[at] ?? each));

test("LOOK-4: no step of the shadow of a house or of a wall can be seen", inBrowser, async (t) => {
  const page = await openDrawing(t);
  if (page === undefined) return;
  // Three centimetres beside the faces, where the steps lie apart.
  const outside = await lightnessFrom(page, [4.2, 2], 0.6);
  const fall = (outside.at(-1) ?? 0) - (outside[0] ?? 0);
  assert(fall > 15, `the ground is ${fall} lighter away from the house`);
  assert.equal(outside.at(-1), 255);
  assert(Math.max(...stepsOf(outside)) <= 4, stepsOf(outside).join());
  assert(Math.min(...stepsOf(outside)) >= 0, stepsOf(outside).join());
  const inside = await lightnessFrom(page, [0.09, 1], 0.5);
  assert((inside.at(-1) ?? 0) - (inside[0] ?? 0) > 10, inside.join());
  assert(Math.max(...stepsOf(inside)) <= 5, stepsOf(inside).join());
});

test("LOOK-4: furniture throws its shadow to the lower right", inBrowser, async (t) => {
  const page = await openDrawing(t);
  if (page === undefined) return;
  const [left, right] = [
    await lightnessFrom(page, [1.35, 2], 0.14),
    await lightnessFrom(page, [2.52, 2], 0.14),
  ];
  const darkest = (all: readonly number[]): number => Math.min(...all);
  assert(darkest(left) - darkest(right) >= 5, `${darkest(left)} and ${darkest(right)}`);
  assert(Math.max(...stepsOf(right)) > 0, "it fades");
});
