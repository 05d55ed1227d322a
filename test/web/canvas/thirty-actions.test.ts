import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { cornersOf } from "../../../src/model/elements/places.ts";
import { boxAround } from "../../../src/model/geometry/polygon.ts";
import { halfWall } from "../../../src/model/geometry/vector.ts";
import { sampled } from "../../campaign/scale.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { seededRandom } from "../../support/random.ts";
import { useBrowser } from "../browser.ts";
import { drawings, onScreen, tool } from "../editor-drawing.ts";
import { type At, listOf } from "../editing.ts";

const openDrawing = drawings(useBrowser());

/** What a person does, counted: a click, a key, a text with the Enter after it. */
interface Person {
  readonly actions: () => number;
  /** Clicks a place of the plan, in metres. */
  readonly clickAt: (x: number, z: number) => Promise<void>;
  readonly click: (what: Locator) => Promise<void>;
  readonly press: (key: string) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
}

const personAt = (page: Page): Person => {
  let actions = 0;
  const counted = async (act: Promise<unknown>): Promise<void> => {
    actions += 1;
    await act;
  };
  const typed = async (text: string): Promise<void> => {
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
  };
  return {
    actions: () => actions,
    clickAt: async (x, z) => counted(page.mouse.click(...(await onScreen(page, x, z)))),
    click: (what) => counted(what.click()),
    press: (key) => counted(page.keyboard.press(key)),
    type: (text) => counted(typed(text)),
  };
};

/** Millimetres between the sides of each room as they are stored, less what is wall at either side. */
const sizes = (plan: object, wall: number): readonly (readonly (number | undefined)[])[] =>
  listOf({ ...plan }, "rooms").map((room) => {
    const corners = cornersOf(room);
    const box = boxAround(corners);
    const millimetres = (length = 0): number => Math.round((length - wall * 2) * 1e4) / 10;
    return [corners.length, millimetres(box?.width), millimetres(box?.height)];
  });

/** Draws the flat. */
const drawFlat = async (page: Page, person: Person): Promise<void> => {
  const { clickAt, click, press, type } = person;
  const drawRoom = async (at: At, width: string, depth: string, name: string): Promise<void> => {
    await clickAt(...at);
    await type(width);
    await type(depth);
    await page.getByLabel("What is this room called?").waitFor();
    await type(name);
  };
  await press("q");
  await drawRoom([1, 1], "5,20", "3,80", "Living room");
  await drawRoom([6.3, 1.02], "3.10 m", "380 cm", "Bedroom");
  await drawRoom([1.02, 4.88], "2,2", "1,9", "Bathroom");
  await press("d");
  await clickAt(6.25, 2);
  await clickAt(2, 4.85);
  await clickAt(4.5, 4.85);
  await press("w");
  await clickAt(3, 1);
  await clickAt(7.8, 1);
  await clickAt(1, 5.8);
  for (const [piece, x, z] of [
    ["Sofa", 1.6, 2.6],
    ["Ceiling lamp", 3.6, 2.9],
  ] as const) {
    await press("f");
    await click(page.getByRole("button", { name: piece, exact: true }));
    await clickAt(x, z);
  }
};

const wanted = [
  [4, 5200, 3800],
  [4, 3100, 3800],
  [4, 2200, 1900],
];

const sorts = [
  ["Inside dimensions", halfWall],
  ["Centre-line dimensions", 0],
] as const;

test(
  "MEAS-10, EDIT-38: thirty actions make a flat of three rooms of exact sizes, with six openings, a sofa and a lamp, in either sort of measures",
  inBrowser,
  async (t) => {
    for (const [sort, wall] of sampled(seededRandom(t), sorts, sorts.length)) {
      const drawing = await openDrawing(t);
      if (drawing === undefined) return;
      const { page, saved } = drawing;
      const person = personAt(page);
      if (wall === 0) await person.click(tool(page, "Inside dimensions"));
      await tool(page, sort).waitFor();
      await drawFlat(page, person);
      const plan = await saved();
      // With the click on the button that saves.
      const actions = person.actions() + 1;
      t.diagnostic(`${actions} actions`);
      assert(actions <= 30, `${actions} actions`);
      assert.deepEqual(sizes(plan, wall), wanted);
      const kinds = listOf(plan, "openings").map(({ type }) => type);
      assert.deepEqual(kinds, ["door", "door", "door", "window", "window", "window"]);
      const furniture = listOf(plan, "furniture").map(({ type }) => type);
      assert.deepEqual(furniture, ["sofa", "lamp_ceiling"]);
    }
  },
);
