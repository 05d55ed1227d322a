import * as t from "io-ts";
import type { Browser, Page } from "playwright-core";
import { demoPlan, type DemoSize } from "../../test/samples/index.ts";
import type { BenchRun, Figure } from "../bench-run.ts";
import { Editor } from "../load/editor.ts";
import { sizeName } from "../load/plans.ts";
import { serveHome } from "../processes/home-assistant.ts";
import { atLeast, atMost, type Row } from "../report/report.ts";
import { median } from "../report/statistics.ts";
import { ask, figureInBrowser, open } from "./drawing-page.ts";

/** How long the house is turned, and how long nobody touches it, in milliseconds. */
const [turnedMs, stillMs] = [4000, 2000];

/** The fewest frames per second without a graphics processor. */
const goals: Readonly<Partial<Record<DemoSize, number>>> = { flat: 20, office: 8 };

const canvas = `document.querySelector("floorplan-page").shadowRoot.querySelector("floorplan-card")
  .shadowRoot.querySelector("floorplan-view-3d").shadowRoot.querySelector("canvas")`;

const framesDrawn = (page: Page): Promise<number> =>
  ask(page, `Number(${canvas}.dataset.frames)`, t.number);

/** Waits until the picture is drawn sharply, as it is while nothing moves. */
const rested = async (page: Page): Promise<void> => {
  const look = `${canvas}.width === 2 * ${canvas}.clientWidth`;
  while (!(await ask(page, look, t.boolean))) await page.waitForTimeout(50);
};

/** Frames per second while the house is turned with the mouse. */
const turn = async (page: Page): Promise<number> => {
  await page.mouse.move(640, 400);
  await page.mouse.down();
  const [before, started] = [await framesDrawn(page), performance.now()];
  for (let at = 0; performance.now() - started < turnedMs; at += 1)
    await page.mouse.move(640 + Math.sin(at / 20) * 300, 400 + Math.sin(at / 33) * 60);
  const frames = ((await framesDrawn(page)) - before) / ((performance.now() - started) / 1000);
  await page.mouse.up();
  await rested(page);
  return frames;
};

const measure = async (
  run: BenchRun,
  browser: Browser,
  size: DemoSize,
): Promise<readonly Row[]> => {
  const served = await serveHome(run, { entities: 0, lamps: [] });
  const editor = await Editor.connect(served.url, served.token);
  const { rev, reply } = await editor.save(JSON.stringify(demoPlan(size)));
  if (Number.isNaN(rev)) throw new Error(`the plan was refused: ${reply}`);
  const [first, turned, still]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < run.rounds(3); round += 1) {
    const page = await open(browser, served, "");
    const button = page.getByRole("button", { name: "Show in 3D" });
    await button.waitFor();
    const pressed = performance.now();
    await button.click();
    await page.locator("floorplan-view-3d canvas[data-frames]").waitFor();
    first.push(performance.now() - pressed);
    await rested(page);
    turned.push(await turn(page));
    const before = await framesDrawn(page);
    await page.waitForTimeout(stillMs);
    still.push((await framesDrawn(page)) - before);
    await page.context().close();
  }
  await run.cleanUp();
  const row = (name: string, unit: string, values: readonly number[]): Row => ({
    figure: "view-3d",
    name: `${sizeName[size]}${name}`,
    unit,
    value: median(values),
  });
  const least = goals[size];
  return [
    row(", from the press of the button", "ms", first),
    {
      ...row(", turning", "frames/s", turned),
      ...(least === undefined ? {} : { target: atLeast(least) }),
    },
    { ...row(", untouched", "frames", still), target: atMost(0) },
  ];
};

/** The view in 3D of small and large plans in a real browser without a graphics processor. */
export const view3dFigure: Figure = figureInBrowser(async (run, browser) => [
  ...(await measure(run, browser, "flat")),
  ...(await measure(run, browser, "office")),
]);
