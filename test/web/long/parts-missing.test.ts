import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { demoPlan } from "../../samples/index.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { useBrowser } from "../browser.ts";
import { refuse, refusedPart, untilEditor } from "../refused-parts.ts";
import { sharedService } from "../shared-editor.ts";

const open = useBrowser();
const shared = sharedService();

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
  ["the page", "/", /\/assets\/page-[^/]+\.js$/, 6],
  ["a part of the page", "/", /\/assets\/chunk-[^/]+\.js$/, 2],
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
        expects: refusedPart,
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

test(
  "PAGE-38: a page that has arrived begins with the first pause again at the next failure",
  inBrowser,
  async (t) => {
    const { service } = await shared();
    let waited: readonly number[] = [];
    let toRefuse = 2;
    const page = await open(t, service, {
      expects: refusedPart,
      prepare: async (tab) => {
        waited = await pauses(tab);
        await tab.route(/\/assets\/page-[^/]+\.js$/, (route) => {
          toRefuse -= 1;
          return toRefuse < 0 ? route.continue() : route.abort();
        });
      },
    });
    if (page === undefined) return;
    await page.getByLabel("Access token").waitFor();
    assert.deepEqual(waited, [2000, 4000]);
    toRefuse = 1;
    await page.reload({ waitUntil: "commit" });
    await page.getByLabel("Access token").waitFor();
    assert.deepEqual(waited, [2000, 4000, 2000]);
  },
);

test("PAGE-38: a script that never answers is waited for 15 s", inBrowser, async (t) => {
  const { service } = await shared();
  let asked = 0;
  const page = await open(t, service, {
    expects: refusedPart,
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

test(
  "PAGE-39: a part without which the editor cannot start is loaded again too",
  inBrowser,
  async (t) => {
    const { service, peer } = await shared();
    await peer.save(demoPlan("flat"));
    const page = await open(t, service, {
      path: "/#edit",
      token: service.admin,
      expects: refusedPart,
      prepare: (tab) => refuse(tab, /\/assets\/furnishing-[^/]+\.js$/, { times: 6 }),
    });
    if (page === undefined) return;
    await untilEditor(page);
    await page.getByRole("button", { name: "Save", exact: true }).waitFor();
  },
);
