import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator } from "playwright-core";
import { demoPlan } from "../../samples/index.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { sampledViolations } from "../sampled-accessibility-violations.ts";
import { useBrowser } from "../browser.ts";
import { drawings, middleOf, selected, shape, tool, viewOf } from "../editor-drawing.ts";
import { becomes } from "../page-polling.ts";
import { resize } from "../resize.ts";
import { smallTargets } from "../small-targets.ts";
import { swipe, touchInputOn } from "../touch-input.ts";

const open = useBrowser();

const tablet = { viewport: { width: 820, height: 1180 }, hasTouch: true };
const openTablet = drawings(open, tablet);

test("EDIT-43: arrow keys lead along the tabs, one of which Tab reaches", inBrowser, async (t) => {
  const drawing = await openTablet(t, demoPlan("flat"));
  if (drawing === undefined) return;
  const { page } = drawing;
  await page.getByRole("button", { name: "Details" }).tap();
  const focused = () => page.locator('.side [role=tab][tabindex="0"]:focus').getAttribute("title");
  const after = async (key: string): Promise<string | null> => {
    await page.keyboard.press(key);
    return focused();
  };
  const [first, last] = ["Properties", "File"];
  assert.equal(await focused(), first);
  assert.equal(await after("ArrowDown"), "Outline");
  assert.equal(await after("ArrowUp"), first);
  assert.equal(await after("ArrowLeft"), last);
  assert.equal(await after("ArrowRight"), first);
  assert.equal(await page.locator('.side [role=tab][tabindex="0"]').count(), 1);
});

test(
  "EDIT-44: on a tablet the panels are a sheet that opens when wanted, and what is selected moves beside it",
  inBrowser,
  async (t) => {
    const drawing = await openTablet(t, demoPlan("flat"));
    if (drawing === undefined) return;
    const { page } = drawing;
    const side = page.locator(".side");
    const stage = await page.locator("floorplan-canvas").boundingBox();
    assert(stage !== null && stage.width > 700, "the drawing has the width of the editor");
    await page.touchscreen.tap(...(await middleOf(shape(page, "furniture/dining_table"))));
    await becomes(() => selected(page), ["furniture/dining_table"]);
    assert(!(await side.isVisible()), "selecting opens no sheet");
    const details = page.getByRole("button", { name: "Details" });
    const before = await viewOf(page);
    await details.tap();
    const sheet = await side.boundingBox();
    assert(sheet !== null && sheet.x > stage.x && sheet.x + sheet.width === 820);
    assert.deepEqual(await page.locator("floorplan-canvas").boundingBox(), stage);
    assert.notDeepEqual(await viewOf(page), before);
    const [middle] = await middleOf(shape(page, "furniture/dining_table"));
    assert(middle < sheet.x, "what is selected is seen beside it");
    const bar = await page.locator(".selection").boundingBox();
    assert(bar !== null && bar.x + bar.width <= sheet.x, "and so is its bar");
    assert.deepEqual([...(await sampledViolations(page)), ...(await smallTargets(page))], []);
    await details.tap();
    await side.waitFor({ state: "hidden" });
    assert.deepEqual(await viewOf(page), before, "without the sheet, everything is shown again");
    await page.getByRole("button", { name: "Zoom in" }).tap();
    const zoomed = await viewOf(page);
    for (const isMoved of [false, true]) {
      await details.tap();
      await side.waitFor();
      await becomes(async () => (await viewOf(page))[0] === zoomed[0], false);
      if (isMoved) await page.getByRole("button", { name: "Zoom out" }).tap();
      const now = await viewOf(page);
      await details.tap();
      await side.waitFor({ state: "hidden" });
      const rounded = (view: readonly number[]) => view.map((each) => each.toFixed(2));
      assert.deepEqual(rounded(await viewOf(page)), rounded(isMoved ? now : zoomed));
    }
  },
);

test(
  "EDIT-44: its button, Escape, its handle by a tap or a pull, and the button of the bar close it",
  inBrowser,
  async (t) => {
    const drawing = await openTablet(t, demoPlan("flat"));
    if (drawing === undefined) return;
    const { page } = drawing;
    const side = page.locator(".side");
    const details = page.getByRole("button", { name: "Details" });
    const fingers = await touchInputOn(page);
    const grip = page.locator(".side .grip");
    const drawn = page.getByRole("application", { name: "Drawing" });
    const isOnDrawing = () => drawn.evaluate((stage) => stage.matches(":focus"));
    const ways: Readonly<Record<string, () => Promise<unknown>>> = {
      "its button": () => page.getByRole("button", { name: "Close" }).tap(),
      Escape: () => page.keyboard.press("Escape"),
      "a tap": () => grip.tap(),
      "a pull": async () => swipe(fingers, await middleOf(grip), [90, 0]),
      "the bar": () => details.tap(),
    };
    for (const [way, close] of Object.entries(ways)) {
      await details.tap();
      await side.waitFor();
      await becomes(() => details.getAttribute("aria-expanded"), "true");
      await close();
      await side.waitFor({ state: "hidden" });
      assert.equal(await details.getAttribute("aria-expanded"), "false", way);
    }
    await details.tap();
    await page.getByRole("button", { name: "Close" }).tap();
    await becomes(isOnDrawing, true);
    await details.tap();
    await page.locator(".side [role=tab]:focus").waitFor();
    await drawn.focus();
    await page.touchscreen.tap(...(await middleOf(shape(page, "furniture/bed"))));
    await page.keyboard.press("Escape");
    assert.deepEqual(await selected(page), []);
    assert(await side.isVisible(), "Escape on the drawing gives up the selection first");
    await page.keyboard.press("Escape");
    await side.waitFor({ state: "hidden" });
  },
);

test(
  "EDIT-44: a floor that is fitted while the sheet is open lies beside it, and takes the whole canvas once it is closed",
  inBrowser,
  async (t) => {
    const drawing = await openTablet(t, demoPlan("flat"));
    if (drawing === undefined) return;
    const { page } = drawing;
    const details = page.getByRole("button", { name: "Details" });
    const side = page.locator(".side");
    const right = async (what: Locator): Promise<number> => {
      const { x, width } = (await what.boundingBox()) ?? { x: 0, width: 0 };
      return x + width;
    };
    const house = shape(page, "rooms/living_room");
    const foot = page.locator("floorplan-canvas .foot");
    for (const size of [tablet.viewport, { width: 740, height: 360 }]) {
      await resize(page, size);
      const before = await viewOf(page);
      await details.tap();
      await side.waitFor();
      await page.getByRole("button", { name: "Fit to screen" }).tap();
      await becomes(async () => (await viewOf(page)).join() === before.join(), false);
      const { x } = (await page.locator(".side .grip").boundingBox()) ?? { x: 0 };
      const words = `${size.width} × ${size.height}`;
      assert((await right(house)) <= x, `${words}: the floor`);
      assert((await right(foot)) <= x, `${words}: the foot`);
      await details.tap();
      await side.waitFor({ state: "hidden" });
      await becomes(async () => (await viewOf(page)).join() === before.join(), true);
    }
    await resize(page, tablet.viewport);
  },
);

test(
  "EDIT-44: Escape in a dialog of the sheet closes the dialog, and the sheet stays with what is selected",
  inBrowser,
  async (t) => {
    const drawing = await openTablet(t, demoPlan("flat"));
    if (drawing === undefined) return;
    const { page } = drawing;
    await page.touchscreen.tap(...(await middleOf(shape(page, "furniture/bed"))));
    await becomes(() => selected(page), ["furniture/bed"]);
    await page.getByRole("button", { name: "Details" }).tap();
    await page.getByRole("tab", { name: "History" }).tap();
    await page.locator("li[data-rev] button.entry").first().tap();
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    assert(await page.locator(".side").isVisible());
    assert.deepEqual(await selected(page), ["furniture/bed"]);
    await page.getByRole("tab", { name: "Properties" }).tap();
    await page.getByRole("button", { name: "Close" }).tap();
    await page.locator(".side").waitFor({ state: "hidden" });
  },
);

test(
  "EDIT-44: the list of pieces has a button that closes it, and the tool is the one that selects again",
  inBrowser,
  async (t) => {
    const drawing = await openTablet(t, demoPlan("flat"));
    if (drawing === undefined) return;
    const { page } = drawing;
    await tool(page, "Furniture").tap();
    const list = page.getByRole("group", { name: "Furniture" });
    const { width = 0, height = 0 } =
      (await list.getByRole("button", { name: "Close" }).boundingBox()) ?? {};
    assert(Math.min(width, height) >= 44, `${width} by ${height}`);
    await list.getByRole("button", { name: "Close" }).tap();
    await list.waitFor({ state: "detached" });
    assert.equal(await tool(page, "Select").getAttribute("aria-pressed"), "true");
  },
);
