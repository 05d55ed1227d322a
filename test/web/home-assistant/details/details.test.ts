import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { acting, card, details, live } from "../../../../src/web/i18n/en/screens.ts";
import { inBrowser } from "../../../support/timeouts.ts";
import { compressedState } from "../../../home-assistant/known-states.ts";
import { sampledViolations } from "../../sampled-accessibility-violations.ts";
import { useBrowser } from "../../browser.ts";
import {
  callsOf,
  type LivePage,
  livePlan,
  liveStates,
  openLive,
  press,
  setPast,
} from "../../live-home-assistant.ts";

const open = useBrowser();

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
    assert.deepEqual(await sampledViolations(page), []);
    await sheet.getByRole("button", { name: "Heating" }).click();
    await page.getByRole("dialog", { name: "Heating" }).getByLabel("Target").waitFor();
    await page.getByRole("button", { name: "Back", exact: true }).click();
    await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "detached" });
    await page.locator('[data-ref="rooms/hall"]:focus').waitFor();
    await press(page, "openings/door");
    const door = page.getByRole("dialog", { name: "Front door" });
    await door.getByRole("button", { name: "Unlock" }).waitFor();
    await door.getByRole("heading", { name: "Door contact" }).waitFor();
    await page.getByRole("button", { name: details.close, exact: true }).click();
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
    const { page, home } = shown;
    const now = Date.now() / 1000;
    setPast(home, {
      "sensor.warmth": [
        { s: "20", a: {}, lu: now - 86_000 },
        { s: "22.5", lu: now - 40_000 },
      ],
      "light.lamp": [
        { s: "off", a: {}, lu: now - 86_000 },
        { s: "on", lu: now - 1000 },
      ],
    });
    await page.locator('[role=button][data-ref="furniture/lamp"]').hover();
    await page.mouse.down();
    const panel = page.getByRole("dialog", { name: "Lamp" });
    await panel.waitFor();
    await page.mouse.up();
    await panel.getByRole("img", { name: /Last 24 hours: Off, On/ }).waitFor();
    assert.deepEqual(await sampledViolations(page), []);
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
    assert.deepEqual(callsOf(home), [], "it is not let go yet");
    await page.mouse.up();
    const [first] = await home.whenReceived("call_service", 1);
    assert.match(JSON.stringify(first?.message), /"service_data":\{"brightness_pct":7\d\}/);
    await panel.getByRole("button", { name: "Blue" }).click();
    await panel.getByRole("switch").click();
    await home.whenReceived("call_service", 3);
    assert.deepEqual(
      callsOf(home)
        .slice(1)
        .map((call) => JSON.stringify(call)),
      [
        '{"domain":"light","service":"turn_on","service_data":{"hs_color":[240,100]},"target":{"entity_id":"light.lamp"}}',
        '{"domain":"light","service":"turn_off","service_data":{},"target":{"entity_id":"light.lamp"}}',
      ],
    );
    home.core.setState("light.lamp", "off");
    await panel.getByRole("switch", { checked: false }).waitFor();
    await page.keyboard.press("Escape");
    await press(page, "openings/door");
    await page.getByRole("button", { name: "Unlock" }).click();
    await page.getByText(acting.ask.doing.unlock("Front door")).waitFor();
  },
);

test(
  "TOUCH-14: thermostats have presets and fan modes, coloured lights their saturation, media players what they play",
  inBrowser,
  async (t) => {
    const heating = { ...liveStates["climate.hall"].a, supported_features: 25 };
    const speaker = {
      friendly_name: "Speaker",
      media_title: "Blue in Green",
      media_artist: "M. D.",
    };
    const device = { id: "tv", kind: "tv", x: 4, z: 2, entity: "media_player.tv" };
    const lamp = { friendly_name: "Lamp", supported_color_modes: ["hs"], hs_color: [210, 80] };
    const shown = await openLive(t, open, {
      plan: { ...livePlan, devices: [...livePlan.devices, device] },
      states: {
        "climate.hall": compressedState("heat", {
          ...heating,
          preset_modes: ["eco", "boost"],
          preset_mode: "eco",
          fan_modes: ["low", "high"],
          fan_mode: "low",
        }),
        "media_player.tv": compressedState("playing", speaker),
        "light.lamp": compressedState("on", lamp),
      },
    });
    if (shown === undefined) return;
    const { page, home } = shown;
    await press(page, "devices/radiator");
    await page.getByLabel(details.controls.preset).selectOption("boost");
    await page.getByLabel(details.controls.fanMode).selectOption("high");
    await page.getByRole("button", { name: details.close, exact: true }).click();
    await press(page, "devices/tv");
    await page.getByRole("dialog").getByText("Blue in Green · M. D.").waitFor();
    await page.keyboard.press("Escape");
    await press(page, "rooms/hall");
    await page.getByRole("dialog").getByRole("button", { name: /^Lamp/ }).click();
    await page.getByLabel(details.controls.saturation).fill("60");
    await page.getByLabel(details.hue).fill("120");
    await home.whenReceived("call_service", 4);
    assert.deepEqual(
      home.of("call_service").map(({ message }) => Object(message).service_data),
      [
        { preset_mode: "boost" },
        { fan_mode: "high" },
        { hs_color: [210, 60] },
        { hs_color: [120, 60] },
      ],
    );
  },
);

test(
  "TOUCH-15: a question says whether something is turned on or off, and a cover has one button to close it",
  inBrowser,
  async (t) => {
    const tap_action = { action: "toggle", confirmation: true };
    const [lamp] = livePlan.furniture;
    const shown = await openLive(t, open, {
      plan: { ...livePlan, furniture: [{ ...lamp, tap_action }] },
    });
    if (shown === undefined) return;
    const { page, home } = shown;
    await press(page, "furniture/lamp");
    await page.getByText(acting.ask.doing.turn_off("Lamp")).waitFor();
    await page.keyboard.press("Escape");
    home.core.setState("light.lamp", "off");
    await page.locator('[data-ref="furniture/lamp"]:not(.on)').waitFor();
    await press(page, "furniture/lamp");
    await page.getByText(acting.ask.doing.turn_on("Lamp")).waitFor();
    await page.keyboard.press("Escape");
    await press(page, "openings/window");
    const blind = page.getByRole("dialog", { name: "Blind" });
    await blind.getByLabel("Position").waitFor();
    const names = await blind
      .getByRole("button")
      .evaluateAll((all) => all.map((each) => each.ariaLabel ?? each.textContent?.trim()));
    assert.equal(new Set(names).size, names.length, names.join());
  },
);

test("TOUCH-7: an open panel grows no older than a minute", inBrowser, async (t) => {
  const shown = await openLive(t, open, { prepare: (page) => page.clock.install() });
  if (shown === undefined) return;
  const { page, home } = shown;
  const asked = "history/history_during_period";
  const now = Date.now() / 1000;
  setPast(home, { "sensor.warmth": [{ s: "20", a: {}, lu: now - 80_000 }] });
  home.core.setState("sensor.warmth", "20");
  await press(page, "rooms/hall");
  await page.getByRole("button", { name: /Warmth.*20/ }).click();
  const panel = page.getByRole("dialog", { name: "Warmth" });
  await panel.getByRole("img", { name: "Last 24 hours: 20 °C", exact: true }).waitFor();
  await panel.getByText("20 °C", { exact: true }).first().waitFor();
  await panel.getByText(/^Changed (now|\d+ seconds? ago)$/).waitFor();
  const before = home.of(asked).length;
  setPast(home, {
    "sensor.warmth": [
      { s: "20", a: {}, lu: now - 80_000 },
      { s: "25", lu: now - 10 },
    ],
  });
  await page.clock.fastForward(150_000);
  await home.whenReceived(asked, before + 1);
  await panel.getByRole("img", { name: /Between 20 °C and 25 °C/ }).waitFor();
  await panel.getByText("Changed 2 minutes ago").waitFor();
  const renewed = home.of(asked).length;
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  await page.clock.fastForward(150_000);
  await press(page, "furniture/lamp");
  await home.whenReceived("call_service", 1);
  assert.equal(home.of(asked).length, renewed, "nobody looks any more");
});

test(
  "TOUCH-7: who may not switch sees controls that are disabled, and why, once",
  inBrowser,
  async (t) => {
    const shown = await openLive(t, open, { control: false });
    if (shown === undefined) return;
    const { page } = shown;
    await press(page, "furniture/lamp");
    await page.getByText(acting.refused.control).waitFor();
    await press(page, "openings/door");
    const door = page.getByRole("dialog", { name: "Front door" });
    await door.getByText(acting.refused.control).waitFor();
    assert(await door.getByRole("button", { name: "Unlock" }).isDisabled());
    assert.equal(await page.getByText(acting.refused.control).count(), 1);
    assert.deepEqual(await sampledViolations(page), []);
    await page.keyboard.press("Escape");
    await press(page, "rooms/hall");
    await page.getByRole("dialog", { name: "Hall" }).waitFor();
    assert.equal(await page.getByText(acting.refused.control).count(), 0, "nothing to be switched");
  },
);

test(
  "TOUCH-7: a hue is chosen on its track and told in whole degrees; an alarm is armed in words of its own",
  inBrowser,
  async (t) => {
    const lamp = compressedState("on", {
      friendly_name: "Lamp",
      supported_color_modes: ["hs"],
      hs_color: [210.353, 80],
    });
    const alarm = compressedState("disarmed", { friendly_name: "Alarm", supported_features: 7 });
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
      [details.controls.armHome, acting.ask.doing.alarm_arm_home],
      [details.controls.armAway, acting.ask.doing.alarm_arm_away],
      [details.controls.armNight, acting.ask.doing.alarm_arm_night],
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

/** A picture of one pixel. */
const pixel = Buffer.from("R0lGODlhAQABAAAAACw=", "base64");

/** A live plan with a camera. */
const openWithCamera = (t: TestContext): Promise<LivePage | undefined> => {
  const camera = { id: "camera", kind: "camera", x: 4, z: 2, entity: "camera.door" };
  return openLive(t, open, {
    plan: { ...livePlan, devices: [...livePlan.devices, camera] },
    states: { "camera.door": compressedState("idle", { friendly_name: "Door camera" }) },
  });
};

test(
  "TOUCH-16: the details of a camera show its newest picture, again and again while they are open",
  inBrowser,
  async (t) => {
    const shown = await openWithCamera(t);
    if (shown === undefined) return;
    const { page, home } = shown;
    home.core.pictures.set("camera.door", pixel);
    await page.clock.install();
    await press(page, "devices/camera");
    const picture = page.getByRole("img", { name: "Door camera" });
    const source = (bytes: Buffer): string => `data:image/jpeg;base64,${bytes.toString("base64")}`;
    await picture.and(page.locator(`[src="${source(pixel)}"]`)).waitFor();
    const next = Buffer.concat([pixel, Buffer.from([0x3b])]);
    home.core.pictures.set("camera.door", next);
    await page.clock.fastForward(10_000);
    await picture.and(page.locator(`[src="${source(next)}"]`)).waitFor();
    assert.deepEqual(await sampledViolations(page), []);
  },
);

test("TOUCH-17: a picture or a past that could not be loaded says why", inBrowser, async (t) => {
  const shown = await openWithCamera(t);
  if (shown === undefined) return;
  const { page, home } = shown;
  home.answer("history/history_during_period", () => ({
    error: { code: "unknown_error", message: "the recorder is not loaded" },
  }));
  await press(page, "devices/camera");
  const dialog = page.getByRole("dialog", { name: "Door camera" });
  const { picture, day, because } = details.notLoaded;
  await dialog.getByText(`${picture} ${because.no_picture}`).waitFor();
  await dialog.getByText(`${day} Message from the service: the recorder is not loaded`).waitFor();
});

test("TOUCH-18: modes have the words that Home Assistant has for them", inBrowser, async (t) => {
  const heating = { ...liveStates["climate.hall"].a, supported_features: 17 };
  const shown = await openLive(t, open, {
    states: {
      "climate.hall": compressedState("heat", {
        ...heating,
        preset_modes: ["eco", "party"],
        preset_mode: "eco",
      }),
    },
  });
  if (shown === undefined) return;
  const { page, home } = shown;
  const key = "component.climate.entity_component._.state_attributes.preset_mode.state.eco";
  home.answer("frontend/get_translations", () => ({ result: { resources: { [key]: "Saving" } } }));
  home.core.emit("event", "component_loaded", {});
  await page.reload();
  await page.locator('[data-ref="furniture/lamp"].on').waitFor();
  await press(page, "devices/radiator");
  const options = page.getByLabel(details.controls.preset).locator("option");
  await options.filter({ hasText: "Saving" }).waitFor({ state: "attached" });
  assert.deepEqual(
    (await options.allTextContents()).map((each) => each.trim()),
    ["Saving", "party"],
  );
});

test(
  "TOUCH-17: details that cannot be loaded say whether the service is away or may have a newer version",
  inBrowser,
  async (t) => {
    const shown = await openLive(t, open, {
      expects: /404|WebSocket connection|ERR_CONNECTION_REFUSED/,
    });
    if (shown === undefined) return;
    const { page, service } = shown;
    await page.route("**/assets/details-*.js", (route) => route.fulfill({ status: 404 }));
    await press(page, "openings/window");
    await page.getByText(live.notLoaded).waitFor();
    await service.stop();
    await page.getByText(card.reconnecting).waitFor();
    await press(page, "openings/window");
    await page.getByRole("alert").getByText(card.away.title).waitFor();
  },
);
