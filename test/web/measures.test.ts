import assert from "node:assert/strict";
import { test } from "node:test";
import { inBrowser } from "../support/bounded.ts";
import { rectangle } from "../../src/web/model/create.ts";
import { useBrowser } from "./browser.ts";
import { drawings, handle, middleOf, shape, tool } from "./canvas.ts";
import { drag, listOf } from "./editing.ts";

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
    const metre = (await middleOf(handle(page, "wall:1")))[0] - middle[0];
    // A quarter of the wall away from its handle, and some pixels beside the line.
    const from = await middleOf(handle(page, "wall:1"), 4, metre / 2);
    await page.mouse.move(...from);
    const cursor = page.locator("floorplan-canvas .stage");
    assert.match((await cursor.getAttribute("style")) ?? "", /ew-resize/, "it says so");
    await drag(page, from, [from[0] + (metre / 2.5) * 1.02, from[1]]);
    assert.deepEqual(corners(await saved()), [rectangle([0, 0], [6, 6])]);
    await drag(page, middle, [middle[0] + metre / 2.5, middle[1]]);
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
    const covered = (): Promise<readonly string[]> =>
      page.evaluate(() => {
        const editor = document.querySelector("floorplan-page")?.shadowRoot;
        const roots = [document, editor].flatMap((root) => [
          ...(root?.querySelectorAll("floorplan-editor") ?? []),
        ]);
        const shadow = roots[0]?.shadowRoot;
        const place = shadow?.querySelector(".selection")?.getBoundingClientRect();
        const handles = shadow
          ?.querySelector("floorplan-canvas")
          ?.shadowRoot?.querySelectorAll(".handle");
        if (place === undefined || handles === undefined) return ["nothing is there"];
        return [...handles].flatMap((each) => {
          const { left, right, top, bottom } = each.getBoundingClientRect();
          const isFree =
            right <= place.left ||
            left >= place.right ||
            bottom <= place.top ||
            top >= place.bottom;
          return isFree ? [] : [each.getAttribute("data-handle") ?? ""];
        });
      });
    assert.deepEqual(await covered(), []);
    for (const turn of [120, -60, 300, -500, 200]) {
      await page.mouse.move(400, 300);
      await page.mouse.wheel(0, turn);
      await page.waitForTimeout(0);
      assert.deepEqual(await covered(), []);
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
  await page.locator("floorplan-canvas .ghost").waitFor();
  await page.keyboard.press("r");
  await page.mouse.click(...at);
  const [sofa] = listOf(await saved(), "furniture");
  assert.deepEqual([sofa?.["rotation"], sofa?.["z"]], [90, 0.06 + Number(sofa?.["w"]) / 2]);
});
