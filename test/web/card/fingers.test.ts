import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { demoPlan } from "../../samples/index.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { canDo } from "../browser.ts";
import { show, useCards } from "../card-page.ts";
import { touchInputOn } from "../touch-input.ts";

const { openCard } = useCards();

/** The part of the plan that is shown, once what moved the view rests. */
const viewBox = async (page: Page): Promise<readonly number[]> => {
  await page.locator('.layer:not([style*="translate"])').waitFor({ state: "attached" });
  return ((await page.locator("svg.sheet").getAttribute("viewBox")) ?? "").split(" ").map(Number);
};

test(
  "CARD-5: two fingers that move together move the view, however far they jump at once",
  inBrowser,
  async (t) => {
    if (!canDo(t, "DevTools")) return;
    const page = await openCard(t, "client");
    if (page === undefined) return;
    await show(page, demoPlan("flat"));
    const [, , width] = await viewBox(page);
    const fingers = await touchInputOn(page);
    // One of them is then almost where the other was before, which alone would zoom out as far as possible.
    for (const right of [90, -90]) {
      await fingers.down([500, 300], [600, 300]);
      await fingers.move([500 + right, 300], [600 + right, 300]);
      await fingers.up();
      const [, , moved] = await viewBox(page);
      assert.equal(moved, width, `moved by ${right} pixels`);
    }
  },
);

test(
  "CARD-17: a finger scrolls the page over the plan that is wholly in view, and moves the plan otherwise",
  inBrowser,
  async (t) => {
    if (!canDo(t, "DevTools")) return;
    const page = await openCard(t, "client");
    if (page === undefined) return;
    await show(page, demoPlan("flat"));
    await page.evaluate(`document.body.style.height = "3000px"`);
    const fingers = await touchInputOn(page);
    const swipe = async (): Promise<void> => {
      await fingers.down([600, 400]);
      for (const y of [380, 340, 300, 260]) await fingers.move([600, y]);
      await fingers.up();
    };
    const scrolled = (): Promise<number> => page.evaluate("scrollY");
    const fitted = await viewBox(page);
    // The page goes on for a moment when the finger is gone.
    await page.evaluate(
      `seen.scrolled = new Promise((resolve) => document.addEventListener("scrollend", resolve, { once: true })); 0`,
    );
    await swipe();
    await page.evaluate("seen.scrolled.then(() => 0)");
    assert.notEqual(await scrolled(), 0);
    assert.deepEqual(await viewBox(page), fitted);
    await page.evaluate("scrollTo(0, 0)");
    await page.getByRole("button", { name: "Zoom in" }).click();
    const near = await viewBox(page);
    await swipe();
    const [, top = 0] = await viewBox(page);
    assert(top > (near[1] ?? 0), "the plan is moved");
    assert.equal(await scrolled(), 0);
    await page.evaluate(`document.body.style.height = ""`);
  },
);
