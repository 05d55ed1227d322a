import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { isList, type Json, numberIn } from "../../../src/model/json.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { useBrowser } from "../browser.ts";
import { type At, listOf } from "../editing.ts";
import {
  drawings,
  handle,
  isTurned,
  middleOf,
  onScreen,
  selected,
  shape,
  tool,
  twoRooms,
} from "../editor-drawing.ts";
import { becomes } from "../page-polling.ts";
import { resize } from "../resize.ts";
import { sampledViolations } from "../sampled-accessibility-violations.ts";
import { phone, swipe, touchInputOn } from "../touch-input.ts";

const openDrawing = drawings(useBrowser(), phone);

const sofa = { id: "sofa", type: "sofa", x: 2, z: 1.5, w: 2, d: 1 };
const flat = { ...twoRooms, furniture: [sofa] };

/** The corners of a room as stored. */
const cornersOf = (points: Json | undefined): readonly Json[] =>
  isList(points) ? points.map((point) => (isList(point) ? [...point] : point)) : [];

/** Moves one finger from a place to another. */
const draw = async (page: Page, from: At, to: At): Promise<void> =>
  swipe(await touchInputOn(page), from, [to[0] - from[0], to[1] - from[1]]);

/** Selects something by a tap on a place of the plan. */
const choose = async (page: Page, ref: string, x: number, z: number): Promise<void> => {
  await page.touchscreen.tap(...(await onScreen(page, x, z)));
  await becomes(() => selected(page), [ref]);
};

const press = async (page: Page, ...keys: readonly string[]): Promise<void> => {
  await page.getByRole("application", { name: "Drawing" }).focus();
  for (const key of keys) await page.keyboard.press(key);
};

test(
  "TURN-1: on an upright screen a wide plan is turned as in the view, and a button that the browser remembers turns it back",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, flat);
    if (drawing === undefined) return;
    const { page } = drawing;
    const turn = page.getByRole("button", { name: "Turn the plan to fill the screen" });
    const metre = async (): Promise<number> => {
      const [[ax, ay], [bx, by]] = [await onScreen(page, 0, 0), await onScreen(page, 1, 0)];
      return Math.hypot(bx - ax, by - ay);
    };
    assert.equal(await isTurned(page), true);
    const [[x, y], [rightX, rightY]] = [await onScreen(page, 0, 0), await onScreen(page, 8, 0)];
    assert(Math.abs(rightX - x) < 1 && rightY - y > 300, "what is right on the plan is below");
    assert.equal(await turn.getAttribute("aria-pressed"), "true");
    const turned = await metre();
    await turn.tap();
    await becomes(() => isTurned(page), false);
    assert((await metre()) < turned * 0.85, "turned, it fills the screen better");
    assert.equal(await turn.getAttribute("aria-pressed"), "false");
    await page.reload();
    await shape(page, "rooms/west").waitFor();
    await becomes(() => isTurned(page), false);
    await turn.tap();
    await becomes(() => isTurned(page), true);
    assert.deepEqual(await sampledViolations(page), []);
    await page.setViewportSize({ width: 1280, height: 700 });
    await becomes(() => isTurned(page), false);
    await turn.waitFor({ state: "detached" });
    await page.setViewportSize(phone.viewport);
    await becomes(() => isTurned(page), true);
  },
);

test(
  "TURN-1: a fitted floor leaves the foot free on a low and on a wide screen",
  inBrowser,
  async (t) => {
    const hall = [
      [0, 0],
      [12, 0],
      [12, 12],
      [0, 12],
    ];
    const drawing = await openDrawing(t, { rooms: [{ id: "hall", name: "Hall", points: hall }] });
    if (drawing === undefined) return;
    const { page } = drawing;
    const places: string[] = [];
    for (const size of [
      { width: 740, height: 360 },
      { width: 1280, height: 800 },
    ]) {
      await resize(page, size);
      const foot = await page.locator("floorplan-canvas .foot").boundingBox();
      const [, bottom] = await onScreen(page, 0, 12);
      if (foot === null || bottom >= foot.y) places.push(`${bottom} below ${foot?.y}`);
    }
    await resize(page, phone.viewport);
    assert.deepEqual(places, []);
  },
);

test("TURN-2: on a turned plan a finger draws and drags where it is", inBrowser, async (t) => {
  const drawing = await openDrawing(t, flat);
  if (drawing === undefined) return;
  const { page, saved } = drawing;
  assert.equal(await isTurned(page), true);
  await choose(page, "rooms/east", 7, 0.6);
  const corner = await middleOf(handle(page, "corner:2"));
  const at = await onScreen(page, 8, 3);
  assert(Math.hypot(corner[0] - at[0], corner[1] - at[1]) < 2, "a handle lies on its corner");
  // Its right wall is the lower one on the screen.
  await draw(page, await middleOf(handle(page, "wall:1")), await onScreen(page, 7.5, 1.5));
  await choose(page, "furniture/sofa", 2, 1.5);
  await draw(page, await onScreen(page, 2, 1.5), await onScreen(page, 1.4, 2.1));
  await tool(page, "Room").tap();
  await draw(page, await onScreen(page, 0, 3), await onScreen(page, 4, 5));
  await page.keyboard.press("Enter");
  const plan = await saved();
  const [, east, drawn] = listOf(plan, "rooms").map(({ points }) => cornersOf(points));
  assert.deepEqual(east, [
    [4, 0],
    [7.5, 0],
    [7.5, 3],
    [4, 3],
  ]);
  assert.deepEqual(drawn, [
    [0, 3],
    [4, 3],
    [4, 5],
    [0, 5],
  ]);
  const [moved = {}] = listOf(plan, "furniture");
  assert(Math.abs(numberIn(moved["x"], 0) - 1.4) < 0.15, JSON.stringify(moved));
  assert(Math.abs(numberIn(moved["z"], 0) - 2.1) < 0.15, JSON.stringify(moved));
});

test(
  "TURN-3: on a turned plan arrow keys move as seen, and distances, sizes and edges are called as they are seen",
  inBrowser,
  async (t) => {
    const lamp = { id: "lamp", kind: "light", x: 6, z: 1 };
    const drawing = await openDrawing(t, { ...flat, devices: [lamp] });
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    assert.equal(await isTurned(page), true);
    await choose(page, "furniture/sofa", 2, 1.5);
    const before = await middleOf(shape(page, "furniture/sofa"));
    await press(page, "ArrowRight", "ArrowDown", "ArrowDown");
    await becomes(async () => {
      const [x, y] = await middleOf(shape(page, "furniture/sofa"));
      return [x > before[0], y > before[1]];
    }, [true, true]);
    // 1.45 m from the upper edge of the plan, which is seen at the right, and 2.1 m from the left one, which is above.
    const left = page.getByRole("button", { name: /^Distance to the left/ });
    await left.waitFor();
    const [leftX] = await middleOf(left);
    assert(leftX < before[0], "the distance to the left is at the left");
    await left.tap();
    await page.getByRole("textbox", { name: "Distance to the left" }).fill("0.5");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Distance to the left: 0.50 m" }).waitFor();
    await page.keyboard.press("Escape");
    await choose(page, "rooms/east", 7, 0.6);
    await page.getByRole("button", { name: "Details", exact: true }).tap();
    assert.equal(await page.getByLabel("Width (m)", { exact: true }).inputValue(), "2.88");
    assert.equal(await page.getByLabel("Depth (m)", { exact: true }).inputValue(), "3.88");
    await page.getByRole("button", { name: "Details", exact: true }).tap();
    const [stored = {}] = listOf(await saved(), "furniture");
    // The lower side of the plan, whose face is at 2.94 m, is seen at the left.
    assert.deepEqual([stored["x"], stored["z"]], [2.1, 1.94]);
  },
);

test(
  "TURN-3: on a turned plan the crosshair says its place as it is seen",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, flat);
    if (drawing === undefined) return;
    const { page } = drawing;
    assert.equal(await isTurned(page), true);
    await press(page, "q");
    await press(page, "ArrowDown");
    const said = page.getByText(/^-?[\d.]+ m from the top, -?[\d.]+ m from the right\.$/);
    await said.waitFor();
    const place = async (): Promise<readonly number[]> =>
      ((await said.textContent()) ?? "").match(/-?[\d.]+(?= m)/g)?.map(Number) ?? [];
    const [down = 0, left = 0] = await place();
    await press(page, "ArrowDown", "ArrowLeft");
    await becomes(
      async () => (await place()).map((metres) => Math.round(metres * 100)),
      [down + 0.1, left + 0.1].map((metres) => Math.round(metres * 100)),
    );
    await press(page, "Escape");
  },
);

test(
  "TURN-3: on a turned plan a typed width moves the end that is seen at the right, and the other one if that is chosen",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, flat);
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    assert.equal(await isTurned(page), true);
    await choose(page, "rooms/east", 7, 0.6);
    await page.getByRole("button", { name: "Details", exact: true }).tap();
    const width = page.getByLabel("Width (m)", { exact: true });
    await width.fill("3.38");
    await width.press("Enter");
    const end = page.getByRole("group", { name: "End that moves" });
    assert.equal(await end.getByLabel("Right").isChecked(), true);
    const zs = async (): Promise<readonly Json[]> => {
      const [, east] = listOf(await saved(), "rooms");
      return cornersOf(east?.["points"]).map((corner) =>
        isList(corner) ? (corner[1] ?? null) : null,
      );
    };
    // What is upper on the plan is seen at the right.
    assert.deepEqual(await zs(), [-0.5, -0.5, 3, 3]);
    await width.fill("2.88");
    await end.getByLabel("Left").check();
    await becomes(zs, [-0.5, -0.5, 2.5, 2.5]);
    await page.getByRole("button", { name: "Details", exact: true }).tap();
  },
);

test(
  "TURN-4: what is typed, placed, aligned and copied on a turned plan lies as it is seen",
  inBrowser,
  async (t) => {
    const chairs = [
      { id: "one", type: "chair", x: 1, z: 1, w: 0.5, d: 0.5 },
      { id: "two", type: "chair", x: 2, z: 2, w: 0.5, d: 0.5 },
    ];
    const [west] = twoRooms.rooms;
    const far = [
      [7, 0],
      [11, 0],
      [11, 3],
      [7, 3],
    ];
    const rooms = [west, { id: "far", name: "Far", points: far }];
    const drawing = await openDrawing(t, { rooms, furniture: chairs });
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    assert.equal(await isTurned(page), true);
    await tool(page, "Room").tap();
    // From a point alone, the room grows to the right and down.
    await page.touchscreen.tap(...(await onScreen(page, 4.5, 2.5)));
    await page.keyboard.type("2");
    await page.getByRole("textbox", { name: "Width", exact: true }).waitFor();
    await page.keyboard.press("Tab");
    await page.getByRole("textbox", { name: "Depth", exact: true }).waitFor();
    await page.keyboard.type("1");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await tool(page, "Furniture").tap();
    await page.getByRole("button", { name: "Armchair", exact: true }).tap();
    await page.touchscreen.tap(...(await onScreen(page, 9, 1.5)));
    await press(page, "Escape");
    await page.mouse.click(...(await onScreen(page, 1, 1)));
    await page.keyboard.down("Control");
    await page.mouse.click(...(await onScreen(page, 2, 2)));
    await page.keyboard.up("Control");
    await becomes(() => selected(page), ["furniture/one", "furniture/two"]);
    await page.getByRole("button", { name: "More actions" }).tap();
    await page.getByRole("menuitem", { name: "Align" }).tap();
    await page.getByRole("menuitem", { name: "Left", exact: true }).tap();
    await press(page, "Control+d");
    const plan = await saved();
    const [, , drawn] = listOf(plan, "rooms");
    const xs = cornersOf(drawn?.["points"]).flat();
    assert.deepEqual(
      xs.map(Number).toSorted((one, other) => one - other),
      [0.38, 0.38, 2.5, 2.5, 4.5, 4.5, 5.62, 5.62],
    );
    const furniture = listOf(plan, "furniture");
    // The left edge on the screen is the lower one of the plan, and copies lie to the right and below.
    assert.deepEqual(
      furniture.filter(({ type }) => type === "chair").map(({ x, z }) => [x, z]),
      [
        [1, 2],
        [2, 2],
        [1.5, 1.5],
        [2.5, 1.5],
      ],
    );
    const armchair = furniture.find(({ type }) => type === "armchair");
    assert.equal(armchair?.["rotation"], 270, "it stands upright on the screen, as in its list");
  },
);
