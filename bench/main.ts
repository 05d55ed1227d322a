import { writeFile } from "node:fs/promises";
import { BenchRun, type Figure } from "./bench-run.ts";
import { drawingFigure } from "./drawing.ts";
import { clusterFigure } from "./cluster.ts";
import { compressedFigure } from "./compressed.ts";
import { fanoutFigure } from "./fanout.ts";
import { describeMachine } from "./machine.ts";
import { type Options, readOptions, usage } from "./options.ts";
import { isMet, type Row, summaryOf, tableOf } from "./report.ts";
import { editorsFigure } from "./editors.ts";
import { screenFigure } from "./screen.ts";
import { passingFigure } from "./passing.ts";
import { peersFigure } from "./peers.ts";
import { recoveryFigure } from "./recovery.ts";
import { snapshotsFigure } from "./snapshots.ts";
import { memoryFigure } from "./memory.ts";
import { metricsFigure } from "./metrics.ts";
import { imagesFigure } from "./images.ts";
import { stallFigure } from "./stall.ts";
import { startFigure } from "./start.ts";
import { growthFigure } from "./growth.ts";
import { importFigure } from "./import.ts";
import { saveFigure } from "./save.ts";
import { statesFigure } from "./states.ts";

const figures: Readonly<Record<string, Figure>> = {
  save: saveFigure,
  editors: editorsFigure,
  fanout: fanoutFigure,
  compressed: compressedFigure,
  screen: screenFigure,
  states: statesFigure,
  stall: stallFigure,
  passing: passingFigure,
  peers: peersFigure,
  cluster: clusterFigure,
  recovery: recoveryFigure,
  snapshots: snapshotsFigure,
  memory: memoryFigure,
  metrics: metricsFigure,
  images: imagesFigure,
  start: startFigure,
  growth: growthFigure,
  import: importFigure,
  drawing: drawingFigure,
};

/** A figure that fails costs its own rows only. */
const measure = async (name: string, options: Options): Promise<readonly Row[]> => {
  const run = new BenchRun(options);
  const started = performance.now();
  process.stderr.write(`${name} … `);
  try {
    return (await figures[name]?.(run)) ?? [];
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`failed: ${error instanceof Error ? error.message : String(error)}, `);
    return [];
  } finally {
    await run.cleanUp();
    process.stderr.write(`${((performance.now() - started) / 1000).toFixed(0)} s\n`);
  }
};

const main = async (): Promise<void> => {
  const options = readOptions(process.argv.slice(2), Object.keys(figures));
  const machine = describeMachine(options.node);
  const rows: Row[] = [];
  for (const name of options.only) rows.push(...(await measure(name, options)));
  const { scale, seed } = options;
  const { node, kernel, cores, cpu, memoryGiB, load, fileSystem, planBytes } = machine;
  console.log(
    [
      `Node.js ${node} on Linux ${kernel}; ${cores} cores of ${cpu}, ${memoryGiB} GiB; data on ${fileSystem};`,
      `plans of ${Object.values(planBytes).join(", ")} bytes; ${scale.name} run, seed ${seed};`,
      `load average at the start ${load.toFixed(1)}\n`,
      `${tableOf(rows)}\n`,
      summaryOf(rows),
    ].join("\n"),
  );
  if (options.json === undefined) return;
  const results = rows.map((row) => Object.assign({}, row, { met: isMet(row) }));
  const report = {
    date: new Date().toISOString(),
    scale: scale.name,
    seed,
    machine,
    rows: results,
  };
  await writeFile(options.json, `${JSON.stringify(report, undefined, 2)}\n`);
};

try {
  await main();
} catch (error) {
  console.error(`bench: ${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  process.exitCode = 1;
}
