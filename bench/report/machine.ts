import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus, loadavg, release, tmpdir, totalmem } from "node:os";
import type { RunOptions } from "../bench-run.ts";
import { planSizes, planText } from "../load/plans.ts";

/** The machine and software of a run. */
export interface Machine {
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
export const describeMachine = (node: string): Machine => ({
  node: execFileSync(node, ["--version"], { encoding: "utf8" }).trim(),
  cpu: cpus()[0]?.model.trim() ?? "unknown",
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  kernel: release(),
  load: loadavg()[0] ?? Number.NaN,
  fileSystem: fileSystemOf(tmpdir()),
  planBytes: Object.fromEntries(planSizes.map((size) => [size, Buffer.byteLength(planText(size))])),
});

/** What ran where, for people. */
export const machineText = (
  { node, kernel, cores, cpu, memoryGiB, load, fileSystem, planBytes }: Machine,
  { scale, seed }: Pick<RunOptions, "scale" | "seed">,
): string =>
  [
    `Node.js ${node} on Linux ${kernel}; ${cores} cores of ${cpu}, ${memoryGiB} GiB; data on ${fileSystem};`,
    `plans of ${Object.values(planBytes).join(", ")} bytes; ${scale.name} run, seed ${seed};`,
    `load average at the start ${load.toFixed(1)}`,
  ].join("\n");
