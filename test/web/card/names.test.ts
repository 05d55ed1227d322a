import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { demoPlan } from "../../samples/index.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { useBrowser } from "../browser.ts";
import { sampledViolations } from "../sampled-accessibility-violations.ts";
import { sharedService } from "../shared-editor.ts";

const open = useBrowser();
const shared = sharedService();

const thing = (page: Page, ref: string) => page.locator(`[data-ref="${ref}"]`);

/** Resolves once the tag shows this name. */
const shows = (page: Page, name: string): Promise<unknown> =>
  page.locator(".name-tag", { hasText: new RegExp(`^${name}$`) }).waitFor();

const isHidden = (page: Page): Promise<unknown> =>
  page.locator(".name-tag").waitFor({ state: "hidden" });

/** A place in the box of a thing on the screen, by default its middle. */
const within = async (
  page: Page,
  ref: string,
  [right, down] = [0.5, 0.5],
): Promise<readonly [x: number, y: number]> => {
  const box = await thing(page, ref).boundingBox();
  assert(box !== null, ref);
  return [box.x + box.width * right, box.y + box.height * down];
};

for (const path of ["/", "/wall"])
  test(
    `CARD-16, DRAW-14: without a Home Assistant what is drawn at ${path} tells its name to mouse, finger and keyboard, and shows no dash`,
    inBrowser,
    async (t) => {
      const { service, peer } = await shared();
      await peer.save(demoPlan("flat"));
      const page = await open(t, service, { token: service.viewer, path, hasTouch: true });
      if (page === undefined) return;
      await page.locator(".name-tag").waitFor({ state: "attached" });
      await page.mouse.move(...(await within(page, "furniture/sofa")));
      await shows(page, "Sofa");
      await page.mouse.move(...(await within(page, "devices/bedroom_radiator")));
      await shows(page, "Bedroom radiator");
      await page.mouse.move(2, 2);
      await isHidden(page);

      await page.touchscreen.tap(...(await within(page, "rooms/living_room", [0.7, 0.95])));
      await shows(page, "Living room");
      await page.touchscreen.tap(...(await within(page, "furniture/dining_table")));
      await shows(page, "Table");

      await thing(page, "rooms/hall").focus();
      await page.keyboard.press("Tab");
      const [next, outline] = await page.evaluate(() => {
        const deepest = (root: Document | ShadowRoot): Element | null => {
          const { activeElement } = root;
          return activeElement?.shadowRoot ? deepest(activeElement.shadowRoot) : activeElement;
        };
        const focused = deepest(document) ?? document.body;
        return [focused.getAttribute("aria-label") ?? "", getComputedStyle(focused).outlineStyle];
      });
      assert.notEqual(next, "");
      assert.equal(outline, "none", "the ring alone shows the focus");
      await shows(page, next);
      assert.deepEqual(await sampledViolations(page), []);
      await page.keyboard.press("Escape");
      await isHidden(page);

      const written = await page.locator("svg.sheet text").allTextContents();
      assert.deepEqual(
        written.filter((text) => text.includes("–") || text.includes("{{")),
        [],
      );
      // The neutral sign, a ring, stands for nothing here.
      await page.waitForFunction(() => {
        const card = [...document.querySelectorAll("floorplan-page, floorplan-wall")]
          .map(({ shadowRoot }) => shadowRoot?.querySelector("floorplan-card, floorplan-wall-card"))
          .find((each) => each?.shadowRoot);
        const ring = "M12 4a8 8 0 1 0 .01 0M12 11a1 1 0 1 0 .01 0";
        const drawn = [...(card?.shadowRoot?.querySelectorAll(".thing path") ?? [])];
        return drawn.length > 0 && drawn.every((each) => each.getAttribute("d") !== ring);
      });
    },
  );
