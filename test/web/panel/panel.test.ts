import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { Locator, Page } from "playwright-core";
import { rectangle } from "../../../src/model/editing/add-remove.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { type TabOptions, useBrowser } from "../browser.ts";
import { selected, shape } from "../editor-drawing.ts";
import { allSaved, listOf, save, stored } from "../editing.ts";
import { type Shared, sharedService } from "../shared-editor.ts";

const open = useBrowser();
const shared = sharedService();

/** More than a panel is waited for once its page is seen. */
const graceMs = 11_000;

const sofa = { id: "sofa", type: "sofa", rotation: 0, w: 2, d: 1, x: 2, z: 2 };
const plan = {
  rooms: [{ id: "hall", name: "Hall", points: rectangle([0, 0], [6, 4]) }],
  furniture: [sofa],
};

/** Puts a new panel into the page, as the element of Home Assistant's that holds it does. */
const put = (page: Page): Promise<unknown> =>
  page.evaluate(`{
    const panel = document.createElement("floorplan-panel");
    Object.assign(panel, { hass, panel: { config } });
    document.body.replaceChildren(panel);
  }`);

/** Hides the page as its browser does, and takes the panel out as Home Assistant does after five minutes. */
const hide = (page: Page): Promise<unknown> =>
  page.evaluate(`{
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
    window.former = document.querySelector("floorplan-panel");
    former.remove();
  }`);

const see = (page: Page): Promise<unknown> =>
  page.evaluate(`{
    delete document.visibilityState;
    document.dispatchEvent(new Event("visibilitychange"));
  }`);

const undoMove = (page: Page): Locator => page.getByRole("button", { name: /^Undo · Move/ });

/** A page with a panel in which the sofa was moved and is selected. */
const openPanel = async (
  t: TestContext,
  options: TabOptions = {},
): Promise<(Shared & { page: Page }) | undefined> => {
  const { service, peer } = await shared();
  await peer.save(plan);
  const page = await open(t, service, { path: "/healthz", ...options });
  if (page === undefined) return undefined;
  await page.clock.install();
  await page.evaluate(
    async (config) => {
      const module = "/floorplan-panel.js";
      await import(module);
      // A Home Assistant that answers nothing.
      const connection = {
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
        subscribeMessage: () => new Promise(() => undefined),
        sendMessagePromise: () => new Promise(() => undefined),
      };
      Object.assign(window, { config, hass: { language: "en", states: {}, connection } });
    },
    { url: service.url, token: service.admin },
  );
  await put(page);
  await shape(page, "furniture/sofa").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  await undoMove(page).waitFor();
  return { service, peer, page };
};

test(
  "PAGE-39: a panel whose editor does not arrive at first loads it again",
  inBrowser,
  async (t) => {
    let refused = 0;
    const panel = await openPanel(t, {
      expects: /Failed to load resource/,
      prepare: (tab) =>
        tab.route(/\/assets\/main-[^/]+\.js$/, (route) => {
          refused += 1;
          return refused > 2 ? route.continue() : route.abort();
        }),
    });
    if (panel === undefined) return;
    assert(refused > 2, `${refused} requests`);
  },
);

for (const isNew of [true, false])
  test(
    `DASH-10: a panel that Home Assistant takes out of a hidden page goes on when it is put back, as ${isNew ? "a new element" : "the same one"}`,
    inBrowser,
    async (t) => {
      const panel = await openPanel(t);
      if (panel === undefined) return;
      const { page, peer } = panel;
      const putBack = async (): Promise<void> => {
        await see(page);
        if (isNew) await put(page);
        else await page.evaluate("document.body.append(former)");
        await undoMove(page).waitFor();
        const drawing = page.getByRole("application", { name: "Drawing" });
        await drawing.and(page.locator(":focus")).waitFor();
      };
      await hide(page);
      await page.clock.fastForward("30:00");
      await peer.save({ ...plan, rooms: [{ ...plan.rooms[0], name: "Lobby" }] });
      await putBack();
      assert.deepEqual(await selected(page), ["furniture/sofa"]);
      await page.keyboard.press("t");
      const text = page.getByRole("button", { name: "Text", exact: true, pressed: true });
      await text.waitFor();
      await hide(page);
      await putBack();
      await text.waitFor();
      await page.clock.fastForward(graceMs);
      await page.getByText("Lobby").first().waitFor();
      await save(page);
      await allSaved(page);
      const now = await stored(peer);
      assert.deepEqual(
        [listOf(now, "rooms")[0]?.["name"], listOf(now, "furniture")[0]?.["x"]],
        ["Lobby", 2.05],
      );
      await undoMove(page).click();
      await save(page);
      await allSaved(page);
      assert.equal(listOf(await stored(peer), "furniture")[0]?.["x"], 2);
    },
  );

test(
  "DASH-10: a panel that is left, or not put back when its page is seen, is over, and its unsaved work is offered again",
  inBrowser,
  async (t) => {
    const panel = await openPanel(t);
    if (panel === undefined) return;
    const { page } = panel;
    const offered = page.getByText(/There are unsaved changes from/);
    await page.evaluate(`document.querySelector("floorplan-panel").remove()`);
    await put(page);
    await offered.waitFor();
    await page.getByRole("button", { name: "Restore" }).click();
    await page.getByRole("button", { name: /^Undo · / }).waitFor();
    await hide(page);
    await see(page);
    await page.clock.fastForward(graceMs);
    await put(page);
    await offered.waitFor();
    assert.equal(await undoMove(page).count(), 0);
  },
);

test(
  "DASH-8: the editor leads to the plan, which says what is not saved, and back to the work as it was",
  inBrowser,
  async (t) => {
    const panel = await openPanel(t);
    if (panel === undefined) return;
    const { page } = panel;
    await page.getByRole("link", { name: "Back to the plan" }).click();
    await page.locator('floorplan-card [data-ref="furniture/sofa"]').waitFor();
    await page.getByText("Not saved yet: Sofa moved").waitFor();
    assert.equal(await page.locator("floorplan-editor").count(), 0);
    assert(!page.url().includes("#"), "Home Assistant's address stays");
    await page.getByRole("button", { name: "Edit" }).and(page.locator(":focus")).press("Enter");
    await undoMove(page).waitFor();
    await page.getByRole("application", { name: "Drawing" }).and(page.locator(":focus")).waitFor();
    assert.deepEqual(await selected(page), ["furniture/sofa"]);
    await save(page);
    await allSaved(page);
    await page.getByRole("link", { name: "Back to the plan" }).click();
    await page.locator('floorplan-card [data-ref="furniture/sofa"]').waitFor();
    assert.equal(await page.getByText("Not saved yet").count(), 0);
  },
);

test(
  "PAGE-37: whoever becomes an administrator has the editor without a reload; one who is none any more sees the plan and what is not saved",
  inBrowser,
  async (t) => {
    const { service } = await shared();
    const page = await open(t, service, { path: "/healthz" });
    if (page === undefined) return;
    await page.clock.install();
    await page.evaluate(async (shown) => {
      const module = "/floorplan-panel.js";
      await import(module);
      // A Home Assistant with the integration, whose connection stays while rights change.
      const connection = {
        connected: true,
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
        subscribeMessage: async (receive: (event: object) => void, { type }: { type: string }) => {
          if (type === "floorplan/plan/follow") receive({ rev: 1, plan: shown });
          return async () => undefined;
        },
        sendMessagePromise: ({ type }: { type: string }) =>
          type === "auth/current_user"
            ? Promise.resolve({ id: "1", name: "Ada", is_admin: Reflect.get(window, "isAdmin") })
            : new Promise(() => undefined),
      };
      const auth = { data: { hassUrl: location.origin } };
      const hass = { language: "en", states: {}, connection, auth };
      Object.assign(window, { config: {}, hass, isAdmin: false });
    }, plan);
    await put(page);
    const rightsAskedMs = 25_000;
    const becomes = async (isAdmin: boolean): Promise<void> => {
      await page.evaluate(`isAdmin = ${isAdmin}`);
      await page.clock.fastForward(rightsAskedMs);
    };
    const seen = page.locator('floorplan-card [data-ref="furniture/sofa"]');
    await seen.waitFor();
    await becomes(true);
    await shape(page, "furniture/sofa").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowRight");
    await undoMove(page).waitFor();
    await becomes(false);
    await seen.waitFor();
    await page.getByText("Not saved yet: Sofa moved").waitFor();
    assert.equal(await page.getByRole("button", { name: "Edit" }).count(), 0);
    await becomes(true);
    await undoMove(page).waitFor();
    assert.equal(await page.getByText("Not saved yet").count(), 0);
  },
);

test(
  "EDIT-37: an editor opens its client once when it comes into its page, and once when it is put back",
  inBrowser,
  async (t) => {
    const panel = await openPanel(t);
    if (panel === undefined) return;
    const { page } = panel;
    // The house is asked for once by each opening.
    await page.evaluate(`{
      const { client } = document.querySelector("floorplan-panel").shadowRoot.querySelector("floorplan-editor");
      window.opened = 0;
      window.editor = document.createElement("floorplan-editor");
      editor.client = new Proxy(client, {
        get(target, name) {
          if (name === "connection") opened += 1;
          const value = target[name];
          return typeof value === "function" ? value.bind(target) : value;
        },
      });
      document.body.append(editor);
    }`);
    await page.locator("body > floorplan-editor floorplan-canvas [data-ref]").first().waitFor();
    assert.equal(await page.evaluate("opened"), 1);
    await page.evaluate(`editor.remove()`);
    await page.evaluate(`document.body.append(editor)`);
    await page.locator("body > floorplan-editor floorplan-canvas [data-ref]").first().waitFor();
    assert.equal(await page.evaluate("editor.updateComplete.then(() => opened)"), 2);
  },
);
