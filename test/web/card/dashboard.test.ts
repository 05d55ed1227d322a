import assert from "node:assert/strict";
import { test } from "node:test";
import { demoPlan } from "../../samples/index.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { acting, live } from "../../../src/web/i18n/en/screens.ts";
import { acted, count, show, useCards } from "../card-page.ts";
import { livePlan, liveStates, press } from "../live-home-assistant.ts";

const { openCard } = useCards();

test(
  "CARD-4, TOUCH-1: on a dashboard the card subscribes once, shows states, and leaves what touches do to Home Assistant",
  inBrowser,
  async (t) => {
    const page = await openCard(t, "hass");
    if (page === undefined) return;
    await show(page, demoPlan("flat"));
    const on = { "light.bedside": { state: "on" }, "binary_sensor.front_door": { state: "on" } };
    await page.evaluate(`card.hass = hassWith(${JSON.stringify(on)})`);
    await page.locator('[data-ref="furniture/bedside_lamp"].on').waitFor();
    await page.locator('[data-ref="openings/front_door"].on').waitFor();
    await page.locator(".glow").first().waitFor({ state: "attached" });
    assert.equal(await count(page, ".glow"), 1);
    await page.locator('[data-ref="furniture/bedside_lamp"]').click();
    await acted(page, 1);
    await page.locator('[data-ref="devices/dishwasher"]').focus();
    await page.keyboard.press("Enter");
    await acted(page, 2);
    await page.locator('[data-ref="furniture/reading_lamp"]').hover();
    await page.mouse.down();
    await page.waitForFunction(() =>
      JSON.stringify(Reflect.get(window, "seen")).includes("light.living_room"),
    );
    await page.mouse.up();
    const evening = {
      action: "perform-action",
      perform_action: "scene.turn_on",
      target: { entity_id: "scene.evening" },
      confirmation: { text: "Really?" },
    };
    await show(page, { devices: [{ id: "scene", x: 1, z: 1, tap_action: evening }] });
    await page.locator('[data-ref="devices/scene"]').focus();
    await page.keyboard.press("Enter");
    const toggled = (entity: string): unknown => ({
      config: { entity, tap_action: { action: "toggle" } },
      action: "tap",
    });
    await acted(page, 4);
    assert.deepEqual(await page.evaluate("seen.actions"), [
      toggled("light.bedside"),
      toggled("switch.dishwasher"),
      { entityId: "light.living_room" },
      { config: { entity: undefined, tap_action: evening }, action: "tap" },
    ]);
    assert.equal(await page.evaluate("seen.subscriptions"), 1);
    await page.evaluate(
      "card.hass = { ...hassWith({}), connection: { ...hassWith({}).connection } }",
    );
    await page.waitForFunction("seen.subscriptions === 2", null);
    const size = await page.evaluate("[card.getCardSize(), card.getGridOptions().columns]");
    assert.deepEqual(size, [8, 12]);
    assert(await page.evaluate("customCards.some(({ type }) => type === 'floorplan-card')"));
  },
);

test(
  "TOUCH-1: on a dashboard Home Assistant is told to ask about locks, and shows what doors and rooms have",
  inBrowser,
  async (t) => {
    const page = await openCard(t, "hass");
    if (page === undefined) return;
    await show(page, livePlan);
    const states = Object.fromEntries(
      Object.entries(liveStates).map(([id, { s, a }]) => [id, { state: s, attributes: a }]),
    );
    await page.evaluate(`card.hass = hassWith(${JSON.stringify(states)})`);
    await page.getByText("rendered {{ 1 + 1 }} people").waitFor();
    for (const [before, ref] of ["devices/lock", "openings/door"].entries()) {
      await press(page, ref);
      await acted(page, before + 1);
    }
    await press(page, "rooms/hall");
    await page.getByRole("dialog").getByRole("button", { name: "Heating" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await acted(page, 3);
    assert.deepEqual(await page.evaluate("seen.actions"), [
      {
        config: {
          entity: "lock.door",
          tap_action: { action: "toggle", confirmation: { text: "This unlocks Front door." } },
        },
        action: "tap",
      },
      { entityId: "lock.door" },
      { entityId: "climate.hall" },
    ]);
  },
);

test(
  "TOUCH-11: on a dashboard Home Assistant's page is given no address but paths and those of http and https",
  inBrowser,
  async (t) => {
    const page = await openCard(t, "hass");
    if (page === undefined) return;
    const url = (url_path: string): object => ({ action: "url", url_path });
    const navigate = (navigation_path: string): object => ({ action: "navigate", navigation_path });
    const refused = [
      url("javascript:document.title='taken'"),
      url("\u0001 java\nscript:document.title='taken'"),
      url("data:text/html,taken"),
      navigate("javascript:document.title='taken'"),
      navigate("//elsewhere.invalid/"),
    ];
    const led = [url("https://home.example/"), url("/local/plan.pdf"), navigate("/lovelace/0")];
    const devices = [...refused, ...led].map((tap_action, at) => ({
      id: `device-${at}`,
      kind: "generic",
      x: 1 + at,
      z: 1,
      tap_action,
    }));
    await show(page, { devices });
    const notice = page.getByText(acting.refused.address);
    for (const at of refused.keys()) {
      await press(page, `devices/device-${at}`);
      await notice.waitFor();
      await page.getByRole("button", { name: live.understood, exact: true }).click();
      await notice.waitFor({ state: "detached" });
    }
    for (const at of led.keys()) {
      await press(page, `devices/device-${refused.length + at}`);
      await acted(page, at + 1);
    }
    assert.deepEqual(
      await page.evaluate("seen.actions"),
      led.map((tap_action) => ({ config: { entity: undefined, tap_action }, action: "tap" })),
    );
    assert.notEqual(await page.title(), "taken");
  },
);

test(
  "CARD-7: the form lets the floors be chosen of the plans that the page shows",
  inBrowser,
  async (t) => {
    const page = await openCard(t, "hass");
    if (page === undefined) return;
    const levels = [
      { id: "0", name: "Ground floor" },
      { id: "up", name: "Upstairs" },
    ];
    await show(page, { ...demoPlan("flat"), levels });
    await page.getByRole("tab", { name: "Upstairs" }).waitFor();
    const selector = await page.evaluate(`card.constructor.getConfigForm().then(({ schema }) =>
      schema.find(({ name }) => name === "level").selector)`);
    assert.deepEqual(selector, {
      select: {
        mode: "dropdown",
        custom_value: true,
        options: levels.map(({ id, name }) => ({ value: id, label: name })),
      },
    });
  },
);

test(
  "CARD-18: on a dashboard too, a template's error is told in words, to the mouse, a finger and the keyboard",
  inBrowser,
  async (t) => {
    const page = await openCard(t, "hass");
    if (page === undefined) return;
    const texts = [
      { id: "fine", x: 1, z: 1, text: "{{ warned }}" },
      { id: "odd", x: 3, z: 3, text: "{{ broken }}", size: "xxl" },
    ];
    await show(page, { ...demoPlan("flat"), texts });
    const said = "'broken' is undefined";
    const odd = page.locator('[data-ref="texts/odd"].faulty');
    await odd.waitFor();
    const tag = page.locator(".name-tag");
    await tag.waitFor({ state: "attached" });
    await odd.hover();
    await tag.filter({ hasText: said }).waitFor();
    await page.mouse.move(0, 0);
    await tag.waitFor({ state: "hidden" });
    await odd.focus();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    await tag.filter({ hasText: said }).waitFor();
    await page.getByText("rendered {{ warned }}").waitFor();
    assert.equal(await page.locator('[data-ref="texts/fine"]').getAttribute("tabindex"), null);
    await show(page, { ...demoPlan("flat"), texts: texts.slice(0, 1) });
    await tag.waitFor({ state: "detached" });
  },
);
