import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { rectangle } from "../../../src/model/editing/add-remove.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { useBrowser } from "../browser.ts";
import { drawings, selected, shape } from "../editor-drawing.ts";
import { listOf, undo } from "../editing.ts";
import { becomes } from "../page-polling.ts";

const openDrawing = drawings(useBrowser());

const rooms = [
  { id: "one", name: "Kitchen", points: rectangle([0, 0], [4, 3]) },
  { id: "two", name: "Room 2", points: rectangle([4, 0], [8, 3]) },
];

/** The colour of a room's floor as it is drawn, as `#rrggbb`. */
const floorOf = (page: Page, id: string): Promise<string> =>
  shape(page, `rooms/${id}`)
    .locator(".floor")
    .evaluate((floor) => {
      const channels = getComputedStyle(floor).fill.match(/\d+/g) ?? [];
      return `#${channels.map((each) => Number(each).toString(16).padStart(2, "0")).join("")}`;
    });

/** Gives the selected room a name in the field over the drawing. */
const name = async (page: Page, text: string): Promise<void> => {
  await page.keyboard.press("F2");
  const field = page.getByLabel("What is this room called?");
  await field.fill(text);
  await field.press("Enter");
  await field.waitFor({ state: "detached" });
};

test(
  "ROOM-12, ROOM-14: another name leaves a room its colour, which the field for it shows; undo takes the kind back too",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, { rooms });
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    const kinds = async (): Promise<readonly unknown[]> =>
      listOf(await saved(), "rooms").map(({ kind }) => kind);
    const colour = page.locator("floorplan-properties input[type=color]").first();
    const honey = await floorOf(page, "one");
    await shape(page, "rooms/one").focus();
    await page.keyboard.press("Enter");
    assert.deepEqual(await selected(page), ["rooms/one"]);
    await becomes(() => colour.inputValue(), honey);
    const kind = page.getByRole("combobox", { name: /^Kind/ });
    await kind.getByText("Kitchen, by its name").waitFor({ state: "attached" });
    await name(page, "Cooking");
    assert.equal(await floorOf(page, "one"), honey);
    assert.deepEqual(await kinds(), ["kitchen", undefined]);
    await undo(page);
    assert.deepEqual(await kinds(), [undefined, undefined]);
    // The field of the properties does the same.
    const field = page.locator("floorplan-properties").getByLabel("Name", { exact: true });
    await field.fill("Food");
    await field.press("Enter");
    assert.deepEqual(await kinds(), ["kitchen", undefined]);
    assert.equal(await floorOf(page, "one"), honey);

    await shape(page, "rooms/two").focus();
    await page.keyboard.press("Enter");
    const free = await floorOf(page, "two");
    assert.notEqual(free, honey);
    await name(page, "Nest");
    assert.equal(await floorOf(page, "two"), free);
    await name(page, "Bathroom");
    assert.deepEqual(await kinds(), ["kitchen", "bath"]);
    const water = await floorOf(page, "two");
    assert.notEqual(water, free);
    await becomes(() => colour.inputValue(), water);
    await kind.selectOption("Kitchen");
    await becomes(() => floorOf(page, "two"), honey);
    assert.deepEqual(await kinds(), ["kitchen", "kitchen"]);
    // The two are told apart by a shade, and the field shows the second as it looks.
    assert.equal(await shape(page, "rooms/two").locator(".shade").count(), 1);
    assert.notEqual(await colour.inputValue(), honey);
  },
);
