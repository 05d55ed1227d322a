import assert from "node:assert/strict";
import { test } from "node:test";
import { demoPlan } from "../../samples/index.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { sampledViolations } from "../sampled-accessibility-violations.ts";
import { becomes, changesFrom } from "../page-polling.ts";
import { useBrowser } from "../browser.ts";
import { drawings, middleOf, selected, shape, tool, twoRooms, viewOf } from "../editor-drawing.ts";
import { listOf } from "../editing.ts";
import { touchInputOn, phone, swipe } from "../touch-input.ts";
import { smallTargets } from "../small-targets.ts";

const openDrawing = drawings(useBrowser(), phone);

test(
  "EDIT-17: by touch a tap selects, one finger drags what is selected and else moves the view",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, twoRooms);
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    const fingers = await touchInputOn(page);
    const before = await viewOf(page);
    await swipe(fingers, await middleOf(shape(page, "rooms/west")), [30, 40]);
    await changesFrom(() => viewOf(page), before, "one finger moves the view");
    // Beside the handles of the room: that of its name lies in the middle.
    const there = await middleOf(shape(page, "rooms/west"), 45, 32);
    await page.touchscreen.tap(...there);
    await page.getByRole("toolbar", { name: "Selection" }).waitFor();
    const view = await viewOf(page);
    await swipe(fingers, there, [0, 60]);
    assert.deepEqual(await viewOf(page), view, "one finger drags what is selected");
    assert.notDeepEqual(listOf(await saved(), "rooms")[0], twoRooms.rooms[0]);
  },
);

test(
  "EDIT-17: two fingers move the view and zoom, while a tool is in use as well",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, twoRooms);
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    const fingers = await touchInputOn(page);
    const [left = 0, top = 0, width = 0] = await viewOf(page);
    await fingers.down([100, 300], [200, 300]);
    await fingers.move([130, 340], [230, 340]);
    await fingers.up();
    const [movedLeft = 0, movedTop = 0, sameWidth = 0] = await viewOf(page);
    assert(movedLeft < left && movedTop < top, "they move the view");
    assert.equal(sameWidth.toFixed(3), width.toFixed(3));
    await tool(page, "Room").tap();
    await fingers.down([100, 300]);
    await fingers.down([100, 300], [200, 300]);
    await fingers.move([80, 300], [260, 300]);
    await fingers.up();
    const [, , zoomedWidth = 0] = await viewOf(page);
    assert(zoomedWidth < width * 0.6, "they zoom");
    await tool(page, "Text").tap();
    await page.touchscreen.tap(180, 300);
    await page.getByLabel("What does the text say?").fill("Here");
    await page.getByRole("button", { name: "OK" }).tap();
    const plan = await saved();
    assert.equal(listOf(plan, "rooms").length, 2, "and draw nothing");
    assert.equal(listOf(plan, "texts").length, 1);
  },
);

test(
  "EDIT-17: what is begun stays while two fingers move the view, and the press that became that sets no point",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t);
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    const fingers = await touchInputOn(page);
    const pinch = async () => {
      const view = await viewOf(page);
      await fingers.down([100, 460]);
      await fingers.down([100, 460], [200, 460]);
      await fingers.move([110, 480], [210, 480]);
      await fingers.up();
      await changesFrom(() => viewOf(page), view, "two fingers move the view");
    };
    await tool(page, "Room by corners").tap();
    await page.touchscreen.tap(80, 240);
    await page.touchscreen.tap(200, 240);
    await pinch();
    await page.touchscreen.tap(200, 400);
    await page.touchscreen.tap(90, 400);
    await page.touchscreen.tap(90, 260);
    await page.getByRole("button", { name: "Kitchen" }).tap();
    await tool(page, "Wall").tap();
    await pinch();
    await page.touchscreen.tap(260, 240);
    await pinch();
    await page.touchscreen.tap(260, 400);
    const plan = await saved();
    assert.deepEqual(
      listOf(plan, "rooms").map(({ points }) => Array.isArray(points) && points.length),
      [4],
    );
    assert.equal(listOf(plan, "walls").length, 1);
  },
);

test(
  "EDIT-17: a flat is drawn with one finger, and the sheet does not jump meanwhile",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t);
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    const fingers = await touchInputOn(page);
    await tool(page, "Room").tap();
    const view = await viewOf(page);
    await swipe(fingers, [60, 220], [120, 120]);
    await page.getByRole("button", { name: "Kitchen" }).tap();
    await swipe(fingers, [183, 223], [120, 115]);
    await page.getByRole("button", { name: "Bedroom" }).tap();
    await tool(page, "Door").tap();
    await page.touchscreen.tap(182, 280);
    await page.getByText("Door added.").waitFor();
    assert.deepEqual(await viewOf(page), view);
    const plan = await saved();
    const [[kitchen], [bedroom]] = [listOf(plan, "rooms"), listOf(plan, "rooms").slice(1)];
    assert(Array.isArray(kitchen?.["points"]) && Array.isArray(bedroom?.["points"]));
    assert.deepEqual(bedroom["points"][0], kitchen["points"][1], "the second begins at the first");
    assert.equal(listOf(plan, "openings").length, 1);
  },
);

test(
  "EDIT-18: on 360 pixels nothing is cut off, the panels are a sheet, and what is chosen there is seen beside it",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, demoPlan("flat"));
    if (drawing === undefined) return;
    const { page } = drawing;
    assert.deepEqual([...(await sampledViolations(page)), ...(await smallTargets(page))], []);
    await page.getByRole("button", { name: "Details" }).tap();
    await page.getByRole("tab", { name: "Outline" }).tap();
    await page.getByRole("treeitem", { name: "Living room" }).tap();
    await becomes(() => selected(page), ["rooms/living_room"]);
    const [, middle] = await middleOf(shape(page, "rooms/living_room"));
    const sheet = await page.locator(".side").boundingBox();
    assert(sheet !== null && middle < sheet.y, "it lies above the sheet");
    assert.deepEqual([...(await sampledViolations(page)), ...(await smallTargets(page))], []);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    assert.equal(overflow, 0);
  },
);
