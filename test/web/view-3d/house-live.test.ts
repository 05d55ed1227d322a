import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { Page } from "playwright-core";
import { inBrowser } from "../../support/timeouts.ts";
import { useBrowser } from "../browser.ts";
import { acted, useCards } from "../card-page.ts";
import { openLive, setPast } from "../live-home-assistant.ts";
import { becomes } from "../page-polling.ts";
import { swipe, touchInputOn } from "../touch-input.ts";
import { openHouse, type Pixel, pixels, setStates, settled, showIn3d } from "./house-view.ts";

const cards = useCards();
const open = useBrowser();

const navigate = (path: string): object => ({ action: "navigate", navigation_path: path });

/** A hall with a door towards the eye, a lamp, and a device that hangs in the room. */
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
  openings: [
    {
      id: "door",
      room_id: "hall",
      edge: 0,
      offset: 3,
      width: 1,
      type: "door",
      contact: "binary_sensor.door",
    },
    {
      id: "window",
      room_id: "hall",
      edge: 0,
      offset: 5,
      width: 1.2,
      type: "window",
      blind: "cover.blind",
    },
  ],
  furniture: [
    { id: "lamp", type: "lamp_ceiling", x: 1, z: 3, w: 0.6, d: 0.6, tap_action: navigate("/lamp") },
    { id: "pole", type: "column", x: 3, z: 3, w: 0.05, d: 0.05, tap_action: navigate("/pole") },
  ],
  devices: [{ id: "heat", kind: "radiator", x: 5, z: 3, tap_action: navigate("/heat") }],
};

const opened = async (t: TestContext, states: object = {}): Promise<Page | undefined> => {
  const page = await openHouse(t, cards, plan, { states, hasTouch: true });
  if (page === undefined) return undefined;
  await showIn3d(page);
  return page;
};

/** The middle of an element in the view, by the mark of what has the focus in the plan beneath. */
const middleOf = async (page: Page, ref: string): Promise<readonly [x: number, y: number]> => {
  await page.locator(`svg.sheet [data-ref="${ref}"]`).focus();
  const ring = page.locator("floorplan-view-3d .ring");
  await becomes(() => ring.isVisible(), true);
  const box = await ring.boundingBox();
  assert(box !== null);
  return [box.x + box.width / 2, box.y + box.height / 2];
};

/** A grid over the picture. */
const everywhere = Array.from({ length: 60 * 40 }, (_, at): readonly [number, number] => [
  ((at % 60) + 0.5) / 60,
  (Math.floor(at / 60) + 0.5) / 40,
]);

const picture = async (page: Page): Promise<readonly Pixel[]> => {
  await settled(page);
  return pixels(page, everywhere);
};

/** At how many places of the grid two pictures differ clearly. */
const differing = (one: readonly Pixel[], other: readonly Pixel[]): number =>
  one.filter((pixel, at) =>
    pixel.some((value, part) => Math.abs(value - (other[at]?.[part] ?? 0)) > 12),
  ).length;

test(
  "VIEW3D-8: a tap on a lamp or a device, or close to something thin, is meant for it",
  inBrowser,
  async (t) => {
    const page = await opened(t);
    if (page === undefined) return;
    await page.mouse.click(...(await middleOf(page, "furniture/lamp")));
    await acted(page, 1);
    await page.mouse.click(...(await middleOf(page, "devices/heat")));
    await acted(page, 2);
    const [x, y] = await middleOf(page, "furniture/pole");
    await page.mouse.click(x + 7, y);
    await acted(page, 3);
    assert.deepEqual(
      await page.evaluate("seen.actions.map(({ config }) => config.tap_action.navigation_path)"),
      ["/lamp", "/heat", "/pole"],
    );
  },
);

test(
  "VIEW3D-8: a tap switches a lamp, and does nothing while one looks back",
  inBrowser,
  async (t) => {
    const shown = await openLive(t, open);
    if (shown === undefined) return;
    const { page, home } = shown;
    setPast(home, {});
    const calls = async (): Promise<number> => home.count("call_service");
    const backToPlan = page.getByRole("button", { name: "Back to the plan" });
    await showIn3d(page);
    const at = await middleOf(page, "furniture/lamp");
    await page.mouse.click(...at);
    await becomes(calls, 1);
    await backToPlan.click();
    await page.getByRole("button", { name: "Look back" }).click();
    await page.locator("floorplan-replay").waitFor();
    const lamp = page.locator('svg.sheet [data-ref="furniture/lamp"]');
    await becomes(() => lamp.getAttribute("role"), null, "the plan is that of then");
    await showIn3d(page);
    await page.mouse.click(...at);
    await settled(page);
    assert.equal(await calls(), 1);
    await backToPlan.click();
    await page.getByRole("button", { name: "Back to now" }).click();
    await showIn3d(page);
    await page.mouse.click(...at);
    await becomes(calls, 2);
  },
);

test(
  "VIEW3D-6: doors and blinds stand as their contacts and positions say",
  inBrowser,
  async (t) => {
    const states = (door: string, position: number): object => ({
      "binary_sensor.door": { state: door, attributes: {} },
      "cover.blind": { state: "open", attributes: { current_position: position } },
    });
    const page = await opened(t, states("off", 100));
    if (page === undefined) return;
    const shut = await picture(page);
    await setStates(page, states("on", 100));
    const ajar = await picture(page);
    await setStates(page, states("off", 0));
    const dark = await picture(page);
    await setStates(page, states("off", 100));
    assert.deepEqual(await picture(page), shut, "the same again");
    assert(differing(shut, ajar) > 5, `${differing(shut, ajar)} places of the door`);
    assert(differing(shut, dark) > 3, `${differing(shut, dark)} places of the blind`);
  },
);

test("VIEW3D-2: two fingers zoom and move, and one finger turns", inBrowser, async (t) => {
  const page = await opened(t);
  if (page === undefined) return;
  const box = await page.locator("floorplan-view-3d").boundingBox();
  assert(box !== null);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const fingers = await touchInputOn(page);
  /** The places of the device and the lamp, and how far they are from each other. */
  const places = async () => {
    await settled(page);
    const [heat, lamp] = [
      await middleOf(page, "devices/heat"),
      await middleOf(page, "furniture/lamp"),
    ];
    return { heat, apart: Math.hypot(heat[0] - lamp[0], heat[1] - lamp[1]) };
  };
  const first = await places();
  await fingers.down([x - 40, y], [x + 40, y]);
  await fingers.move([x - 80, y], [x + 80, y]);
  await fingers.up();
  const near = await places();
  assert(near.apart > first.apart * 1.5, `${first.apart}, ${near.apart}`);
  await fingers.down([x - 40, y], [x + 40, y]);
  await fingers.move([x - 40, y - 60], [x + 40, y - 60]);
  await fingers.up();
  const moved = await places();
  assert(moved.heat[1] < near.heat[1] - 30, "two fingers move");
  await swipe(fingers, [x, y], [160, 0]);
  const turned = await places();
  assert(Math.abs(turned.heat[0] - moved.heat[0]) > 20, "one finger turns");
});

test(
  "VIEW3D-3: where frames take long, what moves is drawn with fewer pixels, and sharply once it rests",
  inBrowser,
  async (t) => {
    const page = await openHouse(t, cards, plan, { path: "/?slow" });
    if (page === undefined) return;
    // Each frame comes a tenth of a second after the one before, as far as the page can tell.
    await page.evaluate(`{
      const frame = requestAnimationFrame.bind(window);
      let nowMs = 0;
      window.requestAnimationFrame = (next) => frame(() => next((nowMs += 100)));
    }`);
    await showIn3d(page);
    const box = await page.locator("floorplan-view-3d").boundingBox();
    assert(box !== null);
    const drawnWidth = async (): Promise<number> =>
      Number(await page.locator("floorplan-view-3d canvas").getAttribute("width"));
    await page.mouse.move(box.x + 300, box.y + 200);
    await page.mouse.down();
    await page.mouse.move(box.x + 400, box.y + 200, { steps: 12 });
    await becomes(async () => (await drawnWidth()) < box.width, true);
    await page.mouse.up();
    await settled(page);
    assert.equal(await drawnWidth(), 2 * box.width);
  },
);
