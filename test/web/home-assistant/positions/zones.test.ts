import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { bounded } from "../../../support/timeouts.ts";
import { accessibilityViolations } from "../../accessibility-violations.ts";
import { show, useCards } from "../../card-page.ts";
import { becomes } from "../../page-polling.ts";
import { positionService, tell } from "./told-positions.ts";

const { openCard } = useCards();

const square = (left: number, wide: number): readonly (readonly number[])[] => [
  [left, 0],
  [left + wide, 0],
  [left + wide, 4],
  [left, 4],
];

const plan = {
  levels: [
    { id: "down", name: "Down" },
    { id: "up", name: "Up" },
  ],
  rooms: [
    { id: "k", name: "Kitchen", points: square(0, 10), level: "down" },
    { id: "b", name: "Bath", points: square(0, 5), level: "up" },
  ],
  trackers: [{ id: "radar" }, { id: "anna" }],
  zones: [
    { id: "sofa", name: "Sofa", points: square(0, 3), level: "down" },
    { id: "left", points: square(1, 5), level: "down", trackers: ["anna"] },
    { id: "fan", name: "Fan", points: square(8, 1), exclude: true },
    { id: "none", name: "None" },
    { id: "tub", name: "Tub", points: square(0, 2), level: "up" },
  ],
};

const at = (x: number, more: Readonly<Record<string, unknown>> = {}) => ({
  s: "located",
  a: { kind: "target", x, z: 1, level: "down", ...more },
  lc: 1,
});

/** What a screen reader is told of the zones. */
const zonesOf = (page: Page): Promise<readonly string[]> =>
  page
    .locator("floorplan-positions .zone")
    .evaluateAll((all) => all.map((each) => each.getAttribute("aria-label") ?? ""));

test("ZONE-7: zones are drawn with positions, and say who is in them", bounded, async (t) => {
  const page = await openCard(t, "client");
  if (page === undefined) return;
  await page.waitForFunction(() => "onPlan" in window);
  await page.evaluate(positionService());
  await show(page, plan);
  await page.locator("floorplan-positions svg").waitFor({ state: "attached" });
  assert.deepEqual(await zonesOf(page), [], "as long as nothing is known of anybody");
  await tell(page, {
    "radar/1": at(2, { part_of: "track:1" }),
    anna: at(2, { kind: "person", name: "Anna", part_of: "track:1" }),
    "track:1": at(2, { kind: "person", name: "Anna", sources: ["radar/1", "anna"] }),
    "radar/2": at(2.5),
    "radar/3": { s: "absent", a: { kind: "target" }, lc: 1 },
  });
  await becomes(() => zonesOf(page), ["Sofa: Anna, Target", "Zone: Anna"]);
  const sofa = page.locator("floorplan-positions .zone").first();
  assert.equal(await sofa.getAttribute("class"), "zone taken");
  assert.equal((await sofa.textContent())?.trim(), "Sofa · 2");
  assert.deepEqual(await accessibilityViolations(page), []);
  await tell(page, { "track:1": at(7, { kind: "person", name: "Anna" }), "radar/2": at(8.5) });
  await becomes(() => zonesOf(page), ["Sofa: nobody", "Zone: nobody"]);
  assert.equal(await sofa.getAttribute("class"), "zone");
  await show(page, { ...plan, zones: plan.zones.slice(0, 1) });
  await becomes(() => zonesOf(page), ["Sofa: nobody"], "a newer plan counts at once");
  await show(page, plan);
  await page.getByRole("tab", { name: "Up" }).click();
  await becomes(() => zonesOf(page), ["Tub: nobody"]);
  await tell(page, { "radar/3": at(1, { level: "up" }) });
  await becomes(() => zonesOf(page), ["Tub: Target"]);
});

test(
  "ZONE-7: without the right to positions, and without trackers, no zone is drawn",
  bounded,
  async (t) => {
    const page = await openCard(t, "client");
    if (page === undefined) return;
    await page.waitForFunction(() => "onPlan" in window);
    await page.evaluate(positionService("unauthorized"));
    await show(page, plan);
    await page.locator("floorplan-positions svg").waitFor({ state: "attached" });
    assert.equal(await page.locator("floorplan-positions svg").isVisible(), false);
    assert.deepEqual(await zonesOf(page), []);
    assert.equal(await page.getByText("Sofa").count(), 0);
    await show(page, { ...plan, trackers: [] });
    await page.locator("floorplan-positions").waitFor({ state: "detached" });
  },
);
