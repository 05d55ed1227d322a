import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { bounded } from "../../../support/timeouts.ts";
import { accessibilityViolations } from "../../accessibility-violations.ts";
import { show, useCards } from "../../card-page.ts";
import { becomes } from "../../page-polling.ts";
import { positionService, tell } from "./told-positions.ts";

const { openCard } = useCards();

const square = (left: number): readonly (readonly number[])[] => [
  [left, 0],
  [left + 5, 0],
  [left + 5, 4],
  [left, 4],
];

const plan = {
  levels: [
    { id: "down", name: "Down" },
    { id: "up", name: "Up" },
  ],
  rooms: [
    { id: "k", name: "Kitchen", points: square(0), level: "down" },
    { id: "d", name: "Den", points: square(5), level: "down" },
    { id: "b", name: "Bath", points: square(0), level: "up" },
  ],
  trackers: [{ id: "robi" }],
};

const located = (x: number, z: number, more = {}) => ({
  s: "located",
  a: { name: "Robi", kind: "vacuum", x, z, level: "down", ...more },
  lc: 1,
});

/** Where a dot is drawn, in metres. */
const placeOf = (page: Page, label: string): Promise<string | null> =>
  page.locator(`.dot[aria-label="${label}"]`).getAttribute("transform");

test(
  "POS-13, POS-15: targets are drawn on the shown floor with their names, and glide to where they are reported",
  bounded,
  async (t) => {
    const page = await openCard(t, "client", { reducedMotion: "no-preference" });
    if (page === undefined) return;
    await page.waitForFunction(() => "onPlan" in window);
    await page.evaluate(positionService());
    await show(page, plan);
    const person = { s: "room", a: { name: "Anna", kind: "person", room: "den" }, lc: 1 };
    await tell(page, {
      robi: located(1, 1, { heading: 90, accuracy: 0.5 }),
      anna: person,
      ben: { ...person, a: { ...person.a, name: "Ben" } },
      above: located(1, 1, { name: "Cat", kind: "pet", level: "up" }),
      part: located(1, 1, { part_of: "robi" }),
      gone: { s: "absent", a: { kind: "person" } },
      odd: { s: "problem", a: { kind: "person", problem: "no-entity" } },
    });
    const labels = page.locator(".dot");
    await labels.first().waitFor();
    const names = await labels.evaluateAll((all) =>
      all.map((each) => each.getAttribute("aria-label") ?? ""),
    );
    assert.deepEqual(names.toSorted(), [
      "Person Anna, in Den",
      "Person Ben, in Den",
      "Vacuum Robi, in Kitchen",
    ]);
    assert.notEqual(
      await placeOf(page, "Person Anna, in Den"),
      await placeOf(page, "Person Ben, in Den"),
    );
    assert.equal(await placeOf(page, "Vacuum Robi, in Kitchen"), "translate(1 1)");
    assert.equal(await page.locator(".dot .name").count(), 3);
    const dot = await page.locator(".dot.vacuum .disc").boundingBox();
    const floor = await page.locator('[data-ref="rooms/k"]').boundingBox();
    assert(dot !== null && floor !== null, "both are on the screen");
    const across = (dot.x + dot.width / 2 - floor.x) / floor.width;
    assert(Math.abs(across - 0.2) < 0.03, `it stands over the plan: ${across}`);
    await page.keyboard.press("Tab");
    const focusable = await page.locator('.dot[tabindex="0"]').count();
    assert.equal(focusable, 3, "each can have the focus");
    assert.deepEqual(await accessibilityViolations(page), []);
    // The way of a glide, as it is drawn.
    await page.evaluate(`{
      window.ways = [];
      const dot = card.shadowRoot.querySelector("floorplan-positions").shadowRoot.querySelector(".dot.vacuum");
      new MutationObserver(() => {
        const at = dot.getAttribute("transform");
        if (ways.at(-1) !== at) ways.push(at);
      }).observe(dot, { attributeFilter: ["transform"] });
    }`);
    await tell(page, { robi: located(3, 1) });
    await becomes(() => placeOf(page, "Vacuum Robi, in Kitchen"), "translate(3 1)");
    const ways: string[] = await page.evaluate("ways");
    const xs = ways.map((way) => Number(/\(([\d.]+)/.exec(way)?.[1]));
    assert(xs.length > 2, `it glides: ${ways.join()}`);
    assert.deepEqual(
      xs,
      xs.toSorted((one, other) => one - other),
      "forward alone",
    );
    assert((await page.locator(".trail path").count()) > 0, "it leaves a trail");
    await page.evaluate("ways.length = 0");
    await tell(page, { robi: located(9, 1) });
    await becomes(() => placeOf(page, "Vacuum Robi, in Den"), "translate(9 1)");
    assert.deepEqual(await page.evaluate("ways"), ["translate(9 1)"], "it jumps");
    const status = page.locator("floorplan-positions [role=status]");
    assert.equal(await status.textContent(), "", "nothing is said unasked");
    const ask = page.getByRole("button", { name: "Announce who enters which room" });
    await ask.press("Enter");
    assert.equal(await ask.getAttribute("aria-pressed"), "true");
    await becomes(
      () => status.textContent(),
      "Robi is in the Den. Anna is in the Den. Ben is in the Den. Cat is in the Bath.",
    );
    await tell(page, {
      robi: located(1, 1, {
        path: [
          [
            [1, 1],
            [2, 1],
          ],
        ],
      }),
    });
    await becomes(() => status.textContent(), "Robi is in the Kitchen.");
    assert.equal(await page.locator(".way").getAttribute("d"), "M1 1L2 1");
    await ask.press("Enter");
    assert.equal(await status.textContent(), "");
    await tell(page, { robi: located(1, 1, { level: "up" }) }, ["ben"]);
    await becomes(() => labels.count(), 1);
    await page.getByRole("tab", { name: "Up" }).click();
    await becomes(() => labels.count(), 2);
    await show(page, { ...plan, trackers: [] });
    await becomes(() => page.evaluate(`"tell" in window`), false);
    assert.equal(await labels.count(), 0, "without trackers nobody is drawn");
  },
);

test(
  "POS-12: a page without the right shows the plan as ever, and says nothing",
  bounded,
  async (t) => {
    const page = await openCard(t, "client");
    if (page === undefined) return;
    await page.waitForFunction(() => "onPlan" in window);
    await page.evaluate(positionService("unauthorized"));
    await show(page, plan);
    await page.locator("floorplan-positions svg").waitFor({ state: "attached" });
    assert.equal(await page.locator("floorplan-positions svg").isVisible(), false);
    assert.equal(await page.locator(".notice, .message, .mark, [role=alert]").count(), 0);
  },
);

test("POS-13: who wants no motion sees targets jump", bounded, async (t) => {
  const page = await openCard(t, "client");
  if (page === undefined) return;
  await page.waitForFunction(() => "onPlan" in window);
  await page.evaluate(positionService());
  await show(page, plan);
  await tell(page, { robi: located(1, 1) });
  await page.locator(".dot").waitFor();
  await page.evaluate(`tell(${JSON.stringify({ a: { robi: located(2, 1) } })})`);
  assert.equal(await placeOf(page, "Vacuum Robi, in Kitchen"), "translate(2 1)");
});
