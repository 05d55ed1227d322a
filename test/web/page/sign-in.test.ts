import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { removeUser, usersFile } from "../../../src/auth/user-directory.ts";
import { errors } from "../../../src/web/i18n/en/errors.ts";
import { page as texts } from "../../../src/web/i18n/en/screens.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { portToKeep } from "../../support/free-ports.ts";
import { Peer } from "../../support/peer.ts";
import { newUser, startTestService } from "../../support/service.ts";
import { sampledViolations } from "../sampled-accessibility-violations.ts";
import { useBrowser } from "../browser.ts";
import { WebSocketControl } from "../websocket-control.ts";
import { sharedService } from "../shared-editor.ts";

const open = useBrowser();

/** What a refused token leaves in the console. */
const refused = /WebSocket connection to|Failed to load resource/;
const quick = { loginDelayMs: 0 };
const shared = sharedService(quick);
const { banned, access_ended: ended, invalid_auth: invalid } = errors.problems;

const keptToken = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem("floorplan-token"));

/** Waits until an administrator is signed in. */
const edit = (page: Page): Promise<void> =>
  page.getByRole("link", { name: "Edit", exact: true }).waitFor();

/** Loads the service's page anew at an address, as a link of another page does. */
const follow = async (page: Page, url: string): Promise<void> => {
  await page.goto("about:blank");
  await page.goto(url);
};

test(
  "PAGE-18: links with a wrong token, opened again and again, sign nobody out",
  inBrowser,
  async (t) => {
    const service = await startTestService(t, { config: { ...quick, loginFailures: 3 } });
    const page = await open(t, service, { path: `/#token=${service.admin}`, expects: refused });
    if (page === undefined) return;
    await edit(page);
    const openLink = async (what: string): Promise<void> => {
      await follow(page, `${service.url}/#token=bogus`);
      await page.getByText(texts.refusedLink).waitFor();
      await page.getByText(what).waitFor();
      await edit(page);
      assert.equal(page.url(), `${service.url}/`);
    };
    for (let time = 1; time <= 5; time += 1) await openLink(invalid.what);
    for (let failure = 1; failure <= 3; failure += 1) {
      const stranger = await Peer.open(t, service.port);
      stranger.send({ type: "auth", access_token: "wrong" });
      await stranger.closed;
    }
    await openLink(banned.what);
    assert.deepEqual(await sampledViolations(page), []);
    await page.getByRole("button", { name: texts.understood }).click();
    await page.getByText(texts.refusedLink).waitFor({ state: "hidden" });
    assert.equal(await keptToken(page), service.admin);
    await page.reload();
    await edit(page);
  },
);

test(
  "PAGE-18, GUEST-20: a link that is opened in a page that is there is only tried beside who is signed in, and replaces them if they agree",
  inBrowser,
  async (t) => {
    const { service } = await shared();
    const page = await open(t, service, { path: `/#token=${service.admin}`, expects: refused });
    if (page === undefined) return;
    await edit(page);
    await page.evaluate(() => (document.title = "not loaded again"));
    const clickLink = (token: string): Promise<void> =>
      page.evaluate((fragment) => void (location.hash = fragment), `token=${token}`);
    await clickLink("bogus");
    await page.getByText(texts.refusedLink).waitFor();
    await edit(page);
    assert.equal(page.url(), `${service.url}/`);
    assert.equal(await keptToken(page), service.admin);
    const question = page.getByRole("dialog", { name: texts.link.title });
    await clickLink(service.viewer);
    await question.getByText(texts.link.text("admin")).waitFor();
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
    assert.equal(await keptToken(page), service.admin);
    await clickLink(service.viewer);
    await question.getByRole("button", { name: texts.link.yes }).press("Enter");
    await page.getByText(texts.empty.viewer).waitFor();
    assert.equal(await page.getByText(texts.refusedLink).count(), 0);
    assert.equal(await keptToken(page), service.viewer);
    assert.equal(await page.title(), "not loaded again");
    await page.reload();
    await page.getByText(texts.empty.viewer).waitFor();
  },
);

test(
  "PAGE-18: a link replaces a kept token that is no longer valid, once it has logged in",
  inBrowser,
  async (t) => {
    const { service } = await shared();
    const wall = await newUser(service.data, "kitchen", false);
    const page = await open(t, service, { path: `/#token=${wall}`, expects: refused });
    if (page === undefined) return;
    await page.getByText(texts.empty.viewer).waitFor();
    await removeUser(usersFile(service.data), "kitchen");
    await page.getByText(ended.what).waitFor();
    await follow(page, `${service.url}/#token=bogus`);
    await page.getByText(invalid.what).waitFor();
    assert.equal(await keptToken(page), wall);
    await follow(page, `${service.url}/#token=${service.admin}`);
    await edit(page);
    assert.equal(await keptToken(page), service.admin);
  },
);

test(
  "PAGE-19: a token that is refused stays kept, and signs in when the service knows it again",
  inBrowser,
  async (t) => {
    const port = await portToKeep();
    const service = await startTestService(t, { config: { ...quick, port } });
    const page = await open(t, service, { path: `/#token=${service.admin}`, expects: refused });
    if (page === undefined) return;
    await edit(page);
    await service.stop();
    // Another service at the same address, with users of its own.
    const other = await startTestService(t, { config: { ...quick, port } });
    await page.getByText(ended.what).waitFor();
    await page.reload();
    await page.getByText(invalid.what).waitFor();
    await page.getByLabel(texts.signIn.token).fill("no token of this one either");
    await page.keyboard.press("Enter");
    await page.getByText(invalid.what).waitFor();
    assert.equal(await keptToken(page), service.admin);
    await other.stop();
    await startTestService(t, { again: service, config: { port } });
    await page.reload();
    await edit(page);
  },
);

test(
  "PAGE-19: while the service stops, is full or is away, the page keeps its token and comes back",
  inBrowser,
  async (t) => {
    const port = await portToKeep();
    const service = await startTestService(t, { config: { port } });
    const page = await open(t, service, { path: `/#token=${service.admin}`, expects: refused });
    if (page === undefined) return;
    await edit(page);
    await service.stop();
    // Elsewhere, so that it does not come back sooner than who is to take the only place.
    const address = page.url();
    await page.goto("about:blank");
    const full = await startTestService(t, {
      again: service,
      config: { port, connections: 1 },
    });
    await Peer.login(t, full.port, full.viewer);
    await page.goto(address);
    await page.getByText(texts.away).waitFor();
    assert.equal(await keptToken(page), service.admin);
    await full.stop();
    await startTestService(t, { again: service, config: { port } });
    await edit(page);
    assert.equal(await keptToken(page), service.admin);
  },
);

test(
  "PAGE-20: a token of the form is kept once it has logged in, not before",
  inBrowser,
  async (t) => {
    const { service } = await shared();
    const line = new WebSocketControl();
    const page = await open(t, service, { expects: refused, prepare: (tab) => line.take(tab) });
    if (page === undefined) return;
    const token = page.getByLabel(texts.signIn.token);
    const signIn = async (text: string): Promise<void> => {
      await token.fill(text);
      await token.press("Enter");
    };
    await signIn("no such token");
    await page.getByText(invalid.what).waitFor();
    for (const text of ["nor this one", service.viewer]) {
      const release = line.holdLogins();
      await signIn(text);
      // The answer is late: nothing is known of it yet.
      await page.getByText(texts.connecting).waitFor();
      assert.equal(await keptToken(page), null);
      release();
      if (text === service.viewer) break;
      await page.getByText(invalid.what).waitFor();
      assert.equal(await keptToken(page), null);
    }
    await page.getByText(texts.empty.viewer).waitFor();
    assert.equal(await keptToken(page), service.viewer);
    await page.getByRole("button", { name: texts.signOut }).click();
    await token.waitFor();
    assert.equal(await keptToken(page), null);
  },
);
