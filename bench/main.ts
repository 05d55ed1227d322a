import { execFileSync } from "node:child_process";
import { accessSync, constants, readFileSync } from "node:fs";
import { cpus, loadavg, release, tmpdir, totalmem } from "node:os";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { writeFile } from "node:fs/promises";
import { planSizes, planText } from "./load/plans.ts";
import { BenchRun, type Figure, type RunOptions, scales } from "./bench-run.ts";
import { drawingFigure } from "./scenarios/drawing.ts";
import { litFigure } from "./scenarios/lit.ts";
import { clusterFigure } from "./scenarios/cluster.ts";
import { compressedFigure, fanoutFigure } from "./scenarios/fanout.ts";
import { isMet, type Row, summaryOf, tableOf } from "./report/report.ts";
import { editPeersFigure } from "./scenarios/edit-peers.ts";
import { editsFigure } from "./scenarios/edits.ts";
import { editorsFigure, screenFigure } from "./scenarios/editors.ts";
import { passingFigure, statesFigure } from "./scenarios/home-assistant.ts";
import { peersFigure } from "./scenarios/peers.ts";
import { recoveryFigure, snapshotsFigure } from "./scenarios/log.ts";
import { memoryFigure, metricsFigure, startFigure } from "./scenarios/footprint.ts";
import { imagesFigure, importFigure } from "./scenarios/files.ts";
import { stallFigure } from "./scenarios/stall.ts";
import { growthFigure } from "./scenarios/growth.ts";
import { saveFigure } from "./scenarios/save.ts";

/** The machine and software of a run. */
interface Machine {
  /** Version of the Node.js that runs what is measured. */
  readonly node: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly kernel: string;
  /** The load average of the last minute: near zero on a quiet machine. */
  readonly load: number;
  /** File system of the data folders. */
  readonly fileSystem: string;
  readonly planBytes: Readonly<Record<string, number>>;
}

/** The type of a folder's file system, from /proc/mounts. */
const fileSystemOf = (folder: string): string => {
  const mounts = readFileSync("/proc/mounts", "utf8")
    .split("\n")
    .map((line) => line.split(" "))
    .filter(([, at = ""]) => at === "/" || folder === at || folder.startsWith(`${at}/`))
    .toSorted(([, a = ""], [, b = ""]) => b.length - a.length);
  return mounts[0]?.[2] ?? "unknown";
};

/** Describes this machine and the Node.js at `node`. Linux only, like the figures. */
const describeMachine = (node: string): Machine => ({
  node: execFileSync(node, ["--version"], { encoding: "utf8" }).trim(),
  cpu: cpus()[0]?.model.trim() ?? "unknown",
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  kernel: release(),
  load: loadavg()[0] ?? Number.NaN,
  fileSystem: fileSystemOf(tmpdir()),
  planBytes: Object.fromEntries(planSizes.map((size) => [size, Buffer.byteLength(planText(size))])),
});

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
      seed: { type: "string" },
      node: { type: "string", default: process.execPath },
      peers: { type: "string" },
      full: { type: "boolean", default: false },
      quick: { type: "boolean", default: false },
    },
  });
  const only = values.only?.split(",") ?? figures;
  const unknown = only.find((name) => !figures.includes(name));
  if (unknown !== undefined)
    throw new Error(`--only: there is no figure "${unknown}"; there are ${figures.join(", ")}`);
  const seed =
    values.seed === undefined ? Math.floor(Math.random() * 2 ** 32) : Number(values.seed);
  if (!Number.isInteger(seed)) throw new Error("--seed: expected an integer");
  const node = resolve(values.node);
  try {
    accessSync(node, constants.X_OK);
  } catch {
    throw new Error(`--node: ${node} is not an executable`);
  }
  const scale = values.full ? scales.full : values.quick ? scales.quick : scales.default;
  const peers = values.peers === undefined ? undefined : resolve(values.peers);
  return { only, json: values.json, seed, scale, node, peers };
};

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
  edits: editsFigure,
  "edit-peers": editPeersFigure,
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
  lit: litFigure,
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
