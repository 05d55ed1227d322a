import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { errors } from "../../../src/web/i18n/en/errors.ts";
import { page as de } from "../../../src/web/i18n/de/screens.ts";
import { page as fr } from "../../../src/web/i18n/fr/screens.ts";
import { page as texts } from "../../../src/web/i18n/en/screens.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { makeLink, openLink } from "../../support/access-links.ts";
import type { TestService } from "../../support/service.ts";
import { useBrowser } from "../browser.ts";
import { sharedService } from "../shared-editor.ts";
import { sampledViolations } from "../sampled-accessibility-violations.ts";

const open = useBrowser();
const shared = sharedService({ loginDelayMs: 0, loginFailures: 1000 });

/** What a refused code leaves in the console, and a request that a test ends. */
const refused = /Failed to load resource|WebSocket|426/;
const { link_used: used, link_ended: ended, link_unknown: unknown } = errors.problems;
const signOut = (page: Page) => page.getByRole("button", { name: texts.signOut, exact: true });

const keptToken = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem("floorplan-token"));

/** Who the page's token is of. */
const signedIn = async (page: Page, { url }: Pick<TestService, "url">): Promise<string> => {
  await signOut(page).waitFor();
  const headers = { Authorization: `Bearer ${await keptToken(page)}` };
  return (await fetch(`${url}/metrics`, { headers })).status === 200 ? "somebody" : "nobody";
};

/** Opens a link in a tab that is there, as another page does that leads to it. */
const follow = async (page: Page, url: string): Promise<void> => {
  await page.goto("about:blank");
  await page.goto(url);
};

test(
  "GUEST-19: a link signs in once, its code leaves the address and the history at once, and the same browser may open it again",
  inBrowser,
  async (t) => {
    const { service, peer } = await shared();
    const code = await makeLink(peer, "Once");
    const page = await open(t, service, { path: `/?a=b#code=${code}`, expects: refused });
    if (page === undefined) return;
    assert.equal(await signedIn(page, service), "somebody");
    const token = await keptToken(page);
    assert.equal(page.url(), `${service.url}/?a=b`);
    assert.equal(await page.evaluate(() => localStorage.getItem("floorplan-link:/")), null);
    await page.goto(`${service.url}/wall`);
    await page.goBack();
    assert.equal(page.url(), `${service.url}/?a=b`);
    await follow(page, `${service.url}/#code=${code}`);
    assert.equal(await signedIn(page, service), "somebody");
    assert.equal(
      await page.getByText(used.what).count(),
      0,
      "it is the one that it is signed in by",
    );
    assert.equal(await page.getByRole("dialog").count(), 0);
    assert.equal(await keptToken(page), token);

    const second = await open(t, service, { path: `/wall#code=${code}`, expects: refused });
    if (second === undefined) return;
    await second.getByText(used.what).waitFor();
    await second.getByText(used.next).waitFor();
    assert.equal(second.url(), `${service.url}/wall`);
    assert.deepEqual(await sampledViolations(second), []);
    await follow(second, `${service.url}/#code=no-such-code`);
    await second.getByText(unknown.what).waitFor();
    await second.getByLabel(texts.signIn.token).waitFor();
    assert.equal(await keptToken(second), null);
  },
);

test(
  "GUEST-20: where somebody is signed in a link asks first, by keyboard, and is as good as before where they would rather not",
  inBrowser,
  async (t) => {
    const { service, peer } = await shared();
    const code = await makeLink(peer, "Asks");
    const page = await open(t, service, {
      path: `/#token=${service.viewer}`,
      expects: refused,
      viewport: { width: 360, height: 640 },
    });
    if (page === undefined) return;
    await signOut(page).waitFor();
    await follow(page, `${service.url}/#code=${code}`);
    const question = page.getByRole("dialog", { name: texts.link.title });
    await question.getByText(texts.link.text("wall")).waitFor();
    assert.equal(page.url(), `${service.url}/`);
    assert.deepEqual(await sampledViolations(page), []);
    await page.keyboard.press("Enter");
    await question.waitFor({ state: "detached" });
    assert.equal(await keptToken(page), service.viewer, "to stay is the first choice");
    await page.reload();
    await signOut(page).waitFor();
    assert.equal(await question.count(), 0, "what was turned down does not come back");
    await follow(page, `${service.url}/wall#code=${code}`);
    await question.waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForFunction(
      (before) => localStorage.getItem("floorplan-token") !== before,
      service.viewer,
    );
    assert.deepEqual(await openLink(service, code), [401, "used"]);
    // A used one changes nothing for whoever is signed in.
    const other = await makeLink(peer, "Used");
    await openLink(service, other);
    const before = await keptToken(page);
    await follow(page, `${service.url}/#code=${other}`);
    await question.getByRole("button", { name: texts.link.yes }).click();
    await page.getByText(texts.refusedLink).waitFor();
    await page.getByText(used.what).waitFor();
    assert.equal(await keptToken(page), before);
  },
);

test("GUEST-20: the question is asked in every language", inBrowser, async (t) => {
  const { service, peer } = await shared();
  const code = await makeLink(peer, "Languages");
  for (const [locale, { link }] of [
    ["de-DE", de],
    ["fr-FR", fr],
  ] as const) {
    const path = `/wall#code=${code}`;
    const page = await open(t, service, { path, token: service.viewer, locale });
    if (page === undefined) return;
    const question = page.getByRole("dialog", { name: link.title });
    await question.getByText(link.text("wall")).waitFor();
    await question.getByRole("button", { name: link.no }).click();
    await question.waitFor({ state: "detached" });
    assert.equal(await keptToken(page), service.viewer);
  }
});

test(
  "GUEST-19: a page that is loaded again while the code is exchanged, or whose answer is lost, signs in all the same",
  inBrowser,
  async (t) => {
    const { service, peer } = await shared();
    const code = await makeLink(peer, "Again");
    let asked = 0;
    const page = await open(t, service, {
      path: `/wall#code=${code}`,
      expects: refused,
      // The service uses the code up, and its answer is lost.
      prepare: (tab) =>
        tab.route("**/auth/link", async (route) => {
          asked += 1;
          await route.fetch();
          await route.abort();
        }),
    });
    if (page === undefined) return;
    await page.getByText(texts.away).waitFor();
    assert.deepEqual(await openLink(service, code), [401, "used"]);
    assert(asked > 0);
    await page.unroute("**/auth/link");
    await page.reload();
    await page.waitForFunction(() => localStorage.getItem("floorplan-token") !== null);
    assert.equal(await page.evaluate(() => localStorage.getItem("floorplan-link:/")), null);
    assert.equal(page.url(), `${service.url}/wall`);
  },
);

test(
  "GUEST-19: a page that nobody sees uses no link up, and one whose link has ended says so",
  inBrowser,
  async (t) => {
    const { service, peer } = await shared();
    const code = await makeLink(peer, "Unseen");
    const page = await open(t, service, {
      path: `/#code=${code}`,
      // A token that is refused asks nobody, and is not tried again meanwhile.
      token: "gone",
      expects: refused,
      prepare: (tab) =>
        tab.addInitScript(() => {
          Object.defineProperty(document, "visibilityState", {
            configurable: true,
            get: () => (Reflect.get(globalThis, "isSeen") === true ? "visible" : "hidden"),
          });
        }),
    });
    if (page === undefined) return;
    await page.waitForFunction(() => localStorage.getItem("floorplan-link:/") !== null);
    await page.getByText(texts.connecting).waitFor();
    const tokens = await peer.result("floorplan/tokens/list");
    assert(Array.isArray(tokens));
    assert.notEqual(tokens.find(({ name }) => name === "Unseen").link_until, null);
    await page.evaluate(() => {
      Reflect.set(globalThis, "isSeen", true);
      document.dispatchEvent(new Event("visibilitychange"));
    });
    assert.equal(await signedIn(page, service), "somebody");
    const late = await makeLink(peer, "Late", { expires: "1ms" });
    const other = await open(t, service, { path: `/#code=${late}`, expects: refused });
    if (other === undefined) return;
    await other.getByText(ended.what).waitFor();
  },
);
