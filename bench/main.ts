import { accessSync, constants } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { writeFile } from "node:fs/promises";
import { BenchRun, type Figure, type RunOptions } from "./bench-run.ts";
import { lengthOf, lengthOptions } from "./length.ts";
import { drawingFigure } from "./scenarios/drawing.ts";
import { homesFigure } from "./scenarios/homes.ts";
import { heatFigure } from "./scenarios/heat.ts";
import { litFigure } from "./scenarios/lit.ts";
import { clusterFigure } from "./scenarios/cluster.ts";
import { compressedFigure, fanoutFigure } from "./scenarios/fanout.ts";
import { describeMachine, machineText } from "./report/machine.ts";
import { isMet, type Row, summaryOf, tableOf } from "./report/report.ts";
import { editPeersFigure } from "./scenarios/edit-peers.ts";
import { editsFigure } from "./scenarios/edits.ts";
import { editorsFigure, screenFigure } from "./scenarios/editors.ts";
import { passingFigure, statesFigure } from "./scenarios/home-assistant.ts";
import { movingFigure } from "./scenarios/moving.ts";
import { positionsFigure } from "./scenarios/positions.ts";
import { peersFigure } from "./scenarios/peers.ts";
import { recoveryFigure, snapshotsFigure } from "./scenarios/log.ts";
import { memoryFigure, metricsFigure, startFigure } from "./scenarios/footprint.ts";
import { importsFigure } from "./scenarios/imports.ts";
import { imagesFigure, importFigure } from "./scenarios/files.ts";
import { stallFigure } from "./scenarios/stall.ts";
import { growthFigure } from "./scenarios/growth.ts";
import { view3dFigure } from "./scenarios/view-3d.ts";
import { homesClusterFigure } from "./scenarios/homes-cluster.ts";
import { homesIsolationFigure } from "./scenarios/homes-isolation.ts";
import { saveFigure } from "./scenarios/save.ts";

/** The options of a run. */
interface Options extends RunOptions {
  readonly only: readonly string[];
  readonly json: string | undefined;
}

const usage = `npm run bench -- [--only FIGURE,…] [--full | --quick] [--json FILE] [--seed N] [--node PATH]
                 [--peers FOLDER]

  --only   measures some figures; all by default
  --full   the long forms that the targets are about, some twelve minutes
  --quick  a smoke test: next to nothing of each figure
  --json   also writes the results to a file
  --seed   repeats the random choices of a run
  --node   runs the service and its baselines on another Node.js; the load stays on this one
  --peers  a folder with the packages of other projects, which "edit-peers" measures beside the service
`;

/** Reads the arguments; throws a readable error for invalid ones. */
const readOptions = (args: readonly string[], figures: readonly string[]): Options => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: "string" },
      json: { type: "string" },
      ...lengthOptions,
      node: { type: "string", default: process.execPath },
      peers: { type: "string" },
    },
  });
  const only = values.only?.split(",") ?? figures;
  const unknown = only.find((name) => !figures.includes(name));
  if (unknown !== undefined)
    throw new Error(`--only: there is no figure "${unknown}"; there are ${figures.join(", ")}`);
  const node = resolve(values.node);
  try {
    accessSync(node, constants.X_OK);
  } catch {
    throw new Error(`--node: ${node} is not an executable`);
  }
  const peers = values.peers === undefined ? undefined : resolve(values.peers);
  return { only, json: values.json, node, peers, ...lengthOf(values) };
};

const figures: Readonly<Record<string, Figure>> = {
  save: saveFigure,
  editors: editorsFigure,
  fanout: fanoutFigure,
  compressed: compressedFigure,
  screen: screenFigure,
  states: statesFigure,
  positions: positionsFigure,
  stall: stallFigure,
  passing: passingFigure,
  peers: peersFigure,
  edits: editsFigure,
  "edit-peers": editPeersFigure,
  cluster: clusterFigure,
  homes: homesFigure,
  recovery: recoveryFigure,
  snapshots: snapshotsFigure,
  memory: memoryFigure,
  metrics: metricsFigure,
  images: imagesFigure,
  start: startFigure,
  growth: growthFigure,
  import: importFigure,
  imports: importsFigure,
  drawing: drawingFigure,
  lit: litFigure,
  heat: heatFigure,
  moving: movingFigure,
  "view-3d": view3dFigure,
  "homes-isolation": homesIsolationFigure,
  "homes-cluster": homesClusterFigure,
};

/** A figure that fails loses its own rows only. */
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
  console.log(
    [`${machineText(machine, options)}\n`, `${tableOf(rows)}\n`, summaryOf(rows)].join("\n"),
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
