import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { inBrowser } from "../../support/timeouts.ts";
import { accessibilityViolations } from "../accessibility-violations.ts";
import { useBrowser } from "../browser.ts";
import { drawings, middleOf, selected, shape, tool, twoRooms, viewOf } from "../editor-drawing.ts";
import { drag, listOf, panel, point } from "../editing.ts";
import { smallTargets } from "../small-targets.ts";

const openDrawing = drawings(useBrowser());

const furnished = {
  ...twoRooms,
  furniture: [
    { id: "bed", type: "bed", x: 1, z: 1.5, rotation: 0, w: 1, d: 2 },
    { id: "chair", type: "chair", x: 3, z: 2, rotation: 0, w: 0.5, d: 0.5 },
  ],
  openings: [{ id: "door", room_id: "west", edge: 1, offset: 1.5, width: 0.9, type: "door" }],
};

test(
  "EDIT-20: a frame and Shift select several things, which are copied, pasted, duplicated and deleted, each as one step",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, furnished);
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    const { keyboard, mouse } = page;
    const bed = await middleOf(shape(page, "furniture/bed"));
    const chair = await middleOf(shape(page, "furniture/chair"));
    const corner = await middleOf(shape(page, "rooms/west"));
    await mouse.click(...bed);
    await keyboard.down("Shift");
    await mouse.click(...chair);
    assert.deepEqual(await selected(page), ["furniture/bed", "furniture/chair"]);
    await mouse.click(...bed);
    await keyboard.up("Shift");
    assert.deepEqual(await selected(page), ["furniture/chair"]);
    // From outside of the rooms around all of the first one.
    const room = await shape(page, "rooms/west").boundingBox();
    assert(room);
    await drag(
      page,
      [room.x - 30, room.y - 30],
      [room.x + room.width + 12, room.y + room.height + 30],
    );
    assert.deepEqual(await selected(page), [
      "furniture/bed",
      "furniture/chair",
      "openings/door",
      "rooms/west",
    ]);
    await keyboard.press("Control+c");
    await point(page, [corner[0], corner[1] + room.height * 1.05]);
    await keyboard.press("Control+v");
    await page.getByText("4 items").first().waitFor();
    await keyboard.press("Control+d");
    const more = await saved();
    assert.deepEqual(
      (["rooms", "furniture", "openings"] as const).map((list) => listOf(more, list).length),
      [4, 6, 3],
    );
    await keyboard.press("Delete");
    await keyboard.press("Control+z");
    await keyboard.press("Control+z");
    await keyboard.press("Control+z");
    const back = await saved();
    assert.deepEqual(listOf(back, "rooms"), twoRooms.rooms);
    assert.deepEqual(listOf(back, "furniture"), furnished.furniture);
  },
);

test(
  "EDIT-12, EDIT-24: floors are added, over the outline of what is below, renamed, reordered and, after what goes with them was named, deleted",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, furnished);
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    const dialog = page.getByRole("dialog", { name: "Floors" });
    await page.getByRole("button", { name: "Manage floors" }).click();
    await dialog.getByRole("button", { name: "Add floor" }).click();
    const names = dialog.getByLabel("Floor name");
    await names.nth(1).fill("Attic");
    await names.nth(1).press("Enter");
    await dialog.getByRole("button", { name: "Move Attic up" }).click();
    await dialog.getByRole("button", { name: "Done" }).click();
    assert.equal(await tool(page, "Room").getAttribute("aria-pressed"), "true");
    assert.equal(await page.locator("floorplan-canvas .beside").count(), 1);
    const added = await saved();
    const { levels } = added;
    assert(Array.isArray(levels));
    assert.deepEqual(
      levels.map(({ name }) => name),
      ["Attic", "Ground floor"],
    );
    await page.getByRole("button", { name: "Manage floors" }).click();
    await dialog.getByRole("button", { name: "Delete Ground floor" }).click();
    const question = page.getByRole("dialog", { name: "Delete the floor Ground floor?" });
    await question.getByText("2 rooms, 1 door or window, 2 items").waitFor();
    assert(
      await question
        .getByRole("button", { name: "Cancel" })
        .evaluate((one) => one.matches(":focus")),
    );
    await question.getByRole("button", { name: "Delete Ground floor" }).click();
    await dialog.getByRole("button", { name: "Done" }).click();
    const less = await saved();
    assert.deepEqual([listOf(less, "rooms"), listOf(less, "furniture")], [[], []]);
    await page.keyboard.press("Control+z");
    assert.deepEqual(listOf(await saved(), "rooms").length, 2);
  },
);

test(
  "DRAW-18: many turns of the wheel in one frame move the editor's drawing once, and draw nothing of it",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, furnished);
    if (drawing === undefined) return;
    const { page } = drawing;
    const canvas = page.locator("floorplan-canvas");
    const before = await viewOf(page);
    const changed = await canvas.evaluate(async (host) => {
      const layer = host.shadowRoot?.querySelector<HTMLElement>(".layer");
      if (layer == null) throw new TypeError("there is no drawing");
      const found: string[] = [];
      const observer = new MutationObserver((changes) =>
        found.push(...changes.map(({ target }) => (target === layer ? "layer" : target.nodeName))),
      );
      const all = { subtree: true, childList: true, characterData: true, attributes: true };
      observer.observe(layer, all);
      const place = { clientX: 500, clientY: 400, bubbles: true, composed: true, cancelable: true };
      for (let turn = 0; turn < 20; turn += 1) {
        layer.dispatchEvent(new WheelEvent("wheel", { ...place, deltaY: -15 }));
        await Promise.resolve();
      }
      // No longer, as the view rests soon.
      await new Promise(requestAnimationFrame);
      await Promise.resolve();
      observer.disconnect();
      return found;
    });
    assert.deepEqual(changed, ["layer"]);
    const after = await viewOf(page);
    assert((after[2] ?? 0) < (before[2] ?? 0), "once it rests, the part that is shown is smaller");
  },
);

test("EDIT-21: what is chosen in a list is brought into view", inBrowser, async (t) => {
  const drawing = await openDrawing(t, furnished);
  if (drawing === undefined) return;
  const { page } = drawing;
  const all = await viewOf(page);
  const [x, y] = await middleOf(shape(page, "rooms/east"));
  await page.mouse.move(x + 60, y);
  await page.mouse.wheel(0, -1600);
  const isSeen = async (): Promise<boolean> => {
    const [left = 0, top = 0, width = 0, height = 0] = await viewOf(page);
    return left < 1 && 1 < left + width && top < 1.5 && 1.5 < top + height;
  };
  await page.locator(`floorplan-canvas svg.plan:not([viewBox="${all.join(" ")}"])`).waitFor();
  assert.equal(await isSeen(), false);
  await panel(page, "Outline");
  await page.getByRole("searchbox", { name: "Search" }).fill("Bed");
  await page.getByRole("treeitem", { name: "Bed" }).last().click();
  await page.getByRole("toolbar", { name: "Selection" }).getByText("Bed").waitFor();
  assert.equal(await isSeen(), true);
  await page.getByRole("searchbox", { name: "Search" }).fill("");
  await panel(page, "Properties");
});

test(
  "EDIT-23: a question mark lists the shortcuts, and Escape closes the list",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, twoRooms);
    if (drawing === undefined) return;
    const { page } = drawing;
    await page.keyboard.press("?");
    const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await list.getByText("Rotate by 90°, with Shift the other way").waitFor();
    assert.deepEqual(await smallTargets(page), []);
    await page.keyboard.press("Escape");
    await list.waitFor({ state: "hidden" });
    // A letter that is typed is no shortcut.
    await panel(page, "Outline");
    await page.getByRole("searchbox", { name: "Search" }).fill("d?");
    assert.equal(await list.isVisible(), false);
    await page.getByRole("searchbox", { name: "Search" }).fill("");
    await panel(page, "Properties");
  },
);

/** What keeps people out of the editor as it is now. */
const barriersIn = async (page: Page, state: string): Promise<readonly string[]> => {
  const found = [...(await accessibilityViolations(page)), ...(await smallTargets(page))];
  return found.map((barrier) => `${state}: ${barrier}`);
};

test(
  "EDIT-18: with each tool the editor keeps nobody out, and every target has 24 pixels",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, furnished);
    if (drawing === undefined) return;
    const { page } = drawing;
    const found: string[] = [];
    for (const name of ["Room", "Room by corners", "Door", "Furniture", "Devices", "Text"]) {
      await tool(page, name).click();
      await page.mouse.move(...(await middleOf(shape(page, "rooms/west"), 150)));
      found.push(...(await barriersIn(page, name)));
    }
    assert.deepEqual(found, []);
  },
);

test(
  "EDIT-18: with what is selected, and with its name being asked by night, the editor keeps nobody out",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, furnished);
    if (drawing === undefined) return;
    const { page } = drawing;
    const found: string[] = [];
    for (const ref of ["rooms/west", "furniture/bed", "openings/door"]) {
      await shape(page, ref).focus();
      await page.keyboard.press("Enter");
      found.push(...(await barriersIn(page, ref)));
    }
    await shape(page, "rooms/east").focus();
    await page.keyboard.press("F2");
    await page.getByLabel("What is this room called?").waitFor();
    await page.emulateMedia({ colorScheme: "dark" });
    found.push(...(await barriersIn(page, "a name")));
    await page.keyboard.press("Escape");
    await page.emulateMedia({ colorScheme: "light" });
    assert.deepEqual(found, []);
  },
);
