import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { textIn } from "../../../src/model/json.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { canDo, useBrowser } from "../browser.ts";
import { drawings, handle, middleOf, selected, shape, tool, twoRooms } from "../editor-drawing.ts";
import { drag, listOf } from "../editing.ts";

const openDrawing = drawings(useBrowser());

const name = async (page: Page, words: string): Promise<void> => {
  const field = page.getByLabel("What is this room called?");
  await field.fill(words);
  await page.keyboard.press("Enter");
  await field.waitFor({ state: "detached" });
};

const pointsOf = (plan: object): readonly unknown[] =>
  listOf({ ...plan }, "rooms").map(({ points }) => points);

test(
  "EDIT-15: a blank sheet becomes two rooms with a door by dragging and clicking alone",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t);
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    await tool(page, "Room").click();
    await page.getByText("Drag on the sheet to draw it.").waitFor();
    await drag(page, [250, 200], [550, 450]);
    await name(page, "Kitchen");
    // Begun beside the corner of the first room, which it snaps to.
    await drag(page, [553, 203], [800, 446]);
    await page.getByRole("button", { name: "Living room" }).click();
    await tool(page, "Door").click();
    await page.mouse.click(547, 330);
    const plan = await saved();
    const [kitchen, living] = listOf(plan, "rooms");
    assert.deepEqual([kitchen?.["name"], living?.["name"]], ["Kitchen", "Living room"]);
    const [first, second] = pointsOf(plan);
    assert(Array.isArray(first) && Array.isArray(second));
    assert.deepEqual([second[0], second[3]], [first[1], first[2]], "the rooms share their wall");
    const [door] = listOf(plan, "openings");
    assert.deepEqual(
      [door?.["room_id"], door?.["edge"], door?.["width"]],
      [kitchen?.["id"], 1, 0.9],
    );
  },
);

test(
  "EDIT-15: corner by corner, a click sets a corner, Backspace takes it back, and the first one closes the room",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t);
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    const { mouse, keyboard } = page;
    await tool(page, "Room by corners").click();
    await mouse.click(250, 200);
    await mouse.click(550, 203);
    await mouse.click(700, 600);
    await keyboard.press("Backspace");
    await mouse.click(550, 450);
    await mouse.click(400, 450);
    await page.getByText("Click the next corner, or the first one to close the room.").waitFor();
    await mouse.click(254, 196);
    await name(page, "Den");
    const [room] = listOf(await saved(), "rooms");
    const points = room?.["points"];
    assert(Array.isArray(points));
    assert.equal(points.length, 4);
    const [[, top], [right, across], [below]] = points;
    assert.deepEqual([across, below], [top, right], "what is nearly straight is straight");
  },
);

test(
  "EDIT-15: each gesture is one step of undo and redo, across a save, and Escape leaves no trace of one",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, twoRooms);
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    await page.mouse.click(...(await middleOf(shape(page, "rooms/west"))));
    const corner = await middleOf(handle(page, "corner:1"));
    await page.mouse.move(...corner);
    await page.mouse.down();
    await page.mouse.move(corner[0] + 20, corner[1] + 30);
    await page.keyboard.press("Escape");
    await page.mouse.up();
    await page.getByText("All saved").waitFor();
    await drag(page, corner, [corner[0] + 40, corner[1] + 60]);
    const moved = await saved();
    const [west, east] = pointsOf(moved);
    assert(Array.isArray(west) && Array.isArray(east));
    assert.notDeepEqual(west[1], [4, 0]);
    assert.deepEqual(east[0], west[1], "the shared corner moved in both rooms");
    await page.keyboard.press("Control+z");
    assert.deepEqual(pointsOf(await saved()), pointsOf(twoRooms));
    await page.keyboard.press("Control+y");
    assert.deepEqual(pointsOf(await saved()), pointsOf(moved));
  },
);

test(
  "EDIT-9: what has no id gets one when it is dragged, and stays selected",
  inBrowser,
  async (t) => {
    const sensors = [{ entity: "sensor.a", x: 2, z: 1 }];
    const drawing = await openDrawing(t, { ...twoRooms, sensors });
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    const sensor = page.locator('floorplan-canvas [data-ref^="sensors/"]');
    const at = await middleOf(sensor);
    await drag(page, at, [at[0] + 60, at[1] + 40]);
    assert.equal(typeof listOf(await saved(), "sensors")[0]?.["id"], "string");
    await page.keyboard.press("Delete");
    assert.deepEqual(listOf(await saved(), "sensors"), []);
  },
);

test(
  "EDIT-27: a sofa that is dragged to a wall stands before it, not in it",
  inBrowser,
  async (t) => {
    const sofa = { id: "sofa", type: "sofa", x: 2, z: 1.5, w: 2, d: 0.9 };
    const drawing = await openDrawing(t, { ...twoRooms, furniture: [sofa] });
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    const from = await middleOf(shape(page, "furniture/sofa"));
    const wall = await shape(page, "rooms/west").locator(".floor").boundingBox();
    assert(wall !== null);
    const metre = wall.height / 3;
    await drag(page, from, [from[0], wall.y + 0.53 * metre]);
    const [moved] = listOf(await saved(), "furniture");
    assert.deepEqual([moved?.["x"], moved?.["z"]], [2, 0.51]);
  },
);

test(
  "EDIT-19: Alt, a key and a button suspend snapping, and lengths are shown during a drag",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, twoRooms);
    if (drawing === undefined) return;
    const { page } = drawing;
    // What snaps is what is stored.
    await tool(page, "Inside dimensions").click();
    const snap = tool(page, "Snap");
    assert.equal(await snap.getAttribute("aria-pressed"), "true");
    await page.getByRole("application", { name: "Drawing" }).focus();
    await page.keyboard.press("s");
    assert.equal(await snap.getAttribute("aria-pressed"), "false");
    await snap.click();
    assert.equal(await snap.getAttribute("aria-pressed"), "true");
    await page.mouse.click(...(await middleOf(shape(page, "rooms/west"))));
    const [x, y] = await middleOf(handle(page, "wall:1"));
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 31.7, y, { steps: 3 });
    const length = page.locator("floorplan-canvas .measure text").first();
    assert.match((await length.textContent()) ?? "", /^\d\.\d[05] m$/);
    await page.keyboard.down("Alt");
    await page.mouse.move(x + 32.3, y, { steps: 3 });
    await page
      .locator("floorplan-canvas .measure text", { hasText: /\d\.\d[^05] m/ })
      .first()
      .waitFor();
    await page.keyboard.up("Alt");
    await page.keyboard.press("Escape");
    await page.mouse.up();
    await tool(page, "Centre-line dimensions").click();
  },
);

test(
  "EDIT-22: no opening is put over another one: beside it there is room for one, and itself it slides",
  inBrowser,
  async (t) => {
    const door = { id: "door", room_id: "west", edge: 1, offset: 1.5, width: 0.9, type: "door" };
    const drawing = await openDrawing(t, { ...twoRooms, openings: [door] });
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    const at = await middleOf(shape(page, "openings/door").locator(".gap"));
    await tool(page, "Window").click();
    await page.mouse.click(...at);
    await page.getByText("There is already an opening here").waitFor();
    assert.deepEqual(await selected(page), ["openings/door"]);
    await drag(page, at, [at[0], at[1] + 30]);
    const slid = await middleOf(shape(page, "openings/door").locator(".gap"));
    await page.mouse.click(slid[0], slid[1] - 60);
    const spansOf = async () => {
      const openings = listOf(await saved(), "openings");
      return openings.map(({ room_id: room, offset, width }) => {
        // A wall runs the other way for the room behind it.
        const centre = room === "west" ? Number(offset) : 3 - Number(offset);
        return { from: centre - Number(width) / 2, to: centre + Number(width) / 2 };
      });
    };
    const [slidDoor, window, ...more] = await spansOf();
    assert(slidDoor !== undefined && window !== undefined);
    assert.deepEqual(more, []);
    assert(slidDoor.from > 1.05, "it slid down");
    assert(window.to <= slidDoor.from + 1e-9, "the window is beside it");
    await drag(page, slid, [slid[0], slid[1] + 15]);
    const [away] = await spansOf();
    assert(away !== undefined && away.from > window.to + 0.05, "it slid on");
    const below = await middleOf(shape(page, "openings/door").locator(".gap"));
    await drag(page, below, [below[0], below[1] - 40]);
    const [back] = await spansOf();
    assert(back !== undefined && back.from < away.from, "it slid up");
    assert(window.to <= back.from + 1e-3, "as far as the window");
  },
);

test(
  "EDIT-26: with the tool for rooms a click into a room selects it, a double click names it, and a drag draws one in it",
  inBrowser,
  async (t) => {
    if (!canDo(t, "double clicks")) return;
    const drawing = await openDrawing(t, twoRooms);
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    const [x, y] = await middleOf(shape(page, "rooms/west"));
    await tool(page, "Room").click();
    await page.mouse.click(x, y);
    await handle(page, "wall:0").waitFor();
    assert.deepEqual(await selected(page), ["rooms/west"]);
    await tool(page, "Room").click();
    await page.mouse.dblclick(x, y + 20);
    await name(page, "Porch");
    await tool(page, "Room").click();
    await drag(page, [x - 100, y - 60], [x + 100, y + 60]);
    await name(page, "Closet");
    assert.deepEqual(
      listOf(await saved(), "rooms").map((room) => room["name"]),
      ["Porch", "East", "Closet"],
    );
  },
);

test(
  "EDIT-14: a piece from the palette is placed by a click, turned and resized by its handles; signs and texts are placed as well",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, twoRooms);
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    const room = await middleOf(shape(page, "rooms/west"));
    await tool(page, "Furniture").click();
    await page.getByRole("button", { name: "Table", exact: true }).click();
    await page.mouse.click(...room);
    const turn = await middleOf(handle(page, "turn:0"));
    await drag(page, turn, [room[0] + 150, room[1]]);
    // Turned by a quarter, its right side is in front.
    const [x, y] = await middleOf(handle(page, "side:1"));
    await drag(page, [x, y], [x, y + 40]);
    await tool(page, "Devices").click();
    await page.getByRole("button", { name: "Camera", exact: true }).click();
    await page.mouse.click(room[0] + 100, room[1] + 60);
    assert.equal(await tool(page, "Rotate").count(), 0, "a sign looks the same from all sides");
    await tool(page, "Devices").click();
    await page.getByRole("button", { name: "Sensor", exact: true }).click();
    await page.mouse.click(room[0] + 100, room[1] - 60);
    await tool(page, "Text").click();
    await page.mouse.click(room[0] - 100, room[1] + 60);
    await page.getByLabel("What does the text say?").fill("Hello");
    await page.keyboard.press("Enter");
    const plan = await saved();
    const [table] = listOf(plan, "furniture");
    const [camera] = listOf(plan, "devices");
    const [text] = listOf(plan, "texts");
    assert.deepEqual([table?.["type"], table?.["rotation"]], ["table", 90]);
    assert(Number(table?.["w"]) > 1.6 && Number(table?.["d"]) < 1, "it became wider, not deeper");
    assert.deepEqual([camera?.["kind"], text?.["text"]], ["camera", "Hello"]);
    assert.equal(listOf(plan, "sensors").length, 1);
  },
);

test(
  "EDIT-28: a dimension is drawn by a drag or by two clicks, shows its length, and is dragged by its ends",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, twoRooms);
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    const [left, right] = [
      await middleOf(shape(page, "rooms/west")),
      await middleOf(shape(page, "rooms/east")),
    ];
    await tool(page, "Dimension").click();
    await drag(page, left, right);
    await page.getByText("4.00 m").waitFor();
    const [first, ...others] = listOf(await saved(), "dimensions");
    assert.deepEqual([first?.["from"], first?.["to"], others], [[2, 1.5], [6, 1.5], []]);
    const [end] = await selected(page);
    assert.equal(end, `dimensions/${textIn(first?.["id"])}`);
    await drag(page, await middleOf(handle(page, "end:1")), [(left[0] + right[0]) / 2, left[1]]);
    await page.getByText("2.00 m").waitFor();
    await tool(page, "Dimension").click();
    await page.mouse.click(...left);
    await page.getByText("Now the other end.").waitFor();
    await page.mouse.click(left[0], left[1] + 60);
    const dimensions = listOf(await saved(), "dimensions");
    assert.deepEqual(dimensions[0]?.["to"], [4, 1.5]);
    assert.equal(dimensions.length, 2);
    assert.match(
      (await shape(page, String((await selected(page))[0])).textContent()) ?? "",
      /^0\.\d\d m$/,
    );
  },
);
