import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { inBrowser } from "../../support/timeouts.ts";
import { useBrowser } from "../browser.ts";
import { count, dashboard, show, stage, useCards } from "../card-page.ts";

const { openCard, shared } = useCards();

const open = useBrowser();

const square = (left: number): readonly (readonly number[])[] => [
  [left, 0],
  [left + 4, 0],
  [left + 4, 4],
  [left, 4],
];

/** Two rooms, and a door between the second and a third in which nothing measures. */
const plan = {
  rooms: ["Kitchen", "Hall", "Study"].map((name, at) => ({
    id: name.toLowerCase(),
    name,
    points: square(at * 4),
  })),
  openings: [
    {
      id: "door",
      room_id: "hall",
      edge: 1,
      offset: 2,
      width: 1,
      type: "door",
      contact: "binary_sensor.door",
    },
  ],
  sensors: [
    { entity: "sensor.kitchen", x: 1, z: 2 },
    { entity: "sensor.hall", x: 6, z: 2 },
    { entity: "sensor.oven", x: 2, z: 1 },
    { entity: "sensor.fridge", x: 3, z: 1 },
  ],
};

const sensor = (state: string, quantity: string, unit: string): object => ({
  state,
  attributes: { device_class: quantity, unit_of_measurement: unit },
});

const usual = {
  "sensor.kitchen": sensor("23.4", "temperature", "°C"),
  "sensor.hall": sensor("18.2", "temperature", "°C"),
  "sensor.oven": sensor("1.2", "power", "kW"),
  "sensor.fridge": sensor("80", "power", "W"),
  "binary_sensor.door": { state: "off", attributes: {} },
};

const setStates = (page: Page, states: object): Promise<unknown> =>
  page.evaluate(`card.hass = hassWith(${JSON.stringify(states)})`);

/** A card on a dashboard that shows the plan with a heat map. */
const heatCard = async (
  t: Parameters<typeof openCard>[0],
  wanted: string,
  states: object = usual,
): Promise<Page | undefined> => {
  const page = await openCard(t, "hass");
  await page?.evaluate(`card.setConfig({ heat_map: ${JSON.stringify(wanted)} })`);
  if (page === undefined) return undefined;
  await show(page, plan);
  await setStates(page, states);
  return page;
};

test(
  "HEAT-7, HEAT-8, HEAT-10: what people choose is drawn between the sensors, follows doors and states, and is told in words",
  inBrowser,
  async (t) => {
    const page = await heatCard(t, "choose");
    if (page === undefined) return;
    const choice = page.getByLabel("Heat map");
    await choice.waitFor();
    assert.deepEqual(await choice.locator("option").allTextContents(), [
      "None",
      "Temperature",
      "Power",
    ]);
    assert.equal(await count(page, ".heat image"), 0);
    await choice.selectOption("temperature");
    const legend = (name: string) => page.getByRole("img", { name, exact: true });
    await legend("Temperature from 18.2 to 23.4 °C, highest: Kitchen").waitFor();
    await page.locator(".heat image").waitFor({ state: "attached" });
    // The picture is of both rooms, and ends where no sensor reaches.
    const outline = (): Promise<string | null> =>
      page.locator(".heat clipPath path").getAttribute("d");
    const closed = (await outline()) ?? "";
    assert.equal(closed.match(/M/g)?.length, 2, closed);
    await page.getByText("No colour: no sensor reaches there.").waitFor();
    assert((await count(page, ".heat g path")) > 0, "there are lines of equal values");
    await setStates(page, { ...usual, "binary_sensor.door": { state: "on", attributes: {} } });
    await page.getByText("No colour: no sensor reaches there.").waitFor({ state: "detached" });
    assert.equal(((await outline()) ?? "").match(/M/g)?.length, 3);
    await setStates(page, { ...usual, "sensor.kitchen": { state: "unavailable" } });
    await legend("Temperature from 18.2 to 18.2 °C, highest: Hall").waitFor();
    await choice.selectOption("power");
    await legend("Power from 1,280 to 1,280 W, highest: Kitchen").waitFor();
    await page.locator(".heat image").waitFor({ state: "detached" });
    assert.equal(await count(page, ".heat > path"), 1);
    await choice.selectOption("");
    await page.locator(".heat > path").waitFor({ state: "detached" });
    await setStates(page, {});
    await choice.waitFor({ state: "hidden" });
  },
);

test(
  "HEAT-7: a worker that cannot start is told in words, and the plan stays; the next change tries again",
  inBrowser,
  async (t) => {
    const page = await openCard(t, "hass");
    if (page === undefined) return;
    await page.evaluate(`
      window.RealWorker = Worker;
      window.Worker = class { constructor() { throw new Error("no worker here"); } };
      card.setConfig({ heat_map: "temperature" });
    `);
    await show(page, plan);
    await setStates(page, usual);
    await page.getByText("The heat map could not be made.").waitFor();
    assert.equal(await count(page, ".rooms [data-ref]"), 3);
    await page.evaluate("window.Worker = RealWorker");
    await setStates(page, { ...usual, "sensor.hall": sensor("17", "temperature", "°C") });
    await page
      .getByRole("img", { name: "Temperature from 17 to 23.4 °C, highest: Kitchen" })
      .waitFor();
    await page.evaluate("card.setConfig({ heat_map: 'humidity' })");
    await page.getByText("Humidity: no sensor on this floor.").waitFor();
    assert.equal(await count(page, ".heat image"), 0);
  },
);

test(
  "HEAT-7, HEAT-9: of what follows each other quickly the newest is made, and a film keeps the widest scale so far",
  inBrowser,
  async (t) => {
    const page = await heatCard(t, "temperature");
    if (page === undefined) return;
    const legend = (name: string) => page.getByRole("img", { name });
    await legend("Temperature from 18.2 to 23.4 °C").waitFor();
    // A day of moments, as the slider shows them: more of them than are made, and at last the newest.
    const made = await page.evaluate<number>(`(async () => {
      const { heat } = card;
      // What the card draws itself is of the present.
      card.heat = () => [];
      let many = 0;
      const send = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (...sent) { many += 1; return send.apply(this, sent); };
      const attributes = { device_class: "temperature", unit_of_measurement: "°C" };
      for (let minute = 0; minute < 100; minute += 1) {
        const states = (entity) => entity === "sensor.hall" ? { state: String(15 + minute / 20), attributes } : undefined;
        heat({ plan: ${JSON.stringify(plan)}, level: undefined, options: { states, sunAt: minute * 60_000 } });
        if (minute % 10 === 0) await new Promise((resolve) => setTimeout(resolve));
      }
      const figure = () => card.shadowRoot.querySelector("floorplan-heat-legend").shadowRoot.querySelector("figure");
      while (!figure()?.getAttribute("aria-label").startsWith("Temperature from 20 to 20"))
        await new Promise(requestAnimationFrame);
      Worker.prototype.postMessage = send;
      return many;
    })()`);
    assert(made >= 1 && made <= 12, `${made} maps were made of 100 moments`);
    // The first moment had one value of 15 °C, around which the scale is 2 °C wide.
    const ends = await page.locator("floorplan-heat-legend .ends").textContent();
    assert.equal(ends?.replaceAll(/\s+/g, " ").trim(), "14 °C23.4 °C");
  },
);

test(
  "HEAT-7: a card of a service on another origin makes its maps in a worker, too",
  inBrowser,
  async (t) => {
    const { service } = await shared();
    const html = `<!doctype html><html lang="en"><head><title>Home</title><link rel="icon" href="data:,">
      <script type="module" src="${service.url}/floorplan-card.js"></script></head><body></body></html>`;
    const other = createServer((_, response) => {
      response.setHeader("Content-Type", "text/html; charset=utf-8");
      response.end(html);
    });
    other.listen(0, "127.0.0.1");
    await once(other, "listening");
    t.after(() => other.close());
    const address = other.address();
    assert(typeof address === "object" && address !== null);
    const page = await open(
      t,
      { url: `http://127.0.0.1:${address.port}` },
      { expects: /another host/ },
    );
    if (page === undefined) return;
    await page.waitForFunction(() => customElements.get("floorplan-card") !== undefined);
    await page.evaluate(stage);
    await page.evaluate(dashboard);
    await page.evaluate("card.setConfig({ heat_map: 'temperature' })");
    await show(page, plan);
    await setStates(page, usual);
    await page.getByRole("img", { name: "Temperature from 18.2 to 23.4 °C" }).waitFor();
    await page.locator(".heat image").waitFor({ state: "attached" });
  },
);
