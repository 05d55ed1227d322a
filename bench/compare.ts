/** Measures the service beside other projects' servers, which it installs, and prints the table of docs/comparison.md. */

import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { BenchRun } from "./bench-run.ts";
import { lengthOf, lengthOptions } from "./length.ts";
import { installPeers } from "./peers/install.ts";
import { comparisonTable } from "./report/comparison.ts";
import { describeMachine, machineText } from "./report/machine.ts";
import { measureSystems, viewersOf } from "./scenarios/edit-peers.ts";

const usage = `npm run compare -- [--full | --quick] [--seed N] [--folder FOLDER]

  --full    the long form, some 17 minutes
  --quick   a smoke test, whose figures say nothing
  --seed    repeats the random choices of a run
  --folder  where the other projects' packages are installed, ~/.cache/floorplan-compare by default
`;

const main = async (): Promise<void> => {
  const { values } = parseArgs({ options: { ...lengthOptions, folder: { type: "string" } } });
  const { scale, seed } = lengthOf(values);
  const folder = resolve(values.folder ?? join(homedir(), ".cache", "floorplan-compare"));
  installPeers(folder);
  const run = new BenchRun({ scale, seed, node: process.execPath, peers: folder });
  const machine = describeMachine(run.node);
  process.stderr.write("compare … ");
  try {
    const table = comparisonTable(await measureSystems(run), viewersOf(scale), scale.kills);
    console.log(`${machineText(machine, { scale, seed })}\n\n${table}`);
  } finally {
    await run.cleanUp();
    process.stderr.write("\n");
  }
};

try {
  await main();
} catch (error) {
  console.error(`compare: ${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  process.exitCode = 1;
}
