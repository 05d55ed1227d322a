import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { rectangle } from "../../../../src/model/editing/add-remove.ts";
import { inBrowser } from "../../../support/timeouts.ts";
import { accessibilityViolations } from "../../accessibility-violations.ts";
import { becomes, changesFrom } from "../../page-polling.ts";
import { useBrowser } from "../../browser.ts";
import { drawings, middleOf, shape, tool, twoRooms } from "../../editor-drawing.ts";
import { listOf } from "../../editing.ts";
import { phone } from "../../touch-input.ts";

const open = useBrowser();
const openDrawing = drawings(open);
const openOnPhone = drawings(open, phone);

const points = (plan: object): readonly unknown[] =>
  listOf({ ...plan }, "rooms").map((room) => room["points"]);

/** A length on the drawing that can be typed. */
const length = (page: Page, name: string): Locator =>
  page.locator(`floorplan-canvas [data-measure="${name}"]`);

const field = (page: Page, name: string): Locator => page.getByLabel(name, { exact: true });

/** Waits until a field has the focus, which a tap gives it later than a click. */
const isTyping = (page: Page): Promise<void> =>
  page.locator("floorplan-canvas input:focus").waitFor();

const typeInto = async (page: Page, text: string): Promise<void> => {
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
};

test(
  "MEAS-4, MEAS-5, MEAS-6: the lengths and the area of the selected room are shown, and one that is clicked is typed",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, twoRooms);
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    await page.mouse.click(...(await middleOf(shape(page, "rooms/west"))));
    const texts = page.locator("floorplan-canvas .measure text");
    await length(page, "wall:0").waitFor();
    assert.deepEqual(await texts.allTextContents(), [
      "3.88 m",
      "2.88 m",
      "3.88 m",
      "2.88 m",
      "11.17 m²",
    ]);
    await length(page, "wall:0").click();
    await typeInto(page, "5,2");
    await page.locator("floorplan-canvas .measure text", { hasText: "5.20 m" }).first().waitFor();
    await page.getByText("East moved along by 1.32 m.").waitFor();
    const [west, east] = points(await saved());
    assert.deepEqual(west, rectangle([0, 0], [5.32, 3]));
    assert.deepEqual(east, rectangle([5.32, 0], [9.32, 3]));
    await page.keyboard.press("Control+z");
    assert.deepEqual(points(await saved()), points(twoRooms), "it is one step of undo");
  },
);

test(
  "MEAS-5: by keyboard Enter on a length types it, Escape leaves it, and what cannot be says so",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, twoRooms);
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    await page.mouse.click(...(await middleOf(shape(page, "rooms/east"))));
    await page.getByRole("button", { name: "Length of wall 2: 2.88 m. Change" }).focus();
    await page.keyboard.press("Enter");
    await typeInto(page, "wide");
    await page.getByText("That isn’t a length.").waitFor();
    await field(page, "Length of wall 2").fill("-2");
    await page.keyboard.press("Enter");
    await page.getByText("That isn’t a length.").waitFor();
    await field(page, "Length of wall 2").fill("1 mm");
    await page.keyboard.press("Enter");
    await page.getByText("There is no space for this length here.").waitFor();
    await page.keyboard.press("Escape");
    await field(page, "Length of wall 2").waitFor({ state: "detached" });
    await page.getByText("All saved").waitFor();
    // The focus is back on the length.
    await length(page, "wall:1").and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.type("380 cm");
    // Past the end that moves; no room is behind it.
    for (const key of ["Tab", "Tab"]) await page.keyboard.press(key);
    await field(page, "Length of wall 3").waitFor();
    await typeInto(page, "17'");
    const [west, east] = points(await saved());
    // 17 feet are 5.1816 m.
    assert.deepEqual(east, rectangle([4, 0], [9.3016, 3.92]));
    assert.deepEqual(west, rectangle([0, 0], [4, 3.92]));
  },
);

test(
  "MEAS-17: the keyboard chooses the end of a wall that moves and what the rooms behind do, and both are shown before",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, twoRooms);
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    const { keyboard } = page;
    const radio = (name: string): Locator =>
      page.locator("floorplan-canvas").getByRole("radio", { name, exact: true });
    await page.mouse.click(...(await middleOf(shape(page, "rooms/west"))));
    await page.getByRole("button", { name: "Length of wall 1: 3.88 m. Change" }).focus();
    await keyboard.press("Enter");
    await keyboard.type("4.18");
    await page.getByText("Moving along by 0.30 m: East.").waitFor();
    const moving = page.locator("floorplan-canvas .pulled");
    const [right] = await middleOf(moving);
    assert.equal(await page.locator("floorplan-canvas .becomes").count(), 2);
    assert.deepEqual(await accessibilityViolations(page), []);
    await keyboard.press("Tab");
    await keyboard.press("ArrowLeft");
    await radio("Left").and(page.locator(":checked")).waitFor();
    // Nothing is behind the left end, and the wall there is marked.
    await radio("Move along").waitFor({ state: "detached" });
    assert((await middleOf(moving))[0] < right - 100);
    await keyboard.press("ArrowRight");
    await radio("Move along").waitFor();
    await keyboard.press("Tab");
    await keyboard.press("ArrowRight");
    await page.getByText("Will be resized: East.").waitFor();
    await keyboard.press("Enter");
    await page.getByText("East: size changed.").waitFor();
    assert.deepEqual(points(await saved()), [
      rectangle([0, 0], [4.3, 3]),
      rectangle([4.3, 0], [8, 3]),
    ]);
    await length(page, "wall:0").click();
    await radio("Left").click();
    await field(page, "Length of wall 1").fill("3.88");
    await keyboard.press("Enter");
    assert.deepEqual(points(await saved())[0], rectangle([0.3, 0], [4.3, 3]));
  },
);

test(
  "MEAS-8: the sort of measures is shown, is changed by a button, and is kept in the browser",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, twoRooms);
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    await tool(page, "Inside dimensions").click();
    await page.reload();
    await shape(page, "rooms/west").waitFor();
    await tool(page, "Centre-line dimensions").waitFor();
    await page.mouse.click(...(await middleOf(shape(page, "rooms/west"))));
    await length(page, "wall:1").click();
    await typeInto(page, "3.8");
    await page.locator("floorplan-canvas .measure text", { hasText: "15.20 m²" }).waitFor();
    assert.deepEqual(points(await saved())[0], rectangle([0, 0], [4, 3.8]));
    await tool(page, "Centre-line dimensions").click();
    await tool(page, "Inside dimensions").waitFor();
  },
);

test(
  "MEAS-4, MEAS-9: the distances of an opening to the ends of its wall, and of an item to what is beside it, are typed",
  inBrowser,
  async (t) => {
    const door = { id: "door", room_id: "west", edge: 2, offset: 1.5, width: 0.9, type: "door" };
    const sofa = { id: "sofa", type: "sofa", x: 2, z: 1.2, w: 2, d: 0.9 };
    const drawing = await openDrawing(t, { ...twoRooms, openings: [door], furniture: [sofa] });
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    await page.mouse.click(...(await middleOf(shape(page, "openings/door").locator(".gap"))));
    // The wall runs to the left, so that its first end is the right one.
    await length(page, "start").click();
    await typeInto(page, "0.5");
    await length(page, "width").click();
    await typeInto(page, "80 cm");
    const [moved] = listOf(await saved(), "openings");
    assert.deepEqual([moved?.["offset"], moved?.["width"]], [0.96, 0.8]);
    await page.mouse.click(...(await middleOf(shape(page, "furniture/sofa"))));
    await length(page, "up").click();
    await typeInto(page, "0");
    await length(page, "left").click();
    await typeInto(page, "12,5cm");
    const [placed] = listOf(await saved(), "furniture");
    assert.deepEqual([placed?.["x"], placed?.["z"]], [1.185, 0.51]);
    const from = await middleOf(shape(page, "furniture/sofa"));
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(from[0] + 40, from[1] + 30, { steps: 3 });
    await changesFrom(
      () => length(page, "left").textContent(),
      "0.13 m",
      "it goes along with a drag",
    );
    await page.keyboard.press("Escape");
    await page.mouse.up();
  },
);

test(
  "MEAS-20, MEAS-21: the properties show what the drawing shows, and width, depth, area and distances from walls are typed there",
  inBrowser,
  async (t) => {
    const sofa = { id: "sofa", type: "sofa", x: 2, z: 1.2, w: 2, d: 0.9 };
    const door = { id: "door", room_id: "west", edge: 2, offset: 1.5, width: 0.9, type: "door" };
    const drawing = await openDrawing(t, { ...twoRooms, furniture: [sofa], openings: [door] });
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    const show = async (ref: string): Promise<void> => {
      const [right, down] = ref === "rooms/west" ? [-110, 60] : [0, 0];
      const what = shape(page, ref).locator(ref.startsWith("openings") ? ".gap" : "xpath=.");
      await page.mouse.click(...(await middleOf(what, right, down)));
    };
    const enter = async (name: string, text: string): Promise<void> => {
      await field(page, name).fill(text);
      await field(page, name).press("Enter");
    };
    await page.getByRole("tab", { name: "Properties", exact: true }).click();
    await page.keyboard.press("Escape");
    await show("rooms/west");
    const size = async (): Promise<readonly string[]> =>
      Promise.all(
        ["Width (m)", "Depth (m)", "Area (m²)"].map((name) => field(page, name).inputValue()),
      );
    await becomes(size, ["3.88", "2.88", "11.17"]);
    assert.deepEqual(await accessibilityViolations(page), []);
    await enter("Width (m)", "4,38");
    await page.getByText("East moved along by 0.50 m.").waitFor();
    assert.deepEqual(points(await saved()), [
      rectangle([0, 0], [4.5, 3]),
      rectangle([4.5, 0], [8.5, 3]),
    ]);
    await page.getByRole("radio", { name: "Resize" }).click();
    await enter("Area (m²)", "11.5488");
    await page.getByText("East: size changed.").waitFor();
    await becomes(size, ["4.01", "2.88", "11.55"]);
    await page.getByRole("radio", { name: "Move along" }).click();
    await page.getByText("East moved along by").waitFor();
    await becomes(size, ["4.01", "2.88", "11.55"]);
    await page.getByRole("radio", { name: "Resize" }).click();
    await page.getByText("East: size changed.").waitFor();
    await enter("Width (m)", "90");
    await page.getByText("There is no space for this length here.").waitFor();
    await page.keyboard.press("Escape");
    await field(page, "Depth (m)").focus();
    await page.getByRole("radio", { name: "Upper" }).click();
    await enter("Depth (m)", "3");
    const [west] = points(await saved());
    assert.deepEqual(west, rectangle([0, -0.12], [4.13, 3]));
    await show("furniture/sofa");
    const left = field(page, "From the left wall (m)");
    await left.waitFor();
    assert.equal(await left.inputValue(), "0.94");
    assert.equal((await length(page, "left").textContent())?.trim(), "0.94 m");
    await enter("From the left wall (m)", "0.5");
    await enter("From the top wall (m)", "25 cm");
    await enter("From the left wall (m)", "40");
    await page.getByText("There is no space for this length here.").waitFor();
    await page.keyboard.press("Escape");
    const [placed] = listOf(await saved(), "furniture");
    assert.deepEqual([placed?.["x"], placed?.["z"]], [1.56, 0.64]);
    await show("openings/door");
    const start = field(page, "Distance to one end of the wall (m)");
    await start.waitFor();
    const chip = (await length(page, "start").textContent())?.trim();
    assert.equal(`${await start.inputValue()} m`, chip);
    await enter("Distance to one end of the wall (m)", "0.5");
    const [moved] = listOf(await saved(), "openings");
    assert.equal(moved?.["offset"], 1.01);
  },
);

test(
  "MEAS-7: the keyboard alone draws rooms of typed lengths, by two corners and corner by corner",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t);
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    const { keyboard } = page;
    const name = page.getByLabel("What is this room called?");
    for (const key of ["q", "Enter"]) await keyboard.press(key);
    await keyboard.type("5,20");
    await keyboard.press("Tab");
    await typeInto(page, "3,80");
    await name.waitFor();
    await typeInto(page, "Hall");
    for (const key of ["c", "Shift+ArrowDown", "Enter"]) await keyboard.press(key);
    for (const text of ["3.1", "1.9", "3.1"]) await typeInto(page, text);
    await keyboard.press("Enter");
    await name.waitFor();
    await typeInto(page, "Den");
    const rooms = listOf(await saved(), "rooms").map((room) => {
      const [a, , c] = Array.isArray(room["points"]) ? room["points"] : [];
      return [room["name"], (c[0] - a[0] - 0.12).toFixed(4), (c[1] - a[1] - 0.12).toFixed(4)];
    });
    assert.deepEqual(rooms, [
      ["Hall", "5.2000", "3.8000"],
      ["Den", "3.1000", "1.9000"],
    ]);
  },
);

test(
  "MEAS-5, MEAS-7: a finger taps the lengths that it types, while a room is drawn and afterwards",
  inBrowser,
  async (t) => {
    const drawing = await openOnPhone(t);
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    await tool(page, "Room").tap();
    await page.touchscreen.tap(80, 250);
    await page.getByText("Type a length", { exact: true }).tap();
    await isTyping(page);
    await typeInto(page, "2.2");
    await typeInto(page, "1.9");
    await page.getByLabel("What is this room called?").waitFor();
    await typeInto(page, "Bath");
    await tool(page, "Select").tap();
    await page.touchscreen.tap(...(await middleOf(page.locator('[data-ref^="rooms/"]').first())));
    await length(page, "wall:1").tap();
    await isTyping(page);
    await typeInto(page, "2.4");
    const [corners] = points(await saved());
    assert(Array.isArray(corners));
    const [[left, top], , [right, bottom]] = corners;
    assert.deepEqual([(right - left).toFixed(4), (bottom - top).toFixed(4)], ["2.3200", "2.5200"]);
  },
);
