import assert from "node:assert/strict";
import { test } from "node:test";
import { page as english } from "../../../src/web/i18n/en/screens.ts";
import { demoPlan } from "../../samples/index.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { useBrowser } from "../browser.ts";
import { refuse, refusedPart, untilEditor } from "../refused-parts.ts";
import { sharedService } from "../shared-editor.ts";

const open = useBrowser();
const shared = sharedService();

const said = [
  "The page tries again by itself.",
  "Die Seite versucht es von selbst wieder.",
  "La page réessaie d’elle-même.",
];

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
        expects: refusedPart,
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

test(
  "PAGE-39: an editor that does not arrive is loaded again, and the page says so meanwhile",
  inBrowser,
  async (t) => {
    const { service, peer } = await shared();
    await peer.save(demoPlan("flat"));
    const page = await open(t, service, {
      path: "/#edit",
      token: service.admin,
      expects: refusedPart,
      prepare: (tab) => refuse(tab, /\/assets\/main-[^/]+\.js$/, { times: 2 }),
    });
    if (page === undefined) return;
    await page.getByRole("alert").getByText(english.notOpened).waitFor();
    await untilEditor(page);
    await page.getByRole("button", { name: "Save", exact: true }).waitFor();
    assert.equal(await page.getByText(english.notOpened).count(), 0);
  },
);
