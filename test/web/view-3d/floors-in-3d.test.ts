import { test } from "node:test";
import type { Page } from "playwright-core";
import { inBrowser } from "../../support/timeouts.ts";
import { show, useCards } from "../card-page.ts";
import { becomes } from "../page-polling.ts";
import { brightness, openHouse, pixels, pressKey, settled, showIn3d } from "./house-view.ts";

const cards = useCards();

const corners = [
  [0, 0],
  [6, 0],
  [6, 3],
  [0, 3],
];

/** A room with a floor, below walls that hide nothing of it. */
const roomOf = (floor: string): object => ({
  north: 0,
  rooms: [{ id: "hall", name: "", points: corners, floor, color: "#c0c0c0" }],
});

/** The sun in the zenith, so that no wall throws a shadow. */
const states = {
  "sun.sun": { state: "above_horizon", attributes: { azimuth: 180, elevation: 90 } },
};

/** Lines over the floor: one to the right, and one down of the same length. */
const lines = [0, 1].map((axis) =>
  Array.from({ length: 240 }, (_, at): readonly [number, number] =>
    axis === 0 ? [0.4 + (at / 240) * 0.15, 0.6] : [0.57, 0.46 + (at / 240) * 0.27],
  ),
);

/** How often it becomes clearly darker along each of the lines. */
const joints = async (page: Page): Promise<readonly number[]> => {
  await settled(page);
  return Promise.all(
    lines.map(async (line) => {
      const along = (await pixels(page, line)).map(brightness);
      return along.filter((value, at) => value < (along[at - 3] ?? 0) - 4).length;
    }),
  );
};

test(
  "VIEW3D-11: floors have the patterns of their materials, as the plan draws them, and none where the card is plain",
  inBrowser,
  async (t) => {
    const page = await openHouse(t, cards, roomOf("plain"), { states });
    if (page === undefined) return;
    await showIn3d(page);
    // From above, and near enough to tell joints apart.
    for (const key of ["ArrowUp", "ArrowUp", "ArrowUp", "+", "+"]) await pressKey(page, key);
    await becomes(() => joints(page), [0, 0]);
    await show(page, roomOf("tiles"));
    await becomes(async () => (await joints(page)).every((many) => many > 3), true);
    await show(page, roomOf("boards"));
    await becomes(
      async () => {
        const [across = 0, along = 0] = await joints(page);
        return along > 3 && along > 1.5 * across;
      },
      true,
      "boards lie along the room",
    );
    await page.getByRole("button", { name: "Back to the plan" }).click();
    await page.evaluate("card.setConfig({ plain: true })");
    await showIn3d(page);
    for (const key of ["ArrowUp", "ArrowUp", "ArrowUp", "+", "+"]) await pressKey(page, key);
    await becomes(() => joints(page), [0, 0]);
  },
);
