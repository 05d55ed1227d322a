import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { Page } from "playwright-core";
import { demoPlan } from "../../samples/index.ts";
import { scaled } from "../../campaign/scale.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { startDouble } from "../../support/double-home-assistant.ts";
import { eventually } from "../../support/polling.ts";
import type {
  HomeAssistant,
  Person,
} from "../../support/home-assistant/home-assistant-under-test.ts";
import { startHomeAssistant } from "../../support/home-assistant.ts";
import { startPathProxy } from "../../support/path-proxy.ts";
import { Peer } from "../../support/peer.ts";
import { mayUse } from "../../support/programs.ts";
import { startTestService } from "../../support/service.ts";
import { signIn } from "../../support/sign-in.ts";
import { accessibilityViolations } from "../accessibility-violations.ts";
import { useBrowser } from "../browser.ts";

const open = useBrowser();

/** What leads to Home Assistant, and what its own pages and lost connections leave in the console. */
const elsewhere = /another host|in the console/;

/** Fills in the page of Home Assistant, which leads back. */
const fillIn = async (page: Page, { username, password }: Person): Promise<void> => {
  await page.waitForURL(/\/auth\/authorize/);
  await page.locator('input[name="username"]').fill(username);
  await page.locator('input[name="password"]').fill(password);
  await page.locator('input[name="password"]').press("Enter");
};

const button = (page: Page) => page.getByRole("button", { name: "Sign in with Home Assistant" });
const edit = (page: Page) => page.getByRole("link", { name: "Edit", exact: true });

const journey = async (t: TestContext, home: HomeAssistant): Promise<void> => {
  const service = await startTestService(t, {
    config: { homeAssistant: home.url, homeAssistantCheckMs: 500 },
  });
  await (await Peer.login(t, service.port, service.admin)).save(demoPlan("flat"));
  const proxy = await startPathProxy(t, { port: service.port, prefix: "/plan" });
  for (const { url } of [service, proxy]) {
    const page = await open(t, { url }, { expects: elsewhere });
    if (page === undefined) return;
    await button(page).click();
    await fillIn(page, home.owner);
    await edit(page).waitFor();
    await page.getByText("Bedroom").first().waitFor();
    assert.equal(page.url(), `${url}/`, "neither code nor state stays in the address bar");
    await page.reload();
    await edit(page).waitFor();
    const kept = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
    assert.match(kept, /"session\./);
    assert(!/eyJ|refresh/.test(kept), "a session of ours, and no token of Home Assistant");
    await page.getByRole("button", { name: "Sign out" }).click();
    await button(page).waitFor();
    await page.reload();
    await button(page).waitFor();
  }

  // Who may not save has no editor; who is no longer active is told why, and may try again.
  const page = await open(t, service, { expects: elsewhere });
  if (page === undefined) return;
  await button(page).click();
  await fillIn(page, home.user);
  await page.getByText("Bedroom").first().waitFor();
  assert.equal(await edit(page).count(), 0);
  await home.setActive(home.user, false);
  await page.getByText("Your Home Assistant sign-in has ended.").waitFor({ timeout: 60_000 });
  await button(page).waitFor();
  await home.setActive(home.user, true);
};

test(
  "SIGN-1: SIGN-5: SIGN-6: on the page one signs in with Home Assistant, at the root and behind a path, and out again (the double)",
  inBrowser,
  async (t) => journey(t, await startDouble(t)),
);

if (scaled(false, true))
  test(
    "SIGN-1: SIGN-5: SIGN-6: on the page one signs in with Home Assistant, at the root and behind a path, and out again (the real one)",
    { timeout: 240_000 },
    async (t) => {
      if (!mayUse(t, "Home Assistant")) return;
      const home = await startHomeAssistant();
      t.after(home.remove);
      t.diagnostic(`Home Assistant ${home.version}`);
      await journey(t, home);
    },
  );

test(
  "SIGN-5: SIGN-6: a sign-out in one tab is told in the others, which offer to sign in again",
  inBrowser,
  async (t) => {
    const home = await startDouble(t);
    const service = await startTestService(t, { config: { homeAssistant: home.url } });
    const page = await open(t, service, { expects: elsewhere });
    if (page === undefined) return;
    await button(page).click();
    await fillIn(page, home.owner);
    await edit(page).waitFor();
    const other = await page.context().newPage();
    await other.goto(`${service.url}/`);
    await edit(other).waitFor();
    await other.getByRole("button", { name: "Sign out" }).click();
    await page.getByText("Your Home Assistant sign-in has ended.").waitFor();
    await button(page).waitFor();
  },
);

test(
  "SIGN-1: browsers are led to the address of Home Assistant that is for them, and the service asks at the other",
  inBrowser,
  async (t) => {
    const home = await startDouble(t);
    const homeAssistantPublic = home.url.replace("127.0.0.1", "localhost");
    const service = await startTestService(t, {
      config: { homeAssistant: home.url, homeAssistantPublic: `${homeAssistantPublic}/` },
    });
    const page = await open(t, service, { expects: elsewhere });
    if (page === undefined) return;
    await button(page).click();
    await page.waitForURL(`${homeAssistantPublic}/auth/authorize**`);
    await fillIn(page, home.owner);
    await edit(page).waitFor();
  },
);

test(
  "SIGN-3: a return that this tab did not begin signs nobody in, and leaves who is signed in as they are",
  inBrowser,
  async (t) => {
    const home = await startDouble(t);
    const service = await startTestService(t, { config: { homeAssistant: home.url } });
    const path = "/?code=of-somebody-else&state=guessed";
    const stranger = await open(t, service, { path });
    if (stranger === undefined) return;
    await stranger.getByText("This sign-in was not started in this tab.").waitFor();
    assert.equal(stranger.url(), `${service.url}/`);
    const page = await open(t, service, { path, token: service.admin });
    await page?.getByText("you stay signed in as before").waitFor();
    await (page && edit(page))?.waitFor();
    assert.equal(home.received.length, 0, "Home Assistant was not asked");
  },
);

test(
  "SIGN-4: a code that Home Assistant does not take is told on the form, with what comes next",
  inBrowser,
  async (t) => {
    const home = await startDouble(t);
    const service = await startTestService(t, { config: { homeAssistant: home.url } });
    const page = await open(t, service, { expects: elsewhere });
    if (page === undefined) return;
    await page.route("**/auth/authorize**", (route) => {
      const asked = new URL(route.request().url()).searchParams;
      const location = `${asked.get("redirect_uri")}?code=spent&state=${asked.get("state")}`;
      return route.fulfill({ status: 302, headers: { location } });
    });
    await button(page).click();
    await page.getByText("Home Assistant did not sign you in.").waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    await home.stop();
    await button(page).click();
    await page.getByText("Home Assistant cannot be reached.").waitFor();
  },
);

test(
  "SIGN-7: a page that logs in while Home Assistant is away says so and goes on by itself; one that is there stays",
  inBrowser,
  async (t) => {
    const home = await startDouble(t);
    const service = await startTestService(t, {
      config: { homeAssistant: home.url, homeAssistantCheckMs: 500 },
    });
    const token = await signIn(home, home.owner, service);
    const early = await open(t, service, { token, expects: elsewhere });
    if (early === undefined) return;
    await early.getByRole("heading", { name: "Let’s draw your home" }).waitFor();
    await home.stop();
    await eventually(async () => {
      const health = await (await fetch(`${service.url}/healthz`)).text();
      return health.includes("unreachable") ? { seen: true } : { not: health };
    }, 20_000);
    const late = await open(t, service, { token, expects: elsewhere });
    await late?.getByText("cannot be reached, so the service cannot tell who you are").waitFor();
    assert.deepEqual(await (late && accessibilityViolations(late)), []);
    await early.getByRole("heading", { name: "Let’s draw your home" }).waitFor();
    await home.restart();
    await late?.getByRole("heading", { name: "Let’s draw your home" }).waitFor({ timeout: 60_000 });
  },
);

test(
  "SIGN-12: the form with Home Assistant is whole in each language, by day and night, at 360 px, and keeps nobody out",
  inBrowser,
  async (t) => {
    const home = await startDouble(t);
    const service = await startTestService(t, { config: { homeAssistant: home.url } });
    for (const [locale, words] of [
      ["en-GB", "Sign in with Home Assistant"],
      ["de-AT", "Mit Home Assistant anmelden"],
      ["fr-FR", "Se connecter avec Home Assistant"],
    ] as const) {
      const viewport = { width: 360, height: 640 };
      const page = await open(t, service, { locale, viewport });
      if (page === undefined) return;
      await page.getByRole("button", { name: words }).waitFor();
      assert(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await accessibilityViolations(page), [], `${locale} ${colorScheme}`);
      }
    }
  },
);

test("SIGN-1: without a Home Assistant the form asks for a token alone", inBrowser, async (t) => {
  const page = await open(t, await startTestService(t));
  if (page === undefined) return;
  await page.getByLabel("Access token").waitFor();
  assert.equal(await button(page).count(), 0);
});
