import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { inBrowser } from "../../support/timeouts.ts";
import { sampledViolations } from "../sampled-accessibility-violations.ts";
import { useBrowser } from "../browser.ts";
import { drawings, handle, middleOf, selected, shape, twoRooms } from "../editor-drawing.ts";
import { drag, listOf, point } from "../editing.ts";

const permissions = ["clipboard-read", "clipboard-write"];
const openDrawing = drawings(useBrowser(), { permissions });

const table = (id: string, x: number, z: number, more = {}): object => ({
  id,
  type: "table",
  x,
  z,
  rotation: 0,
  w: 0.6,
  d: 0.6,
  ...more,
});

const furnished = {
  levels: [
    { id: "low", name: "Ground floor" },
    { id: "high", name: "First floor" },
  ],
  rooms: [...twoRooms.rooms, { ...twoRooms.rooms[0], id: "attic", name: "Attic", level: "high" }],
  furniture: [table("a", 0.6, 0.8), table("b", 1.5, 1.6), table("c", 3.2, 2.3)],
  openings: [{ id: "door", room_id: "west", edge: 1, offset: 1.5, width: 0.9, type: "door" }],
};

const press = async ({ keyboard }: Page, ...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await keyboard.press(key);
};

const menu = (page: Page): Locator => page.getByRole("menu", { name: "Actions" });

const item = (page: Page, name: string): Locator =>
  page.getByRole("menuitem", { name, exact: true });

const floor = (page: Page, name: string): Promise<void> =>
  page.getByRole("tab", { name, exact: true }).click();

const placesOf = (plan: Parameters<typeof listOf>[0]): readonly unknown[] =>
  listOf(plan, "furniture").map(({ x, z }) => [x, z]);

test(
  "COPY-2, COPY-3: a floor is duplicated from the list of floors, without its entities where the person wants so, and one undo takes it away",
  inBrowser,
  async (t) => {
    const lamp = { id: "lamp", type: "lamp_ceiling", x: 1, z: 1, entity: "light.a" };
    const drawing = await openDrawing(t, {
      ...furnished,
      furniture: [...furnished.furniture, lamp],
    });
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    const dialog = page.getByRole("dialog", { name: "Floors" });
    await page.getByRole("button", { name: "Manage floors" }).click();
    await dialog.getByRole("button", { name: "Duplicate Ground floor" }).click();
    const question = page.getByRole("dialog", { name: "Duplicate the floor Ground floor?" });
    await question.getByText("show 1 entity").waitFor();
    await question.getByRole("button", { name: "Without entities" }).click();
    const field = dialog.getByLabel("Floor name").nth(1);
    await page.waitForFunction(() => String(document.getSelection()) !== "x");
    assert.equal(await field.inputValue(), "Copy of Ground floor");
    // Its name is filled in next.
    await isFocused(field);
    await dialog.getByRole("button", { name: "Done" }).click();
    const plan = await saved();
    assert.deepEqual(
      listOf(plan, "rooms").map(({ name }) => name),
      ["West", "East", "Attic", "West", "East"],
    );
    assert.deepEqual(
      listOf(plan, "furniture").map(({ entity }) => entity ?? null),
      [null, null, null, "light.a", null, null, null, null],
    );
    await press(page, "Control+z");
    assert.equal(listOf(await saved(), "rooms").length, 3);
    await floor(page, "Ground floor");
  },
);

test(
  "COPY-4, COPY-5: what is copied by keys is on the system's clipboard, and pasted in place on another floor or at the pointer",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, furnished);
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    await floor(page, "Ground floor");
    const at = await middleOf(shape(page, "furniture/b"));
    await page.mouse.click(...at);
    await press(page, "Control+c");
    const text = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(text, /^\{"floorplan":"fragment"/);
    await floor(page, "First floor");
    await press(page, "Control+Shift+V");
    await page.getByRole("toolbar", { name: "Selection" }).waitFor();
    const west = await middleOf(shape(page, "rooms/attic"));
    await point(page, west);
    await press(page, "Control+v");
    const pasted = listOf(await saved(), "furniture").slice(3);
    assert.deepEqual(
      pasted.map(({ x, z, level }) => [x, z, level]),
      [
        [1.5, 1.6, "high"],
        [2, 1.5, "high"],
      ],
    );
    // What another plan's tab has copied meanwhile counts, and other things do not.
    const theirs = text.replace('"type":"table"', '"type":"sofa"');
    await page.evaluate((next) => navigator.clipboard.writeText(next), theirs);
    await press(page, "Control+Shift+V");
    assert.equal(listOf(await saved(), "furniture").at(-1)?.["type"], "sofa");
    await page.evaluate(() => navigator.clipboard.writeText("milk, bread"));
    await press(page, "Control+v");
    await page.getByText("The clipboard does not contain part of a plan.").waitFor();
    await press(page, "Control+x");
    await press(page, "Control+Shift+V");
    const [, , , , , again] = listOf(await saved(), "furniture");
    assert.deepEqual([again?.["type"], again?.["x"], again?.["z"]], ["sofa", 1.5, 1.6]);
    await floor(page, "Ground floor");
  },
);

test(
  "COPY-7: Ctrl adds and takes away, a drag on the floor of a room draws a frame, and moves the room once that is selected",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, furnished);
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    await floor(page, "Ground floor");
    const [a, b, c] = [
      await middleOf(shape(page, "furniture/a")),
      await middleOf(shape(page, "furniture/b")),
      await middleOf(shape(page, "furniture/c")),
    ];
    await page.mouse.click(...a);
    await page.keyboard.down("Control");
    await page.mouse.click(...b);
    await page.mouse.click(...c);
    assert.deepEqual(await selected(page), ["furniture/a", "furniture/b", "furniture/c"]);
    await page.mouse.click(...a);
    await page.keyboard.up("Control");
    assert.deepEqual(await selected(page), ["furniture/b", "furniture/c"]);
    await press(page, "Escape");
    const room = await shape(page, "rooms/west").locator(".floor").boundingBox();
    assert(room !== null);
    const metre = room.height / 3;
    const start = [room.x + 0.15 * metre, room.y + 0.15 * metre] as const;
    await drag(page, start, [room.x + 2 * metre, room.y + 2.2 * metre]);
    assert.deepEqual(await selected(page), ["furniture/a", "furniture/b"]);
    await press(page, "Escape");
    await page.mouse.click(...start);
    assert.deepEqual(await selected(page), ["rooms/west"]);
    await drag(page, start, [start[0] + 30, start[1] - 2 * metre]);
    assert.notDeepEqual(listOf(await saved(), "rooms")[0], twoRooms.rooms[0], "it is moved");
  },
);

test(
  "COPY-9, COPY-10, COPY-11: the menu aligns, distributes and orders what is selected, each as one step",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, furnished);
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    await floor(page, "Ground floor");
    await press(page, "Escape");
    for (const id of ["a", "b", "c"])
      await page.mouse
        .click(...(await middleOf(shape(page, `furniture/${id}`))))
        .then(() => page.keyboard.down("Control"));
    await page.keyboard.up("Control");
    await page.getByRole("button", { name: "More actions" }).click();
    await item(page, "Align").click();
    await item(page, "Top").click();
    assert.deepEqual(placesOf(await saved()), [
      [0.6, 0.8],
      [1.5, 0.8],
      [3.2, 0.8],
    ]);
    await page.mouse.click(...(await middleOf(shape(page, "furniture/b"))), { button: "right" });
    await item(page, "Distribute").hover();
    await item(page, "Horizontally").click();
    assert.deepEqual(placesOf(await saved())[1], [1.9, 0.8]);
    await press(page, "Control+z", "Control+z");
    assert.deepEqual(placesOf(await saved()), [
      [0.6, 0.8],
      [1.5, 1.6],
      [3.2, 2.3],
    ]);
    await press(page, "Escape");
    await page.mouse.click(...(await middleOf(shape(page, "furniture/a"))));
    await press(page, "Control+Shift+ArrowUp");
    assert.equal(listOf(await saved(), "furniture")[0]?.["layer"], 1);
    await press(page, "Control+Shift+ArrowDown");
    assert.equal(listOf(await saved(), "furniture")[0]?.["layer"], 0);
  },
);

test(
  "COPY-12: what is grouped is picked and moved together, a second click picks one of it, and it is taken apart again",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, furnished);
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    await floor(page, "Ground floor");
    const [a, b] = [
      await middleOf(shape(page, "furniture/a")),
      await middleOf(shape(page, "furniture/b")),
    ];
    await page.mouse.click(...a);
    await page.keyboard.down("Shift");
    await page.mouse.click(...b);
    await page.keyboard.up("Shift");
    await press(page, "Control+g", "Escape");
    assert.deepEqual(await selected(page), []);
    await page.mouse.click(...b);
    assert.deepEqual(await selected(page), ["furniture/a", "furniture/b"]);
    await page.mouse.click(...b);
    assert.deepEqual(await selected(page), ["furniture/b"]);
    await press(page, "Escape");
    await drag(page, a, [a[0] + 40, a[1] + 25]);
    const plan = await saved();
    const [one, two, three] = listOf(plan, "furniture");
    assert.equal(typeof one?.["group"], "string");
    assert.equal(one?.["group"], two?.["group"]);
    assert.equal(three?.["group"], undefined);
    const shift = (Number(one?.["x"]) - 0.6).toFixed(3);
    assert(Number(shift) > 0.1);
    assert.equal((Number(two?.["x"]) - 1.5).toFixed(3), shift);
    await press(page, "Control+Shift+G");
    assert.deepEqual(
      listOf(await saved(), "furniture").map(({ group }) => group ?? null),
      [null, null, null],
    );
  },
);

/** Waits until something has the focus. */
const isFocused = (what: Locator): Promise<void> =>
  what.and(what.page().locator(":focus")).waitFor();

const focusedWord = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element instanceof HTMLElement ? element.dataset["word"] : undefined;
  });

test(
  "COPY-13, COPY-14: the menu is opened, walked through and left by keys alone, and the focus comes back",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, furnished);
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    await floor(page, "Ground floor");
    const b = shape(page, "furniture/b");
    await b.focus();
    await press(page, "Shift+F10");
    await menu(page).waitFor();
    assert.deepEqual(await selected(page), ["furniture/b"]);
    assert.equal(await focusedWord(page), "Rotate");
    assert.deepEqual(await sampledViolations(page), []);
    await press(page, "ArrowUp");
    assert.equal(await focusedWord(page), "Fit to screen", "it goes round");
    await press(page, "ArrowDown", "ArrowDown");
    assert.equal(await focusedWord(page), "Duplicate");
    await press(page, "End", "Home", "o");
    assert.equal(await focusedWord(page), "Order", "a letter leads to a word");
    await press(page, "ArrowRight");
    await page.getByRole("menu", { name: "Order" }).waitFor();
    assert.equal(await focusedWord(page), "Bring to front");
    assert.deepEqual(await sampledViolations(page), []);
    await press(page, "Escape");
    assert.equal(await focusedWord(page), "Order");
    await press(page, "ArrowRight", "ArrowLeft", "ArrowRight");
    assert.equal(await focusedWord(page), "Bring to front");
    await press(page, "Enter");
    await menu(page).waitFor({ state: "hidden" });
    // It is drawn at another place of the page now.
    await isFocused(b);
    assert.equal(listOf(await saved(), "furniture")[1]?.["layer"], 1);
    await b.focus();
    await press(page, "Shift+F10");
    await menu(page).waitFor();
    await press(page, "Tab");
    await menu(page).waitFor({ state: "hidden" });
    await isFocused(b);
    await press(page, "Shift+F10", "d", "d", "Enter");
    await menu(page).waitFor({ state: "hidden" });
    // What had it is gone.
    await isFocused(page.getByRole("application", { name: "Drawing" }));
    assert.equal(listOf(await saved(), "furniture").length, 2);
  },
);

test(
  "COPY-13: a right click is about what it meets, shows the shortcuts, lies within the window, and a press elsewhere ends it",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, furnished);
    if (drawing === undefined) return;
    const { page } = drawing;
    await floor(page, "Ground floor");
    const [a, east] = [
      await middleOf(shape(page, "furniture/a")),
      await middleOf(shape(page, "rooms/east")),
    ];
    await page.mouse.click(...a, { button: "right" });
    await menu(page).waitFor();
    assert.deepEqual(await selected(page), ["furniture/a"]);
    assert.equal(await item(page, "Hinge").count(), 0);
    assert.match(await menu(page).innerText(), /Paste in place\s+Ctrl\+Shift\+V/i);
    await page.mouse.click(...east);
    await menu(page).waitFor({ state: "hidden" });
    assert.deepEqual(await selected(page), ["rooms/east"]);
    await page.mouse.click(...(await middleOf(handle(page, "wall:3"))), { button: "right" });
    await menu(page).waitFor();
    assert.deepEqual(await selected(page), ["rooms/east"], "a handle is part of what is selected");
    // The menu, the handle, and what is selected.
    await press(page, "Escape", "Escape", "Escape");
    assert.deepEqual(await selected(page), []);
    const door = await middleOf(shape(page, "openings/door").locator(".gap"));
    await page.mouse.click(...door, { button: "right" });
    await item(page, "Hinge").waitFor();
    await press(page, "Escape");
    const canvas = await page.locator("floorplan-canvas").boundingBox();
    assert(canvas !== null);
    const corner = [canvas.x + canvas.width - 4, canvas.y + canvas.height - 4] as const;
    await page.mouse.click(...corner, { button: "right" });
    await menu(page).waitFor();
    assert.deepEqual(await selected(page), [], "empty ground");
    assert.equal(await item(page, "Delete").count(), 0);
    const box = await menu(page).boundingBox();
    assert(box !== null);
    assert(box.x >= 0 && box.x + box.width <= 1280 && box.y >= 0 && box.y + box.height <= 800);
    await item(page, "Select all").click();
    assert.equal((await selected(page)).length, 6);
  },
);
