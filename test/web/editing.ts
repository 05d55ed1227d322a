import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { entitiesOf, type List, type PlanData } from "../../src/model/elements/entities.ts";
import { type JsonObject } from "../../src/model/json.ts";
import { isDemo } from "../support/demo-service.ts";
import type { Peer } from "../support/peer.ts";
import type { Editor } from "./shared-editor.ts";

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

/** Moves the mouse, and waits for the frame with which the drawing takes that. */
export const point = async (page: Page, at: At): Promise<void> => {
  await page.mouse.move(...at);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
};

/** Shows a panel of the editor. */
export const panel = async (page: Page, name: string): Promise<void> => {
  // The demo has a house, whose tab comes late and moves those below it.
  if (isDemo) await page.getByRole("tab", { name: "House" }).waitFor();
  await page.getByRole("tab", { name, exact: true }).click();
};

/** Gives a room another name, by outline and properties. */
export const rename = async (page: Page, room: string, name: string): Promise<void> => {
  await panel(page, "Outline");
  await page.getByRole("treeitem", { name: room }).click();
  await panel(page, "Properties");
  const field = page.getByLabel("Name", { exact: true });
  await field.fill(name);
  await field.press("Enter");
};

/** Presses the button that saves. */
export const save = (page: Page): Promise<void> =>
  page.getByRole("button", { name: "Save", exact: true }).click();

/** Waits until nothing is unsaved. */
export const allSaved = (page: Page): Promise<void> => page.getByText("All saved").waitFor();

/** Presses the button that undoes. */
export const undo = (page: Page): Promise<void> =>
  page.getByRole("button", { name: /^Undo/ }).click();

/** Chooses something in the outline by searching for it. */
export const chooseInOutline = async (page: Page, name: string): Promise<void> => {
  await panel(page, "Outline");
  await page.getByRole("searchbox", { name: "Search" }).fill(name);
  await page.getByRole("treeitem", { name }).last().click();
};

/** The elements of a list of the plan. */
export const listOf = (plan: PlanData, list: List): readonly JsonObject[] =>
  entitiesOf(plan, list).map(({ data }) => data);

/** The plan as it is stored, with its revision. */
export const stored = async (peer: Peer): Promise<PlanData> => {
  const plan = await peer.result("floorplan/plan/get");
  assert(typeof plan === "object" && plan !== null);
  return { ...plan };
};

/** Saves with that button, and gives what is stored then. */
export const saved = async ({ page, peer }: Pick<Editor, "page" | "peer">): Promise<PlanData> => {
  await save(page);
  await allSaved(page);
  return stored(peer);
};

/** The names of the rooms as they are stored, in their order. */
export const roomNames = async (peer: Peer): Promise<readonly unknown[]> =>
  listOf(await stored(peer), "rooms").map(({ name }) => name);
