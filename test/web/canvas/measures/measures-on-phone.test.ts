import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { demoPlan } from "../../../samples/index.ts";
import { inBrowser } from "../../../support/timeouts.ts";
import { useBrowser } from "../../browser.ts";
import { drawings, middleOf, onScreen, selected, shape } from "../../editor-drawing.ts";
import { becomes } from "../../page-polling.ts";
import { resize } from "../../resize.ts";
import { phone } from "../../touch-input.ts";

const openDrawing = drawings(useBrowser(), phone);

/** The measures that lie over a part of the drawing, as "length over part". */
const covering = (page: Page, parts: string): Promise<readonly string[]> =>
  page.locator("floorplan-canvas").evaluate((canvas, wanted) => {
    const boxesOf = (query: string): readonly (readonly [string, DOMRect])[] =>
      [...(canvas.shadowRoot?.querySelectorAll(query) ?? [])].map((each) => [
        each.textContent?.trim() ?? "",
        each.getBoundingClientRect(),
      ]);
    return boxesOf(".measure").flatMap(([length, measure]) =>
      boxesOf(wanted).flatMap(([name, box]) =>
        measure.left < box.right - 2 &&
        box.left < measure.right - 2 &&
        measure.top < box.bottom - 2 &&
        box.top < measure.bottom - 2
          ? [`${length} over ${name}`]
          : [],
      ),
    );
  }, parts);

test(
  "MEAS-15: on a phone, lengths cover no room’s name and nothing of the foot",
  inBrowser,
  async (t) => {
    const drawing = await openDrawing(t, demoPlan("flat"));
    if (drawing === undefined) return;
    const { page } = drawing;
    for (const [width, height] of [
      [360, 740],
      [390, 844],
      [740, 360],
    ] as const) {
      await resize(page, { width, height });
      for (const [ref, place] of [
        ["furniture/sofa", undefined],
        ["rooms/living_room", [7, 7.2]],
        ["furniture/bed", undefined],
      ] as const) {
        await page.getByRole("application", { name: "Drawing" }).press("Escape");
        await becomes(() => selected(page), []);
        const at = await (place ? onScreen(page, ...place) : middleOf(shape(page, ref)));
        await page.touchscreen.tap(...at);
        await becomes(() => selected(page), [ref]);
        assert(await page.locator("floorplan-canvas .measure").count());
        const covered = await covering(page, ".labels text, .foot > *");
        assert.deepEqual(covered, [], `${ref} at ${width} × ${height}`);
      }
    }
  },
);
