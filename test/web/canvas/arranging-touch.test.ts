import assert from "node:assert/strict";
import { test } from "node:test";
import { inBrowser } from "../../support/timeouts.ts";
import { sampledViolations } from "../sampled-accessibility-violations.ts";
import { becomes } from "../page-polling.ts";
import { useBrowser } from "../browser.ts";
import { drawings, middleOf, selected, shape, twoRooms, viewOf } from "../editor-drawing.ts";
import { listOf } from "../editing.ts";
import { touchInputOn, phone, swipe } from "../touch-input.ts";
import { smallTargets } from "../small-targets.ts";

const openDrawing = drawings(useBrowser(), phone);

const furnished = {
  ...twoRooms,
  furniture: [
    { id: "a", type: "table", x: 1, z: 1, rotation: 0, w: 1, d: 1 },
    { id: "b", type: "table", x: 3, z: 2, rotation: 0, w: 1, d: 1 },
    { id: "c", type: "table", x: 6, z: 2, rotation: 0, w: 1, d: 1 },
  ],
};

test(
  "COPY-8: a finger that rests on a thing begins to select several, taps add and take away, a drag frames, and a button ends it",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, furnished);
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    const fingers = await touchInputOn(page);
    const [a, b, c] = [
      await middleOf(shape(page, "furniture/a")),
      await middleOf(shape(page, "furniture/b")),
      await middleOf(shape(page, "furniture/c")),
    ];
    const done = page.getByRole("button", { name: "Done" });
    await fingers.down(a);
    await done.waitFor();
    await fingers.up();
    await becomes(() => selected(page), ["furniture/a"]);
    await page.touchscreen.tap(...b);
    await page.touchscreen.tap(...c);
    await becomes(() => selected(page), ["furniture/a", "furniture/b", "furniture/c"]);
    await page.touchscreen.tap(...a);
    await becomes(() => selected(page), ["furniture/b", "furniture/c"]);
    assert.deepEqual([...(await sampledViolations(page)), ...(await smallTargets(page))], []);
    const view = await viewOf(page);
    const room = await shape(page, "rooms/west").locator(".floor").boundingBox();
    assert(room !== null);
    const from = [room.x - 12, room.y - 16] as const;
    await swipe(fingers, from, [room.width + 20, room.height + 30]);
    assert.deepEqual(await viewOf(page), view, "a frame moves nothing");
    await becomes(
      () => selected(page),
      ["furniture/a", "furniture/b", "furniture/c", "rooms/west"],
    );
    // The browser makes no click of a tap that comes at once after a swipe, so it is tapped until it answers.
    for (let times = 0; times < 5 && (await done.isVisible()); times += 1) {
      await done.tap();
      await done.waitFor({ state: "hidden", timeout: 3000 }).catch(() => undefined);
    }
    await done.waitFor({ state: "hidden" });
    await page.touchscreen.tap(...c);
    await becomes(() => selected(page), ["furniture/c"], "a tap selects one again");
    await swipe(fingers, c, [0, 40]);
    assert.notDeepEqual(listOf(await saved(), "furniture")[2], furnished.furniture[2]);
  },
);

test(
  "COPY-8, COPY-13: a finger that rests on empty ground opens the menu, from which several can be selected, and which fits the screen",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, furnished);
    if (drawing === undefined) return;
    const { page } = drawing;
    const fingers = await touchInputOn(page);
    const canvas = await page.locator("floorplan-canvas").boundingBox();
    assert(canvas !== null);
    await fingers.down([canvas.x + canvas.width - 20, canvas.y + canvas.height - 40]);
    const menu = page.getByRole("menu", { name: "Actions" });
    await menu.waitFor();
    await fingers.up();
    const box = await menu.boundingBox();
    assert(box !== null && box.x >= 0 && box.x + box.width <= 360 && box.y + box.height <= 740);
    assert.deepEqual([...(await sampledViolations(page)), ...(await smallTargets(page))], []);
    await page.getByRole("menuitem", { name: "Select several" }).tap();
    await page.getByText("0 items").waitFor();
    await page.touchscreen.tap(...(await middleOf(shape(page, "furniture/a"))));
    await page.touchscreen.tap(...(await middleOf(shape(page, "furniture/b"))));
    await becomes(() => selected(page), ["furniture/a", "furniture/b"]);
    await page.getByRole("button", { name: "More actions" }).tap();
    await page.getByRole("menuitem", { name: "Order" }).tap();
    const sub = await page.getByRole("menu", { name: "Order" }).boundingBox();
    assert(sub !== null && sub.x >= 0 && sub.x + sub.width <= 360);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Done" }).tap();
  },
);
