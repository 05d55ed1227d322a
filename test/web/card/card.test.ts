import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { scaled } from "../../campaign/scale.ts";
import { demoPlan, demoSizes } from "../../samples/index.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { canDo } from "../browser.ts";
import { sampledViolations } from "../sampled-accessibility-violations.ts";
import { count, show, useCards } from "../card-page.ts";
import { resize } from "../resize.ts";

const { shared, openPage, openCard } = useCards();

/** The part of the plan that is shown, once what moved the view rests. */
const viewBox = async (page: Page): Promise<string> => {
  await page.locator('.layer:not([style*="scale"])').waitFor({ state: "attached" });
  return (await page.locator("svg.sheet").getAttribute("viewBox")) ?? "";
};

test(
  "CARD-1: the card draws every element of the floor, and the floors as tabs",
  inBrowser,
  async (t) => {
    const page = await openCard(t, "client");
    if (page === undefined) return;
    for (const size of scaled(["flat", "house"] as const, demoSizes)) {
      const plan = demoPlan(size);
      const first = plan.levels[0]?.id;
      const items = [plan.rooms, plan.furniture, plan.devices, plan.sensors, plan.texts].flat();
      const here = items.filter(({ level }) => level === undefined || level === first).length;
      await show(page, plan);
      const drawn = page.locator(".thing:not(.door, .window, .passage)");
      await drawn.nth(here - 1).waitFor({ state: "attached" });
      assert.equal(await drawn.count(), here, size);
    }
    await show(page, demoPlan("house"));
    assert.equal(await count(page, ".room"), 9);
    await page.getByRole("tab", { name: "Attic" }).click();
    await page.getByText("Müller's studio", { exact: true }).waitFor();
    assert.equal(await count(page, ".room"), 3);
    await page.keyboard.press("ArrowLeft");
    assert.equal(await count(page, ".room"), 8);
  },
);

test(
  "CARD-2: waiting, an empty plan and a refusal are three different messages",
  inBrowser,
  async (t) => {
    const page = await openCard(t, "client", { locale: "de-DE" });
    if (page === undefined) return;
    await page.getByText("Der Grundriss wird geladen …").waitFor();
    await page.evaluate("onState('away')");
    await page.getByText("Der Server ist nicht erreichbar").waitFor();
    await show(page, { rev: 0 });
    await page.evaluate("onState('live')");
    await page.getByText("Es gibt noch keinen Grundriss").waitFor();
    await page.evaluate("onState({ refused: { code: 'invalid_auth', message: 'no' } })");
    await page.getByRole("alert").waitFor();
    assert.equal(await count(page, ".message"), 1);
  },
);

test(
  "CARD-3: while the connection is away the last plan stays, with a mark that it is connecting",
  inBrowser,
  async (t) => {
    const page = await openCard(t, "client");
    if (page === undefined) return;
    await show(page, demoPlan("flat"));
    await page.evaluate("onState('live'); onState('away')");
    await page.getByText("Reconnecting …").waitFor();
    assert.equal(await count(page, ".room"), 5);
    await page.evaluate("onState('live')");
    await page.getByText("Reconnecting …").waitFor({ state: "detached" });
    await page.evaluate("card.remove()");
    assert.equal(
      await page.evaluate("seen.subscriptions"),
      0,
      "a card that is gone has unsubscribed",
    );
  },
);

test(
  "CARD-5: keys, wheel, buttons and two fingers move the plan, and a double tap fits it again",
  inBrowser,
  async (t) => {
    if (!canDo(t, "DevTools")) return;
    const page = await openCard(t, "client");
    if (page === undefined) return;
    await show(page, demoPlan("flat"));
    const fitted = await viewBox(page);
    const changes = async (act: () => Promise<unknown>): Promise<void> => {
      const before = await viewBox(page);
      await act();
      assert.notEqual(await viewBox(page), before);
    };
    await page.locator(".stage").focus();
    for (const key of ["+", "ArrowLeft", "ArrowUp", "-"])
      await changes(() => page.keyboard.press(key));
    await page.keyboard.press("0");
    assert.equal(await viewBox(page), fitted);
    await changes(() => page.getByRole("button", { name: "Zoom in" }).click());
    await page.mouse.dblclick(30, 400);
    assert.equal(await viewBox(page), fitted);
    const touch = await page.context().newCDPSession(page);
    const fingers = (type: string, ...places: readonly number[]): Promise<unknown> =>
      touch.send("Input.dispatchTouchEvent", {
        type: type === "start" ? "touchStart" : type === "move" ? "touchMove" : "touchEnd",
        touchPoints: places.map((x, id) => ({ x, y: 300, id })),
      });
    await changes(async () => {
      await fingers("start", 500, 600);
      await fingers("move", 400, 700);
      await fingers("end");
    });
    const [, , width] = (await viewBox(page)).split(" ").map(Number);
    const [, , whole] = fitted.split(" ").map(Number);
    assert(
      width !== undefined && whole !== undefined && width < whole * 0.6,
      `${width} of ${whole}`,
    );
  },
);

test(
  "CARD-5: a drag that begins with a pause goes on beyond the card, and ends where the button comes up",
  inBrowser,
  async (t) => {
    if (!canDo(t, "moves out of the window")) return;
    const page = await openCard(t, "hass");
    if (page === undefined) return;
    await show(page, demoPlan("flat"));
    await page.evaluate(
      `card.addEventListener("hass-more-info", () => seen.changed.push("held"), { once: true })`,
    );
    await page.locator('[data-ref="furniture/reading_lamp"]').hover();
    await page.mouse.down();
    await page.waitForFunction(() => JSON.stringify(Reflect.get(window, "seen")).includes("held"));
    await page.mouse.move(500, 300);
    await page.mouse.move(500, -20);
    await page.mouse.up();
    const released = await viewBox(page);
    await page.mouse.move(500, 300);
    await page.mouse.move(400, 200);
    assert.equal(await viewBox(page), released);
  },
);

test(
  "CARD-6: the card keeps nobody out, by day and night, wide and at 360 px",
  inBrowser,
  async (t) => {
    for (const [kind, width, colorScheme] of [
      ["client", 1000, "light"],
      ["hass", 360, "dark"],
    ] as const) {
      const page = await openCard(t, kind);
      if (page === undefined) return;
      await resize(page, { width, height: 700 });
      await page.emulateMedia({ colorScheme });
      await show(page, demoPlan(kind === "hass" ? "house" : "flat"));
      assert.deepEqual(await sampledViolations(page), []);
      assert(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"));
    }
  },
);

test(
  "CARD-9: images come from the service of the plan, and from no other host",
  inBrowser,
  async (t) => {
    const page = await openCard(t, "client");
    if (page === undefined) return;
    const image = "data:image/gif;base64,R0lGODlhAQABAAAAACw=";
    await page.evaluate(`
      client.imageUrl = (url) => url === "/local/floorplan/bg_0.png" ? "${image}" : "";
      card.setConfig({ traced: true });
    `);
    const shown = async (url: string): Promise<string | null> => {
      await show(page, { ...demoPlan("flat"), backgrounds: { flat: { url, width: 9 } } });
      return page.locator("image.tracing").getAttribute("href");
    };
    assert.equal(await shown("/local/floorplan/bg_0.png"), image);
    assert.equal(await shown("https://elsewhere.example/bg_0.png"), null);
  },
);

test(
  "CARD-7: Home Assistant's form gets every field with its words, and an odd configuration is refused",
  inBrowser,
  async (t) => {
    // A page of its own, which no dashboard has shown a plan on.
    const page = await openCard(t, "client", { viewport: { width: 700, height: 500 } });
    if (page === undefined) return;
    const fields = await page.evaluate(`card.constructor.getConfigForm().then(
      ({ schema, computeLabel, computeHelper }) => schema.map((field) =>
        [field.name, Object.keys(field.selector)[0], computeLabel(field), computeHelper(field)]))`);
    const hint = "Leave address and token empty to connect through Home Assistant.";
    const tokenHint =
      "Without a token, people sign in with their Home Assistant accounts, if the service is connected to it.";
    assert.deepEqual(fields, [
      ["title", "text", "Title", undefined],
      ["level", "text", "Initial floor", "Its ID"],
      ["look", "select", "Colours", undefined],
      ["traced", "boolean", "Show the tracing image under the plan", undefined],
      ["plain", "boolean", "Plain colours, without floor materials and shadows", undefined],
      ["replay", "boolean", "Allow looking back", undefined],
      ["heat_map", "select", "Heat map", undefined],
      ["layers", "select", "Layers", "Empty: people choose on the card."],
      ["domain", "text", "Domain of the integration in Home Assistant", undefined],
      ["url", "text", "Address of a separate service, or of its nodes, separated by commas", hint],
      ["token", "text", "Token for that service", tokenHint],
    ]);
    const asserted = await page.evaluate<string>(`card.constructor.getConfigForm().then(
      ({ assertConfig }) => { try { assertConfig({ look: "dark" }); } catch ({ message }) { return message; } })`);
    assert.match(asserted, /one of auto, day, night/);
    const refusal = (config: string): Promise<string> =>
      page.evaluate(
        `(() => { try { card.setConfig(${config}); return ""; } catch (error) { return error.message; } })()`,
      );
    assert.match(await refusal("'?'"), /has to be an object/);
    assert.match(await refusal("{ look: 'dark' }"), /one of auto, day, night/);
    assert.equal(await refusal("{ level: 0, look: 'night' }"), "");
    assert.deepEqual(
      await page.evaluate("card.config.level"),
      "0",
      "as YAML writes an id of digits",
    );
  },
);

test(
  "CARD-8: with the address of a service and a token, the card follows the plan by itself",
  inBrowser,
  async (t) => {
    const { service, peer } = await shared();
    const page = await openPage(t);
    if (page === undefined) return;
    await page.evaluate((token) => {
      const card = document.createElement("floorplan-card");
      card.setAttribute("url", location.origin);
      card.setAttribute("token", token);
      document.body.replaceChildren(card);
    }, service.viewer);
    await page.getByText("There is no plan yet").waitFor();
    await page.evaluate("document.querySelector('floorplan-card').removeAttribute('token')");
    await page.getByText("Give this card the address of the service and a token").waitFor();
    await page.evaluate(
      (token) => document.querySelector("floorplan-card")?.setAttribute("token", token),
      service.viewer,
    );
    await peer.save(demoPlan("flat"));
    await page.getByText("Living room", { exact: true }).waitFor();
    assert.equal(await count(page, ".room"), 5);
  },
);
