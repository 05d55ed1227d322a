import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import * as mdi from "@mdi/js";
import type { Page } from "playwright-core";
import { whenAdded } from "../../../src/web/renderer/icons/home-assistant-icons.ts";
import { root } from "../../support/source-files.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { becomes } from "../page-polling.ts";
import { useBrowser } from "../browser.ts";
import { show, useCards } from "../card-page.ts";

const { openCard, shared } = useCards();
const open = useBrowser();

const sensor = (icon: string): unknown => ({ id: icon, x: 1, z: 1, icon, entity: "sensor.a" });

/** What is drawn for an icon of the card's plan: its path, `sign`, or nothing. */
const drawn = (page: Page, icon: string): Promise<string> =>
  page.evaluate<string>(`
    [...card.shadowRoot.querySelectorAll('[data-ref="sensors/${icon}"] .glyph path')]
      .map((path) => path.matches(".icon") ? "sign" : path.getAttribute("d")).join(" ")
  `);

const comes = async (page: Page, icon: string, path: string): Promise<void> => {
  await becomes(() => drawn(page, icon), path, icon);
};

test(
  "LIVE-8: outside of Home Assistant icons come from files beside the module, of each group once, and only those that are wanted",
  inBrowser,
  async (t) => {
    const page = await openCard(t, "client");
    if (page === undefined) return;
    const wanted: string[] = [];
    page.on("response", (response) => {
      if (!response.url().includes("/icons/")) return;
      assert.match(response.url(), /\/assets\/icons\/\d+-[A-Z0-9]{8}\.json$/);
      assert.match(response.headers()["cache-control"] ?? "", /immutable/);
      assert.match(response.headers()["content-encoding"] ?? "", /^(?:br|gzip)$/);
      wanted.push(response.url());
    });
    await show(page, { sensors: [sensor("none")] });
    assert.deepEqual(wanted, []);
    const names = [
      "mdi:battery-10",
      "mdi:battery-20",
      "mdi:window-open",
      "cart",
      "mdi:molecule-co2",
    ];
    await show(page, { sensors: [...names, "mdi:no-such-icon", "my:own"].map(sensor) });
    await comes(page, "mdi:battery-10", mdi.mdiBattery10);
    await comes(page, "mdi:battery-20", mdi.mdiBattery20);
    await comes(page, "mdi:window-open", mdi.mdiWindowOpen);
    await comes(page, "cart", mdi.mdiCart);
    await comes(page, "mdi:molecule-co2", mdi.mdiMoleculeCo2);
    await comes(page, "mdi:no-such-icon", "sign");
    await comes(page, "my:own", "sign");
    assert.equal(new Set(wanted).size, wanted.length, "each file once");
    assert(wanted.length <= 6, wanted.join("\n"));
  },
);

test(
  "LIVE-8: icons that could not be loaded are asked for again when they are wanted again",
  inBrowser,
  async (t) => {
    const page = await openCard(t, "client", {
      expects: /Failed to load resource/,
      locale: "en-GB",
    });
    if (page === undefined) return;
    await page.route("**/icons/*.json", (route) => route.abort());
    await show(page, { sensors: [sensor("mdi:zip-box")] });
    await comes(page, "mdi:zip-box", "sign");
    await page.unroute("**/icons/*.json");
    await show(page, { sensors: [{ id: "again", x: 1, z: 1, icon: "mdi:zip-box" }] });
    await comes(page, "again", mdi.mdiZipBox);
  },
);

test("LIVE-8: the notice of what is built names the licence of the icons", async () => {
  const notice = await readFile(join(root, "dist/THIRD-PARTY.txt"), "utf8");
  assert.match(notice, /^@mdi\/js [\d.]+: Apache-2\.0$/m);
});

/** Elements as Home Assistant's page has them: the icon is told its name, and tells an element of its own the path, later. */
const frontendElements = `
  class HaSvgIcon extends HTMLElement {}
  class HaIcon extends HTMLElement {
    set icon(name) {
      window.asked = [...(window.asked ?? []), name];
      this.attachShadow({ mode: "open" }).append(document.createElement("ha-svg-icon"));
      const known = {
        "mdi:old-name": { path: "M1 1h1z" },
        "my:own": { path: "M3 3h9z", viewBox: "0 0 48 48", secondaryPath: "M4 4h9z" },
      };
      setTimeout(() => Object.assign(this.shadowRoot.firstChild, known[name]), 30);
    }
  }
  customElements.define("ha-svg-icon", HaSvgIcon);
  customElements.define("ha-icon", HaIcon);
`;

/** Sets of icons that somebody has added, as both kinds of them register themselves. */
const lateSets = (set: string): string => `{
  window.wanted = [];
  const icons = { other: { path: "M5 5h9z", secondaryPath: "M6 6h9z" } };
  const getIcon = async (name) => { wanted.push(name); return icons[name]; };
  const older = async (name) => { wanted.push(name); return { path: "M7 7h9z" }; };
  Object.assign(window, { customIcons: { ${set}: { getIcon } }, customIconsets: { older } });
}`;

test(
  "LIVE-9, LIVE-15: inside Home Assistant its own element is asked once for each icon, whatever set it is of, and our files where it has none; a set that comes later is drawn once it is here",
  inBrowser,
  async (t) => {
    const page = await openCard(t, "hass", { colorScheme: "dark" });
    if (page === undefined) return;
    await page.evaluate(frontendElements);
    const names = ["mdi:old-name", "my:own", "mdi:lamp", "late:other", "late:none", "older:other"];
    await show(page, { sensors: names.map(sensor) });
    await comes(page, "mdi:old-name", "M1 1h1z");
    await comes(page, "my:own", "M3 3h9z M4 4h9z");
    await comes(page, "mdi:lamp", mdi.mdiLamp);
    for (const name of names.slice(3)) await comes(page, name, "sign");
    await page.evaluate(lateSets("late"));
    await comes(page, "late:other", "M5 5h9z M6 6h9z");
    await comes(page, "older:other", "M7 7h9z");
    await comes(page, "late:none", "sign");
    await page.evaluate(`card.hass = hassWith({ "sensor.a": { state: "1" } })`);
    await show(page, { sensors: ["mdi:old-name", "mdi:lamp", "late:none"].map(sensor) });
    await comes(page, "mdi:old-name", "M1 1h1z");
    const asked = await page.evaluate<string[]>("asked");
    assert.deepEqual(asked.toSorted(), names.toSorted());
    const wanted = await page.evaluate<string[]>("wanted");
    assert.deepEqual(wanted.toSorted(), ["none", "other", "other"], "each once");
    assert.equal(await page.locator("ha-icon").count(), 0, "none of them stays in the page");
  },
);

for (const [set, way] of [
  ["later", "another plan"],
  ["latest", "the card taken out"],
] as const)
  test(
    `LIVE-15: an icon whose set comes while it is not to be seen is drawn once it is: ${way}`,
    inBrowser,
    async (t) => {
      const page = await openCard(t, "hass", { colorScheme: "dark" });
      if (page === undefined) return;
      const icon = `${set}:other`;
      const [sensors, others] = [[icon, "mdi:lamp"].map(sensor), [sensor("mdi:lamp")]];
      await show(page, { sensors });
      await comes(page, "mdi:lamp", mdi.mdiLamp);
      await comes(page, icon, "sign");
      if (way === "another plan") await show(page, { sensors: others });
      else await page.evaluate("window.around = card.parentNode; card.remove()");
      await page.evaluate(lateSets(set));
      if (way !== "another plan") await page.evaluate("around.append(card)");
      await show(page, { sensors });
      await comes(page, icon, "M5 5h9z M6 6h9z");
      assert.deepEqual(await page.evaluate("wanted"), ["other"]);
    },
  );

test("LIVE-15: what is drawn no more waits for no set, and what waits is told once", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  t.after(() => Reflect.deleteProperty(globalThis, "customIcons"));
  const told: string[] = [];
  const wait = (name: string): (() => void) => {
    const ending = new AbortController();
    whenAdded(name, () => told.push(name), ending.signal);
    return () => ending.abort();
  };
  const end = wait("mine:gone");
  wait("mine:here");
  wait("never:here")();
  wait("mdi:here");
  t.mock.timers.tick(60_000);
  assert.deepEqual(told, []);
  end();
  Object.assign(globalThis, { customIcons: { mine: { getIcon() {} }, mdi: { getIcon() {} } } });
  t.mock.timers.tick(600_000);
  assert.deepEqual(told, ["mine:here"]);
  wait("mine:other");
  assert.deepEqual(told, ["mine:here", "mine:other"], "its set is here already");
});

test(
  "LIVE-8: a card that is served below any path finds its icons beside it",
  inBrowser,
  async (t) => {
    const { service } = await shared();
    const prepare = async (page: Page): Promise<void> => {
      await page.route("**/some/where/**", async (route) => {
        const url = route.request().url().replace("/some/where", "");
        await route.fulfill({ response: await route.fetch({ url }) });
      });
    };
    const page = await open(t, service, { path: "/healthz", prepare });
    if (page === undefined) return;
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.evaluate(`import("/some/where/floorplan-card.js").then(() => {
      const card = document.createElement("floorplan-card");
      card.style.cssText = "display: block; height: 400px";
      card.client = { subscribe: (onPlan) => (onPlan({ sensors: [{ x: 1, z: 1, icon: "mdi:lamp" }] }), () => {}), close() {} };
      document.body.append(card);
    })`);
    await page.locator(".sensor .glyph path").waitFor({ state: "attached" });
    assert.equal(await page.locator(".sensor .glyph path").getAttribute("d"), mdi.mdiLamp);
    assert(
      asked.some((path) => path.startsWith("/some/where/assets/icons/")),
      asked.join("\n"),
    );
    assert(
      asked.every((path) => path.startsWith("/some/where/")),
      asked.join("\n"),
    );
  },
);
