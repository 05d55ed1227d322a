import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import type { Page } from "playwright-core";
import { sectionOf, toChoose, toldWays } from "../../docs/ways.ts";
import { startDouble } from "../../support/double-home-assistant.ts";
import { type RealHomeAssistant, startHomeAssistant } from "../../support/home-assistant.ts";
import { startBehindIngress, startIngress } from "../../support/ingress.ts";
import { mayUse } from "../../support/programs.ts";
import { temporaryFolder } from "../../support/service.ts";
import { serveOnTerminal } from "../../support/terminal.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { useBrowser } from "../browser.ts";
import { clicksOf, countClicks } from "../clicks.ts";
import { keptLogin, patienceMs } from "./dashboard-pages.ts";

const openTab = useBrowser();

/** A page whose clicks are counted. */
const open = async (
  t: TestContext,
  { url }: { readonly url: string },
  path: string,
  prepare: (page: Page) => Promise<unknown> = () => Promise.resolve(),
): Promise<Page> => {
  const page = await openTab(
    t,
    { url },
    {
      path,
      // What Home Assistant's pages do by themselves.
      expects: /^in the console|to another host/,
      prepare: async (tab) => {
        await countClicks(tab);
        await prepare(tab);
      },
    },
  );
  assert(page !== undefined, "there is a browser");
  page.setDefaultTimeout(patienceMs);
  return page;
};

/** From the greeting of an empty plan to the rooms of the areas, with live lamps; the clicks of the page so far. */
const roomsWithLamps = async (page: Page): Promise<number> => {
  await page.getByRole("link", { name: "Start with a blank sheet" }).click();
  await page.getByRole("button", { name: /^Create \d rooms from areas, with lights$/ }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("link", { name: "Back to the plan" }).click();
  // The areas of the tests' Home Assistant have lamps, some of which are on.
  await page.locator(".lamp.on").first().waitFor();
  return clicksOf(page);
};

/** A long-lived token of Home Assistant's owner, made by hand; the clicks that it takes. */
const tokenByHand = async (
  t: TestContext,
  home: RealHomeAssistant,
): Promise<{ readonly token: string; readonly clicks: number }> => {
  const login = await keptLogin(home, home.owner);
  const page = await open(t, home, "/", (tab) =>
    tab.addInitScript((kept) => localStorage.setItem("hassTokens", kept), login),
  );
  await page.locator("ha-sidebar").getByText("Owner", { exact: true }).click();
  await page.getByText("Security", { exact: true }).first().click();
  await page.getByRole("button", { name: "Create token" }).click();
  const dialog = page.locator("ha-long-lived-access-token-dialog");
  await dialog.getByRole("textbox").fill("Floor plan");
  await dialog.getByRole("button", { name: "Create token" }).click();
  await dialog.getByRole("button", { name: "Copy" }).click();
  const token = await dialog.getByRole("textbox").inputValue();
  return { token, clicks: await clicksOf(page) };
};

test(
  "HOUSE-12: on the service's own page, live lamps take as many clicks as docs/getting-started.md says",
  { timeout: 480_000 },
  async (t) => {
    if (!mayUse(t, "Home Assistant") || !mayUse(t, "chromium") || !mayUse(t, "script")) return;
    const home = await startHomeAssistant();
    t.after(home.remove);

    const began = performance.now();
    const { token, clicks: forToken } = await tokenByHand(t, home);
    const folder = await temporaryFolder(t);
    const file = join(folder, "ha.token");
    await writeFile(file, token, { mode: 0o600 });
    const options = `--data "${folder}/data" --home-assistant ${home.url} --home-assistant-token-file "${file}"`;
    const terminal = serveOnTerminal(t, options, "2>/dev/null");
    await terminal.shows((text) => /\/#code=\S{43}\n/.test(text));
    const [, url = "", signIn = ""] = /(http:\/\/\S+?)(\/#code=\S+)\n/.exec(terminal.shown()) ?? [];
    // The link is pasted, or pressed in the terminal.
    const own = 1 + (await roomsWithLamps(await open(t, { url }, signIn)));
    t.diagnostic(`npm: ${forToken} + ${own} clicks, ${performance.now() - began} ms`);
    assert.equal(toldWays().get("npm")?.clicks, forToken + own);
  },
);

test(
  "HOUSE-12: in the app, live lamps take as many clicks as docs/getting-started.md says (the double)",
  inBrowser,
  async (t) => {
    if (!mayUse(t, "chromium")) return;
    const home = await startDouble(t);
    home.answer("config/auth/list", () => ({
      result: [{ id: home.owner.id, is_owner: true, is_active: true, group_ids: ["system-users"] }],
    }));
    const service = await startBehindIngress(t, home);
    const ingress = await startIngress(t, service, home.owner);
    const clicks = await roomsWithLamps(await open(t, ingress, "/"));
    const steps = toChoose(sectionOf("packaging/home-assistant/DOCS.md", "Installing"));
    t.diagnostic(`${steps.length} + ${clicks} clicks`);
    assert.equal(toldWays().get("the app")?.clicks, steps.length + clicks);
  },
);
