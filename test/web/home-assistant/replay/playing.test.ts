import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import type { Page } from "playwright-core";
import { type DoubleHomeAssistant, startDouble } from "../../../support/double-home-assistant.ts";
import { Peer } from "../../../support/peer.ts";
import { startTestService, temporaryFolder } from "../../../support/service.ts";
import { newToken } from "../../../home-assistant/service-with-token.ts";
import { inBrowser } from "../../../support/timeouts.ts";
import { accessibilityViolations } from "../../accessibility-violations.ts";
import { becomes } from "../../page-polling.ts";
import { type TabOptions, useBrowser } from "../../browser.ts";

const openTab = useBrowser();

const lamp = "light.kitchen_lights";
const meter = "sensor.test_meter";
const [warmth, across, along] = ["sensor.test_warmth", "sensor.test_across", "sensor.test_along"];

const plan = {
  rooms: [
    {
      id: "hall",
      name: "Hall",
      points: [
        [0, 0],
        [6, 0],
        [6, 4],
        [0, 4],
      ],
    },
  ],
  furniture: [{ id: "lamp", type: "lamp_floor", x: 1, z: 3, w: 0.4, d: 0.4, entity: lamp }],
  sensors: [
    { entity: warmth, x: 3, z: 2 },
    { entity: meter, x: 1, z: 1 },
  ],
  trackers: [
    {
      id: "robi",
      name: "Robi",
      kind: "vacuum",
      source: { x: across, y: along },
      matrix: [1, 0, 0, 1, 0, 0],
    },
  ],
};

/** The afternoon of yesterday, which is when the page believes it is. */
const now = new Date(Date.now() - 24 * 3600_000);
now.setHours(15, 0, 0, 0);

/** Adds to the history what an entity was some minutes after midnight. */
const record = (home: DoubleHomeAssistant, id: string, minute: number, s: string, a = {}): void => {
  const lu = new Date(now).setHours(0, minute) / 1000;
  home.core.history.push({ id, state: { s, a, c: "", lc: lu, lu } });
};

const degrees = { device_class: "temperature", unit_of_measurement: "°C" };

/** A page on a house whose lamp was on from eight to twelve, which warmed up by a degree an hour while its vacuum moved on by a metre every two hours. */
const openHouse = async (t: TestContext, options: TabOptions = {}): Promise<Page | undefined> => {
  const home = await startDouble(t);
  for (const [minute, state] of [
    [0, "off"],
    [480, "on"],
    [720, "off"],
  ] as const)
    record(home, lamp, minute, state, { brightness: 90 });
  for (let hour = 0; hour <= 15; hour += 1) record(home, warmth, hour * 60, `${10 + hour}`);
  for (let minute = 0; minute <= 900; minute += 5) {
    record(home, across, minute, `${Math.floor(minute / 120) * 0.5 + 1}`);
    record(home, along, minute, "1");
  }
  // It has counted for years, 250 Wh in each hour, and was set back at six.
  for (let hour = 0; hour <= 15; hour += 1)
    record(home, meter, hour * 60, `${hour < 6 ? 90_000 + hour * 250 : (hour - 6) * 250}`);
  const wattHours = { device_class: "energy", unit_of_measurement: "Wh" };
  home.core.setState(meter, "2250", { ...wattHours, state_class: "total_increasing" });
  home.core.setState(lamp, "on");
  home.core.setState(warmth, "21", degrees);
  const tokenFile = join(await temporaryFolder(t), "token");
  await writeFile(tokenFile, home.owner.longLivedToken, { mode: 0o600 });
  const service = await startTestService(t, {
    config: { homeAssistant: home.url, homeAssistantTokenFile: tokenFile },
  });
  const editor = await Peer.login(t, service.port, service.admin);
  await editor.save(plan);
  const rights = { admin: true, control: true, positions: true };
  return openTab(t, service, {
    token: await newToken(service, "family", rights),
    prepare: async (tab) => tab.clock.setFixedTime(now),
    ...options,
  });
};

/** Moves the slider to a minute of the day. */
const goTo = (page: Page, minute: number): Promise<void> =>
  page.locator("floorplan-replay input").evaluate((input, to) => {
    if (!(input instanceof HTMLInputElement)) throw new TypeError("there is no slider");
    input.value = String(to);
    input.dispatchEvent(new Event("input"));
  }, minute);

const minuteOf = async (page: Page): Promise<number> =>
  Number(await page.locator("floorplan-replay input").inputValue());

const playButton = (page: Page) => page.getByRole("button", { name: "Play the day" });
const pauseButton = (page: Page) => page.getByRole("button", { name: "Pause" });

/** Where the vacuum is drawn. */
const placeOf = (page: Page): Promise<string | null> =>
  page.locator('.dot[aria-label="Vacuum Robi, in Hall"]').getAttribute("transform");

test(
  "REPLAY-1, POS-17, HEAT-8, HEAT-9, HEAT-11: the page's heat map, which people choose there, and trackers follow the slider",
  inBrowser,
  async (t) => {
    const page = await openHouse(t);
    if (page === undefined) return;
    const choice = page.getByLabel("Heat map");
    await choice.waitFor();
    assert.deepEqual(await choice.locator("option").allTextContents(), [
      "None",
      "Temperature",
      "Energy",
    ]);
    await choice.selectOption("temperature");
    const heat = (name: string) => page.getByRole("img", { name, exact: true });
    await heat("Temperature from 21 to 21 °C, highest: Hall").waitFor();
    await page.locator(".heat image").waitFor({ state: "attached" });

    await page.getByRole("button", { name: "Look back" }).click();
    await goTo(page, 0);
    await heat("Temperature from 10 to 10 °C, highest: Hall").waitFor();
    await becomes(() => placeOf(page), "translate(1 1)");
    await goTo(page, 13 * 60);
    await heat("Temperature from 23 to 23 °C, highest: Hall").waitFor();
    await becomes(() => placeOf(page), "translate(4 1)");
    // A day before there is nothing.
    await page.getByRole("button", { name: "Previous day" }).click();
    await page.getByText("Temperature: no sensor on this floor.").waitFor();
    await page.locator(".dot").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Next day" }).click();
    await choice.selectOption("energy");
    await heat("Energy since midnight from 3 to 3 kWh, highest: Hall").waitFor();
    const ends = (): Promise<string> => page.locator("floorplan-heat-legend .ends").innerText();
    assert.match(await ends(), /^0 kWh\s+3 kWh$/, "the scale is of the film");
    await goTo(page, 4 * 60);
    await heat("Energy since midnight from 1 to 1 kWh, highest: Hall").waitFor();
    assert.match(await ends(), /^0 kWh\s+3 kWh$/);
    await choice.selectOption("temperature");
    await page.getByRole("button", { name: "Back to now" }).click();
    await heat("Temperature from 21 to 21 °C, highest: Hall").waitFor();
    await choice.selectOption("");
    await page.locator(".heat image").waitFor({ state: "detached" });
  },
);

/** Makes heat maps and the history of trackers late, so that a film that does not wait for them shows it. */
const beLate = (page: Page): Promise<unknown> =>
  page.addInitScript({
    content: `{
      const { postMessage } = Worker.prototype;
      Worker.prototype.postMessage = function (...sent) {
        setTimeout(() => postMessage.apply(this, sent), 400);
      };
      const { send } = WebSocket.prototype;
      WebSocket.prototype.send = function (data) {
        const isLate = typeof data === "string" && data.includes("history_during_period");
        setTimeout(() => send.call(this, data), isLate ? 150 : 0);
      };
    }`,
  });

/** What a film shows: the minute of each picture, and what was drawn when it came, which is the one before. */
interface Picture {
  readonly minute: number;
  readonly isLit: boolean;
  readonly heat: string;
  readonly dots: number;
}

const watchFilm = (page: Page): Promise<unknown> =>
  page.locator("floorplan-replay").evaluate(
    (bar, startMs) => {
      const root = bar.getRootNode();
      if (!(root instanceof ShadowRoot)) throw new TypeError("the bar is in no card");
      const within = (name: string, selector: string): readonly Element[] => [
        ...(root.querySelector(name)?.shadowRoot?.querySelectorAll(selector) ?? []),
      ];
      const pictures: Picture[] = [];
      Object.assign(window, { pictures });
      bar.addEventListener("past", (event) => {
        if (!(event instanceof CustomEvent)) return;
        const minute = (event.detail.atMs - startMs) / 60_000;
        if (pictures.at(-1)?.minute === minute) return;
        const [figure] = within("floorplan-heat-legend", "figure");
        pictures.push({
          minute,
          isLit: root.querySelector('[data-ref="furniture/lamp"].on') !== null,
          heat: figure?.getAttribute("aria-label") ?? "",
          dots: within("floorplan-positions", ".dot").length,
        });
      });
    },
    new Date(now).setHours(0, 0),
  );

test(
  "REPLAY-8: the page plays the day: lamps, heat maps and trackers of each picture are there before the next one is shown",
  inBrowser,
  async (t) => {
    const page = await openHouse(t, {
      reducedMotion: "no-preference",
      prepare: async (tab) => {
        await tab.clock.setFixedTime(now);
        await beLate(tab);
      },
    });
    if (page === undefined) return;
    await page.getByLabel("Heat map").selectOption("temperature");
    await page.getByRole("button", { name: "Look back" }).click();
    await page.getByRole("img", { name: "Temperature from 25 to 25 °C" }).waitFor();
    await playButton(page).waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    await goTo(page, 420);
    await page.getByRole("img", { name: "Temperature from 17 to 17 °C" }).waitFor();
    await watchFilm(page);
    await playButton(page).click();
    await pauseButton(page).waitFor();
    const live = (): Promise<string | null> =>
      page.locator("floorplan-replay output").getAttribute("aria-live");
    assert.equal(await live(), "off", "screen readers are not told each picture");
    await becomes(() => minuteOf(page), 900);
    await playButton(page).waitFor();
    await becomes(live, "polite");
    const pictures = await page.evaluate<readonly Picture[]>("pictures");
    assert(pictures.length > 10, `${pictures.length} pictures`);
    for (const [at, { isLit, heat, dots }] of pictures.entries()) {
      const before = pictures[at - 1]?.minute ?? 420;
      assert.equal(dots, 1, `the vacuum at minute ${before}`);
      assert.equal(isLit, before >= 480 && before < 720, `the lamp at minute ${before}`);
      const warm = 10 + Math.floor(before / 60);
      assert.equal(heat, `Temperature from ${warm} to ${warm} °C, highest: Hall`, `at ${before}`);
    }
    assert.equal(new Set(pictures.map(({ minute }) => minute)).size, pictures.length);
    await becomes(() => placeOf(page), "translate(4.5 1)");
  },
);

test(
  "REPLAY-8: pausing, the slider, another day and the way back to now end a film; at the end it begins anew, calmly for those who prefer that",
  inBrowser,
  async (t) => {
    const page = await openHouse(t, { reducedMotion: "reduce" });
    if (page === undefined) return;
    await page.getByRole("button", { name: "Look back" }).click();
    await becomes(() => minuteOf(page), 900);
    const lit = page.locator('[data-ref="furniture/lamp"].on');
    await lit.waitFor({ state: "detached" });
    // By keyboard; from the end it plays from the beginning, with half an hour a second.
    await playButton(page).focus();
    await page.keyboard.press("Enter");
    await becomes(() => minuteOf(page), 0);
    await becomes(() => minuteOf(page), 30);
    await page.keyboard.press("Space");
    await playButton(page).waitFor();
    await page.keyboard.press("Space");
    await pauseButton(page).waitFor();
    await goTo(page, 490);
    await playButton(page).waitFor();
    await lit.waitFor();
    assert.equal(await minuteOf(page), 490);
    const ends: readonly (() => Promise<unknown>)[] = [
      () => page.locator("floorplan-replay input").focus(),
      () => page.getByRole("button", { name: "Previous day" }).click(),
    ];
    for (const end of ends) {
      await playButton(page).click();
      await pauseButton(page).waitFor();
      await end();
      await playButton(page).waitFor();
    }
    await playButton(page).click();
    await page.getByRole("button", { name: "Back to now" }).click();
    await page.locator("floorplan-replay").waitFor({ state: "detached" });
    await lit.waitFor();
  },
);
