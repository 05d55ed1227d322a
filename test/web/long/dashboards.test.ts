import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { eventually } from "../../support/polling.ts";
import { becomes } from "../page-polling.ts";
import { resize } from "../resize.ts";
import { cardsOf, makeDashboard, patienceMs, useDashboards } from "./dashboard-pages.ts";

// Starting Home Assistant and its pages takes most of it.
const inItsPages = { timeout: 180_000 } as const;
const pages = useDashboards();

const type = "custom:floorplan-card";
const lamp = '[data-ref="furniture/lamp"]';

/** Waits until a card shows what is touched. */
const shown = async (within: Page | Locator, what = lamp): Promise<Locator> => {
  const thing = within.locator(`floorplan-card ${what}`).first();
  await thing.waitFor({ state: "attached" });
  return thing;
};

const addCard = (page: Page): Promise<void> =>
  page.locator("hui-grid-section button.add").first().click();

const boxOf = async (
  of: Locator,
): Promise<{ readonly top: number; readonly bottom: number; readonly height: number }> => {
  const box = await of.boundingBox();
  assert(box !== null, "it is shown");
  return { top: box.y, bottom: box.y + box.height, height: box.height };
};

test(
  "DASH-1, DASH-2: the card is chosen from the list of cards, asks in its form, and is saved; its service lets people in by their accounts of Home Assistant",
  inItsPages,
  async (t) => {
    const installation = await pages.installation(t);
    if (installation === undefined) return;
    const { service } = installation;
    const views = [{ type: "sections", sections: [{ type: "grid", cards: [] }] }];
    const dashboard = await makeDashboard(installation, views);
    const page = await pages.open(t, installation, `${dashboard}/0?edit=1`);
    await addCard(page);
    await page.getByRole("tab", { name: "By card" }).click();
    await page.locator("hui-card-picker input").first().fill("floor plan");
    const offered = page.locator("hui-card-picker .card").filter({ hasText: "Floor plan" }).first();
    // The list shows a real card, of the service that the module came from.
    await shown(offered);
    await offered.click();
    const form = page.locator("hui-dialog-edit-card ha-form").first();
    await form.getByText("Title", { exact: true }).waitFor();
    for (const label of [
      "Initial floor",
      "Colours",
      "Show the tracing image under the plan",
      "Domain of the integration in Home Assistant",
      "Address of a separate service, or of its nodes, separated by commas",
      "Token for that service",
    ])
      assert(await form.getByText(label, { exact: true }).first().isVisible(), label);
    await form.locator("input").first().fill("At home");
    await shown(page.locator("hui-dialog-edit-card"));
    await page.locator("hui-dialog-edit-card").getByText("At home").waitFor();
    await page.locator("hui-dialog-edit-card").getByRole("button", { name: "Save" }).click();
    await shown(page.locator("hui-grid-section"));
    assert.deepEqual(await cardsOf(installation, dashboard), [
      { type, url: service.url, title: "At home" },
    ]);
    await page.getByRole("button", { name: "Done" }).click();
    await page.locator("hui-grid-section floorplan-card h2", { hasText: "At home" }).waitFor();
  },
);

test(
  "DASH-3: for an entity of a plan that the page has shown, the list of cards offers that plan with its floor; for others it does not",
  inItsPages,
  async (t) => {
    const installation = await pages.installation(t);
    if (installation === undefined) return;
    const card = { type, url: installation.service.url, token: installation.service.viewer };
    const views = [{ type: "sections", sections: [{ type: "grid", cards: [card] }] }];
    const dashboard = await makeDashboard(installation, views);
    const page = await pages.open(t, installation, `${dashboard}/0?edit=1`);
    await shown(page);
    await addCard(page);
    const search = page.locator("hui-suggestion-picker input").first();
    await search.fill("Kitchen Lights");
    await page.locator("hui-suggestion-picker").getByText("Kitchen Lights").first().click();
    const offers = page.locator("hui-suggestion-card");
    await offers.first().waitFor();
    assert.equal(await offers.filter({ hasText: "Floor plan" }).count(), 0);
    await search.fill("Bed Light");
    await page.locator("hui-suggestion-picker").getByText("Bed Light").first().click();
    const offer = offers.filter({ hasText: "Floor plan - Upstairs" });
    await offer.waitFor();
    await offer.locator(".overlay").click();
    await shown(page.locator("hui-grid-section"), '[data-ref="furniture/bed_lamp"]');
    assert.deepEqual(await cardsOf(installation, dashboard), [card, { ...card, level: "up" }]);
  },
);

test(
  "DASH-4: in sections the card has the rows that it asks for or somebody gives it, in columns its own height, alone the whole view; nothing lies over it",
  inItsPages,
  async (t) => {
    const installation = await pages.installation(t);
    if (installation === undefined) return;
    const card = { type, url: installation.service.url, token: installation.service.viewer };
    const tile = { type: "tile", entity: "light.bed_light" };
    const small = { ...card, grid_options: { rows: 5, columns: 12 } };
    const views = [
      { type: "sections", sections: [{ type: "grid", cards: [card, tile, small] }] },
      { cards: [{ type: "vertical-stack", cards: [card, tile] }] },
      { type: "panel", cards: [card] },
    ];
    const dashboard = await makeDashboard(installation, views);
    const page = await pages.open(t, installation, `${dashboard}/0`);
    await shown(page);
    const cards = page.locator("floorplan-card");
    const tiles = page.locator("hui-tile-card");
    const row = 56;
    const gap = 8;
    await becomes(async () => (await boxOf(cards.first())).height, 8 * row + 7 * gap);
    const first = await boxOf(cards.first());
    assert((await boxOf(tiles.first())).top >= first.bottom, "the next card is below");
    await becomes(async () => (await boxOf(cards.nth(1))).height, 5 * row + 4 * gap);
    // What is drawn ends where the card does.
    assert((await boxOf(cards.first().locator("svg.sheet"))).bottom <= first.bottom);
    await page.goto(`${installation.home.url}${dashboard}/1`);
    await shown(page);
    const column = await boxOf(cards.first());
    assert(column.height > 380 && column.height < 500, `a height of ${column.height}`);
    assert((await boxOf(tiles.first())).top >= column.bottom, "the next card is below");
    await page.goto(`${installation.home.url}${dashboard}/2`);
    await shown(page);
    const end = async (): Promise<number> => Math.round((await boxOf(cards.first())).bottom);
    await becomes(end, 800, "to the end of the window");
  },
);

test(
  "DASH-5: the card has the colours of its dashboard's theme, by day, by night and when it changes; a look of its own stays",
  inItsPages,
  async (t) => {
    const installation = await pages.installation(t);
    if (installation === undefined) return;
    const card = {
      type,
      url: installation.service.url,
      token: installation.service.viewer,
      title: "Here",
    };
    const views = [{ cards: [card, { ...card, look: "day" }, { type: "markdown", content: "m" }] }];
    const page = await pages.open(t, installation, `${await makeDashboard(installation, views)}/0`);
    await shown(page);
    const looks = (): Promise<readonly string[]> =>
      page.evaluate(`(() => {
        const all = (root, name) => [...root.querySelectorAll("*")].flatMap((each) =>
          [...(each.localName === name ? [each] : []), ...(each.shadowRoot ? all(each.shadowRoot, name) : [])]);
        const own = all(document, "floorplan-card").map((each) => each.shadowRoot.querySelector(".card"));
        return [all(document, "ha-card")[0], ...own].map((each) => {
          const { backgroundColor, color, borderTopColor, borderRadius } = getComputedStyle(each);
          return [backgroundColor, color, borderTopColor, borderRadius].join(" ");
        });
      })()`);
    const theme = (dark: boolean): Promise<unknown> =>
      page.evaluate(
        `document.querySelector("home-assistant").dispatchEvent(new CustomEvent("settheme", { detail: { dark: ${dark} } }))`,
      );
    // What the system is like does not matter.
    await page.emulateMedia({ colorScheme: "dark" });
    const seen: string[] = [];
    let always: string | undefined;
    for (const dark of [false, true]) {
      await theme(dark);
      const look = dark ? "night" : "day";
      await page.locator(`floorplan-card .card[data-look=${look}][data-theme]`).waitFor();
      // A theme comes in gently.
      const [its, fixed] = await eventually(async () => {
        const [ours = "", followed, chosen] = await looks();
        const isThere = ours === followed && seen[0] !== ours;
        return isThere ? { seen: [ours, chosen] } : { not: `by ${look}: ${ours}, ${followed}` };
      }, patienceMs);
      always ??= fixed;
      assert.equal(fixed, always, "who chose a look keeps it");
      seen.push(its ?? "");
    }
    await page.evaluate(
      `document.documentElement.style.setProperty("--card-background-color", "rgb(1, 2, 3)")`,
    );
    await eventually(async () => {
      const [, themed = ""] = await looks();
      return themed.startsWith("rgb(1, 2, 3) ") ? { seen: true } : { not: themed };
    }, patienceMs);
  },
);

test(
  "DASH-6: on a dashboard a plan shows each change of a state, a tap switches, shows Home Assistant's own dialog, and does nothing while the dashboard is edited",
  inItsPages,
  async (t) => {
    const installation = await pages.installation(t);
    if (installation === undefined) return;
    const { owner } = installation;
    const light = async (service: "turn_on" | "turn_off"): Promise<void> => {
      const target = { entity_id: "light.ceiling_lights" };
      await owner.call({ type: "call_service", domain: "light", service, target });
    };
    await light("turn_off");
    const card = { type, url: installation.service.url, token: installation.service.viewer };
    const views = [{ type: "sections", sections: [{ type: "grid", cards: [card] }] }];
    const dashboard = await makeDashboard(installation, views);
    const page = await pages.open(t, installation, `${dashboard}/0`);
    const thing = await shown(page);
    const on = page.locator(`#view floorplan-card ${lamp}.on`);
    const off = page.locator(`#view floorplan-card ${lamp}:not(.on)`);
    await off.waitFor();
    await light("turn_on");
    await on.waitFor();
    // By tap, over Home Assistant's own handling of actions.
    await thing.click();
    await off.waitFor();
    await thing.click();
    await on.waitFor();
    await (await shown(page, '[data-ref="sensors/warmth"]')).click();
    const dialog = page.locator("ha-more-info-dialog");
    await dialog.getByText("Living room temperature").first().waitFor();
    const edited = await pages.open(t, installation, `${dashboard}/0?edit=1`);
    const place = await (await shown(edited)).boundingBox();
    const isOn = edited.locator(`#view floorplan-card ${lamp}.on`);
    await isOn.waitFor();
    assert(place !== null);
    await edited.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
    await light("turn_off");
    // What is told of it here came after whatever the click had led to.
    await edited.locator(`#view floorplan-card ${lamp}:not(.on)`).waitFor();
    await light("turn_on");
    await isOn.waitFor();
  },
);

test(
  "DASH-7: a configuration that the card refuses is told with its sentence, and a plan that Home Assistant does not know with what to do",
  inItsPages,
  async (t) => {
    const installation = await pages.installation(t);
    if (installation === undefined) return;
    const views = [{ cards: [{ type, look: "green" }, { type }] }];
    const page = await pages.open(
      t,
      installation,
      `${await makeDashboard(installation, views)}/0?edit=1`,
    );
    await page
      .locator("hui-error-card")
      .getByText("The look of a floor plan card must be one of auto, day, night.")
      .waitFor();
    await page.getByText("This plan was not found in Home Assistant").waitFor();
  },
);

test(
  "DASH-11: a dashboard that is opened while the service is away is an error until the service is there, and then the plan, without a reload",
  inItsPages,
  async (t) => {
    const installation = await pages.installation(t);
    if (installation === undefined) return;
    const { service } = installation;
    const views = [{ cards: [{ type, url: service.url }] }];
    const page = await pages.open(t, installation, await makeDashboard(installation, views));
    await shown(page);
    // Away for this page; the others of this file go on with it.
    await page.route(`${service.url}/**`, (route) => route.abort());
    const again = page.waitForEvent("requestfailed", (request) =>
      request.url().includes("card.js?attempt="),
    );
    await page.reload();
    await page.getByText("Configuration error").first().waitFor();
    await again;
    await page.unroute(`${service.url}/**`);
    await shown(page);
    assert.equal(await page.getByText("Configuration error").count(), 0);
  },
);

test(
  "DASH-8, DASH-9: the panel is in the sidebar, edits the service's plan with the rights of whoever is signed in to Home Assistant, in its theme, and has the keys to itself",
  inItsPages,
  async (t) => {
    const installation = await pages.installation(t);
    if (installation === undefined) return;
    const { peer, home } = installation;
    const page = await pages.open(t, installation, "/");
    await page.getByRole("link", { name: "Floor plan" }).click();
    const editor = page.locator("floorplan-editor");
    await editor.locator("floorplan-canvas .plan").first().waitFor();
    const panel = await boxOf(page.locator("floorplan-panel"));
    assert.deepEqual([panel.top, panel.bottom], [0, 800]);
    assert.equal(Math.round((await boxOf(editor)).bottom), 800, "all of its place");
    await editor.locator(`floorplan-canvas ${lamp}`).first().click();
    // Letters are shortcuts of Home Assistant as well, which opens its search by "e" and "d".
    await page.keyboard.press("Delete");
    await page.keyboard.press("d");
    await editor.locator('.choice[aria-pressed="true"]', { hasText: "Door" }).waitFor();
    assert.equal(await page.locator("ha-quick-bar, ha-voice-command-dialog").count(), 0);
    await editor.getByRole("button", { name: "Save" }).click();
    await editor.getByText("All saved").waitFor();
    const stored = await eventually(async () => {
      const text = JSON.stringify(await peer.result("floorplan/plan/get"));
      return text.includes("bed_lamp") && !text.includes('"id":"lamp"')
        ? { seen: text }
        : { not: text };
    }, patienceMs);
    assert(stored.includes("Upstairs"));
    await page.evaluate(
      `document.querySelector("home-assistant").dispatchEvent(new CustomEvent("settheme", { detail: { dark: true } }))`,
    );
    await page.locator('floorplan-editor[data-look="night"]').waitFor();
    await page.waitForFunction(
      (each) => each?.computedStyleMap().get("color-scheme")?.toString() === "dark",
      await editor.elementHandle(),
    );
    // On a narrow screen the sidebar is behind a button.
    await resize(page, { width: 400, height: 700 });
    await page.getByRole("button", { name: "Sidebar toggle" }).first().click();
    await page.getByRole("link", { name: "Floor plan" }).waitFor();

    const viewer = await pages.open(t, installation, "/floorplan", home.user);
    await shown(viewer.locator("floorplan-panel"), '[data-ref="rooms/living"]');
    assert.equal(await viewer.locator("floorplan-editor").count(), 0);
  },
);

test(
  "DASH-10: what is edited in the panel is there with undo and selection after Home Assistant has taken it out of a page that was hidden for five minutes",
  inItsPages,
  async (t) => {
    const installation = await pages.installation(t);
    if (installation === undefined) return;
    const page = await pages.open(t, installation, "/floorplan");
    await page.locator(`floorplan-canvas ${lamp}`).first().focus();
    for (const key of ["Enter", "ArrowRight"]) await page.keyboard.press(key);
    const undo = page.getByRole("button", { name: /^Undo · Move/ });
    await undo.waitFor();
    await page.clock.install();
    const see = (isSeen: boolean): Promise<unknown> =>
      page.evaluate(`{
        const given = { hidden: ${!isSeen}, visibilityState: "${isSeen ? "visible" : "hidden"}" };
        for (const [name, value] of Object.entries(given))
          Object.defineProperty(document, name, { value, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      }`);
    await see(false);
    await page.clock.fastForward("05:01");
    await page.locator("floorplan-panel").waitFor({ state: "detached" });
    await see(true);
    await undo.waitFor();
    assert.equal(await page.locator(`floorplan-canvas ${lamp}.selected`).count(), 1);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("All saved").waitFor();
    await undo.click();
    await page.getByRole("button", { name: /^Redo · Move/ }).waitFor();
  },
);
