import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { view3dButton as germanButton } from "../../../src/web/i18n/de/screens.ts";
import { view3d as german } from "../../../src/web/i18n/de/view-3d.ts";
import { view3dButton as englishButton } from "../../../src/web/i18n/en/screens.ts";
import { view3d as english } from "../../../src/web/i18n/en/view-3d.ts";
import { view3dButton as frenchButton } from "../../../src/web/i18n/fr/screens.ts";
import { view3d as french } from "../../../src/web/i18n/fr/view-3d.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { useCards } from "../card-page.ts";
import { becomes } from "../page-polling.ts";
import { openHouse, showIn3d } from "./house-view.ts";

const cards = useCards();

const plan = {
  rooms: [
    {
      id: "hall",
      name: "Hall",
      points: [
        [0, 0],
        [4, 0],
        [4, 4],
        [0, 4],
      ],
    },
  ],
};

/** Takes WebGL 2 from the page. */
const withoutGraphics = (page: Page): Promise<unknown> =>
  page.addInitScript(`{
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
      return kind === "webgl2" ? null : getContext.call(this, kind, ...rest);
    };
  }`);

const isPlanShown = (page: Page): Promise<boolean> =>
  page.locator('svg.sheet [data-ref="rooms/hall"]').first().isVisible();

test(
  "VIEW3D-10: without WebGL 2, the page says so in every language, and the plan stays",
  inBrowser,
  async (t) => {
    const page = await openHouse(t, cards, plan, { prepare: withoutGraphics });
    if (page === undefined) return;
    for (const [language, words, { open }] of [
      ["en", english, englishButton],
      ["de", german, germanButton],
      ["fr", french, frenchButton],
    ] as const) {
      await page.evaluate(`card.hass = { ...hassWith({}), language: "${language}" }`);
      await page.getByRole("button", { name: open }).click();
      const notice = page.getByRole("alert").filter({ hasText: words.missing });
      await notice.waitFor();
      assert.equal(await page.locator("floorplan-view-3d").count(), 0);
      assert(await isPlanShown(page));
      await notice.getByRole("button", { name: words.understood }).click();
      await becomes(() => notice.count(), 0);
    }
  },
);

test(
  "VIEW3D-10: where the browser takes the graphics away, the page says so, and shows the plan again",
  inBrowser,
  async (t) => {
    const page = await openHouse(t, cards, plan, { expects: /WebGL|CONTEXT_LOST/ });
    if (page === undefined) return;
    await showIn3d(page);
    await page
      .locator("floorplan-view-3d canvas")
      .evaluate((canvas) =>
        canvas instanceof HTMLCanvasElement
          ? canvas.getContext("webgl2")?.getExtension("WEBGL_lose_context")?.loseContext()
          : undefined,
      );
    await page.getByRole("alert").filter({ hasText: english.lost }).waitFor();
    assert.equal(await page.locator("floorplan-view-3d").count(), 0);
    assert(await isPlanShown(page));
    await showIn3d(page);
  },
);

test(
  "VIEW3D-10: where the browser refuses the graphics once the view opens, the page says so, and the plan stays",
  inBrowser,
  async (t) => {
    const page = await openHouse(t, cards, plan, { path: "/?refused", expects: /WebGL/ });
    if (page === undefined) return;
    await page.evaluate(`{
      const { getContext } = HTMLCanvasElement.prototype;
      let asked = 0;
      HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
        if (kind === "webgl2" && (asked += 1) > 1) return null;
        return getContext.call(this, kind, ...rest);
      };
    }`);
    await page.getByRole("button", { name: "Show in 3D" }).click();
    await page.getByRole("alert").filter({ hasText: english.lost }).waitFor();
    assert.equal(await page.locator("floorplan-view-3d").count(), 0);
    assert(await isPlanShown(page));
  },
);
