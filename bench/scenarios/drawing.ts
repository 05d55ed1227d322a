import * as t from "io-ts";
import { demoPlan } from "../../test/samples/index.ts";
import type { Figure } from "../bench-run.ts";
import { firstDrawing, nextDrawing, parsing, wholeDrawing } from "./drawing-probe.ts";
import { ask, drag, figureInBrowser, move, open, processorOf } from "./drawing-page.ts";
import { Editor } from "../load/editor.ts";
import { atLeast, atMost, type Row } from "../report/report.ts";
import { compare, median } from "../report/statistics.ts";

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
export const drawingFigure: Figure = figureInBrowser(async (run, browser) => {
  const served = await run.serve();
  const editor = await Editor.connect(served.url, served.token);
  await editor.save(officeMoved(0));
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
});
