import assert from "node:assert/strict";
import { test } from "node:test";
import { inBrowser } from "../../support/timeouts.ts";
import { useBrowser } from "../browser.ts";
import { drawings, middleOf, shape, selected } from "../editor-drawing.ts";
import { listOf } from "../editing.ts";
import { becomes } from "../page-polling.ts";

const openDrawing = drawings(useBrowser());

/** A hall with so many chairs in rows of forty. */
const hall = (many: number) => ({
  rooms: [
    {
      id: "hall",
      points: [
        [0, 0],
        [41, 0],
        [41, 28],
        [0, 28],
      ],
    },
  ],
  furniture: Array.from({ length: many }, (_, at) => ({
    id: `chair${at}`,
    type: "chair",
    x: 1 + (at % 40),
    z: 1 + Math.floor(at / 40),
    w: 0.5,
    d: 0.5,
    rotation: 0,
  })),
});

const chair = "furniture/chair500";

for (const [many, drawn, what] of [
  [1001, 2, "is drawn over everything else, without it beneath"],
  [999, 1, "keeps its place among the others"],
] as const)
  test(
    `EDIT-52, EDIT-53: of ${many} pieces, one that is dragged ${what}, and its bar is out of the way`,
    inBrowser,
    async (t) => {
      const drawing = await openDrawing(t, hall(many));
      if (drawing === undefined) return;
      const { page, saved } = drawing;
      const { mouse } = page;
      const bar = page.getByRole("toolbar", { name: "Selection" });
      const sheets = page.locator("floorplan-canvas svg.plan");
      const shown = page.locator(`floorplan-canvas [data-ref="${chair}"]`);
      await shape(page, "furniture/chair998").waitFor({ state: "attached" });
      const from = await middleOf(shape(page, chair));
      await mouse.click(...from);
      await becomes(() => selected(page), [chair]);
      await bar.waitFor();
      await mouse.down();
      await mouse.move(from[0] + 30, from[1] + 20, { steps: 3 });
      await bar.waitFor({ state: "hidden" });
      assert.equal(await sheets.count(), drawn);
      assert.equal(await shown.count(), 1);
      assert.equal(await sheets.last().locator(`[data-ref="${chair}"]`).count(), 1);
      await mouse.up();
      await bar.waitFor();
      assert.equal(await sheets.count(), 1);
      assert.equal(await shown.count(), 1);
      await becomes(() => selected(page), [chair]);
      const moved = listOf(await saved(), "furniture");
      assert.equal(moved.length, many);
      const { x, z } = moved[500] ?? {};
      assert(Number(x) > 21 && Number(z) > 13, "it lies where it was let go");
      await page.keyboard.press("Control+z");
      assert.deepEqual((await saved())["furniture"], hall(many).furniture);
    },
  );
