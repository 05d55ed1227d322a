import { type ChildProcess, fork } from "node:child_process";
import { constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { type Either, isLeft, tryCatch } from "fp-ts/lib/Either.js";
import { messageOf } from "../../wal/index.ts";
import { durationText } from "../server/runtime/time.ts";
import { backupProcess, isBuilt } from "../server/paths.ts";
import { type BackupOutcome, type BackupSettings, outcomeCodec } from "./scheduled-backup.ts";

/** The longest time for a backup, in milliseconds (`backup-within`). A full home on a slow disk takes minutes; a longer backup hangs. */
const backupWithinMs = 60 * 60_000;

/** How long a process that is told to end may clean up. */
const endMs = 2000;

/** Bytes of the process's error output that are reported. */
const maxErrorOutputBytes = 1000;

const notStarted = (error: unknown): string => `no process could be started: ${messageOf(error)}`;

const startProcess = (): Either<unknown, ChildProcess> =>
  tryCatch(
    () =>
      fork(fileURLToPath(backupProcess), {
        execArgv: isBuilt ? [] : ["--import", "tsx"],
        stdio: ["ignore", "ignore", "pipe", "ipc"],
      }),
    (error) => error,
  );

/**
 * Lowers the priority of the process, if that is allowed, so that the service comes first. At the lowest one a busy
 * machine would leave it next to no time, and a backup would take hours.
 */
const giveWay = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    return;
  }
};

interface ProcessEnd {
  readonly how: string;
  readonly said: Buffer;
  readonly told: unknown;
  readonly late: string | undefined;
}

/** Waits for the process's backup; ends it if it takes too long or `signal` aborts. */
const runProcess = (
  child: ChildProcess,
  settings: BackupSettings,
  signal: AbortSignal,
  withinMs: number,
): Promise<ProcessEnd> =>
  new Promise((resolve) => {
    let said = Buffer.alloc(0);
    let told: unknown;
    let late: string | undefined;
    const timers: NodeJS.Timeout[] = [];
    const end = (): void => {
      child.kill("SIGTERM");
      timers.push(setTimeout(() => child.kill("SIGKILL"), endMs));
      // A file system that is gone keeps even a killed process.
      timers.push(setTimeout(() => finish("the process does not end"), 2 * endMs));
    };
    timers.push(
      setTimeout(() => {
        late = `it took longer than backup-within, ${durationText(withinMs)}`;
        end();
      }, withinMs),
    );
    signal.addEventListener("abort", end, { once: true });
    child.stderr?.on("data", (chunk: Buffer) => {
      said = Buffer.concat([said, chunk]).subarray(-maxErrorOutputBytes);
    });
    child.once("message", (message) => {
      told = message;
    });
    const finish = (how: string): void => {
      for (const timer of timers) clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve({ how, said, told, late });
    };
    child.once("error", (error) => finish(notStarted(error)));
    child.once("close", (code, by) => finish(`the process ended with ${by ?? code}`));
    // It was not started, for example for want of a descriptor: an `error` event follows with the reason.
    if (child.pid === undefined) return;
    child.send(settings, (error) => {
      // It has ended, which `close` reports.
      if (error !== null) child.kill("SIGKILL");
    });
    if (signal.aborted) end();
  });

/**
 * Makes a backup in a process of its own, which costs the service neither time nor memory. Always resolves, also if the
 * process is ended by `signal` or after `withinMs`.
 */
export const startBackup = async (
  settings: BackupSettings,
  signal: AbortSignal,
  withinMs = backupWithinMs,
): Promise<BackupOutcome> => {
  const started = startProcess();
  if (isLeft(started)) return { kind: "failed", reason: notStarted(started.left) };
  giveWay(started.right.pid);
  const { how, said, told, late } = await runProcess(started.right, settings, signal, withinMs);
  const outcome = outcomeCodec.decode(told);
  if (!isLeft(outcome)) return outcome.right;
  const words = said.toString().trim();
  return { kind: "failed", reason: late ?? (words === "" ? how : `${how}: ${words}`) };
};
