import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import type { Locator, Page } from "playwright-core";
import { entitiesOf, type PlanData } from "../../src/model/elements/entities.ts";
import type { OpenTab, TabOptions } from "./browser.ts";
import { type At, saved } from "./editing.ts";
import { sharedEditor, sharedService } from "./shared-editor.ts";

/** The editor's drawing, and what becomes of it. */
export interface Drawing {
  readonly page: Page;
  /** Saves with the editor's button, and gives what the service has then. */
  readonly saved: () => Promise<PlanData>;
}

const rectangle = (left: number, right: number): readonly (readonly number[])[] => [
  [left, 0],
  [right, 0],
  [right, 3],
  [left, 3],
];

/** Two rooms of 4 by 3 metres, side by side. */
export const twoRooms = {
  rooms: [
    { id: "west", name: "West", points: rectangle(0, 4) },
    { id: "east", name: "East", points: rectangle(4, 8) },
  ],
};

/** What is drawn of an element. */
export const shape = (page: Page, ref: string): Locator =>
  page.locator(`floorplan-canvas [data-ref="${ref}"]`).first();

/** A handle of what is selected, such as `corner:1`. */
export const handle = (page: Page, name: string): Locator =>
  page.locator(`floorplan-canvas [data-handle="${name}"]`);

/** The middle of something on the screen, or so many pixels from there. */
export const middleOf = async (what: Locator, right = 0, down = 0): Promise<At> => {
  const box = await what.boundingBox();
  assert(box, "it is there");
  return [box.x + box.width / 2 + right, box.y + box.height / 2 + down];
};

/** A tool of the palette. */
export const tool = (page: Page, name: string): Locator =>
  page.getByRole("button", { name, exact: true });

/** What is selected, as the drawing says, in the order of the alphabet. */
export const selected = async (page: Page): Promise<readonly string[]> => {
  const shapes = page.locator("floorplan-canvas .selected");
  const refs = await shapes.evaluateAll((found) =>
    found.map((each) => each.getAttribute("data-ref") ?? ""),
  );
  return refs.toSorted((one, other) => one.localeCompare(other));
};

/** The part of the plan that is shown, once what moved the view rests: left, top, width and height, in metres. */
export const viewOf = async (page: Page): Promise<readonly number[]> => {
  await page
    .locator('floorplan-canvas .layer:not([style*="scale"])')
    .waitFor({ state: "attached" });
  const box = await page.locator("floorplan-canvas svg.plan").getAttribute("viewBox");
  return (box ?? "").split(" ").map(Number);
};

/** Whether the plan is turned by 90° on the screen. */
export const isTurned = async (page: Page): Promise<boolean> =>
  (await page.locator('floorplan-canvas svg.plan > g[transform="rotate(90)"]').count()) > 0;

/** The place on the screen of a place of the plan, in metres. */
export const onScreen = async (page: Page, x: number, z: number): Promise<At> => {
  const [left = 0, top = 0, width = 1, height = 1] = await viewOf(page);
  const box = await page.locator("floorplan-canvas svg.plan").boundingBox();
  assert(box !== null);
  const [across, down] = (await isTurned(page)) ? [-z, x] : [x, z];
  return [
    box.x + ((across - left) / width) * box.width,
    box.y + ((down - top) / height) * box.height,
  ];
};

/** Opens drawings one after another in one tab, each with nothing selected and all of it shown. */
export const drawings = (
  open: OpenTab,
  options: TabOptions = {},
): ((t: TestContext, plan?: object) => Promise<Drawing | undefined>) => {
  const openEditor = sharedEditor(open, sharedService(), options);
  return async (t, plan = {}) => {
    const editor = await openEditor(t, plan);
    if (editor === undefined) return undefined;
    const { page } = editor;
    const [first] = entitiesOf({ ...plan }, "rooms");
    if (first !== undefined) await shape(page, `rooms/${first.key}`).waitFor();
    await page.getByRole("application", { name: "Drawing" }).focus();
    for (const key of ["Escape", "v", "Escape", "0"]) await page.keyboard.press(key);
    return { page, saved: () => saved(editor) };
  };
};
