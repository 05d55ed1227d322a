import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { kindToolNames, kindTools } from "../../../src/web/canvas/tools/kind-tools.ts";
import { rectangle } from "../../../src/model/editing/add-remove.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { useBrowser } from "../browser.ts";
import {
  drawings,
  handle,
  onScreen,
  selected,
  shape,
  tool,
  twoRooms,
  viewOf,
} from "../editor-drawing.ts";
import { drag, listOf } from "../editing.ts";

const openDrawing = drawings(useBrowser());

/** Waits until something has the focus. */
const isFocused = (what: Locator): Promise<void> =>
  what.and(what.page().locator(":focus")).waitFor();

const press = async ({ keyboard }: Page, ...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await keyboard.press(key);
};

const drawingOf = (page: Page): Locator => page.getByRole("application", { name: "Drawing" });

const right3 = ["Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowRight"];

test(
  "EDIT-16: the keyboard alone draws a room, names it, reshapes it, puts a door in and deletes it",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t);
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    await tool(page, "Room").focus();
    await press(page, "Enter", "Enter", ...right3, "Shift+ArrowDown", "Shift+ArrowDown", "Enter");
    const field = page.getByLabel("What is this room called?");
    await field.waitFor();
    await page.keyboard.type("Study");
    await press(page, "Enter");
    await field.waitFor({ state: "detached" });
    const [drawn] = listOf(await saved(), "rooms");
    assert(Array.isArray(drawn?.["points"]));
    const [[left, top], [right], [, bottom]] = drawn["points"];
    assert.deepEqual([(right - left).toFixed(2), (bottom - top).toFixed(2)], ["3.00", "2.00"]);

    await drawingOf(page).focus();
    await press(page, "v");
    await page.locator('floorplan-canvas [data-ref^="rooms/"][tabindex="0"]').focus();
    await press(page, "Enter");
    // Enter leads to a handle.
    await isFocused(handle(page, "wall:0"));
    await page.getByRole("button", { name: "Wall 2", exact: true }).focus();
    await press(page, "Shift+ArrowRight");
    await page.getByRole("button", { name: "Wall 4", exact: true }).focus();
    await press(page, "Enter");
    await page.getByRole("button", { name: "Corner 5", exact: true }).waitFor();

    await press(page, "d", ...right3, "Enter");
    const plan = await saved();
    assert.equal(listOf(plan, "openings").length, 1);
    const [reshaped] = listOf(plan, "rooms");
    assert(Array.isArray(reshaped?.["points"]));
    assert.equal(reshaped["points"].length, 5);
    assert.equal((reshaped["points"][1][0] - left).toFixed(2), "3.50");

    await drawingOf(page).focus();
    await press(page, "Control+a", "Delete");
    const empty = await saved();
    assert.deepEqual([listOf(empty, "rooms"), listOf(empty, "openings")], [[], []]);
  },
);

test(
  "EDIT-16: the keyboard alone places a piece, moves, turns and resizes it, and names a text",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, twoRooms);
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    await press(page, "f");
    await isFocused(page.locator(".pieces").getByRole("searchbox", { name: "Search" }));
    await page.locator('.piece[data-piece="table"]').focus();
    await press(page, "Enter", ...right3, "Enter");
    const [table] = listOf(await saved(), "furniture");
    assert.equal(table?.["type"], "table");
    const [ref = ""] = await selected(page);
    const piece = shape(page, ref);
    await piece.focus();
    await press(page, "Enter");
    await page.getByRole("button", { name: "Right side", exact: true }).focus();
    await press(page, "Shift+ArrowRight");
    await page.locator('floorplan-canvas [data-handle="turn:0"]').focus();
    await press(page, "ArrowRight", "ArrowRight", "ArrowRight", "Escape");
    // Escape leads back to the shape.
    await isFocused(piece);
    await press(page, "ArrowDown");
    const [changed] = listOf(await saved(), "furniture");
    assert.equal(Number(changed?.["rotation"]), 45);
    assert.equal((Number(changed?.["w"]) - Number(table?.["w"])).toFixed(2), "0.50");
    assert.equal((Number(changed?.["z"]) - Number(table?.["z"])).toFixed(2), "0.05");
    await drawingOf(page).focus();
    await press(page, "t", "Enter");
    await page.getByLabel("What does the text say?").waitFor();
    await page.keyboard.type("Hello");
    await press(page, "Enter");
    assert.equal(listOf(await saved(), "texts")[0]?.["text"], "Hello");
  },
);

test(
  "EDIT-25: a burst of arrow keys is one step of undo, and what follows something else is another",
  inBrowser,
  async (t) => {
    const door = { id: "door", room_id: "west", edge: 1, offset: 1, width: 0.9, type: "door" };
    const lamp = { id: "lamp", type: "lamp_ceiling", x: 6, z: 1, rotation: 0, w: 0.3, d: 0.3 };
    const drawing = await openDrawing(t, { ...twoRooms, openings: [door], furniture: [lamp] });
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    await shape(page, "openings/door").focus();
    await press(page, "Enter", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown");
    await shape(page, "furniture/lamp").focus();
    await press(page, "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowRight");
    const moved = await saved();
    assert.equal(listOf(moved, "openings")[0]?.["offset"], 1.2);
    assert.equal(listOf(moved, "furniture")[0]?.["x"], 6.1);
    await press(page, "Control+z");
    const once = await saved();
    assert.equal(listOf(once, "openings")[0]?.["offset"], 1.2);
    assert.equal(listOf(once, "furniture")[0]?.["x"], 6);
    await press(page, "Control+z");
    assert.equal(listOf(await saved(), "openings")[0]?.["offset"], 1);
    await shape(page, "rooms/west").focus();
    await press(page, "Enter", "Shift+Enter", "Shift+Enter");
    await shape(page, "rooms/east").focus();
    await press(page, "Shift+Enter");
    assert.deepEqual(await selected(page), ["rooms/east", "rooms/west"]);
    await drawingOf(page).focus();
    await press(page, "ArrowUp", "ArrowUp");
    const up = await saved();
    assert.deepEqual(
      listOf(up, "rooms").map(({ points }) => Array.isArray(points) && points[0]),
      [
        [0, -0.1],
        [4, -0.1],
      ],
    );
    await press(page, "Control+z");
    assert.deepEqual(listOf(await saved(), "rooms"), twoRooms.rooms);
  },
);

test(
  "EDIT-9, EDIT-16: what gets its id by the first arrow key keeps the focus for the next",
  inBrowser,
  async (t) => {
    const room = { name: "Hall", points: rectangle([0, 0], [4, 3]) };
    const drawing = await openDrawing(t, { rooms: [room] });
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    await page.locator('floorplan-canvas [data-ref^="rooms/"][tabindex="0"]').focus();
    await press(page, "Enter", "ArrowRight", "ArrowDown", "ArrowDown");
    const [moved] = listOf(await saved(), "rooms");
    assert(Array.isArray(moved?.["points"]));
    assert.deepEqual(moved["points"][0], [0.05, 0.1]);
  },
);

test(
  "EDIT-39: what was just drawn has the focus, and F2 renames it, as it does what a click selected",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, twoRooms);
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    await press(page, "q");
    await drag(page, await onScreen(page, 0, 3), await onScreen(page, 3, 5));
    const field = page.getByLabel("What is this room called?");
    await field.waitFor();
    await page.keyboard.type("Den");
    await press(page, "Enter");
    await field.waitFor({ state: "detached" });
    await press(page, "F2");
    await field.waitFor();
    await page.keyboard.type("Study");
    await press(page, "Enter");
    await field.waitFor({ state: "detached" });
    await press(page, "b");
    await drag(page, await onScreen(page, 5, 1.5), await onScreen(page, 5, 2.5));
    const [wall = ""] = await selected(page);
    await isFocused(shape(page, wall));
    await press(page, "ArrowRight");
    await page.mouse.click(...(await onScreen(page, 6, 1)));
    await press(page, "F2");
    await field.waitFor();
    await page.keyboard.type("Lounge");
    await press(page, "Enter");
    const plan = await saved();
    assert.deepEqual(
      listOf(plan, "rooms").map(({ name }) => name),
      ["West", "Lounge", "Study"],
    );
    assert.deepEqual(
      listOf(plan, "walls").map(({ from }) => from),
      [[5.05, 1.5]],
    );
  },
);

/** Each key that is a character and a shortcut. */
const characters = [
  ...kindToolNames.map((name) => kindTools[name].key),
  "v",
  "l",
  "r",
  "Shift+R",
  "s",
  "+",
  "=",
  "-",
  "0",
  "?",
];

test(
  "EDIT-38: keys that are characters work on the drawing alone, and all others wherever the focus is",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, twoRooms);
    if (drawing === undefined) return;
    const { page } = drawing;
    await shape(page, "rooms/west").focus();
    await press(page, "Enter");
    await drawingOf(page).focus();
    await press(page, "-");
    const state = async (): Promise<unknown> => [
      await page.locator('.palette [aria-pressed="true"]').getAttribute("data-tool"),
      await tool(page, "Snap").getAttribute("aria-pressed"),
      await selected(page),
      await viewOf(page),
      await page.getByRole("dialog").count(),
      await page.getByText("All saved").count(),
    ];
    const before = await state();
    const elsewhere = [
      page.getByRole("tab", { name: "Properties", exact: true }),
      tool(page, "Zoom in"),
      tool(page, "Inside dimensions"),
      tool(page, "Duplicate"),
    ];
    for (const button of elsewhere) {
      await button.focus();
      await press(page, ...characters);
      assert.deepEqual(await state(), before, String(button));
    }
    await page.evaluate(
      "document.querySelector('floorplan-page').blur(); document.activeElement.blur()",
    );
    await press(page, ...characters);
    assert.deepEqual(await state(), before, "where nothing has the focus");
    await page.getByRole("tab", { name: "Properties", exact: true }).focus();
    await press(page, "Control+a");
    assert.deepEqual(await selected(page), ["rooms/east", "rooms/west"]);
    await press(page, "Escape");
    assert.deepEqual(await selected(page), []);
    await drawingOf(page).focus();
    await press(page, "w", "s");
    assert.notDeepEqual(await state(), before);
    await press(page, "s", "v");
  },
);

test(
  "EDIT-38: the drawing has the focus when the editor opens, and when what had the focus there is gone",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, twoRooms);
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    await page.reload();
    await isFocused(drawingOf(page));
    await shape(page, "rooms/west").focus();
    await press(page, "Enter", "Delete");
    await isFocused(drawingOf(page));
    assert.equal(listOf(await saved(), "rooms").length, 1);
  },
);

/** As some browsers do, clicked buttons get no focus, and what had it has it no more. */
const withoutFocus = `document.addEventListener("mousedown", (event) => {
  if (!event.composedPath().some((each) => each instanceof HTMLButtonElement)) return;
  event.preventDefault();
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement != null) focused = focused.shadowRoot.activeElement;
  focused?.blur();
}, { capture: true })`;

for (const [browsers, way] of [
  ["focus what is clicked", "0"],
  ["give a clicked button no focus", withoutFocus],
] as const)
  test(
    `EDIT-38: after a click on a button of the bars its keys work, where browsers ${browsers}`,
    inBrowser,
    async (t) => {
      const drawing = await openDrawing(t, twoRooms);
      if (drawing === undefined) return;
      const { page } = drawing;
      await page.evaluate(way);
      await shape(page, "rooms/west").focus();
      await press(page, "Enter");
      await tool(page, "Zoom in").click();
      await isFocused(drawingOf(page));
      await press(page, "w");
      await page.locator('.palette [aria-pressed="true"][data-tool="window"]').waitFor();
      await press(page, "v");
      const outline = page.getByRole("tab", { name: "Outline", exact: true });
      await outline.click();
      await page.locator("floorplan-outline").waitFor();
      assert.equal(await drawingOf(page).and(page.locator(":focus")).count(), 0, "of a panel");
    },
  );
