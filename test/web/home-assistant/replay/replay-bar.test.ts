import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { startDouble } from "../../../support/double-home-assistant.ts";
import { Peer } from "../../../support/peer.ts";
import { startTestService, temporaryFolder } from "../../../support/service.ts";
import { becomes } from "../../page-polling.ts";
import { useBrowser } from "../../browser.ts";

const openTab = useBrowser();

const lamp = "light.kitchen_lights";

const planOf = (name: string, more: object = {}) => ({
  ...more,
  rooms: [
    {
      id: "hall",
      name,
      points: [
        [0, 0],
        [6, 0],
        [6, 4],
        [0, 4],
      ],
    },
  ],
  openings: [{ id: "south", room_id: "hall", edge: 2, offset: 3, width: 2, type: "window" }],
  furniture: [{ id: "lamp", type: "lamp_floor", x: 1, z: 3, w: 0.4, d: 0.4, entity: lamp }],
});

/** The afternoon of yesterday, which is when the page believes it is. */
const now = new Date(Date.now() - 24 * 3600_000);
now.setHours(15, 0, 0, 0);
const seconds = (hour: number): number => new Date(now).setHours(hour) / 1000;
const dateOf = (daysBefore: number): string =>
  new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" }).format(
    new Date(now).setDate(now.getDate() - daysBefore),
  );

/** The path of the daylight, or none. */
const daylight = async (page: Page): Promise<string> =>
  (await page.locator(".sunlight path").getAttribute("d")) ?? "";

/** Moves the slider to a minute of the day. */
const goTo = (page: Page, minute: number): Promise<void> =>
  page.locator("floorplan-replay input").evaluate((input, to) => {
    if (!(input instanceof HTMLInputElement)) throw new TypeError("there is no slider");
    input.value = String(to);
    input.dispatchEvent(new Event("input"));
  }, minute);

test("REPLAY-1, REPLAY-2, REPLAY-5, REPLAY-7, SUN-1: the page shows the states and the plan of a moment, without today's sun, and comes back to now", async (t) => {
  const home = await startDouble(t);
  const then = (s: string, hour: number) =>
    home.core.history.push({
      id: lamp,
      state: { s, a: { brightness: 90 }, c: "", lc: seconds(hour), lu: seconds(hour) },
    });
  then("off", 0);
  then("on", 8);
  then("off", 12);
  // Home Assistant records that the sun is up, and not where.
  home.core.history.push({
    id: "sun.sun",
    state: { s: "above_horizon", a: {}, c: "", lc: seconds(0), lu: seconds(0) },
  });
  home.core.setState(lamp, "on");
  home.core.setState("sun.sun", "above_horizon", { azimuth: 180, elevation: 45 });
  const tokenFile = join(await temporaryFolder(t), "token");
  await writeFile(tokenFile, home.owner.longLivedToken, { mode: 0o600 });
  const service = await startTestService(t, {
    config: { homeAssistant: home.url, homeAssistantTokenFile: tokenFile },
  });
  const editor = await Peer.login(t, service.port, service.admin);
  await editor.save(planOf("Old hall", { north: 0 }));
  await editor.save(planOf("New hall", { north: 0 }));

  const page = await openTab(t, service, {
    token: service.admin,
    prepare: async (tab) => tab.clock.setFixedTime(now),
  });
  if (page === undefined) return;
  const drawn = page.locator('[data-ref="furniture/lamp"]');
  const lit = page.locator('[data-ref="furniture/lamp"].on');
  await lit.waitFor();
  assert.equal(await drawn.getAttribute("role"), "button");
  await page.locator('.sunlight path[d^="M"]').waitFor({ state: "attached" });

  await page.getByRole("button", { name: "Look back" }).click();
  await page.getByText("On the oldest plan that is stored.").waitFor();
  await page.getByText("Old hall").waitFor();
  // At three in the afternoon it was off.
  await lit.waitFor({ state: "detached" });
  await becomes(() => drawn.getAttribute("role"), null, "nobody touches the past");
  await goTo(page, 8 * 60);
  await lit.waitFor();
  await goTo(page, 8 * 60 - 1);
  await lit.waitFor({ state: "detached" });
  await goTo(page, 11 * 60 + 59);
  await lit.waitFor();
  const shown = (): Promise<string> => page.locator("floorplan-replay output").innerText();
  assert((await shown()).endsWith(`${dateOf(0)}, 11:59`), await shown());
  assert.equal(await page.locator("floorplan-replay input").getAttribute("max"), "900");
  assert.equal(await daylight(page), "", "nobody knows where the sun was");
  await page.getByRole("button", { name: "Previous day" }).click();
  await lit.waitFor({ state: "detached" });
  assert((await shown()).endsWith(`${dateOf(1)}, 11:59`), await shown());
  await page.getByText("No data for this time.").waitFor();
  assert(await page.getByRole("button", { name: "Next day" }).isEnabled());
  await page.getByRole("button", { name: "Next day" }).click();
  // There is no tomorrow.
  await page.getByRole("button", { name: "Next day", disabled: true }).waitFor();

  await page.getByRole("button", { name: "Back to now" }).click();
  await page.getByText("New hall").waitFor();
  await lit.waitFor();
  assert.equal(await drawn.getAttribute("role"), "button");
});

test("REPLAY-3, REPLAY-6, SUN-1: who may not see earlier plans looks back on today's, with the sun of that moment, and a card may offer nothing of it", async (t) => {
  const home = await startDouble(t);
  const tokenFile = join(await temporaryFolder(t), "token");
  await writeFile(tokenFile, home.owner.longLivedToken, { mode: 0o600 });
  const service = await startTestService(t, {
    config: { homeAssistant: home.url, homeAssistantTokenFile: tokenFile },
  });
  const editor = await Peer.login(t, service.port, service.admin);
  await editor.save(planOf("Old hall"));
  await editor.save(planOf("New hall", { north: 0, latitude: 52, longitude: 13 }));
  const page = await openTab(t, service, {
    token: service.viewer,
    timezoneId: "Europe/Berlin",
  });
  if (page === undefined) return;
  await page.getByRole("button", { name: "Look back" }).click();
  await page.getByText("On today’s plan: only administrators can see earlier ones.").waitFor();
  await page.getByText("New hall").waitFor();
  await page.getByRole("button", { name: "Previous day" }).click();
  await goTo(page, 12 * 60);
  await becomes(async () => (await daylight(page)) !== "", true, "at noon");
  await goTo(page, 60);
  await becomes(() => daylight(page), "", "at night");
  await page.locator("floorplan-card").evaluate((card) => {
    const setConfig: unknown = Reflect.get(card, "setConfig");
    if (typeof setConfig === "function") setConfig.call(card, { replay: false });
  });
  await page.getByRole("button", { name: "Back to now" }).click();
  await page.locator("floorplan-replay").waitFor({ state: "detached" });
  assert.equal(await page.getByRole("button", { name: "Look back" }).count(), 0);
});
