import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { inBrowser } from "../../support/timeouts.ts";
import { useCards } from "../card-page.ts";
import { becomes } from "../page-polling.ts";
import {
  frames,
  openHouse,
  type Pixel,
  pixels,
  setStates,
  settled,
  showIn3d,
} from "./house-view.ts";

const cards = useCards();

const square = (left: number): readonly (readonly number[])[] => [
  [left, 0],
  [left + 4, 0],
  [left + 4, 4],
  [left, 4],
];

const plan = {
  levels: [{ id: "ground" }, { id: "upper" }],
  rooms: [
    { id: "kitchen", name: "Kitchen", points: square(0), floor: "plain", color: "#ffffff" },
    { id: "hall", name: "Hall", points: square(4), floor: "plain", color: "#ffffff" },
    { id: "attic", level: "upper", points: square(0), floor: "plain", color: "#ffffff" },
  ],
  sensors: [
    { entity: "sensor.kitchen", x: 2, z: 2 },
    { entity: "sensor.hall", x: 6, z: 2 },
    { entity: "sensor.oven", x: 1, z: 1 },
  ],
};

const sensor = (state: string, quantity: string, unit: string): object => ({
  state,
  attributes: { device_class: quantity, unit_of_measurement: unit },
});

const states = {
  "sensor.kitchen": sensor("26", "temperature", "°C"),
  "sensor.hall": sensor("17", "temperature", "°C"),
  "sensor.oven": sensor("900", "power", "W"),
};

/** A grid over the picture. */
const everywhere = Array.from({ length: 40 * 25 }, (_, at): readonly [number, number] => [
  ((at % 40) + 0.5) / 40,
  (Math.floor(at / 40) + 0.5) / 25,
]);

const isWarm = ([red, green, blue]: Pixel): boolean => red > blue + 80 && green > blue + 60;
const isCold = ([red, , blue]: Pixel): boolean => blue > red + 50;

/** Places that may be of the marks of what has the focus. */
const few = 5;

/** How much of the picture is warm, and how much cold. */
const colours = async (page: Page): Promise<readonly [warm: number, cold: number]> => {
  await settled(page);
  const seen = await pixels(page, everywhere);
  const many = (isMeant: (pixel: Pixel) => boolean): number => {
    const { length } = seen.filter(isMeant);
    return length > few ? length : 0;
  };
  return [many(isWarm), many(isCold)];
};

test(
  "VIEW3D-12: the heat map of the plan lies on its floor in 3D, with the same legend, by which it is chosen, and no frame is drawn while it stays",
  inBrowser,
  async (t) => {
    const page = await openHouse(t, cards, plan, { states });
    if (page === undefined) return;
    await page.evaluate(`card.setConfig({ heat_map: "choose" })`);
    await showIn3d(page);
    assert.deepEqual(await colours(page), [0, 0]);
    const choice = page.getByLabel("Heat map");
    await choice.selectOption("temperature");
    await page
      .getByRole("img", { name: "Temperature from 17 to 26 °C, highest: Kitchen", exact: true })
      .waitFor();
    await becomes(
      async () => {
        const [warm, cold] = await colours(page);
        return warm > 20 && cold > 20;
      },
      true,
      "both rooms have their colours",
    );
    const still = await frames(page);
    await page.evaluate(`new Promise((resolve) => {
      let left = 40;
      const next = () => ((left -= 1) < 0 ? resolve() : requestAnimationFrame(next));
      next();
    })`);
    assert.equal(await frames(page), still, "no frame is drawn while it stays");
    await setStates(page, { ...states, "sensor.kitchen": sensor("17", "temperature", "°C") });
    await becomes(async () => (await colours(page))[0], 0);
    assert((await frames(page)) > still);
    await page.getByRole("tab", { name: "upper" }).click();
    await becomes(async () => (await colours(page))[1], 0, "nothing measures on the upper floor");
    await page.getByRole("tab", { name: "ground" }).click();
    await choice.selectOption("power");
    await becomes(
      async () => {
        const [warm, cold] = await colours(page);
        return warm + cold > 20;
      },
      true,
      "the sum of the kitchen",
    );
    await choice.selectOption("");
    await becomes(() => colours(page), [0, 0]);
  },
);
