import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { builtProgram } from "./program.ts";
import { temporaryFolder } from "./service.ts";
import { readTrace, type SystemCall } from "./system-trace.ts";

const traced = [
  ["openat", "mkdir", "rename", "renameat", "renameat2", "link", "linkat", "unlink", "rmdir"],
  ["write", "writev", "pwrite64", "pwritev", "sendto", "sendmsg", "fdatasync", "fsync"],
].flat();

/** The options with which strace writes a file for `readTrace`: all calls that change files or send something. */
export const tracingTo = (file: string): readonly string[] => [
  "-f",
  "-y",
  "-v",
  "-s",
  "4096",
  "-e",
  `trace=${traced.join()}`,
  "-o",
  file,
];

/** The options with which call number `at` of a name, counted from 1 in each thread, fails or kills the program. */
export const injecting = (
  how: "signal=KILL" | "error=EIO",
  name: string,
  at: number,
): readonly string[] =>
  ["-f", "-qq", "-o", "/dev/null", "-e", `trace=${name}`].concat(
    "-e",
    `inject=${name}:${how}:when=${at}`,
  );

/** Makes one thread run all asynchronous calls on files, so that they are counted together. */
export const oneThread = { UV_THREADPOOL_SIZE: "1" } as const;

/** Starts the program under strace. Ending strace does not end the program. */
export const spawnStrace = (
  options: readonly string[],
  args: readonly string[],
  extra: Readonly<Record<string, string>> = {},
): ChildProcess =>
  spawn("strace", [...options, process.execPath, builtProgram, ...args], {
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, ...extra },
  });

/** Runs the program under strace to its end; returns its exit code. */
export const runUnderStrace = async (
  t: TestContext,
  options: readonly string[],
  args: readonly string[],
  extra: Readonly<Record<string, string>> = {},
): Promise<unknown> => {
  const strace = spawnStrace(options, args, extra);
  t.after(() => strace.kill("SIGKILL"));
  strace.stdout?.resume();
  const [code]: unknown[] = await once(strace, "close");
  return code;
};

/** Runs the program to its end, which must succeed; returns its calls. */
export const traceProgram = async (
  t: TestContext,
  args: readonly string[],
): Promise<readonly SystemCall[]> => {
  const file = join(await temporaryFolder(t), "trace");
  assert.equal(await runUnderStrace(t, tracingTo(file), args), 0, args.join(" "));
  return readTrace(await readFile(file, "latin1"));
};

/** A service under strace that is ready. */
export interface Traced {
  /** Its output. */
  readonly out: string;
  /** Its own process id; strace does not forward signals. */
  readonly pid: number;
}

/** Resolves when the service under strace is ready, or with undefined if it ended before. */
export const whenReady = async (
  { stdout }: ChildProcess,
  ended: Promise<unknown>,
  data: string,
): Promise<Traced | undefined> => {
  assert(stdout !== null);
  let out = "";
  // A first start's last lines name the file of its token.
  while (!/until it has been used:\n {2}\S+\n/.test(out)) {
    const [chunk]: unknown[] = await Promise.race([once(stdout, "data"), ended.then(() => [])]);
    if (!Buffer.isBuffer(chunk)) return undefined;
    out += chunk.toString();
  }
  return { out, pid: Number(await readFile(join(data, "lock"), "utf8")) };
};
