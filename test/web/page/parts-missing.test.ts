import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { page as english } from "../../../src/web/i18n/en/screens.ts";
import { demoPlan } from "../../samples/index.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { useBrowser } from "../browser.ts";
import { sharedService } from "../shared-editor.ts";

const open = useBrowser();
const shared = sharedService();

const said = [
  "The page tries again by itself.",
  "Die Seite versucht es von selbst wieder.",
  "La page réessaie d’elle-même.",
];

const expects = /Failed to load resource|ERR_FAILED/;

/** Refuses the first so many requests for an address. */
const refuse = async (
  page: Page,
  address: RegExp,
  { times, method = "GET" }: { readonly times: number; readonly method?: string },
): Promise<void> => {
  let refused = 0;
  await page.route(address, async (route) => {
    if (route.request().method() !== method || refused >= times) return route.fallback();
    refused += 1;
    await route.abort();
  });
};

/** The pauses, in ms, of a page that says that it cannot be loaded, each of which is over at once. */
const pauses = async (page: Page): Promise<readonly number[]> => {
  const found: number[] = [];
  await page.exposeFunction("pauses", (ms: number) => void found.push(ms));
  await page.addInitScript(`{
    const later = window.setTimeout;
    window.setTimeout = (act, ms, ...given) => {
      if (document.documentElement?.className !== "failed") return later(act, ms, ...given);
      window.pauses(ms);
      return later(act, 50, ...given);
    };
  }`);
  return found;
};

const missing = [
  ["the page", "/", /\/assets\/page-[^/]+\.js$/, 2],
  ["a part of the page", "/", /\/assets\/chunk-[^/]+\.js$/, 1],
  ["the wall", "/wall", /\/assets\/kiosk-[^/]+\.js$/, 6],
] as const;

for (const [what, path, address, times] of missing)
  test(
    `PAGE-38, TABLET-7: ${what} that does not arrive loads itself again, after pauses that grow to a minute`,
    inBrowser,
    async (t) => {
      const { service } = await shared();
      let waited: readonly number[] = [];
      const page = await open(t, service, {
        path,
        expects,
        prepare: async (tab) => {
          waited = await pauses(tab);
          await tab.route(address, (route) =>
            waited.length < times ? route.abort() : route.continue(),
          );
        },
      });
      if (page === undefined) return;
      await page.getByLabel("Access token").waitFor();
      const growing = [2000, 4000, 8000, 16_000, 32_000, 60_000];
      assert.deepEqual(waited, growing.slice(0, times));
      assert.equal(await page.getByText("tries again").isVisible(), false);
    },
  );

for (const [path, address] of [
  ["/", /\/assets\/page-[^/]+\.js$/],
  ["/wall", /\/assets\/kiosk-[^/]+\.js$/],
] as const)
  test(
    `PAGE-38, TABLET-7: ${path} says in three languages that a script did not come, and loads again once the service answers`,
    inBrowser,
    async (t) => {
      const { service } = await shared();
      const page = await open(t, service, {
        path,
        expects,
        prepare: async (tab) => {
          await tab.clock.install();
          await refuse(tab, address, { times: 1 });
          await refuse(tab, /\/(?:wall)?$/, { times: 1, method: "HEAD" });
        },
      });
      if (page === undefined) return;
      for (const words of said) await page.getByText(words).waitFor();
      const away = page.waitForEvent("requestfailed");
      await page.clock.fastForward(2000);
      assert.equal((await away).method(), "HEAD");
      for (const words of said) assert(await page.getByText(words).isVisible(), words);
      await page.clock.fastForward(4000);
      await page.getByLabel("Access token").waitFor();
    },
  );

test("PAGE-38: a script that never answers is waited for 15 s", inBrowser, async (t) => {
  const { service } = await shared();
  let asked = 0;
  const page = await open(t, service, {
    expects,
    prepare: async (tab) => {
      await tab.clock.install();
      await tab.route(/\/settings\.json$/, async (route) => {
        asked += 1;
        if (asked > 1) await route.continue();
      });
    },
  });
  if (page === undefined) return;
  assert.equal(await page.getByText("tries again").isVisible(), false);
  await page.clock.fastForward(15_000);
  await page.getByText("tries again").waitFor();
  await page.clock.fastForward(2000);
  await page.getByLabel("Access token").waitFor();
});

for (const [what, address] of [
  ["editor", /\/assets\/main-[^/]+\.js$/],
  ["part that only the editor needs", /\/assets\/furnishing-[^/]+\.js$/],
] as const)
  test(
    `PAGE-39: the ${what} that does not arrive is loaded again, and the page says so meanwhile`,
    inBrowser,
    async (t) => {
      const { service, peer } = await shared();
      await peer.save(demoPlan("flat"));
      const page = await open(t, service, {
        path: "/#edit",
        token: service.admin,
        expects,
        prepare: (tab) => refuse(tab, address, { times: 6 }),
      });
      if (page === undefined) return;
      if (what === "editor") await page.getByRole("alert").getByText(english.notOpened).waitFor();
      // What waits tries again as soon as the network is back.
      await page.waitForFunction(
        () => {
          dispatchEvent(new Event("online"));
          return document
            .querySelector("floorplan-page")
            ?.shadowRoot?.querySelector("floorplan-editor");
        },
        undefined,
        { polling: 200 },
      );
      await page.getByRole("button", { name: "Save", exact: true }).waitFor();
      assert.equal(await page.getByText(english.notOpened).count(), 0);
    },
  );
