import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { page as german } from "../../../src/web/i18n/de/screens.ts";
import { page as english } from "../../../src/web/i18n/en/screens.ts";
import { page as french } from "../../../src/web/i18n/fr/screens.ts";
import { demoPlan } from "../../samples/index.ts";
import { serviceHas } from "../../support/demo-service.ts";
import { bounded, inBrowser } from "../../support/timeouts.ts";
import { Peer } from "../../support/peer.ts";
import { startTestService } from "../../support/service.ts";
import { canDo } from "../browser.ts";
import { sampledViolations } from "../sampled-accessibility-violations.ts";
import { asked, oneRoom, room, seeAgain, twoFloors, wakeful, useWalls } from "./kiosk-page.ts";

const { shared, openWall, drawn } = useWalls();

test(
  "TABLET-1: the wall is the plan and nothing else, also for an administrator",
  inBrowser,
  async (t) => {
    const service = await drawn();
    const page = await openWall(t, service, { token: service.admin, prepare: wakeful });
    if (page === undefined) return;
    await room(page).waitFor();
    assert.equal(await page.getByRole("button").filter({ visible: true }).count(), 0);
    assert.equal(await page.getByRole("link").count(), 0);
    assert.equal(await page.getByRole("banner").count(), 0);
    const box = await page.locator("floorplan-wall-card .stage").boundingBox();
    assert.deepEqual(box, { x: 0, y: 0, width: 1280, height: 800 });
    await drawn(oneRoom);
    await page.getByText("Kitchen").first().waitFor();
  },
);

test("TABLET-1: floors can be switched unless one is named", inBrowser, async (t) => {
  const service = await drawn(twoFloors);
  const page = await openWall(t, service, { prepare: wakeful });
  if (page === undefined) return;
  await page.getByRole("tab", { name: "Upper floor" }).click();
  await page.getByText("Loft").first().waitFor();
  for (const level of ["upper", "Upper floor"]) {
    await page.goto(`${service.url}/wall?level=${encodeURIComponent(level)}&look=night`);
    await page.getByText("Loft").first().waitFor();
    assert.equal(await page.getByRole("tab").count(), 0);
    const look = await page.locator("floorplan-wall-card .card").getAttribute("data-look");
    assert.equal(look, "night");
  }
  // A floor that is there no more names none.
  await page.goto(`${service.url}/wall?level=cellar`);
  await page.getByRole("tab", { name: "Ground floor" }).waitFor();
});

test("TABLET-3: the parameters are kept, and apply where none are given", inBrowser, async (t) => {
  const service = await drawn();
  const page = await openWall(t, service, { path: "/wall?look=night&other=1", prepare: wakeful });
  if (page === undefined) return;
  const look = async () => {
    await room(page).waitFor();
    return page.locator("floorplan-wall-card .card").getAttribute("data-look");
  };
  assert.equal(await look(), "night");
  await page.goto(`${service.url}/wall`);
  assert.equal(await look(), "night");
  await page.goto(`${service.url}/wall?look=auto`);
  assert.equal(await look(), null);
  await page.goto(`${service.url}/wall`);
  assert.equal(await look(), null);
});

test(
  "TABLET-4: the screen is kept awake, and again once the system let go of that while the page was hidden",
  inBrowser,
  async (t) => {
    const service = await drawn();
    const page = await openWall(t, service, { prepare: wakeful });
    if (page === undefined) return;
    await room(page).waitFor();
    assert.deepEqual(await asked(page), ["screen"]);
    await seeAgain(page);
    assert.deepEqual(await asked(page), ["screen"], "it is awake already");
    await page.evaluate(`{
      Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
      letGo();
    }`);
    assert.deepEqual(await asked(page), ["screen"], "nobody sees it");
    await page.evaluate("delete document.visibilityState");
    await seeAgain(page);
    assert.deepEqual(await asked(page), ["screen", "screen"]);
    assert.equal(await page.getByText(english.wall.wakeLockProblem.missing).count(), 0);
  },
);

test("TABLET-4: where it cannot be kept awake that is said once", inBrowser, async (t) => {
  const service = await drawn();
  const none = (page: Page): Promise<unknown> =>
    page.addInitScript(() => {
      Reflect.deleteProperty(Navigator.prototype, "wakeLock");
    });
  const page = await openWall(t, service, { prepare: none });
  if (page === undefined) return;
  const hint = page.getByText(english.wall.wakeLockProblem.missing);
  await hint.waitFor();
  assert.deepEqual(await sampledViolations(page), []);
  await page.getByRole("button", { name: english.understood }).click();
  await hint.waitFor({ state: "hidden" });
  await page.reload();
  await room(page).waitFor();
  await seeAgain(page);
  assert.equal(await hint.count(), 0);
});

test(
  "TABLET-4: over plain http it says that https helps, and a refusal is told as one",
  inBrowser,
  async (t) => {
    const service = await drawn();
    const plain = (page: Page): Promise<unknown> =>
      page.addInitScript(() => {
        Reflect.deleteProperty(Navigator.prototype, "wakeLock");
        Object.defineProperty(window, "isSecureContext", { value: false });
      });
    const page = await openWall(t, service, { prepare: plain });
    if (page === undefined) return;
    await page.getByText(english.wall.wakeLockProblem.insecure).waitFor();
    const refusing = (each: Page): Promise<unknown> =>
      each.addInitScript(() => {
        const wakeLock = { request: () => Promise.reject(new DOMException("", "NotAllowedError")) };
        Object.defineProperty(navigator, "wakeLock", { value: wakeLock, configurable: true });
      });
    const other = await openWall(t, service, { prepare: refusing });
    await other?.getByText(english.wall.wakeLockProblem.refused).waitFor();
  },
);

test(
  "TABLET-5: at night it is dark, and a touch brightens it for a minute and does nothing else",
  inBrowser,
  async (t) => {
    const service = await drawn();
    const page = await openWall(t, service, {
      path: "/wall?night=22:00-06:30&dim=30",
      prepare: async (each) => {
        await wakeful(each);
        await each.clock.install({ time: new Date(2026, 5, 15, 21, 58) });
      },
    });
    if (page === undefined) return;
    await room(page).waitFor();
    const night = page.locator("floorplan-wall .night");
    assert.equal(await night.count(), 0);
    await page.clock.fastForward("02:10");
    await night.waitFor();
    assert.equal(await night.evaluate((each) => getComputedStyle(each).opacity), "0.7");
    await page.evaluate(() =>
      addEventListener("click", () => Reflect.set(window, "clicked", true)),
    );
    const card = page.locator("floorplan-wall-card .stage");
    await card.evaluate((each) =>
      each.addEventListener("pointerdown", () => Reflect.set(window, "pressed", true)),
    );
    await page.mouse.click(640, 400);
    await night.waitFor({ state: "detached" });
    assert.equal(await page.evaluate(() => Reflect.get(window, "pressed")), undefined);
    await page.clock.fastForward("00:40");
    assert.equal(await night.count(), 0);
    await page.clock.fastForward("00:30");
    await night.waitFor();
    // The morning after.
    await page.clock.fastForward("08:30:00");
    await night.waitFor({ state: "detached" });
  },
);

test(
  "TABLET-8: the manifest makes it installable, with the parameters that it is opened with",
  bounded,
  async (t) => {
    if (!serviceHas(t, "pages of its own")) return;
    const { url } = (await shared()).service;
    const html = await (await fetch(`${url}/wall`)).text();
    assert.match(html, /<link rel="manifest" href="wall\.webmanifest"/);
    const answer = await fetch(`${url}/wall.webmanifest?night=22:00-06:30&level=a%20b`);
    assert.equal(answer.headers.get("content-type"), "application/manifest+json");
    const manifest = await answer.json();
    assert.equal(manifest.start_url, "./wall?night=22:00-06:30&level=a%20b");
    assert.equal(manifest.display, "fullscreen");
    assert.match(manifest.theme_color, /^#[0-9a-f]{6}$/);
    assert.equal(typeof manifest.name, "string");
    const found = [];
    for (const { src, sizes, type, purpose = "any" } of manifest.icons) {
      const icon = await fetch(`${url}/${src}`);
      assert.deepEqual([icon.status, icon.headers.get("content-type")], [200, type]);
      const bytes = Buffer.from(await icon.arrayBuffer());
      // Width and height stand in the first chunk of a PNG (W3C, PNG 11.2.2).
      const real = `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
      assert.equal(real, sizes);
      found.push(`${sizes} ${purpose}`);
    }
    assert.deepEqual(found, ["192x192 any", "512x512 any", "512x512 maskable"]);
    const plain = await (await fetch(`${url}/wall.webmanifest`)).json();
    assert.equal(plain.start_url, "./wall");
  },
);

test("TABLET-8: the browser finds nothing wrong with the manifest", inBrowser, async (t) => {
  if (!serviceHas(t, "pages of its own")) return;
  if (!canDo(t, "DevTools")) return;
  const service = await drawn();
  const page = await openWall(t, service, { path: "/wall?look=day", prepare: wakeful });
  if (page === undefined) return;
  await room(page).waitFor();
  const devtools = await page.context().newCDPSession(page);
  const { url, errors: problems, data } = await devtools.send("Page.getAppManifest");
  assert.equal(url, `${service.url}/wall.webmanifest?look=day`);
  assert.deepEqual(problems, []);
  assert.equal(JSON.parse(data ?? "").start_url, "./wall?look=day");
});

test("TABLET-9: while nothing is drawn it says so, and where one draws", inBrowser, async (t) => {
  const service = await startTestService(t);
  const page = await openWall(t, service, { prepare: wakeful });
  if (page === undefined) return;
  await page.getByText(english.wall.empty).waitFor();
  await page.getByText(`${service.url}/`, { exact: true }).waitFor();
  assert.deepEqual(await sampledViolations(page), []);
  const admin = await Peer.login(t, service.port, service.admin);
  await admin.save(demoPlan("flat"));
  await room(page).waitFor();
});

test("TABLET-10: it fits from a phone to 4K, by day and by night", inBrowser, async (t) => {
  const service = await drawn();
  const page = await openWall(t, service, { prepare: wakeful });
  if (page === undefined) return;
  await room(page).waitFor();
  for (const [width, height] of [
    [360, 640],
    [1024, 768],
    [3840, 2160],
  ] as const)
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      const box = await page.locator("floorplan-wall-card .stage").boundingBox();
      assert.deepEqual(box, { x: 0, y: 0, width, height });
      const scrolls = await page.evaluate(
        () =>
          document.documentElement.scrollWidth > innerWidth ||
          document.documentElement.scrollHeight > innerHeight,
      );
      assert(!scrolls, `${width} x ${height}`);
      assert.deepEqual(await sampledViolations(page), [], `${width} ${colorScheme}`);
    }
});

for (const [locale, { wall }] of [
  ["de-AT", german],
  ["fr-CA", french],
] as const)
  test(`TABLET-10: it speaks to somebody of ${locale}`, inBrowser, async (t) => {
    const service = await drawn({});
    const page = await openWall(t, service, { locale, prepare: wakeful });
    if (page === undefined) return;
    await page.getByText(wall.empty).waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.lang), locale);
  });
