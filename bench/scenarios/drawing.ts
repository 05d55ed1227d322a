import { setTimeout } from "node:timers/promises";
import * as t from "io-ts";
import { isLeft } from "fp-ts/lib/Either.js";
import { type Browser, chromium, type Page } from "playwright-core";
import { chromiumOptions } from "../../test/support/chromium.ts";
import { hasProgram, wayToGet } from "../../test/support/programs.ts";
import { demoPlan } from "../../test/samples/index.ts";
import type { Figure, Served } from "../bench-run.ts";
import {
  countFrames,
  firstDrawing,
  framesCounted,
  framesShown,
  longestTask,
  nextDrawing,
  parsing,
  pieceToDrag,
  watchDrawing,
  watchFrames,
  wholeDrawing,
} from "./drawing-probe.ts";
import { Editor } from "../load/editor.ts";
import { atLeast, atMost, type Row } from "../report/report.ts";
import { compare, median } from "../report/statistics.ts";

const seconds = 3;

const decoded = <A>(codec: t.Type<A, unknown>, value: unknown): A => {
  const found = codec.decode(value);
  if (isLeft(found)) throw new Error(`the page's answer is no ${codec.name}`);
  return found.right;
};

const ask = async <A>(page: Page, script: string, codec: t.Type<A, unknown>): Promise<A> =>
  decoded(codec, await page.evaluate(script));

/** A page of the service in a browser context of its own, where nothing is cached, signed in. */
const open = async (
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
const processorOf = async (page: Page): Promise<() => Promise<number>> => {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  return async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "ThreadTime")?.value ?? Number.NaN) * 1000;
  };
};

/** Pans with the mouse and zooms with the wheel; returns the frames per second, and the longest task. */
const move = async (
  page: Page,
  button: "left" | "middle",
): Promise<readonly [frames: number, longest: number]> => {
  // An empty place beside the plan.
  const [x, y] = [640, 400];
  await page.mouse.move(x, y);
  await page.mouse.down({ button });
  await page.evaluate(watchFrames);
  const started = performance.now();
  // The page answers once per frame, so that events which it cannot show do not pile up.
  for (let at = 0; performance.now() - started < seconds * 500; at += 1)
    await page.mouse.move(x + Math.cos(at / 20) * 120, y + Math.sin(at / 20) * 120);
  await page.mouse.up({ button });
  for (let at = 0; performance.now() - started < seconds * 1000; at += 1)
    await page.mouse.wheel(0, Math.floor(at / 40) % 2 === 0 ? -30 : 30);
  const frames = await ask(page, framesShown, t.number);
  return [frames, await ask(page, longestTask, t.number)];
};

/**
 * Drags a piece of furniture in circles for some seconds. Returns the frames per second in which it moved, the CPU time
 * per frame and the longest task, in milliseconds.
 */
const drag = async (
  page: Page,
): Promise<readonly [frames: number, each: number, longest: number]> => {
  const processor = await processorOf(page);
  const { x, y } = await ask(page, pieceToDrag, t.type({ x: t.number, y: t.number }));
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

const officeMoved = (by: number): string => {
  const plan = demoPlan("office");
  const at = plan.furniture.length >> 1;
  const moved = plan.furniture.map((piece, index) =>
    index === at ? { ...piece, x: piece.x + by } : piece,
  );
  return JSON.stringify({ ...plan, furniture: moved });
};

const row = (name: string, unit: string, value: number): Row => ({
  figure: "drawing",
  name,
  unit,
  value,
});

/** The plan of 920 kB in the real browser: drawn, changed by others, and dragged. */
export const drawingFigure: Figure = async (run) => {
  if (!hasProgram("chromium")) {
    process.stderr.write(`left out, it needs ${wayToGet("chromium")} … `);
    return [];
  }
  const served = await run.serve();
  const editor = await Editor.connect(served.url, served.token);
  await editor.save(officeMoved(0));
  const browser = await chromium.launch(chromiumOptions);
  try {
    const firsts: number[] = [];
    const wholes: number[] = [];
    const changes: number[] = [];
    const paints: number[] = [];
    const parses: number[] = [];
    const frames: number[] = [];
    const tasks: number[] = [];
    const views: Record<"card" | "editor", number[]> = { card: [], editor: [] };
    const viewTasks: number[] = [];
    const used: Record<"first" | "change" | "frame", number[]> = {
      first: [],
      change: [],
      frame: [],
    };
    for (let round = 0; round < run.rounds(5); round += 1) {
      const card = await open(browser, served, "");
      const processor = await processorOf(card);
      firsts.push(await ask(card, firstDrawing, t.number));
      used.first.push(await processor());
      wholes.push(await ask(card, wholeDrawing, t.number));
      for (let change = 1; change <= 6; change += 1) {
        const before = await processor();
        await editor.save(officeMoved(change / 10));
        const [changed, painted] = await ask(card, nextDrawing, t.tuple([t.number, t.number]));
        changes.push(changed);
        paints.push(painted);
        used.change.push((await processor()) - before);
        parses.push(await ask(card, parsing, t.number));
      }
      const shown = await move(card, "left");
      views.card.push(shown[0]);
      await card.context().close();
      const editing = await open(browser, served, "#edit");
      await editing.locator("floorplan-canvas [data-ref]").first().waitFor({ state: "attached" });
      const [moved, each, longest] = await drag(editing);
      tasks.push(longest);
      const seen = await move(editing, "middle");
      views.editor.push(seen[0]);
      viewTasks.push(Math.max(shown[1], seen[1]));
      frames.push(moved);
      used.frame.push(each);
      await editing.context().close();
    }
    return [
      {
        ...row("first drawing, from opening the page", "ms", median(firsts)),
        target: atMost(600),
      },
      row("first drawing, page CPU time", "ms", median(used.first)),
      row("complete drawing, from opening the page", "ms", median(wholes)),
      {
        ...row("one item moved, from arrival to DOM; baseline: JSON.parse", "ms", median(changes)),
        ...compare(changes, parses),
        target: atMost(50),
      },
      row("one item moved, to the screen", "ms", median(paints)),
      row("one item moved, page CPU time", "ms", median(used.change)),
      { ...row("dragging an item in the editor", "frames/s", median(frames)), target: atLeast(30) },
      row("dragging an item, page CPU time per frame", "ms", median(used.frame)),
      { ...row("dragging an item, longest task", "ms", median(tasks)), target: atMost(100) },
      {
        ...row("panning and zooming the card", "frames/s", median(views.card)),
        target: atLeast(30),
      },
      {
        ...row("panning and zooming the editor", "frames/s", median(views.editor)),
        target: atLeast(30),
      },
      row("panning and zooming, longest task", "ms", median(viewTasks)),
    ];
  } finally {
    await browser.close();
  }
};
