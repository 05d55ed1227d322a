import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { inBrowser } from "../../support/timeouts.ts";
import { show, useCards } from "../card-page.ts";
import { positionService, tell } from "../home-assistant/positions/told-positions.ts";
import { becomes } from "../page-polling.ts";
import { frames, type Pixel, pixels, settled, showIn3d } from "./house-view.ts";

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
    { id: "k", name: "Kitchen", points: square(0), level: "down", floor: "plain" },
    { id: "d", name: "Den", points: square(5), level: "down", floor: "plain" },
    { id: "b", name: "Bath", points: square(0), level: "up", floor: "plain" },
  ],
  trackers: [{ id: "robi" }, { id: "anna" }],
};

const layered = {
  ...plan,
  layers: [
    { id: "who", name: "Who", shows: ["positions"] },
    { id: "names", name: "Names", shows: ["labels"], hidden: true },
  ],
};

const located = (x: number, z: number, more = {}) => ({
  s: "located",
  a: { name: "Robi", kind: "vacuum", x, z, level: "down", ...more },
  lc: 1,
});

const anna = { s: "room", a: { name: "Anna", kind: "person", room: "den" }, lc: 1 };

const opened = async (
  t: Parameters<typeof openCard>[0],
  shown: object,
  path = "",
  refused = "",
): Promise<Page | undefined> => {
  const page = await openCard(t, "client", {
    reducedMotion: "no-preference",
    path: `/?${path}`,
  });
  if (page === undefined) return undefined;
  await page.waitForFunction(() => "onPlan" in window);
  await page.evaluate(positionService(refused));
  await show(page, shown);
  return page;
};

const dots = (page: Page) => page.locator("floorplan-view-3d .dot");

/** The names at the dots, from left to right. */
const names = (page: Page): Promise<readonly string[]> =>
  dots(page).evaluateAll((all) =>
    all
      .toSorted(
        (one, other) => one.getBoundingClientRect().left - other.getBoundingClientRect().left,
      )
      .map((dot) => dot.querySelector(".name")?.textContent ?? ""),
  );

/** Where the dot of a kind is, in pixels of the page. */
const middleOf = async (page: Page, kind: string): Promise<readonly [x: number, y: number]> => {
  const box = await page.locator(`floorplan-view-3d .dot.${kind} .disc`).boundingBox();
  assert(box !== null);
  return [box.x + box.width / 2, box.y + box.height / 2];
};

/** A grid over the picture. */
const everywhere = Array.from({ length: 60 * 40 }, (_, at): readonly [number, number] => [
  ((at % 60) + 0.5) / 60,
  (Math.floor(at / 60) + 0.5) / 40,
]);

const picture = async (page: Page): Promise<readonly Pixel[]> => {
  await settled(page);
  return pixels(page, everywhere);
};

/** At how many places of the grid two pictures differ. */
const differing = (one: readonly Pixel[], other: readonly Pixel[]): number =>
  one.filter((pixel, at) =>
    pixel.some((value, part) => Math.abs(value - (other[at]?.[part] ?? 0)) > 8),
  ).length;

test(
  "VIEW3D-13: what trackers tell stands on its floor with its name, glides to where it is reported, and draws frames only then",
  inBrowser,
  async (t) => {
    const page = await opened(t, plan, "moving");
    if (page === undefined) return;
    await tell(page, {
      robi: located(1, 2, { heading: 0 }),
      anna,
      cat: located(1, 1, { name: "Cat", kind: "pet", level: "up" }),
    });
    await showIn3d(page);
    await becomes(() => names(page), ["Robi", "Anna"], "from left to right, as on the plan");
    await page.locator("floorplan-view-3d .dot.chip.person").waitFor();
    await page.locator("floorplan-view-3d .dot.vacuum .heading").waitFor();
    const [first, before] = [await middleOf(page, "vacuum"), await picture(page)];
    const still = await frames(page);
    await page.evaluate(`{
      window.ways = [];
      const dot = card.shadowRoot.querySelector("floorplan-view-3d").shadowRoot.querySelector(".dot.vacuum");
      new MutationObserver(() => {
        const at = dot.getAttribute("transform");
        if (ways.at(-1) !== at) ways.push(at);
      }).observe(dot, { attributeFilter: ["transform"] });
    }`);
    await tell(page, { robi: located(3.5, 2, { heading: 0, accuracy: 1 }) });
    await becomes(
      async () => {
        await settled(page);
        return (await middleOf(page, "vacuum"))[0] > first[0] + 60;
      },
      true,
      "it glides to the right",
    );
    const ways: string[] = await page.evaluate("ways");
    assert(ways.length > 2, `it glides: ${ways.join()}`);
    assert((await frames(page)) > still);
    assert(differing(before, await picture(page)) > 12, "its trail and its accuracy lie there");
    await page.locator('floorplan-positions .dot[aria-label^="Vacuum"]').focus();
    await page.locator("floorplan-view-3d .dot.vacuum.focused").waitFor();
    await tell(page, { robi: located(9, 2) });
    await becomes(() => names(page), ["Anna", "Robi"]);
    await settled(page);
    const arrived = await frames(page);
    await page.evaluate(`new Promise((resolve) => {
      let left = 40;
      const next = () => ((left -= 1) < 0 ? resolve() : requestAnimationFrame(next));
      next();
    })`);
    assert.equal(await frames(page), arrived, "nothing is drawn once it stands");
    await page.getByRole("button", { name: "Floors apart" }).click();
    await becomes(async () => (await names(page)).toSorted(), ["Anna", "Cat", "Robi"]);
    await page.getByRole("tab", { name: "Up" }).click();
    await page.getByRole("button", { name: "One floor" }).click();
    await becomes(() => names(page), ["Cat"]);
    await tell(page, {}, ["cat"]);
    await becomes(() => dots(page).count(), 0);
  },
);

test(
  "VIEW3D-13: what the layers hide in the plan is hidden in 3D, where their menu is, too; nobody sees positions without the right",
  inBrowser,
  async (t) => {
    const page = await opened(t, layered, "layered");
    if (page === undefined) return;
    await tell(page, { robi: located(1, 2) });
    await showIn3d(page);
    await becomes(() => names(page), ["Robi"]);
    await page.getByRole("button", { name: "Layers", exact: true }).click();
    const name = page.locator("floorplan-view-3d .label").getByText("Kitchen");
    assert.equal(await name.isVisible(), false, "names of rooms are off");
    await page.getByRole("checkbox", { name: "Names" }).click();
    await becomes(() => name.isVisible(), true);
    await page.getByRole("checkbox", { name: "Who" }).click();
    await becomes(() => dots(page).count(), 0);
    await page.waitForFunction(() => !("tell" in window));
    await page.getByRole("checkbox", { name: "Who" }).click();
    await page.locator("floorplan-positions").waitFor({ state: "attached" });
    await tell(page, { robi: located(1, 2) });
    await becomes(() => names(page), ["Robi"]);
    const other = await opened(t, plan, "refused", "unauthorized");
    if (other === undefined) return;
    await showIn3d(other);
    assert.equal(await dots(other).count(), 0);
  },
);

/** The picture that is saved of the view. */
const saved = async (page: Page): Promise<Buffer> => {
  const save = page.getByRole("button", { name: "Save picture" });
  if ((await save.getAttribute("aria-expanded")) === "false") await save.click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "As on the screen" }).click(),
  ]);
  return readFile(await download.path());
};

test(
  "VIEW3D-20: a picture that is saved has nothing of what trackers tell, and no names that layers hide",
  inBrowser,
  async (t) => {
    const page = await opened(t, plan, "saved");
    if (page === undefined) return;
    await showIn3d(page);
    const [without, before] = [await saved(page), await picture(page)];
    await tell(page, { robi: located(2.5, 2, { accuracy: 1 }) });
    await becomes(() => names(page), ["Robi"]);
    assert(differing(before, await picture(page)) > 5, "its accuracy lies there");
    assert((await saved(page)).equals(without));
    assert(differing(before, await picture(page)) > 5, "it still does");
    await show(page, layered);
    await page.locator("floorplan-layer-menu").waitFor();
    await settled(page);
    const nameless = await saved(page);
    assert(!nameless.equals(without));
    const box = await page.locator("floorplan-view-3d").boundingBox();
    assert(box !== null);
    await page.evaluate(`card.style.translate = "${-box.x - 99}px ${-box.y - 99}px"`);
    assert((await saved(page)).equals(nameless), "wherever it is on the page");
  },
);
