import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { eventually } from "./polling.ts";
import { skipWithout } from "./programs.ts";

/**
 * What Linux calls the memory of a control group, in version 1 and version 2 (Linux,
 * Documentation/admin-guide/cgroup-v1/memory.rst and cgroup-v2.rst).
 */
const versions = [
  {
    parent: "/sys/fs/cgroup/memory",
    limit: "memory.limit_in_bytes",
    // Memory and swap together.
    swap: { file: "memory.memsw.limit_in_bytes", besides: (bytes: number) => bytes },
    peak: "memory.max_usage_in_bytes",
    events: "memory.oom_control",
  },
  {
    parent: "/sys/fs/cgroup",
    limit: "memory.max",
    swap: { file: "memory.swap.max", besides: () => 0 },
    peak: "memory.peak",
    events: "memory.events",
  },
] as const;

/** A control group with a limit of memory; its processes are killed at the end of the test. */
export interface MemoryGroup {
  /** A command that runs the command that follows it in the group. */
  readonly through: readonly string[];
  /** The most bytes that its processes took, with what the kernel cached for them. */
  readonly peak: () => Promise<number>;
  /** How many of its processes the kernel killed since there was no memory left. */
  readonly killed: () => Promise<number>;
}

const enter = 'echo $$ >"$0" && exec "$@"';

const end = (pid: number): void => {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    // It ended meanwhile.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
};

/** Makes a group that may have so many bytes and no swap; undefined, with the test skipped, where no group can be made. */
export const memoryGroup = async (
  t: TestContext,
  bytes: number,
): Promise<MemoryGroup | undefined> => {
  for (const { parent, limit, swap, peak, events } of versions) {
    if (!existsSync(parent)) continue;
    const group = await mkdtemp(join(parent, "floorplan-test-")).catch(() => undefined);
    if (group === undefined) continue;
    if (![limit, swap.file, peak, events].every((name) => existsSync(join(group, name)))) {
      await rmdir(group);
      continue;
    }
    const processes = join(group, "cgroup.procs");
    t.after(async () => {
      for (const pid of (await readFile(processes, "utf8")).match(/\d+/g) ?? []) end(Number(pid));
      await eventually(
        () =>
          rmdir(group).then(
            () => ({ seen: undefined }),
            (error: unknown) => ({ not: String(error) }),
          ),
        10_000,
      );
    });
    await writeFile(join(group, limit), String(bytes));
    await writeFile(join(group, swap.file), String(swap.besides(bytes)));
    const numberIn = async (file: string, pattern: RegExp): Promise<number> => {
      const text = await readFile(join(group, file), "utf8");
      const [, found] = pattern.exec(text) ?? assert.fail(`${file}: ${text}`);
      return Number(found);
    };
    return {
      through: ["sh", "-c", enter, processes],
      peak: () => numberIn(peak, /^(\d+)/),
      killed: () => numberIn(events, /^oom_kill (\d+)$/m),
    };
  }
  skipWithout(
    t,
    "root, and control groups that limit memory and swap: version 2 of Linux 5.19 or later, or version 1 with swapaccount=1",
  );
  return undefined;
};
