import { setTimeout } from "node:timers/promises";
import * as t from "io-ts";
import { isLeft } from "fp-ts/lib/Either.js";
import { type Browser, chromium, type Locator, type Page } from "playwright-core";
import { demoPlan } from "../../test/samples/index.ts";
import { chromiumOptions } from "../../test/support/chromium.ts";
import { hasProgram, wayToGet } from "../../test/support/programs.ts";
import type { BenchRun, Figure, Served } from "../bench-run.ts";
import type { Row } from "../report/report.ts";
import {
  allDrawn,
  countFrames,
  framesCounted,
  framesShown,
  longestTask,
  pieceToDrag,
  watchDrawing,
  watchFrames,
} from "./drawing-probe.ts";

const seconds = 3;

/** A figure that is measured in the real browser; left out where there is none. */
export const figureInBrowser =
  (measure: (run: BenchRun, browser: Browser) => Promise<readonly Row[]>): Figure =>
  async (run) => {
    if (!hasProgram("chromium")) {
      process.stderr.write(`left out, it needs ${wayToGet("chromium")} … `);
      return [];
    }
    const browser = await chromium.launch(chromiumOptions);
    try {
      return await measure(run, browser);
    } finally {
      await browser.close();
    }
  };

const decoded = <A>(codec: t.Type<A, unknown>, value: unknown): A => {
  const found = codec.decode(value);
  if (isLeft(found)) throw new Error(`the page's answer is no ${codec.name}`);
  return found.right;
};

/** The furniture of the plan that belongs to no group, with which others would move. */
const singles = demoPlan("office").furniture.flatMap(({ id, group }) =>
  typeof id === "string" && group === undefined ? [`furniture/${id}`] : [],
);

/** Runs a script in a page, and decodes its answer. */
export const ask = async <A>(page: Page, script: string, codec: t.Type<A, unknown>): Promise<A> =>
  decoded(codec, await page.evaluate(script));

/** A page of the service in a browser context of its own, where nothing is cached, signed in. */
export const open = async (
  browser: Browser,
  { program, token }: Served,
  fragment: string,
): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addInitScript(
    `localStorage.setItem("floorplan-token", ${JSON.stringify(token)}); ${watchDrawing}`,
  );
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${program.port}/${fragment}`);
  return page;
};

/** Reads the CPU time of the page's main thread so far, in milliseconds. */
export const processorOf = async (page: Page): Promise<() => Promise<number>> => {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  return async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "ThreadTime")?.value ?? Number.NaN) * 1000;
  };
};

/** How fluently a page answered: frames per second, and its longest task in milliseconds. */
type Fluency = readonly [frames: number, longest: number];

/** Calls `step` with 0, 1, 2 … for some milliseconds. The page answers once per frame, so that events do not pile up. */
const repeat = async (ms: number, step: (at: number) => Promise<unknown>): Promise<void> => {
  const started = performance.now();
  for (let at = 0; performance.now() - started < ms; at += 1) await step(at);
};

/** Pans with the mouse and zooms with the wheel. */
export const move = async (page: Page, button: "left" | "middle"): Promise<Fluency> => {
  // An empty place beside the plan.
  const [x, y] = [640, 400];
  await page.mouse.move(x, y);
  await page.mouse.down({ button });
  await page.evaluate(watchFrames);
  await repeat(seconds * 500, (at) =>
    page.mouse.move(x + Math.cos(at / 20) * 120, y + Math.sin(at / 20) * 120),
  );
  await page.mouse.up({ button });
  await repeat(seconds * 500, (at) =>
    page.mouse.wheel(0, Math.floor(at / 40) % 2 === 0 ? -30 : 30),
  );
  return [await ask(page, framesShown, t.number), await ask(page, longestTask, t.number)];
};

/** Drags the handle of a slider to and fro, each step to another value. */
export const slide = async (page: Page, slider: Locator): Promise<Fluency> => {
  const box = await slider.boundingBox();
  if (box === null) throw new Error("the slider is not on the screen");
  const [y, middle, reach] = [box.y + box.height / 2, box.x + box.width / 2, box.width * 0.4];
  await page.mouse.move(middle, y);
  await page.mouse.down();
  await page.evaluate(watchFrames);
  await repeat(seconds * 1000, (at) => page.mouse.move(middle + Math.sin(at / 20) * reach, y));
  await page.mouse.up();
  return [await ask(page, framesShown, t.number), await ask(page, longestTask, t.number)];
};

/**
 * Drags a piece of furniture in circles for some seconds. Returns the frames per second in which it moved, the CPU time
 * per frame and the longest task, in milliseconds.
 */
export const drag = async (
  page: Page,
): Promise<readonly [frames: number, each: number, longest: number]> => {
  const processor = await processorOf(page);
  await page.evaluate(allDrawn);
  const { x, y } = await ask(page, pieceToDrag(singles), t.type({ x: t.number, y: t.number }));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 10, y + 10, { steps: 3 });
  await page.evaluate(countFrames);
  const used = await processor();
  const started = performance.now();
  const moves: Promise<void>[] = [];
  for (let at = 0; performance.now() - started < seconds * 1000; at += 1) {
    const angle = at / 20;
    // Like a hand, does not wait for the page.
    moves.push(page.mouse.move(x + Math.cos(angle) * 120, y + Math.sin(angle) * 120));
    await setTimeout(8);
  }
  const frames = await ask(page, framesCounted, t.number);
  const each = ((await processor()) - used) / (frames * seconds);
  const longest = await ask(page, longestTask, t.number);
  await Promise.all(moves);
  await page.mouse.up();
  return [frames, each, longest];
};
