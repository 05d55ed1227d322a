import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { inBrowser } from "../../support/timeouts.ts";
import { acted, show, useCards } from "../card-page.ts";
import { becomes } from "../page-polling.ts";
import { frames, openHouse, pixels, pressKey, settled, showIn3d } from "./house-view.ts";

const cards = useCards();

const navigate = (path: string): object => ({ action: "navigate", navigation_path: path });

/** A room whose floor does something else at each touch. */
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
      tap_action: navigate("/tap"),
      hold_action: navigate("/hold"),
      double_tap_action: navigate("/double"),
    },
  ],
};

const opened = async (t: Parameters<typeof openHouse>[0]): Promise<Page | undefined> => {
  const page = await openHouse(t, cards, plan, { hasTouch: true });
  if (page === undefined) return undefined;
  await showIn3d(page);
  return page;
};

/** What was done so far, as the dashboard was asked for it. */
const done = async (page: Page): Promise<readonly unknown[]> => {
  const actions: unknown = await page.evaluate("seen.actions.map(({ action }) => action)");
  return Array.isArray(actions) ? actions : [];
};

/** A place on the floor, off the name of the room. */
const spot = async (page: Page): Promise<readonly [x: number, y: number]> => {
  const box = await page.locator("floorplan-view-3d").boundingBox();
  assert(box !== null);
  return [box.x + box.width * 0.42, box.y + box.height * 0.5];
};

test(
  "VIEW3D-8: tap, hold and double tap by mouse and finger do what they do in the plan, and a drag does nothing",
  inBrowser,
  async (t) => {
    const page = await opened(t);
    if (page === undefined) return;
    const [x, y] = await spot(page);
    await page.mouse.click(x, y);
    await acted(page, 1);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await acted(page, 2);
    await page.mouse.up();
    await page.mouse.dblclick(x, y);
    await acted(page, 3);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 40, y, { steps: 3 });
    await page.mouse.up();
    await settled(page);
    await pressKey(page, "0");
    await page.touchscreen.tap(x, y);
    await acted(page, 4);
    assert.deepEqual(await done(page), ["tap", "hold", "double_tap", "tap"]);
  },
);

test(
  "VIEW3D-9: a walk begins with its button, goes by keys, looks around by dragging, and ends with Escape where one was before",
  inBrowser,
  async (t) => {
    const page = await opened(t);
    if (page === undefined) return;
    const places = [
      [0.3, 0.5],
      [0.5, 0.6],
      [0.7, 0.5],
      [0.5, 0.3],
    ] as const;
    for (let times = 0; times < 4; times += 1) await pressKey(page, "-");
    const around = await pixels(page, places);
    await page.getByRole("button", { name: "Walk through the rooms" }).click();
    const end = page.getByRole("button", { name: "End the walk" });
    await end.waitFor();
    await settled(page);
    const inside = await pixels(page, places);
    assert.notDeepEqual(inside, around);
    const before = await frames(page);
    await page.locator("floorplan-view-3d .scene").focus();
    await page.keyboard.down("w");
    await page.waitForFunction(
      (drawn) =>
        Number(
          document
            .querySelector("floorplan-card")
            ?.shadowRoot?.querySelector("floorplan-view-3d")
            ?.shadowRoot?.querySelector("canvas")?.dataset["frames"],
        ) >
        drawn + 4,
      before,
    );
    await page.keyboard.up("w");
    await settled(page);
    const [x, y] = await spot(page);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 300, y + 60, { steps: 4 });
    await page.mouse.up();
    await settled(page);
    assert.notDeepEqual(await pixels(page, places), inside);
    // A wall is no element, as the ground beside the house.
    const box = await page.locator("floorplan-view-3d").boundingBox();
    assert(box !== null);
    await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height * 0.5);
    await page.keyboard.press("Escape");
    await settled(page);
    assert.equal(await end.count(), 0);
    assert.deepEqual(await pixels(page, places), around);
  },
);

test(
  "VIEW3D-9: on another floor a walk begins anew, and keys work whatever button was pressed last",
  inBrowser,
  async (t) => {
    const page = await opened(t);
    if (page === undefined) return;
    const [hall] = plan.rooms;
    await show(page, {
      levels: [{ id: "ground" }, { id: "upper" }],
      rooms: [
        { ...hall, level: "ground" },
        { ...hall, id: "attic", level: "upper", floor: "plain", color: "#d01010" },
      ],
    });
    const view = page.locator("floorplan-view-3d");
    const focused = (): Promise<unknown> =>
      view.evaluate((each) => each.shadowRoot?.activeElement?.className);
    const end = page.getByRole("button", { name: "End the walk" });
    await page.getByRole("button", { name: "Walk through the rooms" }).click();
    await end.waitFor();
    await page.getByRole("tab", { name: "upper" }).click();
    await becomes(
      async () => {
        await settled(page);
        const floor = await pixels(page, [
          [0.25, 0.93],
          [0.3, 0.97],
        ]);
        return floor.every(([red, green, blue]) => red > 2 * green && red > 2 * blue);
      },
      true,
      "it stands on the red floor",
    );
    await end.click();
    await becomes(focused, "scene");
    await page.getByRole("button", { name: "Whole walls" }).click();
    await settled(page);
    const before = await frames(page);
    await page.keyboard.press("ArrowLeft");
    await becomes(async () => (await frames(page)) > before, true, "the view turns");
    await page.keyboard.press("Escape");
    await becomes(() => view.count(), 0);
  },
);
