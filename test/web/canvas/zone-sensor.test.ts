import assert from "node:assert/strict";
import { test } from "node:test";
import { isObject } from "../../../src/model/json.ts";
import { languages } from "../../../src/web/i18n/languages.ts";
import { zoneSensorIn } from "../../../src/web/i18n/zone-sensor-translator.ts";
import { newToken } from "../../home-assistant/service-with-token.ts";
import {
  instead,
  square,
  startSensor,
  statesIn,
  writing,
} from "../../home-assistant/shared/sensor-home.ts";
import { radarAt, rectangleSensor, sensorStates } from "../../model/zones/sensors.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { accessibilityViolations } from "../accessibility-violations.ts";
import { useBrowser } from "../browser.ts";
import { allSaved, chooseInOutline, listOf, panel, save, stored } from "../editing.ts";
import { shape } from "../editor-drawing.ts";
import { becomes } from "../page-polling.ts";

const open = useBrowser();

/** A room with a radar that looks down, and zones in it. */
const planOf = (...zones: readonly object[]): object => ({
  rooms: [
    {
      id: "living",
      name: "Living room",
      temperature: "sensor.warmth",
      points: [
        [0, 0],
        [6, 0],
        [6, 5],
        [0, 5],
      ],
    },
  ],
  trackers: [{ ...radarAt(), name: "Wall radar" }],
  zones,
});

const wanted = ["-500", "1000", "500", "2000"];
const none = ["0", "0", "0", "0"];

test(
  "ZONE-32, ZONE-33, ZONE-34: a zone finds its sensor's entities, is written after a look at each value, and taken back",
  inBrowser,
  async (t) => {
    const sofa = { id: "sofa", name: "Sofa", points: square };
    const { home, service, editor: peer } = await startSensor(t, planOf(sofa));
    home.core.setRegistry("device", [{ id: "radar", name: "Wall radar" }]);
    home.core.setRegistry(
      "entity",
      Object.keys(sensorStates).map((ei) => ({ ei, di: "radar" })),
    );
    const page = await open(t, service, {
      token: await newToken(service, "desk", writing),
      path: "/#edit",
    });
    if (page === undefined) return;
    await shape(page, "rooms/living").waitFor();
    await page.getByRole("tab", { name: "House" }).waitFor();
    await chooseInOutline(page, "Sofa");
    await panel(page, "Properties");
    const sensor = page.getByRole("group", { name: "Sensor" });
    const tracker = sensor.getByLabel("Tracker of the sensor");
    await tracker.selectOption({ label: "Wall radar" });
    const slot = sensor.getByLabel("Zone of the sensor");
    await becomes(() => slot.inputValue(), "zone 1 polygon");
    await slot.selectOption({ label: "Zone 1, rectangle" });
    await sensor.getByText("Save first").waitFor();
    await save(page);
    await allSaved(page);
    const [zone] = listOf(await stored(peer), "zones");
    assert.deepEqual(zone?.["sensor"], { ...rectangleSensor, type: "select.radar_zone_type" });
    await sensor.getByRole("button", { name: "Write to the sensor…" }).click();
    const dialog = page.getByRole("dialog", { name: "Sofa: write to the sensor" });
    await dialog.getByText("The sensor gets these values:").waitFor();
    await dialog.getByRole("row", { name: `${rectangleSensor.x1} 0 mm -500 mm` }).waitFor();
    await dialog.getByRole("row", { name: "select.radar_zone_type Disabled Detection" }).waitFor();
    assert.deepEqual(await accessibilityViolations(page), [], "accessible with the question");
    assert.deepEqual(statesIn(home), none, "nothing was written yet");
    await dialog.getByRole("button", { name: "Write", exact: true }).click();
    await dialog.getByText("The sensor has confirmed each value.").waitFor();
    await dialog.getByRole("row", { name: `${rectangleSensor.y2} 0 mm 2000 mm 2000 mm` }).waitFor();
    assert.deepEqual(statesIn(home), wanted);
    assert.deepEqual(await accessibilityViolations(page), [], "accessible with the answer");
    await dialog.getByRole("button", { name: "Undo" }).click();
    await dialog.getByText("Undone. The sensor has its former values.").waitFor();
    assert.deepEqual(statesIn(home), none);
    await dialog.getByRole("button", { name: "Close" }).click();
    await dialog.waitFor({ state: "detached" });
  },
);

test(
  "ZONE-34: what cannot be written, fails or was changed since is said in words, and the sensor's own zone can be taken over",
  inBrowser,
  async (t) => {
    const behind = square.map(([x = 0, z = 0]) => [x, z - 1.5]);
    const sensor = rectangleSensor;
    const turned = [
      [2, 2],
      [2.5, 2.5],
      [2, 3],
      [1.5, 2.5],
    ];
    const plan = planOf(
      { id: "behind", name: "Behind", points: behind, sensor },
      { id: "turned", name: "Turned", points: turned, sensor },
    );
    const { home, service, editor: peer } = await startSensor(t, plan, { zoneReadMs: 300 });
    const page = await open(t, service, {
      token: await newToken(service, "desk", writing),
      path: "/#edit",
    });
    if (page === undefined) return;
    await shape(page, "rooms/living").waitFor();
    await page.getByRole("tab", { name: "House" }).waitFor();
    const begin = async (zone: string): Promise<void> => {
      await chooseInOutline(page, zone);
      await panel(page, "Properties");
      await page.getByRole("button", { name: "Write to the sensor…" }).click();
    };
    const dialog = page.getByRole("dialog");
    await begin("Behind");
    await dialog.getByText("The zone reaches 0.50 m beyond what the sensor takes").waitFor();
    await dialog.getByRole("button", { name: "Close" }).click();
    await begin("Turned");
    await dialog.getByText("covers 0.50 m² more than the zone (100 %)").waitFor();
    instead(home, rectangleSensor.x2, () => ({ error: { code: "x", message: "it sleeps" } }));
    const write = dialog.getByRole("button", { name: "Write", exact: true });
    await write.click();
    await dialog.getByText("Not written. The sensor has its former values.").waitFor();
    await dialog.getByText("Home Assistant refused this.").waitFor();
    await dialog.getByText("it sleeps").waitFor();
    assert.deepEqual(statesIn(home), none);
    await dialog.getByRole("button", { name: "Close" }).click();
    home.answer("call_service");
    await begin("Turned");
    await write.click();
    await dialog.getByText("The sensor has confirmed each value.").waitFor();
    home.core.setState(rectangleSensor.y2, "2500");
    await dialog.getByRole("button", { name: "Undo" }).click();
    await dialog.getByText("Somebody has changed the sensor since.").waitFor();
    await dialog.getByRole("button", { name: "Close" }).click();
    await begin("Turned");
    await dialog.getByRole("button", { name: "Take over the sensor’s zone" }).click();
    await dialog.waitFor({ state: "detached" });
    await save(page);
    await allSaved(page);
    const [, after] = listOf(await stored(peer), "zones");
    assert(isObject(after), "the zone is there");
    assert.deepEqual(after["points"], [
      [2.5, 2],
      [1.5, 2],
      [1.5, 3.5],
      [2.5, 3.5],
    ]);
  },
);

test("ZONE-34: the words for sensors are there in each language, and come when they are wanted", () => {
  assert.deepEqual([...zoneSensorIn.keys()], [...languages.keys()]);
});

test(
  "ZONE-34: on a phone the answer of a sensor that refuses has its entities and reasons in readable lines",
  inBrowser,
  async (t) => {
    const sofa = { id: "sofa", name: "Sofa", points: square, sensor: rectangleSensor };
    const { home, service } = await startSensor(t, planOf(sofa));
    const page = await open(t, service, {
      token: await newToken(service, "desk", writing),
      path: "/#edit",
      viewport: { width: 360, height: 740 },
    });
    if (page === undefined) return;
    await shape(page, "rooms/living").waitFor();
    await page.getByRole("button", { name: "Details" }).click();
    await page.getByRole("tab", { name: "Outline" }).click();
    await page.getByRole("searchbox", { name: "Search" }).fill("Sofa");
    await page.getByRole("treeitem", { name: "Sofa" }).last().click();
    await page.getByRole("tab", { name: "Properties" }).click();
    await page.getByRole("button", { name: "Write to the sensor…" }).click();
    const dialog = page.getByRole("dialog");
    const sleeps = "the sensor sleeps, and takes new values when it wakes up in the morning";
    instead(home, rectangleSensor.x2, () => ({ error: { code: "x", message: sleeps } }));
    await dialog.getByRole("button", { name: "Write", exact: true }).click();
    await dialog.getByText("Not written. The sensor has its former values.").waitFor();
    const entity = await dialog.getByRole("rowheader").first().boundingBox();
    assert(entity !== null && entity.width >= 100, `an entity is ${entity?.width} px wide`);
    const reason = await dialog.getByText(sleeps).boundingBox();
    assert(reason !== null && reason.width >= 200, `a reason is ${reason?.width} px wide`);
    assert.deepEqual(await accessibilityViolations(page), [], "accessible");
  },
);
