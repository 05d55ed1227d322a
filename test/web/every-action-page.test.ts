import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { inBrowser } from "../support/timeouts.ts";
import { type TabOptions, useBrowser } from "./browser.ts";
import { shape, twoRooms } from "./editor-drawing.ts";
import { allSaved, listOf, stored } from "./editing.ts";
import { sampledInputMethod } from "./sampled-input-method.ts";
import { sharedService } from "./shared-editor.ts";

const open = useBrowser();
const shared = sharedService();

/** A way to work, without any other; both write with letters, on a desk or on the screen. */
interface Hands {
  readonly tab: TabOptions;
  readonly press: (what: Locator) => Promise<void>;
  readonly choose: (page: Page, ref: string) => Promise<void>;
}

const hands: Readonly<Record<"keyboard" | "touch", Hands>> = {
  keyboard: {
    tab: {},
    press: async (what) => {
      await what.focus();
      await what.page().keyboard.press("Enter");
    },
    choose: async (page, ref) => {
      await shape(page, ref).focus();
      await page.keyboard.press("Enter");
    },
  },
  touch: {
    tab: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    press: (what) => what.tap(),
    choose: async (page, ref) => {
      const box = await shape(page, ref).boundingBox();
      assert(box !== null);
      await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 4);
    },
  },
};

const named = (west: string): object => {
  const [first, ...others] = twoRooms.rooms;
  return { ...twoRooms, rooms: [{ ...first, name: west }, ...others] };
};

for (const way of sampledInputMethod(["keyboard", "touch"] as const))
  test(
    `EDIT-33: signing in and out, choosing between two changes, restoring and going back and forth is done by ${way} alone`,
    inBrowser,
    async (t) => {
      const { tab, press, choose } = hands[way];
      const { service, peer } = await shared();
      const first = await peer.save(twoRooms);
      // The history has what came before the newest.
      await peer.save(named("Den"));
      const page = await open(t, service, tab);
      if (page === undefined) return;
      const button = (name: string | RegExp): Locator =>
        page.getByRole("button", { name, exact: true });
      const showPanel = async (name: string): Promise<void> => {
        const details = button("Details");
        const wanted = page.getByRole("tab", { name, exact: true });
        if (!(await wanted.isVisible()) && (await details.isVisible())) await press(details);
        await press(wanted);
      };

      await press(page.getByLabel("Access token"));
      await page.keyboard.insertText(service.admin);
      await press(button("Sign in"));
      await press(page.getByRole("link", { name: "Edit", exact: true }));
      await shape(page, "rooms/west").waitFor();

      await choose(page, "rooms/west");
      await showPanel("Properties");
      const field = page.getByLabel("Name", { exact: true });
      await press(field);
      await field.fill("Parlour");
      // Keyboards on a screen have that key, too.
      await page.keyboard.press("Enter");
      await peer.save(named("Salon"));
      await press(page.getByRole("button", { name: "Resolve", exact: true }));
      await press(page.getByRole("button", { name: "Keep mine: Parlour" }));
      await press(button("Save"));
      await allSaved(page);
      assert.equal(listOf(await stored(peer), "rooms")[0]?.["name"], "Parlour");

      await showPanel("History");
      await press(page.getByRole("button", { name: `Revision ${first} ` }));
      await press(page.getByRole("dialog").getByRole("button", { name: "Restore this revision" }));
      await page.getByText("Unsaved changes").waitFor();
      await press(button("Save"));
      await allSaved(page);
      assert.equal(listOf(await stored(peer), "rooms")[0]?.["name"], "West");

      await press(page.getByRole("link", { name: "Back to the plan" }));
      await page.locator("floorplan-card [data-ref='rooms/west']").waitFor();
      await press(button("Sign out"));
      await press(page.getByRole("dialog").getByRole("button", { name: "Sign out" }));
      await page.getByLabel("Access token").waitFor();
    },
  );
