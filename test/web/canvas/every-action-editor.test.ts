import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { inBrowser } from "../../support/timeouts.ts";
import { useBrowser } from "../browser.ts";
import { drawings, middleOf, selected, shape, twoRooms } from "../editor-drawing.ts";
import type { At } from "../editing.ts";
import { touchInputOn } from "../touch-input.ts";
import { sampledInputMethod } from "../sampled-input-method.ts";

const open = useBrowser();
const permissions = ["clipboard-read", "clipboard-write"];

const table = (id: string, x: number, z: number): object => ({
  id,
  type: "table",
  x,
  z,
  rotation: 0,
  w: 1,
  d: 1,
});

const furnished = {
  ...twoRooms,
  furniture: [table("a", 1, 1), table("b", 3, 2), table("c", 6, 1.8)],
};

const tables = ["furniture/a", "furniture/b", "furniture/c"];

/** A place of the drawing where nothing is. */
const ground = async (page: Page): Promise<At> => {
  const box = await page.locator("floorplan-canvas").boundingBox();
  assert(box !== null);
  return [box.x + box.width - 20, box.y + box.height - 70];
};

/** The ways to work, each without the others. */
const ways = {
  keyboard: {
    openDrawing: drawings(open, { permissions }),
    press: async (what: Locator): Promise<void> => {
      await what.focus();
      await what.page().keyboard.press("Enter");
    },
    /** Selects these and nothing else. */
    choose: async (page: Page, refs: readonly string[]): Promise<void> => {
      await page.getByRole("application", { name: "Drawing" }).focus();
      await page.keyboard.press("Escape");
      for (const [at, ref] of refs.entries()) {
        await shape(page, ref).focus();
        await page.keyboard.press(at === 0 ? "Enter" : "Shift+Enter");
      }
    },
    openMenu: (page: Page): Promise<void> => page.keyboard.press("Shift+F10"),
    openMenuOfNothing: async (page: Page): Promise<void> => {
      await page.getByRole("application", { name: "Drawing" }).focus();
      await page.keyboard.press("Shift+F10");
    },
  },
  touch: {
    openDrawing: drawings(open, {
      permissions,
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
    }),
    press: (what: Locator): Promise<void> => what.tap(),
    choose: async (page: Page, refs: readonly string[]): Promise<void> => {
      const done = page.getByRole("button", { name: "Done" });
      const fingers = await touchInputOn(page);
      const [first = "", ...others] = refs;
      await page.touchscreen.tap(...(await ground(page)));
      await fingers.down(await middleOf(shape(page, first)));
      await done.waitFor();
      await fingers.up();
      for (const ref of others) await page.touchscreen.tap(...(await middleOf(shape(page, ref))));
      await done.tap();
      await done.waitFor({ state: "detached" });
    },
    openMenu: (page: Page): Promise<void> =>
      page.getByRole("button", { name: "More actions" }).tap(),
    openMenuOfNothing: async (page: Page): Promise<void> => {
      const fingers = await touchInputOn(page);
      await fingers.down(await ground(page));
      await page.getByRole("menu", { name: "Actions" }).waitFor();
      await fingers.up();
    },
  },
} as const;

/** What the menu does with three things, and how that is seen. */
const ofThree = [
  ["Align", "Left"],
  ["Align", "Centre"],
  ["Align", "Right"],
  ["Align", "Top"],
  ["Align", "Middle"],
  ["Align", "Bottom"],
  ["Distribute", "Horizontally"],
  ["Distribute", "Vertically"],
] as const;

for (const way of sampledInputMethod(["keyboard", "touch"] as const))
  test(
    `EDIT-35: cutting, copying, pasting and all that the menu offers is done by ${way} alone`,
    inBrowser,
    async (t) => {
      const { openDrawing, press, choose, openMenu, ...hands } = ways[way];
      const drawing = await openDrawing(t, furnished);
      if (drawing === undefined) return;
      const { page } = drawing;
      const undo = (step: string): Promise<void> =>
        press(page.getByRole("button", { name: new RegExp(`^Undo · ${step}`) }));
      const pieces = page.locator("floorplan-canvas .thing.furniture");
      const pick = async (...path: readonly string[]): Promise<void> => {
        for (const name of path) await press(page.getByRole("menuitem", { name, exact: true }));
        await page.getByRole("menu").first().waitFor({ state: "detached" });
      };
      const act = async (...path: readonly string[]): Promise<void> => {
        await openMenu(page);
        await pick(...path);
      };

      await choose(page, tables);
      assert.deepEqual(await selected(page), tables);
      for (const [menu, name] of ofThree) {
        await act(menu, name);
        await undo(menu);
      }
      await act("Group");
      await act("Ungroup");
      await undo("Ungroup");
      await undo("Group");
      await act("Copy");
      await act("Paste");
      assert.equal(await pieces.count(), 6);
      await undo("Paste");

      await choose(page, tables);
      await act("Cut");
      assert.equal(await pieces.count(), 0);
      await hands.openMenuOfNothing(page);
      await pick("Paste in place");
      assert.equal(await pieces.count(), 3);
      await undo("Paste");
      await undo("Cut");

      await choose(page, ["furniture/a"]);
      const orders = ["Bring to front", "Send backward", "Bring forward", "Send to back"];
      for (const name of orders) await act("Order", name);
      await undo("Change order");
      await act("Select all");
      assert.equal((await selected(page)).length, 5);
    },
  );
