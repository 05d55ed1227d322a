import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { rectangle } from "../../../src/model/editing/add-remove.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { useBrowser } from "../browser.ts";
import { listOf } from "../editing.ts";
import { becomes } from "../page-polling.ts";
import { drawings, middleOf, shape, tool } from "../editor-drawing.ts";
import { phone, swipe, touchInputOn } from "../touch-input.ts";

const open = useBrowser();
const openDrawing = drawings(open);
const openOnPhone = drawings(open, phone);

const hall = { rooms: [{ id: "hall", name: "Hall", points: rectangle([0, 0], [6, 4]) }] };

const listed = (page: Page, name: string) =>
  page.locator("floorplan-pieces").getByRole("button", { name, exact: true });

test(
  "PANEL-25: a piece is dragged out of the list onto the plan by mouse, and given up beside it; with Shift it stays chosen",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, hall);
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    const at = await middleOf(shape(page, "rooms/hall"));
    const pull = async (name: string): Promise<void> => {
      await listed(page, name).scrollIntoViewIfNeeded();
      await page.mouse.move(...(await middleOf(listed(page, name))));
      await page.mouse.down();
      await page.mouse.move(at[0] - 40, at[1]);
      await page.mouse.move(...at);
      await page.locator("floorplan-canvas .symbol").waitFor({ state: "attached" });
    };
    await tool(page, "Furniture").click();
    await pull("Sofa");
    await page.getByText("Let go where it goes: Sofa.").waitFor();
    await page.mouse.move(...(await middleOf(tool(page, "Furniture"))));
    await page.mouse.up();
    await listed(page, "Sofa").waitFor();
    await pull("Table");
    await page.keyboard.down("Shift");
    await page.mouse.up();
    await page.mouse.click(at[0] + 150, at[1]);
    await page.keyboard.up("Shift");
    await page.mouse.click(at[0] - 150, at[1]);
    await page.locator('[data-tool="select"][aria-pressed="true"]').waitFor();
    const furniture = listOf(await saved(), "furniture");
    assert.deepEqual(
      furniture.map(({ type }) => type),
      ["table", "table", "table"],
    );
    const [first] = furniture;
    assert(Math.abs(Number(first?.["x"]) - 3) < 0.2 && Math.abs(Number(first?.["z"]) - 2) < 0.2);
  },
);

test(
  "PANEL-25: a finger pulls a piece out sideways, and up and down it scrolls the list",
  inBrowser,
  async (t) => {
    const drawing = await openOnPhone(t, hall);
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    const at = await middleOf(shape(page, "rooms/hall"));
    const finger = await touchInputOn(page);
    await tool(page, "Furniture").tap();
    await listed(page, "Sofa").waitFor();
    const from = await middleOf(listed(page, "Sofa"));
    await finger.down(from);
    await finger.move([from[0] + 20, from[1] + 2]);
    await finger.move([at[0], at[1] + 30]);
    await finger.move(at);
    await page.locator("floorplan-canvas .symbol").waitFor({ state: "attached" });
    await page.getByText("Let go where it goes: Sofa.").waitFor();
    await finger.up();
    await page.locator('[data-tool="select"][aria-pressed="true"]').waitFor();
    const [sofa, ...others] = listOf(await saved(), "furniture");
    assert.deepEqual([sofa?.["type"], others], ["sofa", []]);

    await tool(page, "Furniture").tap();
    await swipe(finger, await middleOf(listed(page, "Sofa")), [0, -60]);
    const list = page.locator("floorplan-pieces > .pieces");
    await becomes(() => list.evaluate(({ scrollTop }) => scrollTop > 0), true);
    await listed(page, "Sofa").waitFor();
    await page.keyboard.press("Escape");
  },
);
