// Takes the pictures of docs/ that show a real Home Assistant, all or those that are named:
// npm run screenshots:home [-- --to FOLDER live]
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { demoPlan } from "../../samples/index.ts";
import { freePorts } from "../../support/free-ports.ts";
import { startHomeAssistant } from "../../support/home-assistant.ts";
import { connect } from "../../support/home-assistant/home-assistant-under-test.ts";
import { Peer } from "../../support/peer.ts";
import { hasProgram, wayToGet } from "../../support/programs.ts";
import { startTestService, temporaryFolder } from "../../support/service.ts";
import { panel } from "../editing.ts";
import { isWanted, launchForPictures, pictureOptions, takePicture } from "../pictures.ts";
import { keptLogin } from "./dashboard-pages.ts";
import { addLoader, panelConfiguration } from "./loader.ts";

for (const program of ["chromium", "Home Assistant"] as const)
  assert(hasProgram(program), `needs ${wayToGet(program)}`);

/** The entities of the sample flat that Home Assistant's demonstration has under another name. */
const entities: Readonly<Record<string, string>> = {
  "light.living_room": "light.ceiling_lights",
  "light.kitchen": "light.kitchen_lights",
  "light.bedside": "light.bed_light",
  "light.worktop": "light.office_rgbw_lights",
  "light.hall": "light.entrance_color_white_lights",
  "light.bathroom": "light.living_room_rgbww_lights",
  "climate.bedroom": "climate.heatpump",
  "switch.dishwasher": "switch.decorative_lights",
  "media_player.living_room": "media_player.lounge_room",
  "lock.front_door": "lock.front_door",
  "binary_sensor.hall_motion": "binary_sensor.movement_backyard",
  "sensor.kitchen_co2": "sensor.carbon_dioxide",
  "cover.living_room": "cover.living_room_window",
  "weather.home": "weather.demo_weather_south",
};

const flat = demoPlan("flat");
const rooms = flat.rooms.map((room) =>
  room.id === "living_room" ? { ...room, area_id: room.id } : room,
);
// The demonstration has no contacts and no such blinds: they would be shown as unknown.
const openings = flat.openings.map((opening) =>
  Object.fromEntries(
    Object.entries(opening).filter(([key]) => key !== "contact" && key !== "blind"),
  ),
);
const plan: unknown = JSON.parse(
  Object.entries(entities).reduce(
    (text, [from, to]) => text.replaceAll(`"${from}"`, `"${to}"`),
    JSON.stringify({ ...flat, rooms, openings }),
  ),
);

const ends: (() => unknown)[] = [];
const ending = { after: (end: () => unknown): void => void ends.unshift(end) };
const [port = 0] = await freePorts(1);
const address = `http://127.0.0.1:${port}`;
const home = await startHomeAssistant(panelConfiguration(address));
ending.after(home.remove);
const tokenFile = join(await temporaryFolder(ending), "token");
await writeFile(tokenFile, home.owner.longLivedToken, { mode: 0o600 });
const service = await startTestService(ending, {
  config: {
    port,
    origins: home.url,
    homeAssistant: home.url,
    homeAssistantTokenFile: tokenFile,
  },
});
const owner = await connect(home, home.owner.longLivedToken);
ending.after(() => owner.close());
await addLoader(home, owner, address);
await owner.call({
  type: "lovelace/dashboards/create",
  url_path: "my-home",
  title: "My home",
  mode: "storage",
});
const cards = [{ type: "custom:floorplan-card", url: address, title: "Home" }];
const views = [
  { type: "sections", max_columns: 2, sections: [{ type: "grid", column_span: 2, cards }] },
];
await owner.call({ type: "lovelace/config/save", url_path: "my-home", config: { views } });
const lights: readonly (readonly [string, object])[] = [
  ["light.ceiling_lights", { brightness_pct: 90, rgb_color: [255, 180, 90] }],
  ["light.kitchen_lights", { brightness_pct: 60 }],
  ["light.office_rgbw_lights", { brightness_pct: 80, rgb_color: [90, 120, 255] }],
];
for (const [entity_id, service_data] of lights)
  await owner.call({
    type: "call_service",
    domain: "light",
    service: "turn_on",
    service_data,
    target: { entity_id },
  });
const peer = await Peer.login(ending, port, service.admin);
await peer.save(plan);

const browser = await launchForPictures();

const take = async (
  name: string,
  at: string,
  prepare: (page: Page) => Promise<unknown>,
): Promise<void> => {
  if (!isWanted(name)) return;
  const context = await browser.newContext(pictureOptions);
  const login = await keptLogin(home, home.owner);
  await context.addInitScript(
    ([token, kept]) => {
      localStorage.setItem("floorplan-token", token ?? "");
      localStorage.setItem("hassTokens", kept ?? "");
    },
    [service.admin, login],
  );
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(at);
  await prepare(page);
  await takePicture(page, name);
  await context.close();
};

const lamp = '[data-ref="furniture/living_room_lamp"]';
const lit = (page: Page): Promise<void> => page.locator(".thing.lamp.on").first().waitFor();

try {
  await take("live", `${address}/`, lit);
  await take("details", `${address}/`, async (page) => {
    await lit(page);
    await page.locator(".thing.lamp.on").first().click({ delay: 700 });
    await page.getByRole("dialog").waitFor();
    await page.waitForLoadState("networkidle");
  });
  await take("house", `${address}/#edit`, async (page) => {
    await panel(page, "House");
    await page.getByText("Living Room Window").first().waitFor();
  });
  await take("dashboard", `${home.url}/my-home/0`, lit);
  await take("sidebar", `${home.url}/floorplan`, (page) =>
    page.locator(lamp).or(page.locator(".thing.lamp")).first().waitFor(),
  );
  await take("replay", `${address}/`, async (page) => {
    // One looks back by whole minutes, on what was stored before.
    await page.waitForTimeout(60_000);
    await page.reload();
    await lit(page);
    await page.getByRole("button", { name: "Look back" }).click();
    await page.locator("floorplan-replay output").waitFor();
    await page.getByText("Loading").waitFor({ state: "detached" });
  });
} finally {
  await browser.close();
  for (const end of ends) await end();
}
