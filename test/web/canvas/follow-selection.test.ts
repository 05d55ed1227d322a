import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { inBrowser } from "../../support/timeouts.ts";
import { useBrowser } from "../browser.ts";
import { drawings, middleOf, onScreen, shape, twoRooms, viewOf } from "../editor-drawing.ts";
import { becomes } from "../page-polling.ts";

const open = useBrowser();
const openDrawing = drawings(open);
const openLow = drawings(open, { viewport: { width: 1280, height: 480 } });

/** Whether a place of the plan is on the screen. */
const isSeen = async (page: Page, x: number, z: number): Promise<boolean> => {
  const [left, top] = await onScreen(page, x, z);
  const box = await page.locator("floorplan-canvas").boundingBox();
  assert(box !== null);
  return left > box.x && left < box.x + box.width && top > box.y && top < box.y + box.height;
};

const typeLength = async (page: Page, wall: string, metres: string): Promise<void> => {
  await page.locator(`floorplan-canvas [data-measure="${wall}"]`).click();
  await page.keyboard.type(metres);
  await page.keyboard.press("Enter");
};

test(
  "EDIT-48: a fitted view is fitted again when a typed length makes the floor larger than it",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, twoRooms);
    if (drawing === undefined) return;
    const { page } = drawing;
    await page.mouse.click(...(await middleOf(shape(page, "rooms/west"), -80, -60)));
    await typeLength(page, "wall:0", "19.88");
    // The other room was pushed to 24 m.
    await page.getByText("East moved along by 16.00 m.").waitFor();
    await becomes(() => isSeen(page, 24, 3), true);
    await becomes(() => isSeen(page, 0, 0), true);
    const fitted = await viewOf(page);
    await typeLength(page, "wall:0", "3.88");
    await page.getByText("East moved along by 16.00 m.").waitFor();
    await becomes(() => shape(page, "rooms/east").isVisible(), true);
    assert.deepEqual(await viewOf(page), fitted, "a smaller floor is still seen");
  },
);

test(
  "EDIT-48: in a view of one’s own, what an arrow key or a field moves off the screen is brought back",
  inBrowser,
  async (t) => {
    const sofa = { id: "sofa", type: "sofa", x: 2, z: 1.5, w: 1, d: 0.8 };
    const drawing = await openDrawing(t, { ...twoRooms, furniture: [sofa] });
    if (drawing === undefined) return;
    const { page } = drawing;
    await page.mouse.click(...(await middleOf(shape(page, "furniture/sofa"))));
    for (const key of ["+", "+", "+"]) await page.keyboard.press(key);
    const [, top = 0, , height = 0] = await viewOf(page);
    const steps = Math.ceil((top + height - 1.5) / 0.5) + 1;
    for (let step = 0; step < steps; step += 1) await page.keyboard.press("Shift+ArrowDown");
    await becomes(() => isSeen(page, 2, 1.5 + steps * 0.5), true);
    await page.keyboard.press("Control+z");
    await becomes(() => isSeen(page, 2, 1.5), true);
    await page.getByText("All saved").waitFor();
  },
);

test(
  "EDIT-51: the properties of something else are shown from their start, and an edit does not move them",
  inBrowser,
  async (t) => {
    const unnamed = { type: "sofa", x: 2, z: 2.4, w: 2, d: 0.9, rotation: 0 };
    const table = { id: "table", type: "table", x: 6, z: 1, w: 1, d: 1, rotation: 0 };
    const drawing = await openLow(t, { ...twoRooms, furniture: [unnamed, table] });
    if (drawing === undefined) return;
    const { page } = drawing;
    const scrolled = (): Promise<number> =>
      page.locator(".panel").evaluate(({ scrollTop }) => Math.round(scrollTop));
    await page.mouse.click(...(await onScreen(page, 2, 2.4)));
    const layer = page.getByLabel("Stacking");
    await layer.scrollIntoViewIfNeeded();
    const before = await scrolled();
    assert(before > 50, "there is more than fits");
    await layer.fill("cosy");
    await layer.press("Enter");
    await page.locator('floorplan-canvas .selected:not([data-ref*="~"])').waitFor();
    assert.equal(await scrolled(), before, "the piece has an id now, but is the same");
    await page.mouse.click(...(await onScreen(page, 6, 1)));
    await page.getByRole("heading", { name: "Table", exact: true }).waitFor();
    await becomes(scrolled, 0);
  },
);
