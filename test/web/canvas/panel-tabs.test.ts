import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { languages } from "../../../src/web/i18n/languages.ts";
import { demoPlan } from "../../samples/index.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { useBrowser } from "../browser.ts";
import { shape } from "../editor-drawing.ts";
import { textsIn } from "../i18n/texts-in.ts";
import { resize } from "../resize.ts";
import { sharedService } from "../shared-editor.ts";

const open = useBrowser();
const shared = sharedService();

const tabsIn = (page: Page): Locator => page.locator(".side [role=tab]");

/** Where the tabs are, and which of them have a visible name. */
const placesOf = (page: Page): Promise<readonly object[]> =>
  tabsIn(page).evaluateAll((tabs) =>
    tabs.map((tab) => {
      const { left, top, width, height } = tab.getBoundingClientRect();
      const word = tab.querySelector<HTMLElement>(".word");
      const isNamed = word !== null && word.offsetWidth > 1;
      return { left, top, width, height, isNamed };
    }),
  );

for (const language of ["en", ...languages.keys()])
  test(
    `EDIT-43: the tabs of the panels have their names and places, whichever is chosen, in ${language}`,
    inBrowser,
    async (t) => {
      const { service, peer } = await shared();
      await peer.save(demoPlan("flat"));
      const settings = { token: service.admin, path: "/#edit", locale: language };
      const page = await open(t, service, settings);
      if (page === undefined) return;
      await shape(page, "rooms/living_room").waitFor();
      const texts = textsIn(language);
      const titles = Object.entries(texts.panels.titles)
        .filter(([name]) => !["homeAssistant", "trackers", "conflicts"].includes(name))
        .map(([, title]) => title);
      for (const [width, height] of [
        [1280, 800],
        [820, 1180],
        [740, 360],
        [360, 740],
      ] as const) {
        await resize(page, { width, height });
        const details = page.getByRole("button", { name: texts.editor.panel, exact: true });
        if (await details.isVisible())
          if ((await details.getAttribute("aria-expanded")) === "false") await details.click();
        await tabsIn(page).first().waitFor();
        const size = `${width} by ${height}`;
        const before = await placesOf(page);
        assert.equal(before.length, titles.length);
        const isNamed = height > 480 && width >= 600;
        assert(
          before.every((each) => Reflect.get(each, "isNamed") === isNamed),
          size,
        );
        for (const title of titles) {
          const tab = page.getByRole("tab", { name: title, exact: true });
          await tab.click();
          assert.equal(await tab.getAttribute("aria-selected"), "true");
          assert.equal(await tab.getAttribute("title"), title);
          assert.deepEqual(await placesOf(page), before, `${title} at ${size}`);
        }
        const widths = new Set(before.map((each) => Number(Reflect.get(each, "width")).toFixed(1)));
        assert.equal(widths.size, 1, `${size}: ${[...widths].join()}`);
        const cut: readonly (string | null)[] = await tabsIn(page).evaluateAll((tabs) =>
          tabs.filter((tab) => tab.scrollWidth > tab.clientWidth).map((tab) => tab.textContent),
        );
        assert.deepEqual(cut, [], size);
      }
    },
  );
