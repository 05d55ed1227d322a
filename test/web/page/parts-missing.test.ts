import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { page as english } from "../../../src/web/i18n/en/screens.ts";
import { demoPlan } from "../../samples/index.ts";
import { browserName } from "../../support/browser-process.ts";
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

/** From now on, time passes only where a test says so. */
const stopClock = async (page: Page): Promise<void> => {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
};

for (const [path, address] of [
  ["/", /\/assets\/page-[^/]+\.js$/],
  ["/wall", /\/assets\/kiosk-[^/]+\.js$/],
] as const)
  test(
    `PAGE-38, TABLET-7: ${path} says in three languages that a script did not come, and loads again once the service answers`,
    inBrowser,
    async (t) => {
      const { service } = await shared();
      let away: Promise<unknown> = Promise.resolve();
      const page = await open(t, service, {
        path,
        expects: refusedPart,
        prepare: async (tab) => {
          await stopClock(tab);
          await refuse(tab, address, { times: 1 });
          await refuse(tab, /\/(?:wall)?$/, { times: 1, method: "HEAD" });
          away = tab.waitForEvent("requestfailed", (request) => request.method() === "HEAD");
        },
      });
      if (page === undefined) return;
      for (const words of said) await page.getByText(words).waitFor();
      await page.clock.fastForward(2000);
      await away;
      for (const words of said) assert(await page.getByText(words).isVisible(), words);
      await page.clock.fastForward(4000);
      await page.clock.resume();
      await page.getByLabel("Access token").waitFor();
    },
  );

test(
  "PAGE-38: a page that has arrived does not load itself again, whatever becomes of its content",
  inBrowser,
  async (t) => {
    const { service } = await shared();
    const page = await open(t, service, { prepare: (tab) => tab.clock.install() });
    if (page === undefined) return;
    await page.getByLabel("Access token").waitFor();
    await page.evaluate(() => document.body.replaceChildren("something else"));
    const asked: string[] = [];
    page.on("request", (request) => void asked.push(`${request.method()} ${request.url()}`));
    await page.clock.fastForward(20_000);
    await page.clock.fastForward(20_000);
    // What the page would ask of its own comes before this.
    await page.evaluate(() => fetch("/healthz"));
    assert.deepEqual(asked, [`GET ${new URL("/healthz", page.url()).href}`]);
    await page.getByText("something else").waitFor();
  },
);

/** The editor's own file. */
const editorFile = /\/assets\/main-[^/]+\.js$/;

const notOpened = (page: Page): Locator => page.getByRole("alert").getByText(english.notOpened);

/** Waits for the editor that did not arrive, which Firefox loads only with the page. */
const opens = async (page: Page): Promise<void> => {
  if (browserName === "firefox") {
    await notOpened(page).waitFor();
    await page.getByRole("button", { name: english.reload }).click();
  }
  await untilEditor(page);
  await page.getByRole("button", { name: "Save", exact: true }).waitFor();
  assert.equal(await page.getByText(english.notOpened).count(), 0);
};

test(
  "PAGE-39: an editor that does not arrive is loaded again, in Firefox by the button to load the page again, and the page says so meanwhile",
  inBrowser,
  async (t) => {
    const { service, peer } = await shared();
    await peer.save(demoPlan("flat"));
    const page = await open(t, service, {
      path: "/#edit",
      token: service.admin,
      expects: refusedPart,
      prepare: (tab) => refuse(tab, editorFile, { times: browserName === "firefox" ? 1 : 2 }),
    });
    if (page === undefined) return;
    await notOpened(page).waitFor();
    await opens(page);
  },
);

test(
  "PAGE-39: an editor that fails to arrive after its user has signed out is loaded for the next",
  inBrowser,
  async (t) => {
    const { service, peer } = await shared();
    await peer.save(demoPlan("flat"));
    let signsOut = (): void => undefined;
    const signedOut = new Promise<void>((resolve) => (signsOut = resolve));
    const page = await open(t, service, {
      path: "/#edit",
      token: service.admin,
      expects: refusedPart,
      prepare: (tab) =>
        tab.route(
          editorFile,
          async (route) => {
            await signedOut;
            await route.abort();
          },
          { times: 1 },
        ),
    });
    if (page === undefined) return;
    await page.getByRole("status").getByText(english.opening).waitFor();
    await page.getByRole("button", { name: english.signOut }).click();
    await page.getByRole("dialog").getByRole("button", { name: english.signOut }).click();
    const token = page.getByLabel(english.signIn.token);
    await token.waitFor();
    const failed = page.waitForEvent("requestfailed");
    signsOut();
    await failed;
    await token.fill(service.admin);
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: english.edit }).click();
    await opens(page);
  },
);
