import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { inhabitedFlat } from "../../../src/model/demo/inhabited-flat.ts";
import { connectDemo, startDemo } from "../../support/demo-service.ts";
import { Peer } from "../../support/peer.ts";
import { temporaryFolder } from "../../support/service.ts";
import { root } from "../../support/source-files.ts";
import { serveFolder, type StaticServer } from "../../support/static-server.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { accessibilityViolations } from "../accessibility-violations.ts";
import { useBrowser } from "../browser.ts";
import { allSaved, rename, roomNames, save } from "../editing.ts";
import { becomes } from "../page-polling.ts";

const open = useBrowser();
const kB = 1000;

const ends: (() => unknown)[] = [];
after(async () => {
  for (const end of ends) await end();
});
let building: Promise<string> | undefined;

/** The demo, made once for all tests of this file. */
const demo = (): Promise<string> =>
  (building ??= temporaryFolder({ after: (end) => void ends.push(end) }).then((folder) => {
    execFileSync(process.execPath, ["build/demo.mjs", folder], { cwd: root });
    return folder;
  }));

const isLasting = "What you save stays in this browser.";
const isPassing = "What you save is lost when you leave the demo.";

/** Whether the page asked for anything but files: for a path of the service. */
const asked = ({ missing }: StaticServer): readonly string[] =>
  missing.filter((path) => path !== "/favicon.ico");

/** The plan with the states of the house. */
const isLive = async (page: Page): Promise<void> => {
  await page.locator('floorplan-card [data-ref="rooms/kitchen"]').waitFor();
  await page
    .getByText(/^\d+(?:\.\d)? °C$/)
    .first()
    .waitFor();
};

const lamp = (page: Page) => page.locator('floorplan-card [data-ref="furniture/kitchen_pendant"]');

/** Whether the lamp is on, as screen readers are told. */
const isOn = async (page: Page): Promise<boolean> =>
  /\bon$/i.test((await lamp(page).getAttribute("aria-label")) ?? "");

test(
  "DEMO-9, DEMO-10, DEMO-11: any web server serves the demo, which shows its plan live with less than 600 kB, and says what it is",
  inBrowser,
  async (t) => {
    const folder = await demo();
    const server = await serveFolder(t, folder);
    const page = await open(t, server);
    if (page === undefined) return;
    await isLive(page);
    const transferred = await Promise.all(
      [...new Set(server.served)].map(async (path) => gzipSync(await readFile(path)).length),
    );
    const total = transferred.reduce((sum, bytes) => sum + bytes, 0);
    t.diagnostic(`${total} bytes in ${transferred.length} files`);
    assert(transferred.length > 5 && total < 600 * kB, `${total} bytes`);
    await page.getByText(isLasting).waitFor();
    assert.equal(await page.getByRole("button", { name: "Sign out" }).count(), 0);
    assert.deepEqual(asked(server), []);
    assert.deepEqual(await accessibilityViolations(page), []);
  },
);

test("DEMO-10: the worker has no module of Node.js", async () => {
  const assets = join(await demo(), "assets");
  const scripts = (await readdir(assets)).filter((name) => name.endsWith(".js"));
  assert(scripts.some((name) => name.startsWith("worker-")));
  for (const name of scripts)
    assert.doesNotMatch(await readFile(join(assets, name), "utf8"), /["']node:/, name);
});

test(
  "DEMO-12, DEMO-13: what one tab draws and saves the wall page shows at once, and the next visit too; a touched lamp lights on both",
  inBrowser,
  async (t) => {
    const server = await serveFolder(t, await demo());
    const page = await open(t, server, { path: "/#edit" });
    if (page === undefined) return;
    await allSaved(page);
    const wall = await page.context().newPage();
    await wall.goto(`${server.url}/wall.html`);
    await wall.getByText("Kitchen", { exact: true }).waitFor();
    for (const each of [page, wall]) assert.deepEqual(await accessibilityViolations(each), []);
    await rename(page, "Kitchen", "Bakery");
    await save(page);
    await allSaved(page);
    await wall.getByText("Bakery", { exact: true }).waitFor();

    await page.goto(`${server.url}/#`);
    await page.reload();
    await isLive(page);
    await page.getByText("Bakery", { exact: true }).waitFor();
    const before = await isOn(page);
    await lamp(page).click();
    await becomes(() => isOn(page), !before);
    const onWall = wall.locator('floorplan-wall-card [data-ref="furniture/kitchen_pendant"]');
    await becomes(
      async () => /\bon$/i.test((await onWall.getAttribute("aria-label")) ?? ""),
      !before,
    );

    await wall.close();
    await page.getByRole("button", { name: "Start over" }).click();
    await page.getByText("Kitchen", { exact: true }).waitFor();
    const next = await page.context().newPage();
    await page.close();
    await next.goto(server.url);
    await next.getByText("Kitchen", { exact: true }).waitFor();
    const rev = await next.evaluate(`document.querySelector("floorplan-page").plan.rev`);
    assert.equal(rev, 3, "the revisions of the earlier visits are there");
    assert.deepEqual(asked(server), []);
  },
);

test(
  "DEMO-12, DEMO-16: a tab of a newer version beside an older one keeps nothing and says so, and what the older one saved stays",
  inBrowser,
  async (t) => {
    const folder = await demo();
    const server = await serveFolder(t, folder);
    const page = await open(t, server, { path: "/#edit" });
    if (page === undefined) return;
    await allSaved(page);
    await rename(page, "Kitchen", "Bakery");
    await save(page);
    await allSaved(page);

    const newer = await page.context().newPage();
    await newer.route("**/*.js", async (route) => {
      const { pathname } = new URL(route.request().url());
      const script = await readFile(join(folder, pathname), "utf8");
      const body = script.replace(/(\.\/worker-\w+\.js)/g, "$1?newer");
      await route.fulfill({ contentType: "text/javascript", body });
    });
    await newer.goto(`${server.url}/#edit`);
    await allSaved(newer);
    await rename(newer, "Kitchen", "Studio");
    await save(newer);
    await allSaved(newer);
    await newer.goto(`${server.url}/#`);
    await newer.getByText(isPassing).waitFor();
    await newer.locator("floorplan-card").getByText("Studio", { exact: true }).waitFor();
    await page.close();
    await newer.reload();
    await newer.getByText(isLasting).waitFor();
    await newer.getByText("Bakery", { exact: true }).waitFor();
    const rev = await newer.evaluate(`document.querySelector("floorplan-page").plan.rev`);
    assert.equal(rev, 2);
    await newer.unrouteAll({ behavior: "wait" });
  },
);

test(
  "DEMO-16: without shared workers the page says that nothing is kept, and if it cannot start over, why",
  inBrowser,
  async (t) => {
    const server = await serveFolder(t, await demo());
    const prepare = (page: Page): Promise<unknown> =>
      page.addInitScript(`
        delete globalThis.SharedWorker;
        const send = Worker.prototype.postMessage;
        Worker.prototype.postMessage = function (message, transfer) {
          const sent = typeof message === "string" ? message.replace("plan/save", "plan/refuse") : message;
          send.call(this, sent, transfer);
        };`);
    const page = await open(t, server, { prepare });
    if (page === undefined) return;
    await isLive(page);
    await page.getByText(isPassing).waitFor();
    await page.getByRole("button", { name: "Start over" }).click();
    await page.getByRole("alert").getByText("The plan was not reset.").waitFor();
    await page.getByText("The service does not know this command.").waitFor();
    await page.getByRole("button", { name: "Start over" }).waitFor();
  },
);

test(
  "DEMO-16: what was stored and cannot be read any more stays where it is, and the page shows the sample flat",
  inBrowser,
  async (t) => {
    const server = await serveFolder(t, await demo());
    const page = await open(t, server);
    if (page === undefined) return;
    await isLive(page);
    await page.evaluate(`new Promise((resolve, reject) => {
      const opening = indexedDB.open("floorplan-demo");
      opening.onerror = reject;
      opening.onsuccess = () => {
        const writing = opening.result.transaction("revisions", "readwrite");
        writing.objectStore("revisions").put(new Uint8Array([1, 2, 3]), 1);
        writing.oncomplete = () => resolve(opening.result.close());
      };
    })`);
    const next = await page.context().newPage();
    await page.close();
    await next.goto(server.url);
    await isLive(next);
    await next.getByText(isPassing).waitFor();
  },
);

test(
  "DEMO-17: pages of several browsers and scripts that test a service have one demo in its place",
  inBrowser,
  async (t) => {
    const service = await startDemo(t, {}, await demo());
    const peer = await Peer.login(t, service.port, service.admin);
    await peer.save(inhabitedFlat());
    const prepare = (page: Page): Promise<void> => connectDemo(page.context());
    const page = await open(t, service, { path: "/#edit", prepare });
    const other = await open(t, service, { prepare });
    if (page === undefined || other === undefined) return;
    await allSaved(page);
    await rename(page, "Kitchen", "Bakery");
    await save(page);
    await allSaved(page);
    await other.locator("floorplan-card").getByText("Bakery", { exact: true }).waitFor();
    assert((await roomNames(peer)).includes("Bakery"));
    assert.throws(() => service.data, /not all of a service/);
  },
);

test("DEMO-14: the page looks back at yesterday", inBrowser, async (t) => {
  const server = await serveFolder(t, await demo());
  const page = await open(t, server);
  if (page === undefined) return;
  await isLive(page);
  await page.getByRole("button", { name: "Look back" }).click();
  await page.getByRole("button", { name: "Previous day" }).click();
  const goTo = (minute: number): Promise<void> =>
    page.locator("floorplan-replay input").evaluate((input, to) => {
      if (!(input instanceof HTMLInputElement)) throw new TypeError("there is no slider");
      input.value = String(to);
      input.dispatchEvent(new Event("input"));
    }, minute);
  const isLit = async (): Promise<boolean> =>
    (await page.locator("floorplan-card .glow").count()) > 0;
  await goTo(20.5 * 60);
  await becomes(isLit, true);
  // Everybody sleeps.
  await goTo(3 * 60);
  await becomes(isLit, false);
});

test(
  "DEMO-15: a tracing image stays in the browser, and is there after a reload",
  inBrowser,
  async (t) => {
    const server = await serveFolder(t, await demo());
    const page = await open(t, server, { path: "/#edit" });
    if (page === undefined) return;
    await allSaved(page);
    const scan = await page.screenshot();
    await page.getByRole("tab", { name: "Image", exact: true }).click();
    await page
      .locator('floorplan-tracing input[type="file"]')
      .setInputFiles({ name: "scan.png", mimeType: "image/png", buffer: scan });
    await page.getByLabel("Width (m)").waitFor();
    await save(page);
    await allSaved(page);
    await page.reload();
    await allSaved(page);
    const image = page.locator("floorplan-canvas image").first();
    await image.waitFor({ state: "attached" });
    assert.match((await image.getAttribute("href")) ?? "", /^blob:/);
    assert.deepEqual(asked(server), []);
  },
);
