import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as t from "io-ts";
import type { Browser, Page } from "playwright-core";
import { glbOf } from "../../src/model/export/gltf/glb.ts";
import { levelsCalled } from "../../src/model/elements/levels.ts";
import type { GivenFile } from "../../src/model/import/import-result.ts";
import {
  drawingText,
  drawnLine,
  drawnRectangle,
  millimetres,
} from "../../test/model/import/drawn.ts";
import { largeHome } from "../../test/model/import/large-home.ts";
import { floor, rectangle, scan, scanFile, wallsAround } from "../../test/model/import/scan.ts";
import { demoPlan } from "../../test/samples/index.ts";
import type { BenchRun, Figure, Served } from "../bench-run.ts";
import { Editor } from "../load/editor.ts";
import { serveHome } from "../processes/home-assistant.ts";
import { atMost, type Row } from "../report/report.ts";
import { median } from "../report/statistics.ts";
import { ask, figureInBrowser, open } from "./drawing-page.ts";

/** The longest that a page may do nothing else, in milliseconds. */
const goal = 200;

/** Chooses a file from the disk: given as bytes, it would go through the page, which that holds up. */
const withFile = async (
  { bytes, name }: GivenFile,
  choose: (path: string) => Promise<unknown>,
): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), "floorplan-bench-"));
  try {
    const path = join(folder, name);
    await writeFile(path, bytes);
    await choose(path);
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** Forgets the long tasks so far. */
const forget = "void window.seen.tasks.splice(0)";

/** The longest task since then in milliseconds, after the page had a moment; 0 if the browser reports none, as below 50 ms. */
const longest = `(async () => {
  await new Promise((resolve) => setTimeout(resolve, 500));
  return Math.max(0, ...window.seen.tasks.map(({ duration }) => duration));
})()`;

/** A row of so many rooms with walls of 20 cm, among lines on a layer of furniture, close to the limit of tags. */
const largeDrawing = (rooms: number, lines: number): GivenFile => ({
  name: "large.dxf",
  bytes: Buffer.from(
    drawingText(
      [
        ...Array.from({ length: rooms }, (_, at) => [
          ...drawnRectangle("A-WALL", at * 5000, 0, 4400, 3400),
          ...drawnRectangle("A-WALL", at * 5000 + 200, 200, 4000, 3000),
        ]).flat(),
        ...Array.from({ length: lines }, (_, at) => drawnLine("Stuhl", [at, 0], [at, 100])),
      ],
      millimetres,
    ),
  ),
});

/** A scan of so many rooms. */
const largeScan = (rooms: number): GivenFile => {
  const each = Array.from({ length: rooms }, (_, at) => {
    const corners = rectangle((at % 10) * 4.2, Math.floor(at / 10) * 3.2, 4, 3);
    return scan({ walls: wallsAround(corners), floors: [floor(corners)] });
  });
  return scanFile({ version: 1, rooms: each });
};

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** The longest tasks while files are read and shown, and while they take the plan's place. */
const importOf = async (
  page: Page,
  file: GivenFile,
): Promise<readonly [reading: number, applying: number]> => {
  await page.getByRole("tab", { name: "File", exact: true }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    button(page, "Import from another program…").click(),
  ]);
  await page.evaluate(forget);
  await withFile(file, async (path) => {
    await chooser.setFiles(path);
    await button(page, "Replace plan").waitFor({ timeout: 120_000 });
  });
  const reading = await ask(page, longest, t.number);
  await page.evaluate(forget);
  await button(page, "Replace plan").click();
  await page.getByText("was imported, but is not saved yet.").waitFor({ timeout: 120_000 });
  return [reading, await ask(page, longest, t.number)];
};

/** The longest task while a model becomes the tracing image. */
const tracingOf = async (page: Page, file: GivenFile): Promise<number> => {
  await page.getByRole("tab", { name: "Image", exact: true }).click();
  await page.evaluate(forget);
  await withFile(file, async (path) => {
    await page.locator("floorplan-tracing input[type=file]").setInputFiles(path);
    await button(page, "Use picture").click();
    await page.locator("floorplan-canvas image.tracing").waitFor({ timeout: 120_000 });
  });
  return ask(page, longest, t.number);
};

const row = (name: string, values: readonly number[]): Row => ({
  figure: "imports",
  name: `longest task, ${name}`,
  unit: "ms",
  value: median(values),
  target: atMost(goal),
});

const inEditor = async <Found>(
  browser: Browser,
  served: Served,
  work: (page: Page) => Promise<Found>,
): Promise<Found> => {
  const page = await open(browser, served, "#edit");
  await page.getByRole("application", { name: "Drawing" }).waitFor();
  await page.getByText("All saved").waitFor();
  // The house's tab comes late, and moves those below it.
  await page.getByRole("tab", { name: "House" }).waitFor();
  const found = await work(page);
  await page.context().close();
  return found;
};

const measure = async (run: BenchRun, browser: Browser): Promise<readonly Row[]> => {
  const served = await serveHome(run, { entities: 0, lamps: [] });
  const office = demoPlan("office");
  const editor = await Editor.connect(served.url, served.token);
  const { rev, reply } = await editor.save(JSON.stringify(demoPlan("flat")));
  if (Number.isNaN(rev)) throw new Error(`the plan was refused: ${reply}`);
  const files: readonly (readonly [name: string, file: GivenFile])[] = [
    ["a drawing of 960,000 tags", largeDrawing(100, 160_000 - 800)],
    ["a home of 100 rooms and 2,700 pieces", largeHome(100)],
    ["a scan of 100 rooms", largeScan(100)],
  ];
  const rows: Row[] = [];
  for (const [name, file] of files) {
    const [reading, applying]: [number[], number[]] = [[], []];
    for (let round = 0; round < run.rounds(3); round += 1) {
      const found = await inEditor(browser, served, (page) => importOf(page, file));
      reading.push(found[0]);
      applying.push(found[1]);
    }
    rows.push(row(`${name} is read and shown`, reading));
    rows.push(row(`${name} takes the plan's place`, applying));
  }
  const bytes = glbOf(office, levelsCalled(office, undefined));
  const traced: number[] = [];
  for (let round = 0; round < run.rounds(3); round += 1)
    traced.push(
      await inEditor(browser, served, (page) => tracingOf(page, { name: "office.glb", bytes })),
    );
  return [...rows, row("the model of the plan of 920 kB becomes a tracing image", traced)];
};

/** How long the page is held up by files of other programs, close to what is accepted, in a real browser. */
export const importsFigure: Figure = figureInBrowser(measure);
