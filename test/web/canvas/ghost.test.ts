import assert from "node:assert/strict";
import { test } from "node:test";
import { inBrowser } from "../../support/timeouts.ts";
import { useBrowser } from "../browser.ts";
import { drawings, middleOf, shape, tool, twoRooms } from "../editor-drawing.ts";

const openDrawing = drawings(useBrowser());

test(
  "DRAW-17: what a click would place is under the pointer as it will be drawn, and takes no press",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, twoRooms);
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    const symbol = page.locator("floorplan-canvas .symbol");
    const ink = (selector: string): Promise<readonly (string | null)[]> =>
      page.locator(selector).evaluateAll((paths) => paths.map((path) => path.getAttribute("d")));
    const room = await middleOf(shape(page, "rooms/west"));
    await tool(page, "Furniture").click();
    await page.getByRole("button", { name: "Sofa", exact: true }).click();
    await page.mouse.move(...room);
    await symbol.locator(".furniture .body").waitFor();
    const shown = await ink("floorplan-canvas .symbol path");
    await page.mouse.click(...room);
    await symbol.waitFor({ state: "detached" });
    assert.deepEqual(await ink("floorplan-canvas .drawing .furniture path"), shown);
    await tool(page, "Door").click();
    const box = await shape(page, "rooms/west").boundingBox();
    assert(box);
    await page.mouse.move(room[0], box.y);
    await symbol.locator(".door .swing").waitFor();
    await page.mouse.click(room[0], box.y);
    await page.locator("floorplan-canvas .drawing .door").waitFor();
    await saved();
  },
);
