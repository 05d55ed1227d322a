import assert from "node:assert/strict";
import { test } from "node:test";
import { textIn } from "../../../src/model/json.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { useBrowser } from "../browser.ts";
import { drag, listOf, undo } from "../editing.ts";
import {
  drawings,
  middleOf,
  onScreen,
  selected,
  shape,
  tool,
  twoRooms,
} from "../editor-drawing.ts";

const openDrawing = drawings(useBrowser());

/** Two rooms, with a freestanding wall in the west one that nobody has named. */
const plan = { ...twoRooms, walls: [{ from: [0.5, 1.5], to: [3.5, 1.5] }] };

test(
  "ROOM-17: a door is placed in a freestanding wall, dragged along it and into a room's wall, and taken back",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, plan);
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    await tool(page, "Door").click();
    await page.mouse.click(...(await onScreen(page, 1.5, 1.5)));
    const placed = await saved();
    const [wall] = listOf(placed, "walls");
    const [door, ...others] = listOf(placed, "openings");
    assert(textIn(wall?.["id"]) !== undefined, "the wall has an id now");
    assert.deepEqual([door?.["wall_id"], door?.["room_id"], others], [wall?.["id"], undefined, []]);
    const ref = `openings/${textIn(door?.["id"])}`;
    assert.deepEqual(await selected(page), [ref]);
    assert.equal(await shape(page, ref).getAttribute("aria-label"), "Door, West");
    const gap = shape(page, ref).locator(".gap");
    await drag(page, await middleOf(gap), await onScreen(page, 2.5, 1.5));
    const [slid] = listOf(await saved(), "openings");
    assert.equal(slid?.["wall_id"], wall?.["id"]);
    const by = Number(slid?.["offset"]) - Number(door?.["offset"]);
    assert(by > 0.8 && by < 1.2, `it slid by ${by} m`);
    await page.keyboard.press("Escape");
    await drag(page, await middleOf(gap), await onScreen(page, 2, 3));
    const [inRoom] = listOf(await saved(), "openings");
    assert.deepEqual(
      [inRoom?.["room_id"], inRoom?.["edge"], "wall_id" in (inRoom ?? {})],
      ["west", 2, false],
    );
    await undo(page);
    assert.deepEqual(listOf(await saved(), "openings"), [slid]);
    await drag(page, await middleOf(gap), await onScreen(page, 2, 3));
    await drag(page, await middleOf(gap), await onScreen(page, 2, 1.5));
    const [back] = listOf(await saved(), "openings");
    assert.deepEqual(
      [back?.["wall_id"], "room_id" in (back ?? {}), "edge" in (back ?? {})],
      [wall?.["id"], false, false],
    );
  },
);

test(
  "ROOM-17: a freestanding wall is deleted with its door, which one undo brings back, and copied with it",
  inBrowser,
  async (t) => {
    const door = { id: "door", wall_id: "screen", offset: 2, width: 0.9, type: "door" };
    const walls = plan.walls.map((wall) => ({ id: "screen", ...wall }));
    const drawing = await openDrawing(t, { ...plan, walls, openings: [door] });
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    await page.mouse.click(...(await onScreen(page, 0.9, 1.5)));
    assert.deepEqual(await selected(page), ["walls/screen"]);
    await page.keyboard.press("Delete");
    const gone = await saved();
    assert.deepEqual([listOf(gone, "walls"), listOf(gone, "openings")], [[], []]);
    await undo(page);
    const back = await saved();
    assert.deepEqual([listOf(back, "walls"), listOf(back, "openings")], [walls, [door]]);
    await page.mouse.click(...(await onScreen(page, 0.9, 1.5)));
    await page.keyboard.press("ControlOrMeta+d");
    const twice = await saved();
    const [, copy] = listOf(twice, "openings");
    assert.deepEqual(copy?.["wall_id"], listOf(twice, "walls")[1]?.["id"]);
    assert.equal(copy?.["offset"], 2);
  },
);
