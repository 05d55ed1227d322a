import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { Peer } from "../support/peer.ts";

/** A place on the screen, in pixels. */
export type At = readonly [x: number, y: number];

/** Draws with the mouse from one place to another. */
export const drag = async ({ mouse }: Page, from: At, to: At): Promise<void> => {
  await mouse.move(...from);
  await mouse.down();
  await mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
  await mouse.move(...to);
  await mouse.up();
};

/** Shows a panel of the editor. */
export const panel = (page: Page, name: string): Promise<void> =>
  page.getByRole("tab", { name, exact: true }).click();

/** Gives a room another name, by outline and properties. */
export const rename = async (page: Page, room: string, name: string): Promise<void> => {
  await panel(page, "Outline");
  await page.getByRole("treeitem", { name: room }).click();
  await panel(page, "Properties");
  const field = page.getByLabel("Name", { exact: true });
  await field.fill(name);
  await field.press("Enter");
};

/** Presses the editor's button. */
export const save = (page: Page): Promise<void> =>
  page.getByRole("button", { name: "Save", exact: true }).click();

/** Waits until nothing is unsaved. */
export const allSaved = (page: Page): Promise<void> => page.getByText("All saved").waitFor();

/** The plan as it is stored, with its revision. */
export const stored = async (peer: Peer): Promise<Record<string, unknown>> => {
  const plan = await peer.result("floorplan/plan/get");
  assert(typeof plan === "object" && plan !== null);
  return { ...plan };
};

/** The names of the rooms as they are stored, in their order. */
export const roomNames = async (peer: Peer): Promise<readonly unknown[]> => {
  const { rooms } = await stored(peer);
  assert(Array.isArray(rooms));
  return rooms.map(({ name }) => name);
};
