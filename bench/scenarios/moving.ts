import * as t from "io-ts";
import type { Browser } from "playwright-core";
import type { DemoSize } from "../../test/samples/index.ts";
import type { BenchRun, Figure } from "../bench-run.ts";
import { Editor } from "../load/editor.ts";
import { sizeName } from "../load/plans.ts";
import { atLeast, atMost, type Row } from "../report/report.ts";
import { median } from "../report/statistics.ts";
import { ask, figureInBrowser, move, open, processorOf } from "./drawing-page.ts";
import { framesShown, longestTask, wholeDrawing, watchFrames } from "./drawing-probe.ts";
import { planWith, track, trackers } from "./positions.ts";

/** As often as the service tells a screen of positions, each of which is two states. */
const changesPerSecond = 10 * 2 * trackers;

/** How long nobody touches the page, in milliseconds. */
const watchedMs = 3000;

/** How long people move in a round: while the page is watched, panned and zoomed, with time to spare. */
const movingMs = 12_000;

/** The frames of a card on which everybody moves, untouched, and panned and zoomed. */
const measure = async (
  run: BenchRun,
  browser: Browser,
  size: DemoSize,
): Promise<readonly Row[]> => {
  const tracked = await track(run);
  const { homeAssistant, url, token } = tracked;
  const editor = await Editor.connect(url, token);
  const { rev, reply } = await editor.save(planWith(size, {}));
  if (Number.isNaN(rev)) throw new Error(`the plan was refused: ${reply}`);
  const [watched, used, moved, tasks]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let round = 0; round < run.rounds(5); round += 1) {
    const card = await open(browser, tracked, "");
    await ask(card, wholeDrawing, t.number);
    await card
      .locator("floorplan-positions .dot")
      .nth(trackers - 1)
      .waitFor({ state: "attached" });
    const flooding = homeAssistant.ask(
      { do: "flood", perSecond: changesPerSecond, ms: movingMs },
      t.number,
    );
    const processor = await processorOf(card);
    const before = await processor();
    await card.evaluate(watchFrames);
    await card.waitForTimeout(watchedMs);
    watched.push(await ask(card, framesShown, t.number));
    used.push(((await processor()) - before) / (watchedMs / 100));
    tasks.push(await ask(card, longestTask, t.number));
    moved.push((await move(card, "left"))[0]);
    await card.context().close();
    await flooding;
  }
  await run.cleanUp();
  const row = (name: string, unit: string, value: number): Row => ({
    figure: "moving",
    name: `${trackers} trackers on ${sizeName[size]}${name}`,
    unit,
    value,
  });
  return [
    { ...row("", "frames/s", median(watched)), target: atLeast(30) },
    row(", page CPU time", "% of one core", median(used)),
    { ...row(", longest task", "ms", median(tasks)), target: atMost(100) },
    { ...row(", panning and zooming", "frames/s", median(moved)), target: atLeast(30) },
  ];
};

/** Fifty trackers that move ten times a second, drawn on a card in the real browser. */
export const movingFigure: Figure = figureInBrowser(async (run, browser) => [
  ...(await measure(run, browser, "flat")),
  ...(await measure(run, browser, "office")),
]);
