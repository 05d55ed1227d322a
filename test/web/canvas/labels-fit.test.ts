import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { languages } from "../../../src/web/i18n/languages.ts";
import { demoPlan } from "../../samples/index.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { useBrowser } from "../browser.ts";
import { middleOf, shape } from "../editor-drawing.ts";
import { textsIn } from "../i18n/texts-in.ts";
import { resize } from "../resize.ts";
import { sharedService } from "../shared-editor.ts";

const open = useBrowser();
const shared = sharedService();

/** Labels that reach beyond their button or are cut off there, and parts of bars that reach beyond their bar. */
const cutLabels = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const least = 1;
    const isOutside = (inner: DOMRect, outer: DOMRect): boolean =>
      inner.left < outer.left - least || inner.right > outer.right + least;
    const look = (root: Document | ShadowRoot): void => {
      for (const element of root.querySelectorAll<HTMLElement>("*")) {
        if (element.shadowRoot !== null) look(element.shadowRoot);
        if (!element.checkVisibility()) continue;
        if (element.matches(".bar, .selection, .foot, .side, div.pieces")) {
          if (element.scrollWidth > element.clientWidth + least)
            found.push(`${element.className} is ${element.scrollWidth} wide`);
          for (const part of element.children)
            if (
              part.checkVisibility() &&
              !part.matches(".grip") &&
              isOutside(part.getBoundingClientRect(), element.getBoundingClientRect())
            )
              found.push(`${part.outerHTML.slice(0, 60)} is beyond ${element.className}`);
        }
        if (!element.matches("button, [role=tab], label, h2, h3")) continue;
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        const range = document.createRange();
        while (texts.nextNode() !== null) {
          const text = texts.currentNode;
          const words = text.textContent?.trim() ?? "";
          // Neither pictures, nor what a closed list holds, nor names that are tooltips.
          const around = text.parentElement;
          if (words === "" || around === null || around.closest("svg, option") !== null) continue;
          range.selectNodeContents(text);
          const box = range.getBoundingClientRect();
          const isShown = box.width > 0 && around.getBoundingClientRect().width > 1;
          if (isShown && isOutside(box, element.getBoundingClientRect()))
            found.push(`${words} in ${element.outerHTML.slice(0, 60)}`);
        }
      }
    };
    look(document);
    return [...new Set(found)];
  });

for (const language of ["en", ...languages.keys()])
  test(
    `EDIT-45: no label is cut off or wider than its button, on a screen, a tablet and a phone, in ${language}`,
    inBrowser,
    async (t) => {
      const { service, peer } = await shared();
      await peer.save(demoPlan("house"));
      const settings = { token: service.admin, path: "/#edit", locale: language, hasTouch: true };
      const page = await open(t, service, settings);
      if (page === undefined) return;
      const texts = textsIn(language);
      const found: string[] = [];
      const look = async (view: string): Promise<void> => {
        found.push(...(await cutLabels(page)).map((each) => `${view}: ${each}`));
      };
      for (const [width, height] of [
        [1280, 800],
        [820, 1180],
        [740, 360],
        [390, 844],
        [360, 740],
      ] as const) {
        await resize(page, { width, height });
        await page.keyboard.press("0");
        const room = shape(page, "rooms/living_room");
        await room.waitFor();
        await page.mouse.click(...(await middleOf(room, 20, 30)));
        await page.locator(".selection").waitFor();
        await look(`${width}, selected`);
        const details = page.getByRole("button", { name: texts.editor.panel, exact: true });
        const isSheet = await details.isVisible();
        if (isSheet) await details.click();
        for (const tab of await page.locator(".side [role=tab]").all()) {
          await tab.click();
          await look(`${width}, ${await tab.getAttribute("title")}`);
        }
        if (isSheet) await page.locator(".side > .close").click();
        await page.locator('[data-tool="opening"]').click();
        await page.locator("div.pieces").waitFor();
        await look(`${width}, pieces`);
        await page.locator("div.pieces .close").click();
        await page.locator("div.pieces").waitFor({ state: "detached" });
      }
      assert.deepEqual(found, []);
    },
  );
