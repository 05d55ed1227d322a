import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator } from "playwright-core";
import { inBrowser } from "../support/timeouts.ts";
import { becomes, changesFrom } from "./page-polling.ts";
import { useBrowser } from "./browser.ts";
import { drawings, middleOf, shape, tool, twoRooms } from "./editor-drawing.ts";
import { listOf } from "./editing.ts";
import { sampledInputMethod } from "./sampled-input-method.ts";

const open = useBrowser();

const closed = {
  id: "door",
  room_id: "west",
  edge: 1,
  offset: 1.5,
  width: 0.9,
  type: "door",
};

const furnished = {
  ...twoRooms,
  furniture: [{ id: "bed", type: "bed", x: 2, z: 1.5, rotation: 0, w: 1.2, d: 2 }],
  openings: [closed],
};

/** The ways to work, each without the others. */
const ways = {
  keyboard: {
    openDrawing: drawings(open),
    press: async (what: Locator): Promise<void> => {
      await what.focus();
      await what.page().keyboard.press("Enter");
    },
    choose: async (what: Locator): Promise<void> => {
      await what.focus();
      await what.page().keyboard.press("Enter");
    },
  },
  touch: {
    openDrawing: drawings(open, {
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
    }),
    press: (what: Locator): Promise<void> => what.tap(),
    choose: async (what: Locator): Promise<void> =>
      what.page().touchscreen.tap(...(await middleOf(what))),
  },
} as const;

for (const way of sampledInputMethod(["keyboard", "touch"] as const))
  test(
    `EDIT-33: what the bars, the floors and the panels offer is done by ${way} alone`,
    inBrowser,
    async (t) => {
      const { openDrawing, press, choose } = ways[way];
      const drawing = await openDrawing(t, furnished);
      if (drawing === undefined) return;
      const { page, saved } = drawing;
      const bar = page.getByRole("toolbar", { name: "Selection" });
      const button = (name: string | RegExp): Locator =>
        page.getByRole("button", { name, exact: true });
      const act = (name: string): Promise<void> => press(bar.getByRole("button", { name }));

      await choose(shape(page, "openings/door"));
      await act("Hinge");
      await act("Swing");
      const [door] = listOf(await saved(), "openings");
      const changed = Object.keys(door ?? {}).filter((name) => !(name in closed));
      assert.equal(changed.length, 2, `${changed.join()} say how it opens`);

      await choose(shape(page, "furniture/bed"));
      await act("Rotate");
      assert.equal(listOf(await saved(), "furniture")[0]?.["rotation"], 90);
      await act("Duplicate");
      assert.equal(listOf(await saved(), "furniture").length, 2);
      await act("Delete");
      assert.equal(listOf(await saved(), "furniture").length, 1);
      await press(button(/^Undo/));
      assert.equal(listOf(await saved(), "furniture").length, 2);
      await press(button(/^Redo/));
      assert.equal(listOf(await saved(), "furniture").length, 1);

      const snap = page.locator(".bar [aria-pressed]").filter({ visible: true }).first();
      const before = await snap.getAttribute("aria-pressed");
      await press(snap);
      await changesFrom(() => snap.getAttribute("aria-pressed"), before);
      await press(snap);
      await press(button("Fit to screen"));

      await press(button("Manage floors"));
      const floors = page.getByRole("dialog", { name: "Floors" });
      await press(floors.getByRole("button", { name: "Add floor" }));
      await press(floors.getByRole("button", { name: "Move First floor up" }));
      await press(floors.getByRole("button", { name: "Delete Ground floor" }));
      await press(page.getByRole("button", { name: "Cancel" }));
      await press(floors.getByRole("button", { name: "Done" }));
      const { levels } = await saved();
      assert(Array.isArray(levels));
      assert.deepEqual(
        levels.map(({ name }) => name),
        ["First floor", "Ground floor"],
      );
      await press(page.getByRole("tab", { name: "Ground floor" }));
      await shape(page, "rooms/west").waitFor();

      for (const name of ["Room", "Door", "Furniture", "Select"]) {
        await press(tool(page, name));
        await becomes(() => tool(page, name).getAttribute("aria-pressed"), "true", name);
      }

      const details = button("Details");
      if (await details.isVisible()) await press(details);
      for (const name of ["Outline", "Checks", "Image", "YAML", "History", "File", "Properties"]) {
        await press(page.getByRole("tab", { name, exact: true }));
        await page.getByRole("tabpanel", { name, exact: true }).waitFor();
      }
    },
  );
