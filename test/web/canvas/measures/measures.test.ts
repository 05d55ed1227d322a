import assert from "node:assert/strict";
import { test } from "node:test";
import { inBrowser } from "../../../support/timeouts.ts";
import { rectangle } from "../../../../src/model/editing/add-remove.ts";
import { useBrowser } from "../../browser.ts";
import { drawings, handle, middleOf, shape, tool } from "../../editor-drawing.ts";
import { drag, listOf } from "../../editing.ts";

const openDrawing = drawings(useBrowser());

const corners = (plan: object): unknown => listOf({ ...plan }, "rooms").map(({ points }) => points);

const hall = { rooms: [{ id: "hall", name: "Hall", points: rectangle([0, 0], [5, 6]) }] };

test(
  "MEAS-1: a wall of the selected room is pulled from anywhere on its line, and the middle still moves the room",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, hall);
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    const middle = await middleOf(shape(page, "rooms/hall"));
    await page.mouse.click(...middle);
    const [line] = await middleOf(handle(page, "wall:1"));
    const metre = (line - middle[0]) / 2.5;
    // A quarter of the wall away from its handle, and some pixels beside the line.
    const from = await middleOf(handle(page, "wall:1"), 4, metre);
    await page.mouse.move(...from);
    // It says so.
    await page.locator('floorplan-canvas .stage[style*="ew-resize"]').waitFor();
    await drag(page, from, [line + metre, from[1]]);
    assert.deepEqual(corners(await saved()), [rectangle([0, 0], [6, 6])]);
    await drag(page, middle, [middle[0] + metre, middle[1]]);
    assert.deepEqual(corners(await saved()), [rectangle([1, 0], [7, 6])]);
  },
);

test(
  "MEAS-2: the bar of the selection covers no handle, wherever the room is moved on the screen",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, hall);
    if (drawing === undefined) return;
    const { page } = drawing;
    await page.mouse.click(...(await middleOf(shape(page, "rooms/hall"))));
    const bar = page.getByRole("toolbar", { name: "Selection" });
    await bar.waitFor();
    const covered = async (): Promise<readonly string[]> => {
      const place = await bar.boundingBox();
      return page.locator("floorplan-canvas .handle").evaluateAll((found, over) => {
        const isCovered = (each: Element): boolean => {
          const { left, right, top, bottom } = each.getBoundingClientRect();
          if (over === null || left >= over.x + over.width || right <= over.x) return over === null;
          return top < over.y + over.height && bottom > over.y;
        };
        return found.filter(isCovered).map((each) => each.getAttribute("data-handle") ?? "");
      }, place);
    };
    assert.deepEqual(await covered(), []);
    for (const key of ["-", "Shift+ArrowUp", "Shift+ArrowDown", "+", "+", "+", "ArrowDown"]) {
      await page.keyboard.press(key);
      assert.deepEqual(await covered(), [], key);
    }
  },
);

test("MEAS-3: R turns a ghost at a wall beside it, and not into it", inBrowser, async (t) => {
  const drawing = await openDrawing(t, hall);
  if (drawing === undefined) return;
  const { page, saved } = drawing;
  const box = await shape(page, "rooms/hall").locator(".floor").boundingBox();
  assert(box !== null);
  await tool(page, "Furniture").click();
  await page.getByRole("button", { name: "Sofa", exact: true }).click();
  const at = [box.x + box.width / 2, box.y + (box.height / 6) * 0.5] as const;
  await page.mouse.move(...at);
  await page.locator("floorplan-canvas .plan .symbol").waitFor();
  await page.keyboard.press("r");
  await page.mouse.click(...at);
  const [sofa] = listOf(await saved(), "furniture");
  assert.deepEqual([sofa?.["rotation"], sofa?.["z"]], [90, 0.06 + Number(sofa?.["w"]) / 2]);
});

test(
  "MEAS-11: the tape measure says how far apart two corners are, and stores nothing",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, hall);
    if (drawing === undefined) return;
    const { page } = drawing;
    const box = await shape(page, "rooms/hall").locator(".floor").boundingBox();
    assert(box !== null);
    const metre = box.width / 5;
    await page.keyboard.press("l");
    await page.mouse.click(box.x + 0.08 * metre, box.y + 0.05 * metre);
    await page.mouse.move(box.x + box.width - 0.05 * metre, box.y + box.height - 0.07 * metre);
    const texts = page.locator("floorplan-canvas .measure text");
    await page.getByText("7.64 m").waitFor();
    // From face to face: 4.88 m across and 5.88 m down.
    assert.deepEqual((await texts.allTextContents()).toSorted(), ["4.88 m", "5.88 m", "7.64 m"]);
  },
);
