import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { inBrowser } from "../../support/timeouts.ts";
import { accessibilityViolations } from "../accessibility-violations.ts";
import { useBrowser } from "../browser.ts";
import { count, show, useCards } from "../card-page.ts";
import { becomes } from "../page-polling.ts";

const { openCard, shared } = useCards();

const open = useBrowser();

const plan = {
  rooms: [
    {
      id: "hall",
      name: "Hall",
      points: [
        [0, 0],
        [8, 0],
        [8, 6],
        [0, 6],
      ],
    },
  ],
  furniture: [
    { id: "sofa", type: "sofa", x: 2, z: 2 },
    { id: "lamp", type: "lamp_floor", entity: "light.hall", x: 6, z: 2 },
  ],
  devices: [{ id: "heater", kind: "radiator", entity: "climate.hall", x: 2, z: 5 }],
  texts: [{ id: "note", text: "Here", x: 5, z: 5 }],
  layers: [
    { id: "light", name: "Lamps", shows: ["light.*"] },
    { id: "climate", name: "Heating", shows: ["climate.*"], hidden: true },
    { id: "near", name: "Notes", shows: ["texts"], zoom: { from: 300 } },
  ],
};

/** What of these is drawn. */
const drawn = async (page: Page): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const ref of ["furniture/sofa", "furniture/lamp", "devices/heater", "texts/note"])
    if ((await count(page, `[data-ref="${ref}"]`)) > 0) found.push(ref);
  return found;
};

const menu = (page: Page) => page.getByRole("button", { name: "Layers", exact: true });

/** Forgets what the browser remembers of layers. */
const forget = (page: Page): Promise<void> =>
  page.evaluate(() => localStorage.removeItem("floorplan-layers"));

test(
  "LAYER-7: a menu switches layers on and off, the browser remembers it, and a layer beyond the zoom says so",
  inBrowser,
  async (t) => {
    const page = await openCard(t, "client");
    if (page === undefined) return;
    await forget(page);
    await show(page, plan);
    await menu(page).click();
    await becomes(() => drawn(page), ["furniture/sofa", "furniture/lamp"]);
    const box = (name: string) => page.getByRole("checkbox", { name });
    assert.deepEqual(
      [await box("Lamps").isChecked(), await box("Heating").isChecked()],
      [true, false],
    );
    await page.getByText("Shown when you zoom in").waitFor();
    await box("Heating").check();
    await box("Lamps").uncheck();
    await becomes(() => drawn(page), ["furniture/sofa", "devices/heater"]);
    assert.deepEqual(await accessibilityViolations(page), []);
    // Another card of the browser begins so.
    const again = await openCard(t, "client");
    if (again === undefined) return;
    await show(again, plan);
    await menu(again).waitFor();
    await becomes(() => drawn(again), ["furniture/sofa", "devices/heater"]);
    await menu(again).click();
    await again.keyboard.press("Escape");
    assert.equal(await count(again, "input[type=checkbox]"), 0);
    assert.equal(await menu(again).getAttribute("aria-expanded"), "false");
    await forget(again);
  },
);

test(
  "LAYER-7: what is hidden at first is never drawn before, and without layers there is no menu",
  inBrowser,
  async (t) => {
    const page = await openCard(t, "client");
    if (page === undefined) return;
    await forget(page);
    await page.evaluate(`
      window.seenHeater = 0;
      new MutationObserver(() => {
        if (card.renderRoot.querySelector('[data-ref="devices/heater"]')) window.seenHeater += 1;
      }).observe(card.renderRoot, { childList: true, subtree: true });
    `);
    await show(page, plan);
    await menu(page).waitFor();
    await page.locator('[data-ref="furniture/sofa"]').waitFor({ state: "attached" });
    assert.equal(await page.evaluate("window.seenHeater"), 0, "it was never drawn");
    await show(page, { ...plan, layers: undefined });
    await page.locator('[data-ref="devices/heater"]').waitFor({ state: "attached" });
    await menu(page).waitFor({ state: "hidden" });
  },
);

test("LAYER-8: the card's option fixes what is shown, without a menu", inBrowser, async (t) => {
  const page = await openCard(t, "client");
  if (page === undefined) return;
  await forget(page);
  await show(page, plan);
  await menu(page).waitFor();
  for (const [layers, expected] of [
    [["climate"], ["furniture/sofa", "devices/heater"]],
    ["light, climate", ["furniture/sofa", "furniture/lamp", "devices/heater"]],
    ["none", ["furniture/sofa"]],
    ["default", ["furniture/sofa", "furniture/lamp"]],
  ] as const) {
    await page.evaluate(`card.setConfig({ layers: ${JSON.stringify(layers)} })`);
    await becomes(() => drawn(page), [...expected], String(layers));
    assert.equal(await menu(page).isVisible(), false, String(layers));
  }
  await page.evaluate("card.setConfig({ layers: 'choose' })");
  await menu(page).waitFor();
});

test(
  "LAYER-2: a layer from a scale on appears once one has zoomed in, and names of rooms are hidden with theirs",
  inBrowser,
  async (t) => {
    const page = await openCard(t, "client");
    if (page === undefined) return;
    await forget(page);
    const labels = { id: "names", shows: ["labels"], hidden: true };
    await show(page, { ...plan, layers: [...plan.layers, labels] });
    await menu(page).waitFor();
    assert.equal(await page.locator(".sheet .labels").isVisible(), false);
    const nearer = page.getByRole("button", { name: "Zoom in" });
    for (let times = 0; times < 5; times += 1) await nearer.click();
    await page.locator('[data-ref="texts/note"]').waitFor({ state: "attached" });
    await page.getByRole("button", { name: "Fit to screen" }).click();
    await page.locator('[data-ref="texts/note"]').waitFor({ state: "detached" });
  },
);

test(
  "LAYER-3: a layer for administrators is shown to one of them and not to a guest, whom the menu does not offer it",
  inBrowser,
  async (t) => {
    const { service, peer } = await shared();
    const layers = [
      { id: "tech", name: "Wiring", shows: ["devices"], for: ["admin"] },
      ...plan.layers,
    ];
    await peer.save({ ...plan, layers });
    const devices = '[data-ref="devices/heater"]';
    for (const [token, isShown] of [
      [service.admin, true],
      [service.viewer, false],
    ] as const) {
      const page = await open(t, service, { token });
      if (page === undefined) return;
      await menu(page).click();
      await page.getByRole("checkbox", { name: "Lamps" }).waitFor();
      if (isShown) await page.locator(devices).waitFor({ state: "attached" });
      assert.equal(await count(page, devices), isShown ? 1 : 0);
      assert.equal(await page.getByRole("checkbox", { name: "Wiring" }).isVisible(), isShown);
    }
  },
);

test(
  "LAYER-8: the wall page shows what the plan shows by default, or the layers of its address, and a menu if that is asked for",
  inBrowser,
  async (t) => {
    const { service, peer } = await shared();
    await peer.save(plan);
    for (const [query, expected, hasMenu] of [
      ["", ["furniture/sofa", "furniture/lamp"], false],
      ["?layers=climate", ["furniture/sofa", "devices/heater"], false],
      ["?layers=choose", ["furniture/sofa", "furniture/lamp"], true],
    ] as const) {
      const page = await open(t, service, { token: service.viewer, path: `/wall${query}` });
      if (page === undefined) return;
      await page.locator('[data-ref="furniture/sofa"]').waitFor({ state: "attached" });
      await becomes(() => drawn(page), [...expected], query);
      if (hasMenu) await menu(page).waitFor();
      else assert.equal(await menu(page).isVisible(), false, query);
    }
  },
);
