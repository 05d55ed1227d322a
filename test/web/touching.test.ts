import assert from "node:assert/strict";
import { test } from "node:test";
import { live } from "../../src/web/texts/en/live.ts";
import { details } from "../../src/web/texts/en/details.ts";
import { live as german } from "../../src/web/texts/de/live.ts";
import { scaled } from "../campaign/scale.ts";
import { inBrowser } from "../support/bounded.ts";
import { barriersOf } from "./barriers.ts";
import { useBrowser } from "./browser.ts";
import { told } from "../hass/scripted-house.ts";
import { livePlan, openLive, press, turn } from "./live-house.ts";

const open = useBrowser();

/** A call as the house got it. */
const callsOf = (house: { of: (type: string) => readonly { message: object }[] }): unknown[] =>
  house.of("call_service").map(({ message }) => {
    const { domain, service, service_data, target } = Object(message);
    return { domain, service, service_data, target };
  });

test(
  "TOUCH-2: the page shows states as they change, what templates are, and that Home Assistant is away",
  inBrowser,
  async (t) => {
    const shown = await openLive(t, open, { control: false });
    if (shown === undefined) return;
    const { page, house } = shown;
    await page.getByText("rendered {{ 1 + 1 }} people").waitFor();
    await page.getByText("21.4 °C").first().waitFor();
    turn(house, "light.lamp", "off");
    await page.locator('[data-ref="furniture/lamp"]:not(.on)').waitFor();
    turn(house, "sensor.warmth", "23.5");
    await page.getByText("23.5 °C").first().waitFor();
    await house.leave();
    await page.getByText(live.away).waitFor();
    await page.getByText("23.5 °C").first().waitFor({ state: "detached" });
    assert.deepEqual(await barriersOf(page), []);
    await house.listen();
    await page.getByText(live.away).waitFor({ state: "detached" });
    await page.getByText("21.4 °C").first().waitFor();
    await page.getByText("rendered {{ 1 + 1 }} people").waitFor();
  },
);

test(
  "TOUCH-3: a tap switches, and the new state is shown when Home Assistant tells it",
  inBrowser,
  async (t) => {
    const shown = await openLive(t, open);
    if (shown === undefined) return;
    const { page, house } = shown;
    await page.locator('[role=button][data-ref="furniture/lamp"]').click();
    await house.whenCame("call_service", 1);
    const target = { entity_id: "light.lamp" };
    const off = { domain: "light", service: "turn_off", service_data: {}, target };
    assert.deepEqual(callsOf(house), [off]);
    assert.equal(await page.locator('[data-ref="furniture/lamp"].on').count(), 1);
    turn(house, "light.lamp", "off");
    await page.locator('[data-ref="furniture/lamp"]:not(.on)').waitFor();
    await press(page, "furniture/lamp");
    await house.whenCame("call_service", 2);
    assert.deepEqual(callsOf(house)[1], { ...off, service: "turn_on" });
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
    const { page, house } = shown;
    await page.locator('[data-ref="devices/lost"].away').waitFor();
    await press(page, "devices/lost");
    await page.getByRole("dialog").getByText(details.unknown).waitFor();
    assert.deepEqual(callsOf(house), []);
  },
);

test(
  "TOUCH-4: locks, and what the plan marks, are asked about first, in a dialog that keeps nobody out",
  inBrowser,
  async (t) => {
    const shown = await openLive(t, open);
    if (shown === undefined) return;
    const { page, house } = shown;
    await press(page, "devices/lock");
    await page.getByText(live.ask.doing.unlock("Front door")).waitFor();
    assert.deepEqual(await barriersOf(page), []);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await press(page, "devices/lock");
    await page.getByRole("button", { name: live.ask.no }).click();
    await press(page, "devices/evening");
    await page.getByText("Shall it be evening?").waitFor();
    assert.deepEqual(callsOf(house), [], "nobody has agreed so far");
    await page.getByRole("button", { name: live.ask.yes }).click();
    await house.whenCame("call_service", 1);
    await press(page, "devices/lock");
    await page.getByRole("button", { name: live.ask.yes }).click();
    await house.whenCame("call_service", 2);
    assert.deepEqual(callsOf(house), [
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
    const { page, house } = shown;
    await press(page, "furniture/lamp");
    await page.getByText(german.refused.control).waitFor();
    assert.deepEqual(await barriersOf(page), []);
    await page.getByRole("button", { name: german.understood }).click();
    await page.getByText(german.refused.control).waitFor({ state: "detached" });
    assert.deepEqual(callsOf(house), []);
    const other = await openLive(t, open);
    if (other === undefined) return;
    other.house.script = ({ message, fail }) => {
      if (message["type"] !== "call_service") return false;
      fail("home_assistant_error", "The lamp is on holiday");
      return true;
    };
    await press(other.page, "furniture/lamp");
    await other.page.getByText(live.refused.other).waitFor();
    await other.page.getByText("The lamp is on holiday").waitFor();
  },
);

test(
  "TOUCH-6: a room shows what is in it, and doors and windows what they are, by pointer and keyboard",
  inBrowser,
  async (t) => {
    const shown = await openLive(t, open);
    if (shown === undefined) return;
    const { page } = shown;
    await press(page, "rooms/hall");
    const sheet = page.getByRole("dialog", { name: "Hall" });
    await sheet.waitFor();
    const names = await sheet.locator(".things .name").allInnerTexts();
    assert.deepEqual(names, ["Warmth", "Lamp", "Front door", "Heating", "Door contact", "Blind"]);
    assert.deepEqual(await barriersOf(page), []);
    await sheet.getByRole("button", { name: "Heating" }).click();
    await page.getByRole("dialog", { name: "Heating" }).getByLabel("Target").waitFor();
    await page.getByRole("button", { name: "Back", exact: true }).click();
    await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "detached" });
    const focused = await page.evaluate(() => {
      let active = document.activeElement;
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
      return active?.getAttribute("data-ref");
    });
    assert.equal(focused, "rooms/hall");
    await press(page, "openings/door");
    const door = page.getByRole("dialog", { name: "Front door" });
    await door.getByRole("button", { name: "Unlock" }).waitFor();
    await door.getByRole("heading", { name: "Door contact" }).waitFor();
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await press(page, "openings/window");
    await page.getByRole("dialog", { name: "Blind" }).getByLabel("Position").waitFor();
  },
);

test(
  "TOUCH-7: details switch what an entity can do, sliders when they are let go, and show its day",
  inBrowser,
  async (t) => {
    const shown = await openLive(t, open, { viewport: { width: 360, height: 640 } });
    if (shown === undefined) return;
    const { page, house } = shown;
    const now = Date.now() / 1000;
    house.answers["history/history_during_period"] = {
      "sensor.warmth": [
        { s: "20", a: {}, lu: now - 86_000 },
        { s: "22.5", lu: now - 40_000 },
      ],
      "light.lamp": [
        { s: "off", a: {}, lu: now - 86_000 },
        { s: "on", lu: now - 1000 },
      ],
    };
    await page.locator('[role=button][data-ref="furniture/lamp"]').hover();
    await page.mouse.down();
    const panel = page.getByRole("dialog", { name: "Lamp" });
    await panel.waitFor();
    await page.mouse.up();
    await panel.getByRole("img", { name: /The last 24 hours: Off, On/ }).waitFor();
    assert.deepEqual(await barriersOf(page), []);
    assert(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"));
    const brightness = panel.getByLabel("Brightness");
    assert.equal(await brightness.inputValue(), "50");
    const place = await brightness.boundingBox();
    assert(place !== null);
    const y = place.y + place.height / 2;
    await page.mouse.move(place.x + place.width / 2, y);
    await page.mouse.down();
    await page.mouse.move(place.x + place.width * 0.7, y, { steps: 5 });
    await panel.getByText(/^7\d\s%$/).waitFor();
    assert.deepEqual(callsOf(house), [], "it is not let go yet");
    await page.mouse.up();
    const [first] = await house.whenCame("call_service", 1);
    assert.match(JSON.stringify(first?.message), /"service_data":\{"brightness_pct":7\d\}/);
    await panel.getByRole("button", { name: "Blue" }).click();
    await panel.getByRole("switch").click();
    await house.whenCame("call_service", 3);
    assert.deepEqual(
      callsOf(house)
        .slice(1)
        .map((call) => JSON.stringify(call)),
      [
        '{"domain":"light","service":"turn_on","service_data":{"hs_color":[240,100]},"target":{"entity_id":"light.lamp"}}',
        '{"domain":"light","service":"turn_off","service_data":{},"target":{"entity_id":"light.lamp"}}',
      ],
    );
    turn(house, "light.lamp", "off");
    await panel.getByRole("switch", { checked: false }).waitFor();
    await page.keyboard.press("Escape");
    await press(page, "openings/door");
    await page.getByRole("button", { name: "Unlock" }).click();
    await page.getByText(live.ask.doing.unlock("Front door")).waitFor();
  },
);

test("TOUCH-7: an open panel grows no older than a minute", inBrowser, async (t) => {
  const shown = await openLive(t, open, { prepare: (page) => page.clock.install() });
  if (shown === undefined) return;
  const { page, house } = shown;
  const asked = "history/history_during_period";
  const now = Date.now() / 1000;
  house.answers[asked] = { "sensor.warmth": [{ s: "20", a: {}, lu: now - 80_000 }] };
  for (const { emit } of house.of("subscribe_entities"))
    emit({ c: { "sensor.warmth": { "+": { s: "20", lc: now } } } });
  await press(page, "rooms/hall");
  await page.getByRole("button", { name: /Warmth.*20/ }).click();
  const panel = page.getByRole("dialog", { name: "Warmth" });
  await panel.getByRole("img", { name: "The last 24 hours: 20 °C", exact: true }).waitFor();
  await panel.getByText("20 °C", { exact: true }).first().waitFor();
  await panel.getByText(/^Changed (now|\d+ seconds? ago)$/).waitFor();
  const before = house.of(asked).length;
  house.answers[asked] = {
    "sensor.warmth": [
      { s: "20", a: {}, lu: now - 80_000 },
      { s: "25", lu: now - 10 },
    ],
  };
  await page.clock.fastForward(150_000);
  await house.whenCame(asked, before + 1);
  await panel.getByRole("img", { name: /Between 20 °C and 25 °C/ }).waitFor();
  await panel.getByText("Changed 2 minutes ago").waitFor();
  const renewed = house.of(asked).length;
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  await page.clock.fastForward(150_000);
  await press(page, "furniture/lamp");
  await house.whenCame("call_service", 1);
  assert.equal(house.of(asked).length, renewed, "nobody looks any more");
});

test(
  "TOUCH-7: who may not switch sees controls that are disabled, and why, once",
  inBrowser,
  async (t) => {
    const shown = await openLive(t, open, { control: false });
    if (shown === undefined) return;
    const { page } = shown;
    await press(page, "furniture/lamp");
    await page.getByText(live.refused.control).waitFor();
    await press(page, "openings/door");
    const door = page.getByRole("dialog", { name: "Front door" });
    await door.getByText(live.refused.control).waitFor();
    assert(await door.getByRole("button", { name: "Unlock" }).isDisabled());
    assert.equal(await page.getByText(live.refused.control).count(), 1);
    assert.deepEqual(await barriersOf(page), []);
    await page.keyboard.press("Escape");
    await press(page, "rooms/hall");
    await page.getByRole("dialog", { name: "Hall" }).waitFor();
    assert.equal(await page.getByText(live.refused.control).count(), 0, "nothing to be switched");
  },
);

test(
  "TOUCH-7: a hue is chosen on its track and told in whole degrees; an alarm is armed in words of its own",
  inBrowser,
  async (t) => {
    const lamp = told("on", {
      friendly_name: "Lamp",
      supported_color_modes: ["hs"],
      hs_color: [210.353, 80],
    });
    const alarm = told("disarmed", { friendly_name: "Alarm", supported_features: 7 });
    const device = { id: "alarm", kind: "alarm", x: 4, z: 2, entity: "alarm_control_panel.a" };
    const shown = await openLive(t, open, {
      plan: { ...livePlan, devices: [device] },
      states: { "light.lamp": lamp, "alarm_control_panel.a": alarm },
    });
    if (shown === undefined) return;
    const { page } = shown;
    await press(page, "rooms/hall");
    await page.getByRole("dialog").getByRole("button", { name: /^Lamp/ }).click();
    const hue = page.getByLabel(details.hue);
    assert.equal(await hue.getAttribute("aria-valuetext"), "210°");
    assert.equal(await hue.evaluate((slider) => getComputedStyle(slider).appearance), "none");
    await page.keyboard.press("Escape");
    for (const [label, words] of [
      [details.controls.armHome, live.ask.doing.alarm_arm_home],
      [details.controls.armAway, live.ask.doing.alarm_arm_away],
      [details.controls.armNight, live.ask.doing.alarm_arm_night],
    ] as const) {
      await press(page, "devices/alarm");
      await page.getByRole("button", { name: label }).click();
      await page.getByText(words("Alarm")).waitFor();
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
  },
);

test(
  "TOUCH-4: a code is asked for where the entity wants one, and goes along",
  inBrowser,
  async (t) => {
    const door = told("locked", { friendly_name: "Front door", code_format: "^\\d{4}$" });
    const shown = await openLive(t, open, { states: { "lock.door": door } });
    if (shown === undefined) return;
    const { page, house } = shown;
    await press(page, "devices/lock");
    await page.getByLabel(live.ask.code).fill("4711");
    await page.keyboard.press("Enter");
    await house.whenCame("call_service", 1);
    const target = { entity_id: "lock.door" };
    assert.deepEqual(callsOf(house), [
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
    await page.getByText(live.refused.address).waitFor();
    assert.notEqual(await page.title(), "taken");
    await page.getByRole("button", { name: live.understood }).click();
    await press(page, "devices/away");
    await page.getByText(live.refused.address).waitFor();
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
    const { page, house } = shown;
    const nodes = (): Promise<number> =>
      page.evaluate(() => {
        const card = document
          .querySelector("floorplan-page")
          ?.shadowRoot?.querySelector("floorplan-card");
        return card?.shadowRoot?.querySelectorAll("*").length ?? 0;
      });
    turn(house, "light.lamp", "off");
    turn(house, "sensor.warmth", "0");
    await page.getByText("0 °C", { exact: true }).first().waitFor();
    await page.locator('[data-ref="furniture/lamp"]:not(.on)').waitFor();
    const before = await nodes();
    for (let change = 1; change <= changes / 2; change += 1) {
      turn(house, "light.lamp", change % 2 === 0 ? "off" : "on");
      turn(house, "sensor.warmth", String(change % 90));
    }
    turn(house, "light.lamp", "off");
    turn(house, "sensor.warmth", "99");
    await page.getByText("99 °C", { exact: true }).first().waitFor();
    await page.locator('[data-ref="furniture/lamp"]:not(.on)').waitFor();
    assert.equal(await nodes(), before);
  },
);
