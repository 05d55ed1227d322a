import { isLeft } from "fp-ts/lib/Either.js";
import { usualLimits } from "../src/model/import/refusal.ts";
import { readFiles } from "../src/model/import/read-files.ts";
import { largeHome } from "../test/model/import/large-home.ts";
import { largeHouseplan } from "../test/model/import/large-houseplan.ts";
import type { BenchRun, Figure } from "./bench-run.ts";
import { atMost, type Row } from "./report.ts";
import { median } from "./statistics.ts";

/** A house with so many rooms. */
const rooms = 20;

const measure = async (
  run: BenchRun,
  name: string,
  files: Parameters<typeof readFiles>[0],
): Promise<Row> => {
  const took: number[] = [];
  for (let round = run.rounds(20); round > 0; round -= 1) {
    const started = performance.now();
    const reading = await readFiles(files, usualLimits);
    took.push(performance.now() - started);
    if (isLeft(reading)) throw new Error(`${name} is refused: ${reading.left.why}`);
  }
  return {
    figure: "import",
    name: `${name}, a house with ${rooms} rooms`,
    unit: "ms",
    value: median(took),
    range: [Math.min(...took), Math.max(...took)],
    target: atMost(2000),
  };
};

/** How long it takes to make a plan of another system's files, the median of many. */
export const importFigure: Figure = async (run) => [
  await measure(run, "Sweet Home 3D", [largeHome(rooms)]),
  await measure(run, "houseplan-card", [largeHouseplan(rooms)]),
];
