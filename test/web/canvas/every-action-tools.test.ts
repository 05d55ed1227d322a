import assert from "node:assert/strict";
import { test } from "node:test";
import type { List } from "../../../src/model/elements/entities.ts";
import { cornersOf } from "../../../src/model/elements/places.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { sampled } from "../../campaign/scale.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { seededRandom } from "../../support/random.ts";
import { becomes } from "../page-polling.ts";
import { useBrowser } from "../browser.ts";
import { drawings, handle, tool, twoRooms } from "../editor-drawing.ts";
import { listOf } from "../editing.ts";
import { phone } from "../touch-input.ts";
import { touchInput, keyboardInput } from "../input-methods.ts";

const open = useBrowser();

const furnished = {
  rooms: twoRooms.rooms,
  furniture: [{ id: "desk", type: "table", x: 1.5, z: 1, rotation: 0, w: 1, d: 0.8 }],
  openings: [{ id: "door", room_id: "west", edge: 1, offset: 1, width: 0.9, type: "door" }],
  walls: [{ id: "screen", from: [6, 0.5], to: [6, 2] }],
};

/** The one element of a list before anything is done. */
const before = (list: List): JsonObject => listOf(furnished, list)[0] ?? {};

/** The ways to work, each without the others. */
const ways = [
  { openDrawing: drawings(open), handsOn: keyboardInput },
  { openDrawing: drawings(open, phone), handsOn: touchInput },
] as const;

test(
  "EDIT-36: each tool draws, places or measures by the keyboard alone and by touch alone",
  inBrowser,
  async (t) => {
    for (const { openDrawing, handsOn } of sampled(seededRandom(t), ways, ways.length)) {
      const drawing = await openDrawing(t, twoRooms);
      if (drawing === undefined) return;
      const { page } = drawing;
      const { press, set, close, type } = handsOn(page);
      const use = (name: string): Promise<void> => press(tool(page, name));
      const name = page.getByLabel("What is this room called?");
      const undo = page.getByRole("button", { name: /^Undo/ });

      await use("Room");
      await set([0, 4], [3, 6]);
      await type(name, "Study");
      await name.waitFor({ state: "detached" });
      await use("Room by corners");
      await set([4, 4], [7, 4], [6, 5.5]);
      await becomes(() => undo.getAttribute("aria-label"), "Undo · Corner 3");
      await press(undo);
      await becomes(() => undo.getAttribute("aria-label"), "Undo · Corner 2");
      await set([7, 6], [4, 6]);
      await close([4, 4]);
      await type(name, "Den");
      await name.waitFor({ state: "detached" });
      const rooms = listOf(await drawing.saved(), "rooms");
      assert.deepEqual(
        rooms.map((room) => [room["name"], Array.isArray(room["points"]) && room["points"].length]),
        [
          ["West", 4],
          ["East", 4],
          ["Study", 4],
          ["Den", 4],
        ],
      );

      await use("Door");
      await set([4, 1.5]);
      await use("Window");
      await set([2, 0]);
      await use("Passage");
      await set([6, 0]);
      assert.deepEqual(
        listOf(await drawing.saved(), "openings").map(({ type: kind, style }) => style ?? kind),
        ["door", "window", "passage"],
      );
      await use("More openings");
      await press(page.getByRole("button", { name: "Bay window", exact: true }));
      await set([2, 3]);
      const { type: kind, style } = listOf(await drawing.saved(), "openings").at(-1) ?? {};
      assert.deepEqual([kind, style], ["window", "bay"]);

      for (const [family, piece, x] of [
        ["Furniture", "Table", 2],
        ["Devices", "Lock", 5],
        ["Devices", "Sensor", 6],
      ] as const) {
        await use(family);
        await press(page.getByRole("button", { name: piece, exact: true }));
        await set([x, 1.5]);
        await page.getByRole("toolbar", { name: "Selection" }).waitFor();
      }
      await use("Text");
      await set([7, 2.2]);
      await type(page.getByLabel("What does the text say?"), "Here");
      await use("Wall");
      await set([1, 1], [1, 2.4]);
      await use("Dimension");
      await set([0, 3.5], [4, 3.5]);
      const drawn = await drawing.saved();
      for (const list of [
        "furniture",
        "devices",
        "sensors",
        "texts",
        "walls",
        "dimensions",
      ] as const)
        assert.equal(listOf(drawn, list).length, 1, list);

      await use("Tape measure");
      await set([0.1, 0.1], [3.9, 2.9]);
      await page
        .locator(".said")
        .getByText(/horizontally/)
        .waitFor();
      assert.equal(await page.getByText("All saved").count(), 1, "measuring changes nothing");
    }
  },
);

test(
  "EDIT-36: what a plan holds is changed by the keyboard alone and by touch alone",
  inBrowser,
  async (t) => {
    for (const { openDrawing, handsOn } of sampled(seededRandom(t), ways, ways.length)) {
      const drawing = await openDrawing(t, furnished);
      if (drawing === undefined) return;
      const { page, saved } = drawing;
      const { press, type, choose, pull, move, removeCorner, addCorner } = handsOn(page);
      const undo = page.getByRole("button", { name: /^Undo/ });
      const first = async (list: List): Promise<JsonObject> => listOf(await saved(), list)[0] ?? {};
      const corners = async (): Promise<number> => cornersOf(await first("rooms")).length;

      await choose("furniture/desk");
      await move("furniture/desk", [0.5, 0.5]);
      await pull("side:1", [0.5, 0]);
      await pull("turn:0", [1, 0]);
      const desk = await first("furniture");
      for (const name of ["x", "z", "w", "rotation"])
        assert.notEqual(desk[name], before("furniture")[name], name);
      await press(page.locator('floorplan-canvas [data-measure="up"]'));
      await type(page.getByRole("textbox", { name: "Distance upwards" }), "0.5");
      const { x, z } = await first("furniture");
      assert.notDeepEqual([x, z], [desk["x"], desk["z"]]);

      await choose("openings/door");
      await move("openings/door", [0, 0.5]);
      await pull("end:0", [0, -0.3]);
      const door = await first("openings");
      for (const name of ["offset", "width"])
        assert.notEqual(door[name], before("openings")[name], name);

      await choose("walls/screen");
      await pull("end:1", [0, 0.5]);
      await move("walls/screen", [-0.5, 0]);
      const screen = await first("walls");
      for (const name of ["from", "to"])
        assert.notDeepEqual(screen[name], before("walls")[name], name);

      await choose("rooms/west");
      await pull("wall:3", [0.5, 0]);
      await pull("corner:3", [0, 0.5]);
      const west = cornersOf(await first("rooms"));
      assert.deepEqual([west[0]?.[0], west[3]?.[1]], [0.5, 3.5]);
      await addCorner("wall:0");
      await handle(page, "corner:4").waitFor();
      assert.equal(await corners(), 5);
      await removeCorner("corner:4");
      await handle(page, "corner:4").waitFor({ state: "detached" });
      assert.equal(await corners(), 4);
      await press(undo);
      assert.equal(await corners(), 5, "by one step");
      await pull("label:0", [0.5, 0.5]);
      assert("west" in Object((await saved())["labels"]));

      await press(
        page.getByRole("toolbar", { name: "Selection" }).getByRole("button", { name: "Rename" }),
      );
      await type(page.getByLabel("What is this room called?"), "Library");
      assert.equal((await first("rooms"))["name"], "Library");
    }
  },
);
