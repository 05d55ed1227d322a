import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { rectangle } from "../../../src/model/editing/add-remove.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { canDo, useBrowser } from "../browser.ts";
import {
  drawings,
  handle,
  middleOf,
  onScreen,
  selected,
  shape,
  twoRooms,
} from "../editor-drawing.ts";
import { drag, listOf, panel, undo } from "../editing.ts";
import { accessibilityViolations } from "../accessibility-violations.ts";
import { becomes } from "../page-polling.ts";

const openDrawing = drawings(useBrowser());

/** Selects the west room, at a place where nothing else is. */
const selectWest = async (page: Page): Promise<void> => {
  await page.mouse.click(...(await middleOf(shape(page, "rooms/west"), 60, 60)));
  await handle(page, "label:0").waitFor();
};

test(
  "ROOM-2: the name of a room is dragged by its handle, a double click puts it back, and undo takes each back at once",
  inBrowser,
  async (t) => {
    if (!canDo(t, "double clicks")) return;
    const drawing = await openDrawing(t, twoRooms);
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    await selectWest(page);
    const from = await middleOf(handle(page, "label:0"));
    const [left, top] = await middleOf(handle(page, "corner:0"));
    const [right] = await middleOf(handle(page, "corner:1"));
    const metre = (right - left) / 4;
    await drag(page, from, [from[0] + metre, from[1] - metre]);
    const { labels } = await saved();
    assert.deepEqual(labels, { west: [3, 0.5] }, "from the middle of the room");
    const [x, y] = await middleOf(page.locator("floorplan-canvas .labels text").first());
    assert(Math.abs(x - left - 3 * metre) < 4 && Math.abs(y - top - metre / 2) < 4, "it is there");
    await page.mouse.dblclick(...(await middleOf(handle(page, "label:0"))));
    assert.deepEqual((await saved())["labels"], {}, "a double click puts it back");
    await undo(page);
    await undo(page);
    assert.equal((await saved())["labels"], undefined);
  },
);

test(
  "ROOM-2: arrow keys move the name of a room, Delete and a button put it back",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, twoRooms);
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    const back = page.getByRole("button", { name: "Reset the position of the name" });
    await selectWest(page);
    await handle(page, "label:0").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Shift+ArrowDown");
    assert.deepEqual((await saved())["labels"], { west: [2.05, 2] });
    await handle(page, "label:0").focus();
    await page.keyboard.press("Delete");
    assert.deepEqual((await saved())["labels"], {});
    assert.equal(await back.count(), 0, "nothing to put back");
    await handle(page, "label:0").focus();
    await page.keyboard.press("ArrowRight");
    assert.deepEqual((await saved())["labels"], { west: [2.05, 1.5] });
    await page.getByRole("tab", { name: "Properties", exact: true }).click();
    await back.click();
    assert.deepEqual((await saved())["labels"], {});
  },
);

test(
  "ROOM-3, ROOM-4, ROOM-6: a room's properties have its colour, whether it lies in the open air, and its walls",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, twoRooms);
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    await page.getByRole("tab", { name: "Properties", exact: true }).click();
    const whole = page.getByLabel(/^Wall thickness \(m\)/);
    assert.equal(await whole.getAttribute("placeholder"), "0.12");
    await whole.fill("0,2");
    await whole.press("Enter");
    await whole.fill("7");
    await whole.press("Enter");
    await page
      .getByRole("alert")
      .getByText(/^Enter a thickness from /)
      .waitFor();
    assert.equal(await whole.getAttribute("aria-invalid"), "true", "no wall is that thick");
    await whole.press("Escape");
    assert.equal(await whole.inputValue(), "0.20");
    await selectWest(page);
    const own = page.getByLabel("Outer wall thickness (m)");
    assert.equal(await own.getAttribute("placeholder"), "0.31");
    await own.fill(".5");
    await own.press("Enter");
    const colour = page.locator("floorplan-properties label", { hasText: /^\s*Colour\b(?! of)/ });
    await colour.locator("input[type=text]").fill("#336699");
    await colour.locator("input[type=text]").press("Enter");
    await page.getByLabel("Outdoors").check();
    const plan = await saved();
    const [west] = twoRooms.rooms;
    assert.deepEqual(
      [plan["wall_thickness"], plan["outdoor"], plan["rooms"]],
      [0.2, "west", [{ ...west, outer_wall_thickness: 0.5, color: "#336699" }, twoRooms.rooms[1]]],
    );
    await page.locator("floorplan-canvas .garden").waitFor();
    await page.getByLabel("Outdoors").uncheck();
    await own.fill("");
    await own.press("Enter");
    const inside = await saved();
    assert.deepEqual(
      [inside["outdoor"], inside["rooms"]],
      [undefined, [{ ...west, color: "#336699" }, twoRooms.rooms[1]]],
    );
  },
);

test(
  "EDIT-40: arrow keys take a room off its neighbours, which is said and is one step of undo",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, twoRooms);
    if (drawing === undefined) return;
    const { page } = drawing;
    await page.mouse.click(...(await middleOf(shape(page, "rooms/east"), 60, 60)));
    await page.keyboard.press("ArrowUp");
    const said = page.getByText("East no longer shares a wall with its neighbours.");
    assert.equal(await said.count(), 0, "along the wall it still shares it");
    for (const key of ["ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
    await said.waitFor();
    await page.getByText("Unsaved changes").waitFor();
    await page.keyboard.press("Control+z");
    await page.getByText("All saved").waitFor();
  },
);

test(
  "EDIT-40, EDIT-41: a room that is turned off its neighbours, or over them, says so",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, {
      rooms: [...twoRooms.rooms, { id: "deep", name: "Deep", points: rectangle([0, 3], [2, 9]) }],
    });
    if (drawing === undefined) return;
    const { page } = drawing;
    await page.mouse.click(...(await middleOf(shape(page, "rooms/east"), 40, 30)));
    await page.keyboard.press("r");
    await page.getByText("East no longer shares a wall with its neighbours.").waitFor();
    await page.keyboard.press("Control+z");
    await page.getByText("All saved").waitFor();
    await page.mouse.click(...(await middleOf(shape(page, "rooms/west"), -40, -30)));
    await page.keyboard.press("r");
    await page.getByRole("status").getByText("West and Deep overlap by 0.50 m.").waitFor();
    await page.keyboard.press("Control+z");
    await page.getByText("All saved").waitFor();
  },
);

test(
  "EDIT-40, EDIT-41: a slip of the hand tears no room out, Alt or a long pull does, and what overlaps is hatched, said and found",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, twoRooms);
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    const corner = async (): Promise<unknown> => {
      const [, east] = listOf(await saved(), "rooms");
      return Array.isArray(east?.["points"]) ? east["points"][0] : undefined;
    };
    const [x, y] = await middleOf(shape(page, "rooms/east"), 60, 60);
    const [left] = await onScreen(page, 0, 0);
    const metre = (await onScreen(page, 1, 0))[0] - left;
    await page.mouse.click(x, y);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 30, y);
    const warning = page.getByText("Drag farther to detach East from its neighbours");
    await warning.waitFor();
    await page.mouse.up();
    await page.getByText("All saved").waitFor();
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 30, y);
    await warning.waitFor();
    await page.mouse.move(x - metre, y);
    const hatched = page.getByRole("img", { name: "West and East overlap by 1.00 m." });
    await hatched.waitFor();
    await warning.waitFor({ state: "detached" });
    await page.mouse.up();
    await page.getByRole("status").getByText("West and East overlap by 1.00 m.").waitFor();
    await page.getByText("Overlap 1.00 m").waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    assert.deepEqual(await corner(), [3, 0]);
    await panel(page, "Checks");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "West and East overlap by 1.00 m." }).click();
    await becomes(() => selected(page), ["rooms/east", "rooms/west"], "both are selected");
    await undo(page);
    await hatched.waitFor({ state: "detached" });
    await page.mouse.click(x, y);
    await page.keyboard.down("Alt");
    await drag(page, [x, y], [x + 20, y]);
    await page.keyboard.up("Alt");
    assert.notDeepEqual(await corner(), [4, 0]);
  },
);
