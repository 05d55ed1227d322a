import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

export const MiB = 1024 * 1024;

/** A process's memory in bytes, from Linux: resident now (VmRSS), and its peak (VmHWM). */
export const memoryOf = async (
  pid: number | undefined,
  field: "VmRSS" | "VmHWM",
): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(status)?.[1];
  assert(kilobytes !== undefined);
  return Number(kilobytes) * 1024;
};

export const inMiB = (bytes: number): string => `${(bytes / MiB).toFixed(1)} MiB`;
