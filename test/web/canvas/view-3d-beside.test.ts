import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { Locator, Page } from "playwright-core";
import type { JsonObject } from "../../../src/model/json.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { accessibilityViolations } from "../accessibility-violations.ts";
import { useBrowser } from "../browser.ts";
import { type At, listOf, rename, saved, stored, undo } from "../editing.ts";
import { middleOf, onScreen, selected } from "../editor-drawing.ts";
import { becomes } from "../page-polling.ts";
import { resize } from "../resize.ts";
import { type Editor, sharedEditor, sharedService } from "../shared-editor.ts";

const open = useBrowser();
const shared = sharedService();
const openEditor = sharedEditor(open, shared);

const square = (level: string, name: string, left: number): object => ({
  id: name.toLowerCase(),
  name,
  level,
  points: [
    [left, 0],
    [left + 4, 0],
    [left + 4, 4],
    [left, 4],
  ],
});

/** Two floors; below, what has heights of each kind. */
const plan = {
  levels: [
    { id: "low", name: "Ground floor" },
    { id: "high", name: "First floor" },
  ],
  rooms: [square("low", "Hall", 0), square("low", "Kitchen", 4), square("high", "Attic", 0)],
  openings: [
    { id: "window", room_id: "hall", edge: 0, offset: 2, width: 1.2, type: "window", sill: 1 },
  ],
  furniture: [
    { id: "cabinet", type: "cabinet", level: "low", x: 1, z: 2.4, w: 0.8, d: 0.5, height: 1.1 },
    { id: "table", type: "table", level: "low", x: 6, z: 2, w: 1.2, d: 0.8 },
    { id: "bed", type: "bed", level: "high", x: 2, z: 2 },
  ],
  devices: [
    { id: "camera", kind: "camera", level: "low", x: 3, z: 1, elevation: 2.2 },
    { id: "mast", kind: "router", level: "low", x: 5, z: 3.5, elevation: 19.8 },
  ],
};

const button = (page: Page): Locator => page.getByRole("button", { name: "Show in 3D" });
const view = (page: Page): Locator => page.locator("floorplan-view-3d");
const marks = (page: Page): Locator => page.locator(".marks path");
const handle = (page: Page, name: string): Locator => page.getByRole("slider", { name });

/** Waits until the picture rests, sharply. */
const settled = (page: Page): Promise<void> =>
  view(page).locator("canvas[data-frames]:not([data-moves])").waitFor();

/** Opens an editor with the house beside the plan. */
const opened = async (t: TestContext): Promise<Editor | undefined> => {
  const editor = await openEditor(t, plan);
  if (editor === undefined) return undefined;
  const { page } = editor;
  await resize(page, { width: 1440, height: 900 });
  if ((await view(page).count()) === 0) await button(page).click();
  await settled(page);
  return editor;
};

/** Selects what is at a place of the plan, and gives its middle in the house. */
const choose = async (page: Page, x: number, z: number): Promise<At> => {
  await page.mouse.click(...(await onScreen(page, x, z)));
  await settled(page);
  return marked(page);
};

const edges = async (page: Page): Promise<number> =>
  ((await marks(page).getAttribute("d")) ?? "").split("M").length - 1;

/** The middle of what is marked in the house. */
const marked = async (page: Page): Promise<At> => {
  await becomes(async () => (await edges(page)) > 0, true);
  return middleOf(marks(page));
};

/** An element's fields as they are saved. */
const savedOf = async (
  editor: Editor,
  list: "furniture" | "openings" | "devices",
): Promise<JsonObject> => {
  const [found] = listOf(await saved(editor), list);
  assert(found !== undefined);
  return found;
};

/** What a handle shows. */
const figure = async (page: Page, name: string): Promise<string | null> =>
  handle(page, name).getAttribute("aria-valuetext");

const metres = async (page: Page, name: string): Promise<number> =>
  Number.parseFloat((await figure(page, name)) ?? "");

/** Presses a handle and pulls it up, without letting go. */
const pull = async (page: Page, name: string, up: number): Promise<void> => {
  const [x, y] = await middleOf(handle(page, name));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - up, { steps: 3 });
};

const isWhole = (value: number, step: number): boolean =>
  Math.abs(value / step - Math.round(value / step)) < 1e-6;

const boxes = async (page: Page): Promise<readonly [drawing: Box, house: Box]> => {
  const [drawing, house] = await Promise.all([
    page.locator("floorplan-canvas").boundingBox(),
    view(page).boundingBox(),
  ]);
  assert(drawing && house);
  return [drawing, house];
};

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

test(
  "EDIT3D-1: a button shows the house beside the plan, beneath it or in its place, loads its code only then, and leads back; it follows floor and edits",
  inBrowser,
  async (t) => {
    const editor = await openEditor(t, plan);
    if (editor === undefined) return;
    const { page } = editor;
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.reload();
    await button(page).waitFor();
    const isLoaded = (): boolean => asked.some((url) => url.includes("/view-3d-"));
    assert(!isLoaded(), "nothing of it is loaded with the editor");
    await resize(page, { width: 1440, height: 900 });
    await button(page).click();
    await settled(page);
    assert(isLoaded());
    assert.equal(await button(page).getAttribute("aria-pressed"), "true");
    const [left, right] = await boxes(page);
    assert(right.x >= left.x + left.width, "they lie side by side");
    const shows = (rooms: string): Promise<void> =>
      page.getByRole("img", { name: `Floor plan in 3D: ${rooms}` }).waitFor();
    await shows("Hall, Kitchen");
    await rename(page, "Kitchen", "Studio");
    await shows("Hall, Studio");
    await page.getByRole("tab", { name: "First floor" }).click();
    await shows("Attic");
    await page.getByRole("tab", { name: "Ground floor" }).click();
    await undo(page);
    await shows("Hall, Kitchen");
    await resize(page, { width: 1100, height: 900 });
    const [upper, lower] = await boxes(page);
    assert(lower.y >= upper.y + upper.height, "one is beneath the other");
    await resize(page, { width: 390, height: 800 });
    const drawing = page.locator("floorplan-canvas");
    await becomes(() => drawing.isVisible(), false);
    await page.getByRole("button", { name: "Back to the plan" }).click();
    await becomes(() => drawing.isVisible(), true);
    assert.equal(await view(page).count(), 0);
    await button(page).click();
    await settled(page);
    await page.getByRole("button", { name: "Room", exact: true }).click();
    await becomes(() => drawing.isVisible(), true, "a tool needs the plan");
    await button(page).click();
    await settled(page);
    assert.equal(await drawing.isVisible(), false, "the house needs no tool");
    await page.getByRole("button", { name: "Back to the plan" }).click();
    await becomes(() => drawing.isVisible(), true);
    await page.getByRole("button", { name: "Select", exact: true, pressed: true }).waitFor();
    await resize(page, { width: 1440, height: 900 });
    await button(page).click();
    await settled(page);
    await button(page).click();
    await becomes(() => view(page).count(), 0);
  },
);

test(
  "EDIT3D-2: what is selected is marked in the house, and a tap there selects, adds or deselects",
  inBrowser,
  async (t) => {
    const editor = await opened(t);
    if (editor === undefined) return;
    const { page } = editor;
    const table = await choose(page, 6, 2.2);
    const cabinet = await choose(page, 1, 2.4);
    assert.equal(await edges(page), 12, "the edges of a box");
    const [, house] = await boxes(page);
    const beside: At = [house.x + house.width / 2, house.y + house.height - 8];
    await page.mouse.click(...beside);
    await becomes(() => selected(page), []);
    await becomes(() => edges(page), 0);
    await page.mouse.click(...table);
    await becomes(() => selected(page), ["furniture/table"]);
    await page.keyboard.down("Shift");
    await page.mouse.click(...cabinet);
    await becomes(() => selected(page), ["furniture/cabinet", "furniture/table"]);
    await becomes(() => edges(page), 24);
    assert.equal(await page.getByRole("slider").count(), 0, "handles are for one");
    await page.mouse.click(...table);
    await becomes(() => selected(page), ["furniture/cabinet"]);
    await page.keyboard.up("Shift");
    await view(page).locator(".scene").focus();
    await page.keyboard.press("Escape");
    await becomes(() => selected(page), []);
    assert.equal(await view(page).count(), 1);
    await page.keyboard.press("Escape");
    await becomes(() => view(page).count(), 0);
  },
);

test(
  "EDIT3D-3: handles are dragged in steps, finely with Alt, in one undo step that Escape cancels, and the other edge stays",
  inBrowser,
  async (t) => {
    const editor = await opened(t);
    if (editor === undefined) return;
    const { page } = editor;
    await choose(page, 1, 2.4);
    await pull(page, "Elevation", 50);
    await becomes(async () => (await metres(page, "Elevation")) > 0, true);
    await page.keyboard.press("Escape");
    await becomes(() => figure(page, "Elevation"), "0.00 m", "Escape cancels");
    await page.mouse.up();
    await page.getByText("All saved").waitFor();
    await pull(page, "Elevation", 50);
    await becomes(async () => (await metres(page, "Elevation")) > 0.3, true);
    assert(await handle(page, "Elevation").getByText(" m").isVisible(), "the figure is shown");
    await page.mouse.up();
    const { elevation, height } = await savedOf(editor, "furniture");
    assert(typeof elevation === "number" && isWhole(elevation, 0.05), JSON.stringify(elevation));
    assert.equal(height, 1.1);
    await undo(page);
    await becomes(() => figure(page, "Elevation"), "0.00 m", "all of it is one step");
    await page.keyboard.down("Alt");
    await settled(page);
    await pull(page, "Height", 17);
    await pull(page, "Height", 0);
    await becomes(async () => (await metres(page, "Height")) > 1.1, true);
    await page.mouse.up();
    await page.keyboard.up("Alt");
    assert(isWhole(await metres(page, "Height"), 0.01));
    await choose(page, 3, 1);
    await becomes(() => page.getByRole("slider").count(), 1, "a device has only an elevation");
    await choose(page, 2, 0);
    await becomes(() => figure(page, "Sill height"), "1.00 m");
    const lintel = await metres(page, "Lintel height");
    await pull(page, "Sill height", -30);
    await becomes(async () => (await metres(page, "Sill height")) < 1, true);
    await page.mouse.up();
    const opening = await savedOf(editor, "openings");
    assert.deepEqual(
      [await metres(page, "Sill height"), lintel],
      [opening["sill"], opening["lintel"]],
    );
  },
);

test(
  "EDIT3D-4: arrow keys move the handles by steps, each one undo step, within what a plan may say",
  inBrowser,
  async (t) => {
    const editor = await opened(t);
    if (editor === undefined) return;
    const { page } = editor;
    await choose(page, 3, 1);
    const elevation = handle(page, "Elevation");
    await elevation.focus();
    for (const [key, expected] of [
      ["ArrowUp", "2.25 m"],
      ["ArrowRight", "2.30 m"],
      ["Shift+ArrowDown", "2.29 m"],
      ["ArrowDown", "2.25 m"],
      ["PageUp", "2.75 m"],
      ["PageDown", "2.25 m"],
    ] as const) {
      await page.keyboard.press(key);
      await becomes(() => figure(page, "Elevation"), expected, key);
    }
    assert(await elevation.evaluate((each) => each.matches(":focus")), "it keeps the focus");
    await page.keyboard.press("Control+z");
    await becomes(() => figure(page, "Elevation"), "2.75 m", "a key is one step");
    assert.deepEqual(
      await Promise.all(["min", "max"].map((end) => elevation.getAttribute(`aria-value${end}`))),
      ["-20", "20"],
    );
    assert.equal((await savedOf(editor, "devices"))["elevation"], 2.75);
    await choose(page, 5, 3.5);
    await elevation.focus();
    await page.keyboard.press("PageUp");
    await becomes(() => figure(page, "Elevation"), "20.00 m");
    await choose(page, 2, 0);
    await handle(page, "Sill height").focus();
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press("PageUp");
    const lintel = await metres(page, "Lintel height");
    await becomes(() => metres(page, "Sill height"), Math.round((lintel - 0.05) * 100) / 100);
  },
);

test(
  "VIEW3D-20: a picture of the house beside the plan has the name of other exports",
  inBrowser,
  async (t) => {
    const editor = await opened(t);
    if (editor === undefined) return;
    const { page, peer } = editor;
    const { rev } = await stored(peer);
    await page.getByRole("button", { name: "Save picture" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "As on the screen" }).click(),
    ]);
    assert.equal(
      download.suggestedFilename(),
      `floorplan-3d-ground-floor-${JSON.stringify(rev)}.png`,
    );
  },
);

test(
  "EDIT3D-5: keys that the view does not use are the editor's, and the view passes the accessibility check",
  inBrowser,
  async (t) => {
    const editor = await opened(t);
    if (editor === undefined) return;
    const { page } = editor;
    await choose(page, 1, 2.4);
    assert.deepEqual(await accessibilityViolations(page), []);
    await view(page).locator(".scene").focus();
    await page.keyboard.press("Delete");
    await page.getByText("Unsaved changes").waitFor();
    await becomes(() => edges(page), 0);
    await page.keyboard.press("Control+z");
    await page.getByText("All saved").waitFor();
    const before = await view(page).locator("canvas").getAttribute("data-frames");
    await page.keyboard.press("ArrowLeft");
    await becomes(
      async () => (await view(page).locator("canvas").getAttribute("data-frames")) === before,
      false,
      "the view turns",
    );
    await page.getByText("All saved").waitFor();
  },
);
