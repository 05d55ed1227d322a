import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { demoPlan } from "../../samples/index.ts";
import { errors } from "../../../src/web/i18n/en/errors.ts";
import { bounded, inBrowser } from "../../support/timeouts.ts";
import { portToKeep } from "../../support/free-ports.ts";
import { Peer } from "../../support/peer.ts";
import { startTestService } from "../../support/service.ts";
import { canDo, useBrowser } from "../browser.ts";
import { sampledViolations } from "../sampled-accessibility-violations.ts";
import { type Shared, sharedService } from "../shared-editor.ts";

const open = useBrowser();
const shared = sharedService();

/** The service of most of these tests, with an empty plan. */
const emptied = async (): Promise<Shared["service"]> => {
  const { service, peer } = await shared();
  await peer.save({});
  return service;
};

const bannedWords = errors.problems.banned;

/** What a refused websocket or request leaves in the console. */
const refused = /WebSocket connection to|Failed to load resource/;

test(
  "PAGE-6: the token of the address signs in, and leaves the address bar and the history at once",
  inBrowser,
  async (t) => {
    const service = await emptied();
    const page = await open(t, service, { path: `/#token=${service.admin}` });
    if (page === undefined) return;
    await page.getByRole("link", { name: "Edit", exact: true }).waitFor();
    assert.equal(page.url(), `${service.url}/`);
    await page.reload();
    await page.getByRole("link", { name: "Edit", exact: true }).waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Access token").waitFor();
    await page.reload();
    await page.getByLabel("Access token").waitFor();
    const kept = await page.evaluate(() => JSON.stringify([localStorage, history.state]));
    assert(!kept.includes(service.admin), kept);
    // Only the fragment changes, so the page is not loaded again.
    await page.goto(`${service.url}/#token=${service.admin}`);
    await page.getByRole("link", { name: "Edit", exact: true }).waitFor();
    assert.equal(page.url(), `${service.url}/`);
  },
);

test(
  "PAGE-6: a token that is not whole leaves the address bar as well, and the form says what is wrong",
  inBrowser,
  async (t) => {
    const service = await emptied();
    const page = await open(t, service, { path: "/#token=%E0%A4%A", expects: refused });
    if (page === undefined) return;
    await page.getByText("The service does not accept this token.").waitFor();
    assert.equal(page.url(), `${service.url}/`);
    assert.equal(await page.evaluate(() => localStorage.length), 0);
  },
);

test(
  "PAGE-7: the form signs in, and says kindly what is wrong with a token",
  inBrowser,
  async (t) => {
    const service = await startTestService(t, { config: { loginDelayMs: 0, loginFailures: 2 } });
    const page = await open(t, service, { expects: refused });
    if (page === undefined) return;
    const token = page.getByLabel("Access token");
    const submit = page.getByRole("button", { name: "Sign in" });
    await submit.click();
    await page.getByText("Enter a token first.").waitFor();
    await token.fill("no such token");
    await submit.click();
    await page.getByText("The service does not accept this token.").waitFor();
    await page.getByText("ask an administrator for a new one").waitFor();
    await token.fill("nor this");
    await token.press("Enter");
    await page.getByText(bannedWords.what).waitFor();
    await page.getByText(bannedWords.next).waitFor();
    await page.getByText(/banned until \d{4}-/).waitFor();
    // A ban stops guessing, not people.
    await token.fill(service.admin);
    await submit.click();
    await page.getByRole("link", { name: "Edit", exact: true }).waitFor();
  },
);

test(
  "PAGE-8: whoever asks for the websocket without an upgrade learns why there would be none",
  bounded,
  async (t) => {
    const service = await startTestService(t, { config: { loginDelayMs: 0, loginFailures: 1 } });
    const ask = (): Promise<Response> => fetch(`${service.url}/api/websocket`);
    const free = await ask();
    assert.deepEqual([free.status, free.headers.get("upgrade")], [426, "websocket"]);
    const peer = await Peer.open(t, service.port);
    peer.send({ type: "auth", access_token: "wrong" });
    await peer.closed;
    const banned = await ask();
    assert.equal(banned.status, 403);
    assert.match(await banned.text(), /banned until/);
  },
);

test(
  "PAGE-9: an empty plan offers administrators a sample, which is saved, and a blank sheet",
  inBrowser,
  async (t) => {
    // Under a domain of its own, as one of several services may have it.
    const service = await startTestService(t, { config: { domain: "attic" } });
    const page = await open(t, service, { token: service.admin });
    if (page === undefined) return;
    await page.getByRole("heading", { name: "Let’s draw your home" }).waitFor();
    await page.getByRole("link", { name: /blank sheet/ }).click();
    await page.locator("floorplan-editor").waitFor();
    assert.equal(page.url(), `${service.url}/#edit`);
    await page.evaluate(() => history.back());
    await page.getByRole("button", { name: /sample flat/ }).click();
    await page.locator("floorplan-card").waitFor();
    const peer = await Peer.login(t, service.port, service.viewer);
    assert.deepEqual(await peer.result("attic/plan/get"), { rev: 1, ...demoPlan("flat") });
  },
);

test(
  "PAGE-10: somebody without administrator rights gets the plan and no editor",
  inBrowser,
  async (t) => {
    const service = await emptied();
    const page = await open(t, service, { token: service.viewer, path: "/#edit" });
    if (page === undefined) return;
    await page.getByText("There is no plan yet.").waitFor();
    await (await shared()).peer.save(demoPlan("flat"));
    await page.locator("floorplan-card").waitFor();
    assert.equal(await page.getByRole("link", { name: "Edit", exact: true }).count(), 0);
    assert.equal(await page.locator("floorplan-editor").count(), 0);
    const scripts = await page.evaluate(() =>
      performance.getEntriesByType("resource").map(({ name }) => name),
    );
    const assets = new URL("../../../dist/web/assets/", import.meta.url);
    const editors = readdirSync(assets)
      .filter((name) => name.endsWith(".js"))
      .filter((name) => readFileSync(new URL(name, assets), "utf8").includes("floorplan-canvas"));
    assert(editors.length > 0, "the editor has a file of its own");
    assert(
      scripts.some((name) => /\/page-[A-Z0-9]+\.js$/.test(name)),
      scripts.join(),
    );
    for (const name of editors)
      assert(!scripts.some((script) => script.endsWith(name)), `${name} is not loaded`);
  },
);

test(
  "PAGE-11: the page speaks German where the browser does, and fits a width of 360 px",
  inBrowser,
  async (t) => {
    const service = await emptied();
    const page = await open(t, service, { locale: "de-AT", viewport: { width: 360, height: 640 } });
    if (page === undefined) return;
    const fits = (): Promise<boolean> =>
      page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    await page.getByLabel("Zugangstoken").fill(service.admin);
    assert(await fits(), "the form fits");
    await page.getByRole("button", { name: "Anmelden" }).click();
    await page.getByRole("heading", { name: "Zeichne dein Zuhause" }).waitFor();
    assert(await fits(), "the empty page fits");
  },
);

test(
  "PAGE-11: at 360 px an administrator's buttons stand in one row, in every language",
  inBrowser,
  async (t) => {
    const service = await emptied();
    for (const locale of ["en", "de", "fr"]) {
      const viewport = { width: 360, height: 640 };
      const page = await open(t, service, { locale, viewport, token: service.admin });
      if (page === undefined) return;
      const buttons = page.locator("header :is(a, button)");
      await buttons.nth(3).waitFor();
      const boxes = await buttons.evaluateAll((all) =>
        all.map((each) => {
          const { left, right, top, height } = each.getBoundingClientRect();
          return { isIn: left >= 0 && right <= 360, row: top, height };
        }),
      );
      assert(
        boxes.every(({ isIn }) => isIn),
        `${locale} is within the page`,
      );
      const tops = boxes.map(({ row }) => row);
      assert(Math.max(...tops) - Math.min(...tops) < 5, `${locale} is in one row: ${tops.join()}`);
      // A second line of words would make one higher.
      assert(
        boxes.every(({ height }) => height < 55),
        locale,
      );
    }
  },
);

test("PAGE-11: by day and by night the page keeps nobody out", inBrowser, async (t) => {
  if (!canDo(t, "colour schemes")) return;
  const service = await emptied();
  const page = await open(t, service, { expects: refused });
  if (page === undefined) return;
  const isClean = async (): Promise<void> => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const back: string = await page.evaluate(
        () => getComputedStyle(document.body).backgroundColor,
      );
      assert.equal(back === "rgb(15, 23, 25)", colorScheme === "dark", back);
      assert.deepEqual(await sampledViolations(page), [], colorScheme);
    }
  };
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Enter a token first.").waitFor();
  await isClean();
  await page.getByLabel("Access token").fill("wrong");
  await page.keyboard.press("Enter");
  await page.getByText("The service does not accept this token.").waitFor();
  await isClean();
  await page.getByLabel("Access token").fill(service.admin);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Let’s draw your home" }).waitFor();
  await isClean();
});

test(
  "PAGE-12: a page whose service is away says so, keeps its plan, and comes back by itself",
  inBrowser,
  async (t) => {
    const service = await startTestService(t, { config: { port: await portToKeep() } });
    const page = await open(t, service, { token: service.viewer, expects: refused });
    if (page === undefined) return;
    await page.getByText("There is no plan yet.").waitFor();
    const first = await Peer.login(t, service.port, service.admin);
    await first.save(demoPlan("flat"));
    await page.getByText("Bedroom").first().waitFor();
    await service.stop();
    await page.getByText("Reconnecting").waitFor();
    assert(await page.getByText("Bedroom").first().isVisible(), "the plan stays");
    const again = await startTestService(t, { again: service, config: { port: service.port } });
    const second = await Peer.login(t, again.port, again.admin);
    await second.save({
      rooms: [
        {
          id: "attic",
          name: "Attic",
          points: [
            [0, 0],
            [4, 0],
            [4, 3],
          ],
        },
      ],
    });
    await page.getByText("Attic").first().waitFor();
    await page.getByText("Reconnecting").waitFor({ state: "hidden" });
  },
);
