import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus, loadavg, release, tmpdir, totalmem } from "node:os";
import { planSizes, planText } from "./plans.ts";

/** Where and with what a run was made. */
export interface Machine {
  /** Version of the Node.js that runs what is measured. */
  readonly node: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly kernel: string;
  /** Processes that wanted a core, on average over the last minute: a quiet machine has next to none. */
  readonly load: number;
  /** Of the data folders. */
  readonly fileSystem: string;
  readonly planBytes: Readonly<Record<string, number>>;
}

/** The type of the file system that holds `folder`, as /proc/mounts has it. */
const fileSystemOf = (folder: string): string => {
  const mounts = readFileSync("/proc/mounts", "utf8")
    .split("\n")
    .map((line) => line.split(" "))
    .filter(([, at = ""]) => at === "/" || folder === at || folder.startsWith(`${at}/`))
    .toSorted(([, a = ""], [, b = ""]) => b.length - a.length);
  return mounts[0]?.[2] ?? "unknown";
};

/** Describes this machine and the Node.js at `node`; Linux only, as the figures are. */
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
