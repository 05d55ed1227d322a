import assert from "node:assert/strict";
import { test } from "node:test";
import { rectangle } from "../../../../src/model/editing/add-remove.ts";
import { inBrowser } from "../../../support/timeouts.ts";
import { useBrowser } from "../../browser.ts";
import { drawings, middleOf, shape, twoRooms } from "../../editor-drawing.ts";
import { listOf } from "../../editing.ts";

const openDrawing = drawings(useBrowser());

const plan = {
  ...twoRooms,
  furniture: [
    { id: "table", type: "table", x: 3, z: 1.5, w: 1, d: 1 },
    { id: "bench", type: "bench", x: 2, z: 2.5, w: 3.4, d: 0.4 },
  ],
};

test(
  "MEAS-17, MEAS-22: words say before and after which furniture moves before a wall, and which no longer fits",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, plan);
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    await page.mouse.click(...(await middleOf(shape(page, "rooms/west"), -80, -60)));
    await page.locator('floorplan-canvas [data-measure="wall:0"]').click();
    await page.keyboard.type("3.28");
    const shown = page.locator("floorplan-canvas .effects");
    await shown
      .getByText(
        "Moving along by 0.60 m: East. Moving with the wall: Table. Left in a wall: Bench.",
      )
      .waitFor();
    // The rooms' and the furniture's.
    assert.equal(await page.locator("floorplan-canvas .becomes").count(), 4);
    await page.keyboard.press("Enter");
    await page
      .getByRole("status")
      .getByText("East moved along by 0.60 m. Table moved with the wall. Left in a wall: Bench.")
      .waitFor();
    const xs = listOf(await saved(), "furniture").map(({ x }) => x);
    // The faces of the walls are at 0.06 and 3.34.
    assert.deepEqual(xs, [2.84, 1.76]);
  },
);

/** A wide piece whose name is long. */
const wide = (id: string, z: number) => ({
  id,
  type: "shelf",
  name: `A piece that somebody has given a long name, ${id}`,
  x: 2,
  z,
  w: 3.6,
  d: 0.4,
});

test(
  "MEAS-22, EDIT-49: many words about a length stay on the drawing, and those in the status line move nothing",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, {
      rooms: [{ id: "west", name: "West", points: rectangle([0, 0], [4, 5]) }],
      furniture: [wide("one", 2), wide("two", 3), wide("three", 4)],
    });
    if (drawing === undefined) return;
    const { page } = drawing;
    const canvas = page.locator("floorplan-canvas");
    const size = await canvas.boundingBox();
    assert(size !== null);
    await page.mouse.click(...(await middleOf(shape(page, "rooms/west"), 0, -100)));
    await page.locator('floorplan-canvas [data-measure="wall:0"]').click();
    await page.keyboard.type("3");
    await page.locator("floorplan-canvas .effects").waitFor();
    const field = await page.locator("floorplan-length form").boundingBox();
    assert(field !== null);
    assert(field.y >= size.y, "its upper edge is on the drawing");
    assert(field.y + field.height <= size.y + size.height, "and its lower one");
    await page.keyboard.press("Enter");
    await page
      .getByRole("status")
      .getByText(/^Left in a wall/)
      .waitFor();
    assert.deepEqual(await canvas.boundingBox(), size);
    await page.keyboard.press("Control+z");
    await page.getByText("All saved").waitFor();
  },
);
