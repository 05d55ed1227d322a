import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { Page } from "playwright-core";
import { demoPlan } from "../../samples/index.ts";
import { newUser } from "../../support/service.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { sampledViolations } from "../sampled-accessibility-violations.ts";
import { type TabOptions, useBrowser } from "../browser.ts";
import { allSaved, chooseInOutline, panel, rename, save } from "../editing.ts";
import { WebSocketControl } from "../websocket-control.ts";
import { resize } from "../resize.ts";
import { sharedEditor, sharedService } from "../shared-editor.ts";

const open = useBrowser();
const shared = sharedService();
const line = new WebSocketControl();

/** The tokens of whom a test has wanted so far. */
const people: Record<string, Promise<string>> = {};

/** An editor whose person has this name. */
const ofPerson = (name: string, options: TabOptions = {}) =>
  sharedEditor(open, shared, async ({ data }) => {
    people[name] ??= newUser(data, name, true);
    return { ...options, token: await people[name] };
  });

const openAnna = ofPerson("Anna", {
  prepare: (page) => line.take(page),
  // Her line may be cut, which stands in the console then.
  expects: /WebSocket connection to|Failed to load resource/,
});
const openBen = ofPerson("Ben");
const openBenAgain = ofPerson("Ben");

/** The editors of two people, who have the sample flat before them and nothing selected. */
const openTwo = async (
  t: TestContext,
): Promise<{ readonly anna: Page; readonly ben: Page } | undefined> => {
  const anna = (await openAnna(t, demoPlan("flat")))?.page;
  const ben = (await openBen(t, demoPlan("flat")))?.page;
  if (anna === undefined || ben === undefined) return undefined;
  for (const page of [anna, ben]) {
    await page.getByRole("application", { name: "Drawing" }).focus();
    for (const key of ["Escape", "v", "Escape"]) await page.keyboard.press(key);
  }
  return { anna, ben };
};

const chips = (page: Page) => page.locator("floorplan-others button");

/** How far apart the middles of parts of the bar above the drawing are, from top to bottom, in pixels. */
const apart = async (page: Page, ...parts: readonly string[]): Promise<number> => {
  const boxes = await Promise.all(parts.map((part) => page.locator(part).last().boundingBox()));
  const middles = boxes.map((box) => (box === null ? Number.NaN : box.y + box.height / 2));
  return Math.max(...middles) - Math.min(...middles);
};

const hasTwoRows = async (page: Page): Promise<void> => {
  const first = await apart(page, ".bar .back", ".bar > .narrow", ".bar .save .main");
  assert(first < 10, `back, panels and saving stand in one row: ${first}`);
  const others = "floorplan-others li";
  const second = await apart(page, ".bar floorplan-levels", others, ".bar .group .tool");
  assert(second < 10, `so do floors, others and zoom: ${second}`);
};

const outlines = (page: Page) => page.locator("floorplan-canvas .other");

test(
  "PRESENCE-8: an editor shows who else is editing, and what they have selected, until they leave",
  inBrowser,
  async (t) => {
    const two = await openTwo(t);
    if (two === undefined) return;
    const { anna, ben } = two;
    await chips(ben).waitFor();
    assert.equal(await chips(ben).getAttribute("aria-label"), "Anna is editing");
    assert.equal(await outlines(ben).count(), 0, "nothing is selected yet");
    await chooseInOutline(anna, "Kitchen");
    await outlines(ben).waitFor();
    assert.match((await outlines(ben).textContent()) ?? "", /Anna/);
    const path = await outlines(ben).locator("path").last().getAttribute("d");
    assert.match(path ?? "", /^M.*L.*Z$/);
    const [fill, stroke] = await Promise.all([
      chips(ben).evaluate((chip) => getComputedStyle(chip).backgroundColor),
      outlines(ben)
        .locator("path")
        .last()
        .evaluate((drawn) => getComputedStyle(drawn).stroke),
    ]);
    assert.equal(stroke, fill, "the outline has the color of the chip");
    assert.notEqual(fill, "rgba(0, 0, 0, 0)");
    assert.equal(await outlines(anna).count(), 0, "nobody is shown their own selection so");
    for (const colorScheme of ["light", "dark"] as const)
      for (const width of [1280, 360]) {
        await resize(ben, { width, height: 800 });
        await ben.emulateMedia({ colorScheme });
        assert.deepEqual(await sampledViolations(ben), [], `${colorScheme}, ${width} px`);
      }
    await hasTwoRows(ben);
    await chips(ben).evaluate((chip) => {
      const root = chip.getRootNode();
      if (!(root instanceof ShadowRoot)) return;
      const others = Array.from({ length: 9 }, (_, id) => ({ id, name: "Anna", color: id }));
      Object.assign(root.host, { others });
    });
    await ben.locator("floorplan-others .more").waitFor();
    await hasTwoRows(ben);
    await resize(ben, { width: 1280, height: 800 });
    await ben.emulateMedia({ colorScheme: "light" });
    await chooseInOutline(anna, "Sofa");
    await ben.waitForFunction((before) => {
      const canvas = document
        .querySelector("floorplan-page")
        ?.shadowRoot?.querySelector("floorplan-editor")
        ?.shadowRoot?.querySelector("floorplan-canvas");
      const drawn = canvas?.shadowRoot?.querySelector(".other path:last-of-type");
      return drawn !== null && drawn !== undefined && drawn.getAttribute("d") !== before;
    }, path);
    await anna.close();
    await chips(ben).waitFor({ state: "detached" });
    await outlines(ben).waitFor({ state: "detached" });
  },
);

test(
  "PRESENCE-9: what came in names who saved it, and the history who, when and what",
  inBrowser,
  async (t) => {
    const two = await openTwo(t);
    if (two === undefined) return;
    const { anna, ben } = two;
    await rename(anna, "Kitchen", "Galley");
    await save(anna);
    await allSaved(anna);
    await ben.getByText("Anna has saved. New in your plan:").waitFor();
    await ben.getByText("Galley changed: Name").waitFor();
    await panel(ben, "History");
    const first = ben.locator("floorplan-history li").first();
    await first.getByText(/^Anna/).waitFor();
    await first.getByText("current").waitFor();
    await first.getByText("Galley renamed").waitFor();
    const second = ben.locator("floorplan-history li").nth(1);
    await second.getByText("admin").waitFor();
    assert.equal(await second.getByText("current").count(), 0);
    assert.deepEqual(await sampledViolations(ben), []);
  },
);

test(
  "PRESENCE-12: what two people changed differently names the other, and nothing of it is left once it is chosen",
  inBrowser,
  async (t) => {
    const two = await openTwo(t);
    if (two === undefined) return;
    const { anna, ben } = two;
    await rename(anna, "Kitchen", "Galley");
    await rename(ben, "Kitchen", "Cooking");
    await save(anna);
    await ben.getByText("You and Anna have changed the same item.").waitFor();
    // Pressed while there is something to choose, it saves nothing.
    await save(ben);
    await ben.getByRole("heading", { name: "Changed by you and Anna" }).waitFor();
    await ben.getByRole("img", { name: "Cooking, Theirs (Anna)" }).waitFor();
    await ben.getByRole("button", { name: "Take theirs: Cooking" }).click();
    await allSaved(ben);
    assert.deepEqual(await ben.locator("floorplan-notices .notice").allTextContents(), []);
  },
);

test(
  "PRESENCE-4, PRESENCE-8: who loses the connection is gone, and is back with what they have selected",
  inBrowser,
  async (t) => {
    const two = await openTwo(t);
    if (two === undefined) return;
    const { anna, ben } = two;
    await chooseInOutline(anna, "Kitchen");
    await chooseInOutline(ben, "Bedroom");
    for (const page of [anna, ben]) await outlines(page).waitFor();
    await line.cut();
    await chips(ben).waitFor({ state: "detached" });
    await outlines(ben).waitFor({ state: "detached" });
    await chips(anna).waitFor({ state: "detached" });
    line.mend();
    for (const page of [anna, ben]) await outlines(page).waitFor();
    assert.equal(await chips(ben).count(), 1);
  },
);

test(
  "PRESENCE-14: another window of one's own is called that, in the list of who is editing and on the drawing",
  inBrowser,
  async (t) => {
    const ben = (await openBen(t, demoPlan("flat")))?.page;
    const again = (await openBenAgain(t, demoPlan("flat")))?.page;
    if (ben === undefined || again === undefined) return;
    await ben.getByRole("button", { name: "You, in another tab" }).waitFor();
    await chooseInOutline(again, "Kitchen");
    await outlines(ben).getByText("You, in another").waitFor();
    await again.close();
  },
);
