import { test } from "node:test";
import type { Page } from "playwright-core";
import { acting, card, details as words, live, replay } from "../../src/web/i18n/en/screens.ts";
import { compressedState } from "../home-assistant/known-states.ts";
import { useBrowser } from "./browser.ts";
import { middleOf } from "./editor-drawing.ts";
import { show, useCards } from "./card-page.ts";
import { livePlan, liveStates, openLive, press, setPast } from "./live-home-assistant.ts";
import { patient, type View, walk } from "./views.ts";

const { openCard } = useCards();
const open = useBrowser();

const wide = { viewport: { width: 1440, height: 900 } } as const;

/** Things whose details have what there is to handle, as far as the flat has none. */
const more = {
  "media_player.radio": compressedState("playing", {
    friendly_name: "Radio",
    supported_features: 1 + 4 + 8 + 16 + 32 + 128 + 256,
    volume_level: 0.4,
  }),
  "alarm_control_panel.home": compressedState("disarmed", {
    friendly_name: "Alarm",
    supported_features: 7,
    code_format: "number",
  }),
  "input_select.mood": compressedState("calm", {
    friendly_name: "Mood",
    options: ["calm", "bright"],
  }),
};

const furnished = {
  ...livePlan,
  levels: [
    { id: "low", name: "Ground floor" },
    { id: "high", name: "First floor" },
  ],
  devices: [
    ...livePlan.devices,
    { id: "radio", kind: "media", x: 1, z: 1, entity: "media_player.radio" },
    { id: "alarm", kind: "generic", x: 4, z: 3.2, entity: "alarm_control_panel.home" },
    { id: "mood", kind: "generic", x: 3, z: 3.2, entity: "input_select.mood" },
    { id: "lost", kind: "fan", x: 4.2, z: 2, entity: "fan.lost" },
  ],
};

/** The state of a dashboard with the same house. */
const hassStates = JSON.stringify(
  Object.fromEntries(
    Object.entries({ ...liveStates, ...more }).map(([id, { s, a }]) => [
      id,
      { state: s, attributes: a },
    ]),
  ),
);

const state = (what: string) => (page: Page) => page.evaluate(`onState(${JSON.stringify(what)})`);

test(
  "CARD-6: in both looks and at every width nobody is kept out of any view of a card on a dashboard",
  patient,
  async (t) => {
    const page = await openCard(t, "client", wide);
    if (page === undefined) return;
    const messages: readonly View[] = [
      ["the plan is on its way", (shown) => shown.getByText("Loading the plan …").waitFor()],
      ["the service is away", state("away")],
      ["no plan yet", async (shown) => show(shown, { rev: 0 })],
      [
        "a refusal",
        (shown) =>
          shown.evaluate("onState({ refused: { code: 'not_loaded', message: 'damaged' } })"),
      ],
    ];
    await walk(t, page, messages);
    await openCard(t, "hass", wide);
    await walk(t, page, [
      [
        "Home Assistant does not know the plan",
        (shown) =>
          shown.evaluate(`{
            const known = hassWith({});
            const subscribeMessage = () => Promise.reject({ code: "unknown_command", message: "" });
            card.hass = { ...known, connection: { ...known.connection, subscribeMessage } };
          }`),
      ],
      [
        "a card without an address",
        (shown) =>
          shown.evaluate("card.hass = undefined; card.setConfig({ url: location.origin })"),
      ],
    ]);
    await openCard(t, "hass", wide);
    await show(page, furnished);
    await walk(t, page, [
      ["a plan of which no states are known", () => Promise.resolve()],
      [
        "a live plan",
        async (shown) => {
          await shown.evaluate(`card.hass = hassWith(${hassStates})`);
          await shown.locator('[data-ref="furniture/lamp"].on').waitFor();
        },
      ],
      ["a title", (shown) => shown.evaluate("card.setConfig({ title: 'At home', traced: true })")],
      ["always by night", (shown) => shown.evaluate("card.setConfig({ look: 'night' })")],
      ["always by day", (shown) => shown.evaluate("card.setConfig({ look: 'day' })")],
      [
        "a room",
        async (shown) => {
          await press(shown, "rooms/hall");
          await shown.getByRole("dialog", { name: "Hall" }).waitFor();
        },
      ],
    ]);
  },
);

/** Shows the details of a thing, as a press that lasts does. */
const details = (ref: string, name: string) => async (page: Page) => {
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.mouse.move(...(await middleOf(page.locator(`[role=button][data-ref="${ref}"]`))));
  await page.mouse.down();
  await page.getByRole("dialog", { name }).waitFor();
  await page.mouse.up();
};

test(
  "CARD-6: in both looks and at every width nobody is kept out of any view of the service’s own card",
  patient,
  async (t) => {
    const shown = await openLive(t, open, { ...wide, plan: furnished, states: more });
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
    const error = { code: "home_assistant_error", message: "The lamp is on holiday" };
    await walk(t, page, [
      ["a live plan", () => Promise.resolve()],
      ["a lamp", details("furniture/lamp", "Lamp")],
      ["a thermostat", details("devices/radiator", "Heating")],
      ["a door", details("openings/door", "Front door")],
      ["a blind", details("openings/window", "Blind")],
      ["a loudspeaker", details("devices/radio", "Radio")],
      ["a choice", details("devices/mood", "Mood")],
      ["an unknown entity", details("devices/lost", "fan.lost")],
      ["an alarm", details("devices/alarm", "Alarm")],
      [
        "a code",
        async () => {
          await page.getByRole("button", { name: words.controls.armAway }).click();
          await page.getByLabel(acting.ask.code).waitFor();
        },
      ],
      [
        "a room",
        async () => {
          await page.keyboard.press("Escape");
          await page.keyboard.press("Escape");
          await press(page, "rooms/hall");
          await page.getByRole("dialog", { name: "Hall" }).waitFor();
        },
      ],
      [
        "what a room measures",
        async () => {
          await page.getByRole("dialog").getByRole("button", { name: "Warmth" }).click();
          await page.getByRole("img", { name: new RegExp(words.day) }).waitFor();
        },
      ],
      [
        "a lock",
        async () => {
          await page.keyboard.press("Escape");
          await press(page, "devices/lock");
          await page.getByRole("dialog", { name: acting.ask.title }).waitFor();
        },
      ],
      [
        "something refused",
        async () => {
          home.answer("call_service", () => ({ error }));
          await page.keyboard.press("Escape");
          await press(page, "furniture/lamp");
          await page.getByRole("alert").waitFor();
        },
        "anew",
      ],
      [
        "looking back",
        async () => {
          await page.getByRole("button", { name: card.lookBack }).click();
          await page.getByText(replay.today).waitFor();
        },
      ],
      [
        "a day of which nothing is known",
        async () => {
          await page.getByRole("button", { name: replay.before }).click();
          await page.getByText(replay.nothing).waitFor();
        },
      ],
      [
        "an absent home",
        async () => {
          await page.getByRole("button", { name: replay.close }).click();
          await home.stop();
          await page.getByText(live.away).waitFor();
        },
      ],
    ]);
  },
);
