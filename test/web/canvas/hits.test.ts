import assert from "node:assert/strict";
import { test } from "node:test";
import { entitiesOf, refOf } from "../../../src/model/elements/entities.ts";
import { elementsOn } from "../../../src/model/elements/places.ts";
import { scaled } from "../../campaign/scale.ts";
import { demoPlan, type DemoSize, demoSizes } from "../../samples/index.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { useBrowser } from "../browser.ts";
import { drawings } from "../editor-drawing.ts";
import { pressThings } from "../hit-report.ts";

const openDrawing = drawings(useBrowser(), { viewport: { width: 1600, height: 1100 } });

/** Of how many things of each plan the middle lies under another one, such as that of a chair under a lamp. */
const maxCovered: Readonly<Record<DemoSize, number>> = { flat: 1, house: 30, office: 490 };

/** The office has thousands of things: on a busy machine that takes minutes. */
const ofOffice = { timeout: scaled(inBrowser.timeout, 4 * inBrowser.timeout) };

for (const size of scaled(["flat", "house"] as const, demoSizes)) {
  test(
    `DRAW-13: each thing of the ${size} answers a press on its middle, unless something is painted over that`,
    ofOffice,
    async (t) => {
      const plan = demoPlan(size);
      const drawing = await openDrawing(t, plan);
      if (drawing === undefined) return;
      const lists = ["openings", "furniture", "devices", "sensors", "texts"] as const;
      const things = lists.flatMap((list) => entitiesOf({ ...plan }, list).map(refOf));
      const byLevel = plan.levels.map(({ id }) => {
        const here = new Set(elementsOn({ ...plan }, id, lists).map(refOf));
        return [id, things.filter((ref) => here.has(ref))] as const;
      });
      const { pressed, covered, wrong } = await pressThings(drawing.page, byLevel);
      assert.deepEqual(wrong, [], "each answers for itself");
      assert.equal(pressed, things.length, "all of them were seen");
      assert(covered.length <= maxCovered[size], covered.join("\n"));
    },
  );
}
