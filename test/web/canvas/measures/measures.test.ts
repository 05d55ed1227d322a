import assert from "node:assert/strict";
import { test } from "node:test";
import { inBrowser } from "../../../support/timeouts.ts";
import { rectangle } from "../../../../src/model/editing/add-remove.ts";
import { useBrowser } from "../../browser.ts";
import { drawings, handle, middleOf, shape, tool } from "../../editor-drawing.ts";
import { drag, listOf, panel } from "../../editing.ts";

const openDrawing = drawings(useBrowser());

const corners = (plan: object): unknown => listOf({ ...plan }, "rooms").map(({ points }) => points);

const hall = { rooms: [{ id: "hall", name: "Hall", points: rectangle([0, 0], [5, 6]) }] };

test(
  "MEAS-1: a wall of the selected room is pulled from anywhere on its line, and the middle still moves the room",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, hall);
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    const middle = await middleOf(shape(page, "rooms/hall"));
    await page.mouse.click(...middle);
    const [line] = await middleOf(handle(page, "wall:1"));
    const metre = (line - middle[0]) / 2.5;
    // A quarter of the wall away from its handle, and some pixels beside the line.
    const from = await middleOf(handle(page, "wall:1"), 4, metre);
    await page.mouse.move(...from);
    // It says so.
    await page.locator('floorplan-canvas .stage[style*="ew-resize"]').waitFor();
    await drag(page, from, [line + metre, from[1]]);
    assert.deepEqual(corners(await saved()), [rectangle([0, 0], [6, 6])]);
    await drag(page, middle, [middle[0] + metre, middle[1]]);
    assert.deepEqual(corners(await saved()), [rectangle([1, 0], [7, 6])]);
  },
);

test(
  "MEAS-2: the bar of the selection covers no handle, wherever the room is moved on the screen, and no length",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, hall);
    if (drawing === undefined) return;
    const { page } = drawing;
    await page.mouse.click(...(await middleOf(shape(page, "rooms/hall"))));
    const bar = page.getByRole("toolbar", { name: "Selection" });
    await bar.waitFor();
    const covered = async (what = ".handle"): Promise<readonly string[]> => {
      const place = await bar.boundingBox();
      return page.locator(`floorplan-canvas ${what}`).evaluateAll((found, over) => {
        const isCovered = (each: Element): boolean => {
          const { left, right, top, bottom } = each.getBoundingClientRect();
          if (over === null || left >= over.x + over.width || right <= over.x) return over === null;
          return top < over.y + over.height && bottom > over.y;
        };
        return found.filter(isCovered).map((each) => each.getAttribute("data-handle") ?? "");
      }, place);
    };
    assert.deepEqual(await covered(), []);
    assert.deepEqual(await covered(".measure"), []);
    for (const key of ["-", "Shift+ArrowUp", "Shift+ArrowDown", "+", "+", "+", "ArrowDown"]) {
      await page.keyboard.press(key);
      assert.deepEqual(await covered(), [], key);
    }
  },
);

test("MEAS-3: R turns a ghost at a wall beside it, and not into it", inBrowser, async (t) => {
  const drawing = await openDrawing(t, hall);
  if (drawing === undefined) return;
  const { page, saved } = drawing;
  const box = await shape(page, "rooms/hall").locator(".floor").boundingBox();
  assert(box !== null);
  await tool(page, "Furniture").click();
  await page.getByRole("button", { name: "Sofa", exact: true }).click();
  const at = [box.x + box.width / 2, box.y + (box.height / 6) * 0.5] as const;
  await page.mouse.move(...at);
  await page.locator("floorplan-canvas .plan .symbol").waitFor();
  await page.keyboard.press("r");
  await page.mouse.click(...at);
  const [sofa] = listOf(await saved(), "furniture");
  assert.deepEqual([sofa?.["rotation"], sofa?.["z"]], [90, 0.06 + Number(sofa?.["w"]) / 2]);
});

test(
  "MEAS-11: the tape measure says how far apart two corners are, and stores nothing",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, hall);
    if (drawing === undefined) return;
    const { page } = drawing;
    const box = await shape(page, "rooms/hall").locator(".floor").boundingBox();
    assert(box !== null);
    const metre = box.width / 5;
    await page.keyboard.press("l");
    await page.mouse.click(box.x + 0.08 * metre, box.y + 0.05 * metre);
    await page.mouse.move(box.x + box.width - 0.05 * metre, box.y + box.height - 0.07 * metre);
    const texts = page.locator("floorplan-canvas .measure text");
    await page.getByText("7.64 m").waitFor();
    // From face to face: 4.88 m across and 5.88 m down.
    assert.deepEqual((await texts.allTextContents()).toSorted(), ["4.88 m", "5.88 m", "7.64 m"]);
  },
);

test(
  "MEAS-16: a drag on a length moves what lies beneath; a click opens it, or selects another piece beneath",
  inBrowser,
  async (t) => {
    // Pieces everywhere, so that no length has a free place.
    const row = Array.from({ length: 14 }, (_, at) => at * 0.5 - 1);
    const furniture = row.flatMap((x) =>
      row.map((z) => ({ id: `t${x}/${z}`, type: "table", x, z, w: 0.5, d: 0.5 })),
    );
    const drawing = await openDrawing(t, {
      rooms: [{ id: "hall", name: "Hall", points: rectangle([0, 0], [4, 4]) }],
      furniture,
    });
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    const field = page.getByRole("textbox", { name: /wall|Wall/ });
    const length = page.locator("floorplan-canvas [data-measure='wall:0']");
    const selectRoom = async (): Promise<void> => {
      await panel(page, "Outline");
      await page.getByRole("treeitem", { name: "Hall" }).click();
      await length.waitFor();
    };
    await selectRoom();
    const over = await middleOf(length);
    await page.mouse.click(...over);
    // The piece beneath is selected, and no field opens.
    await page
      .locator("floorplan-canvas [data-ref^='furniture/'].selected")
      .waitFor({ state: "attached" });
    assert.equal(await field.count(), 0);

    await selectRoom();
    await drag(page, over, [over[0] + 30, over[1] + 40]);
    const moved = listOf(await saved(), "furniture").filter(
      ({ x, z }) => !furniture.some((each) => each.x === x && each.z === z),
    );
    assert.equal(moved.length, 1, "one piece was dragged from beneath the length");

    const free = await openDrawing(t, hall);
    if (free === undefined) return;
    await selectRoom();
    const at = await middleOf(length);
    await page.mouse.click(...at);
    await field.waitFor();
    await page.keyboard.press("Escape");
    // A drag from there moves the selected room.
    await drag(page, at, [at[0] + 60, at[1] + 30]);
    assert.notDeepEqual(corners(await free.saved()), corners(hall));
  },
);
