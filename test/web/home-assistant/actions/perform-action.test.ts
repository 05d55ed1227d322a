import assert from "node:assert/strict";
import { test } from "node:test";
import { acting, details, live } from "../../../../src/web/i18n/en/screens.ts";
import { acting as german, live as germanLive } from "../../../../src/web/i18n/de/screens.ts";
import { scaled } from "../../../campaign/scale.ts";
import { inBrowser } from "../../../support/timeouts.ts";
import { compressedState } from "../../../home-assistant/known-states.ts";
import { sampledViolations } from "../../sampled-accessibility-violations.ts";
import { useBrowser } from "../../browser.ts";
import { callsOf, livePlan, openLive, press } from "../../live-home-assistant.ts";

const open = useBrowser();

test(
  "TOUCH-2: the page shows states as they change, what templates are, and that Home Assistant is away",
  inBrowser,
  async (t) => {
    const shown = await openLive(t, open, { control: false });
    if (shown === undefined) return;
    const { page, home } = shown;
    await page.getByText("2 people").waitFor();
    await page.getByText("21.4 °C").first().waitFor();
    home.core.setState("light.lamp", "off");
    await page.locator('[data-ref="furniture/lamp"]:not(.on)').waitFor();
    home.core.setState("sensor.warmth", "23.5");
    await page.getByText("23.5 °C").first().waitFor();
    await home.stop();
    await page.getByText(live.away).waitFor();
    await page.getByText("23.5 °C").first().waitFor({ state: "detached" });
    assert.deepEqual(await sampledViolations(page), []);
    await home.restart();
    await page.getByText(live.away).waitFor({ state: "detached" });
    await page.getByText("23.5 °C").first().waitFor();
    await page.getByText("2 people").waitFor();
  },
);

test(
  "TOUCH-3: a tap switches, and the new state is shown when Home Assistant tells it",
  inBrowser,
  async (t) => {
    const shown = await openLive(t, open);
    if (shown === undefined) return;
    const { page, home } = shown;
    await page.locator('[role=button][data-ref="furniture/lamp"]').click();
    await home.whenReceived("call_service", 1);
    const target = { entity_id: "light.lamp" };
    const off = { domain: "light", service: "turn_off", service_data: {}, target };
    assert.deepEqual(callsOf(home), [off]);
    assert.equal(await page.locator('[data-ref="furniture/lamp"].on').count(), 1);
    home.core.setState("light.lamp", "off");
    await page.locator('[data-ref="furniture/lamp"]:not(.on)').waitFor();
    await press(page, "furniture/lamp");
    await home.whenReceived("call_service", 2);
    assert.deepEqual(callsOf(home)[1], { ...off, service: "turn_on" });
  },
);

test(
  "TOUCH-12: a tap marks what it switches at once, until Home Assistant tells another state, refuses, or 10 s are over, which is said",
  inBrowser,
  async (t) => {
    const shown = await openLive(t, open, { prepare: (page) => page.clock.install() });
    if (shown === undefined) return;
    const { page, home } = shown;
    const marked = page.locator('[data-ref="furniture/lamp"][aria-busy="true"]');
    const silent = page.getByText(acting.refused.unanswered("Lamp", 10));
    await press(page, "furniture/lamp");
    await marked.waitFor();
    assert.equal(await page.locator('[data-ref="furniture/lamp"].on').count(), 1);
    assert.deepEqual(await sampledViolations(page), []);
    home.core.setState("light.lamp", "off");
    await page.locator('[data-ref="furniture/lamp"]:not(.on)').waitFor();
    await marked.waitFor({ state: "detached" });
    await page.clock.fastForward(11_000);
    assert.equal(await silent.count(), 0);
    await press(page, "furniture/lamp");
    await marked.waitFor();
    await home.whenReceived("call_service", 2);
    await page.clock.fastForward(11_000);
    await silent.waitFor();
    await marked.waitFor({ state: "detached" });
    home.answer("call_service", () => ({ error: { code: "home_assistant_error", message: "No" } }));
    await press(page, "furniture/lamp");
    await page.getByText(acting.refused.other).waitFor();
    assert.equal(await marked.count(), 0);
    // Nothing is known of whoever never answers, either.
    home.answer("call_service", () => undefined);
    await press(page, "furniture/lamp");
    await marked.waitFor();
    await page.clock.fastForward(11_000);
    await silent.waitFor();
  },
);

test(
  "TOUCH-9: a tap on what nothing is known of switches nothing, and shows that",
  inBrowser,
  async (t) => {
    const lost = { id: "lost", kind: "fan", x: 4, z: 2, entity: "fan.lost" };
    const plan = { ...livePlan, devices: [...livePlan.devices, lost] };
    const shown = await openLive(t, open, { plan });
    if (shown === undefined) return;
    const { page, home } = shown;
    await page.locator('[data-ref="devices/lost"].away').waitFor();
    await press(page, "devices/lost");
    await page.getByRole("dialog").getByText(details.unknown).waitFor();
    assert.deepEqual(callsOf(home), []);
  },
);

test(
  "TOUCH-4: locks, and what the plan marks, are asked about first, in a dialog that keeps nobody out",
  inBrowser,
  async (t) => {
    const shown = await openLive(t, open);
    if (shown === undefined) return;
    const { page, home } = shown;
    await press(page, "devices/lock");
    await page.getByText(acting.ask.doing.unlock("Front door")).waitFor();
    assert.deepEqual(await sampledViolations(page), []);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await press(page, "devices/lock");
    await page.getByRole("button", { name: acting.ask.no }).click();
    await press(page, "devices/evening");
    await page.getByText("Shall it be evening?").waitFor();
    assert.deepEqual(callsOf(home), [], "nobody has agreed so far");
    await page.getByRole("button", { name: acting.ask.yes }).click();
    await home.whenReceived("call_service", 1);
    await press(page, "devices/lock");
    await page.getByRole("button", { name: acting.ask.yes }).click();
    await home.whenReceived("call_service", 2);
    assert.deepEqual(callsOf(home), [
      {
        domain: "scene",
        service: "turn_on",
        service_data: {},
        target: { entity_id: "scene.evening" },
      },
      { domain: "lock", service: "unlock", service_data: {}, target: { entity_id: "lock.door" } },
    ]);
  },
);

test(
  "TOUCH-5: who may not switch is told so, as is what Home Assistant refuses, in their language",
  inBrowser,
  async (t) => {
    const shown = await openLive(t, open, { control: false, locale: "de-DE" });
    if (shown === undefined) return;
    const { page, home } = shown;
    await press(page, "furniture/lamp");
    await page.getByText(german.refused.control).waitFor();
    assert.deepEqual(await sampledViolations(page), []);
    await page.getByRole("button", { name: germanLive.understood }).click();
    await page.getByText(german.refused.control).waitFor({ state: "detached" });
    assert.deepEqual(callsOf(home), []);
    const other = await openLive(t, open);
    if (other === undefined) return;
    const error = { code: "home_assistant_error", message: "The lamp is on holiday" };
    other.home.answer("call_service", () => ({ error }));
    await press(other.page, "furniture/lamp");
    await other.page.getByText(acting.refused.other).waitFor();
    await other.page.getByText("The lamp is on holiday").waitFor();
  },
);

test(
  "TOUCH-4: a code is asked for where the entity wants one, and goes along",
  inBrowser,
  async (t) => {
    const door = compressedState("locked", {
      friendly_name: "Front door",
      code_format: "^\\d{4}$",
    });
    const shown = await openLive(t, open, { states: { "lock.door": door } });
    if (shown === undefined) return;
    const { page, home } = shown;
    await press(page, "devices/lock");
    await page.getByLabel(acting.ask.code).fill("4711");
    await page.keyboard.press("Enter");
    await home.whenReceived("call_service", 1);
    const target = { entity_id: "lock.door" };
    assert.deepEqual(callsOf(home), [
      { domain: "lock", service: "unlock", service_data: { code: "4711" }, target },
    ]);
  },
);

test(
  "TOUCH-3: a path leads on within the page, and an address that is none of the web nowhere",
  inBrowser,
  async (t) => {
    const device = (id: string, tap_action: object) => ({
      id,
      kind: "generic",
      x: 1,
      z: 1,
      tap_action,
    });
    const plan = {
      ...livePlan,
      devices: [
        device("on", { action: "navigate", navigation_path: "/#elsewhere" }),
        device("away", { action: "navigate", navigation_path: "/lovelace/0" }),
        device("odd", { action: "url", url_path: "javascript:document.title='taken'" }),
      ],
    };
    const shown = await openLive(t, open, { plan });
    if (shown === undefined) return;
    const { page } = shown;
    await press(page, "devices/odd");
    await page.getByText(acting.refused.address).waitFor();
    assert.notEqual(await page.title(), "taken");
    await page.getByRole("button", { name: live.understood, exact: true }).click();
    await press(page, "devices/away");
    await page.getByText(acting.refused.address).waitFor();
    await press(page, "devices/on");
    await page.waitForURL(/#elsewhere$/);
  },
);

const changes = scaled(1000, 10_000);

test(
  `TOUCH-2: a page that is left open keeps as many nodes over ${changes} changes of states`,
  inBrowser,
  async (t) => {
    const shown = await openLive(t, open);
    if (shown === undefined) return;
    const { page, home } = shown;
    const nodes = (): Promise<number> =>
      page.evaluate(() => {
        const card = document
          .querySelector("floorplan-page")
          ?.shadowRoot?.querySelector("floorplan-card");
        return card?.shadowRoot?.querySelectorAll("*").length ?? 0;
      });
    home.core.setState("light.lamp", "off");
    home.core.setState("sensor.warmth", "0");
    await page.getByText("0 °C", { exact: true }).first().waitFor();
    await page.locator('[data-ref="furniture/lamp"]:not(.on)').waitFor();
    // Its icon is loaded by itself, and may come after its state.
    await page.locator('[data-ref="devices/lock"] .glyph path').waitFor({ state: "attached" });
    // So is the button of the view in 3D, the last part of the card.
    await page.getByRole("button", { name: "Show in 3D" }).waitFor();
    const before = await nodes();
    for (let change = 1; change <= changes / 2; change += 1) {
      home.core.setState("light.lamp", change % 2 === 0 ? "off" : "on");
      home.core.setState("sensor.warmth", String(change % 90));
    }
    home.core.setState("light.lamp", "off");
    home.core.setState("sensor.warmth", "99");
    await page.getByText("99 °C", { exact: true }).first().waitFor();
    await page.locator('[data-ref="furniture/lamp"]:not(.on)').waitFor();
    assert.equal(await nodes(), before);
  },
);
