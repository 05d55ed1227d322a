import * as t from "io-ts";
import type { Page } from "playwright-core";
import { demoPlan } from "../../test/samples/index.ts";
import type { BenchRun, Figure, Served } from "../bench-run.ts";
import { Editor } from "../load/editor.ts";
import { serveHome } from "../processes/home-assistant.ts";
import { atLeast, atMost, type Row } from "../report/report.ts";
import { median } from "../report/statistics.ts";
import { ask, drag, figureInBrowser, move, open, slide } from "./drawing-page.ts";
import { firstDrawing, wholeDrawing } from "./drawing-probe.ts";

const plan = demoPlan("office");

/** The lamps of the plan. Each is on, by which all of it is lit. */
const lamps: readonly string[] = [
  ...new Set(JSON.stringify(plan).match(/(?<=")light\.[a-z0-9_]+(?=")/g)),
];

/** A service with the plan on a Home Assistant in which all lamps are on. The sun stands high: it is noon at the house. */
const settle = async (run: BenchRun): Promise<Served> => {
  const served = await serveHome(run, { entities: 0, lamps });
  const hours = (Date.now() / 3_600_000) % 24;
  const sunny = { north: 20, latitude: 40, longitude: (12 - hours) * 15 };
  const editor = await Editor.connect(served.url, served.token);
  const { rev, reply } = await editor.save(JSON.stringify({ ...plan, ...sunny }));
  if (Number.isNaN(rev)) throw new Error(`the plan was refused: ${reply}`);
  return served;
};

/** Looks back at the same time of yesterday, until all of that is drawn. */
const lookBack = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Look back" }).click();
  await page.getByRole("button", { name: "Previous day" }).click();
  await ask(page, wholeDrawing, t.number);
};

const rowOf = (name: string, unit: string, values: readonly number[]): Row => ({
  figure: "lit",
  name,
  unit,
  value: median(values),
});

/** Frames per second and longest tasks, gathered over rounds. */
class Fluencies {
  readonly #name: string;
  readonly #frames: number[] = [];
  readonly #tasks: number[] = [];

  constructor(name: string) {
    this.#name = name;
  }

  add([frames, longest]: readonly [frames: number, longest: number]): void {
    this.#frames.push(frames);
    this.#tasks.push(longest);
  }

  rows(): readonly [frames: Row, longest: Row] {
    return [
      { ...rowOf(this.#name, "frames/s", this.#frames), target: atLeast(30) },
      { ...rowOf(`${this.#name}, longest task`, "ms", this.#tasks), target: atMost(100) },
    ];
  }
}

/** The plan of `drawing` with every lamp on and daylight through its windows, at present and while one looks back. */
export const litFigure: Figure = figureInBrowser(async (run, browser) => {
  const served = await settle(run);
  const firsts: number[] = [];
  const viewed = new Fluencies("panning and zooming the card");
  const past = new Fluencies("panning and zooming while looking back");
  const slid = new Fluencies("sliding through a day");
  const edited = new Fluencies("panning and zooming the editor");
  const dragged = new Fluencies("dragging an item in the editor");
  for (let round = 0; round < run.rounds(5); round += 1) {
    const card = await open(browser, served, "");
    firsts.push(await ask(card, firstDrawing, t.number));
    await ask(card, wholeDrawing, t.number);
    viewed.add(await move(card, "left"));
    await lookBack(card);
    past.add(await move(card, "left"));
    slid.add(await slide(card, card.getByRole("slider")));
    await card.context().close();
    const editing = await open(browser, served, "#edit");
    await editing.locator("floorplan-canvas [data-ref]").first().waitFor({ state: "attached" });
    await ask(editing, wholeDrawing, t.number);
    const [frames, , longest] = await drag(editing);
    dragged.add([frames, longest]);
    edited.add(await move(editing, "middle"));
    await editing.context().close();
  }
  return [
    {
      figure: "lit",
      name: "first drawing, from opening the page",
      unit: "ms",
      value: median(firsts),
      target: atMost(600),
    },
    ...[viewed, past, dragged, edited].flatMap((fluencies) => fluencies.rows()),
    // Every step changes some hundred states, so that the whole drawing is painted anew.
    ...slid.rows().map((row) => Object.assign(row, { target: undefined })),
  ];
});
