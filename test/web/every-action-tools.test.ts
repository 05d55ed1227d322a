import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import type { List } from "../../src/elements/entities.ts";
import { cornersOf } from "../../src/elements/places.ts";
import type { JsonObject } from "../../src/json/json.ts";
import type { Point } from "../../src/geometry/vector.ts";
import { sampled } from "../campaign/scale.ts";
import { inBrowser } from "../support/bounded.ts";
import { seededRandom } from "../support/random.ts";
import { becomes } from "./becomes.ts";
import { useBrowser } from "./browser.ts";
import { drawings, handle, middleOf, onScreen, shape, tool, viewOf, twoRooms } from "./canvas.ts";
import { listOf } from "./editing.ts";
import { fingersOn, swipe } from "./fingers.ts";

const open = useBrowser();

/** A way to work, without any other. */
interface Hands {
  readonly press: (what: Locator) => Promise<void>;
  /** Sets points with the tool that is chosen, at places of the plan in metres. */
  readonly set: (...places: readonly Point[]) => Promise<void>;
  /** Ends a room that is drawn corner by corner, whose first corner is at a place. */
  readonly close: (first: Point) => Promise<void>;
  /** Types into the field that is open, and says that it is done. */
  readonly type: (field: Locator, text: string) => Promise<void>;
  /** Selects one thing. */
  readonly choose: (ref: string) => Promise<void>;
  /** Pulls a handle of what is selected by metres. */
  readonly pull: (name: string, by: Point) => Promise<void>;
  /** Moves what is selected by metres. */
  readonly move: (ref: string, by: Point) => Promise<void>;
  /** Takes the corner of a handle away. */
  readonly removeCorner: (name: string) => Promise<void>;
  /** Puts a new corner into a wall. */
  readonly addCorner: (name: string) => Promise<void>;
}

/** Arrow keys that go so far, in steps of so many metres, ten times as many with Shift. */
const arrows = ([x, z]: Point, step: number): readonly string[] =>
  (
    [
      [x, "ArrowLeft", "ArrowRight"],
      [z, "ArrowUp", "ArrowDown"],
    ] as const
  ).flatMap(([way, back, forth]) => {
    const steps = Math.round(Math.abs(way) / step);
    const key = way < 0 ? back : forth;
    const far = Array.from({ length: Math.floor(steps / 10) }, () => `Shift+${key}`);
    return far.concat(Array.from({ length: steps % 10 }, () => key));
  });

const byKeys = (page: Page): Hands => {
  const keys = async (...names: readonly string[]): Promise<void> => {
    for (const name of names) await page.keyboard.press(name);
  };
  const canvas = page.getByRole("application", { name: "Drawing" });
  /** Where the cross is, which the keyboard brings out and which is said to screen readers. */
  const cross = async (): Promise<Point> => {
    const said = page.locator(".said");
    await said.getByText(/^At /).waitFor();
    const [x, z] = ((await said.textContent()) ?? "").match(/-?\d+\.\d\d/g) ?? [];
    return [Number(x), Number(z)];
  };
  const focus = async (name: string): Promise<void> => handle(page, name).focus();
  return {
    press: async (what) => {
      await what.focus();
      await keys("Enter");
    },
    set: async (...places) => {
      for (const [x, z] of places) {
        await canvas.focus();
        await keys("ArrowRight");
        const [left, top] = await cross();
        await keys(...arrows([x - left, z - top], 0.1), "Space");
      }
    },
    close: () => keys("Enter"),
    type: async (field, text) => {
      await field.waitFor();
      await page.keyboard.type(text);
      await keys("Enter");
    },
    choose: async (ref) => {
      await canvas.focus();
      await keys("Escape");
      await shape(page, ref).focus();
      await keys("Enter");
    },
    pull: async (name, by) => {
      await focus(name);
      await keys(...arrows(by, 0.05));
    },
    move: async (ref, by) => {
      await shape(page, ref).focus();
      await keys(...arrows(by, 0.05));
    },
    removeCorner: async (name) => {
      await focus(name);
      await keys("Delete");
    },
    addCorner: async (name) => {
      await focus(name);
      await keys("Enter");
    },
  };
};

const byFingers = (page: Page): Hands => {
  /** What a finger aims at: of a door not the floor that it swings over. */
  const bodyOf = (ref: string): Locator =>
    ref.startsWith("openings/") ? shape(page, ref).locator(".gap") : shape(page, ref);
  const tapAt = async ([x, z]: Point): Promise<void> =>
    page.touchscreen.tap(...(await onScreen(page, x, z)));
  const tapOn = async (what: Locator): Promise<void> =>
    page.touchscreen.tap(...(await middleOf(what)));
  const twice = async (name: string): Promise<void> => {
    const at = await middleOf(handle(page, name));
    await page.touchscreen.tap(...at);
    await page.touchscreen.tap(...at);
  };
  const drag = async (what: Locator, [x, z]: Point): Promise<void> => {
    const [, , width = 1] = await viewOf(page);
    const box = await page.locator("floorplan-canvas svg.plan").boundingBox();
    const metre = (box?.width ?? 0) / width;
    await swipe(await fingersOn(page), await middleOf(what), [x * metre, z * metre]);
  };
  return {
    press: (what) => what.tap(),
    set: async (...places) => {
      for (const place of places) await tapAt(place);
    },
    close: tapAt,
    type: async (field, text) => {
      await field.fill(text);
      // The key at the corner of the keyboard on the screen.
      await page.keyboard.press("Enter");
    },
    choose: async (ref) =>
      // Of a room a place where nothing stands.
      ref.startsWith("rooms/")
        ? page.touchscreen.tap(...(await middleOf(shape(page, ref), -55, 35)))
        : tapOn(bodyOf(ref)),
    pull: (name, by) => drag(handle(page, name), by),
    move: (ref, by) => drag(bodyOf(ref), by),
    removeCorner: twice,
    addCorner: twice,
  };
};

const furnished = {
  rooms: twoRooms.rooms,
  furniture: [{ id: "desk", type: "table", x: 1.5, z: 1, rotation: 0, w: 1, d: 0.8 }],
  openings: [{ id: "door", room_id: "west", edge: 1, offset: 1, width: 0.9, type: "door" }],
  walls: [{ id: "screen", from: [6, 0.5], to: [6, 2] }],
};

/** The one element of a list before anything is done. */
const before = (list: List): JsonObject => listOf(furnished, list)[0] ?? {};

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** The ways to work, each without the others. */
const ways = [
  { openDrawing: drawings(open), handsOn: byKeys },
  { openDrawing: drawings(open, phone), handsOn: byFingers },
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
      await type(page.getByLabel("What does it say?"), "Here");
      await use("Wall");
      await set([1, 1], [1, 2.4]);
      await use("Measure");
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
        .getByText(/across/)
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
      assert.notEqual((await first("furniture"))["z"], desk["z"]);

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
        page.getByRole("toolbar", { name: "Selection" }).getByRole("button", { name: "Name" }),
      );
      await type(page.getByLabel("What is this room called?"), "Library");
      assert.equal((await first("rooms"))["name"], "Library");
    }
  },
);
