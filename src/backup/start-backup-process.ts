import { type ChildProcess, fork } from "node:child_process";
import { constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { type Either, isLeft, tryCatch } from "fp-ts/lib/Either.js";
import { messageOf } from "../../wal/index.ts";
import type { Config } from "../server/settings.ts";
import { durationText } from "../server/runtime/time.ts";
import { backupProcess, isBuilt } from "../server/paths.ts";
import { type BackupOutcome, outcomeCodec } from "./scheduled-backup.ts";

/** How long a process that is told to end has for tidying up. */
const endMs = 2000;

/** Bytes of what a process says at its end that are told. */
const saidBytes = 1000;

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

/** Has the process give way to the service, whose people wait. Where that is not allowed, they share. */
const giveWay = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    return;
  }
};

/** What became of the process: how it ended, with what it said then, and what it told before. */
interface ProcessEnd {
  readonly how: string;
  readonly said: Buffer;
  readonly told: unknown;
  /** Why it was ended, where it took too long. */
  readonly late: string | undefined;
}

/** Has a process make the copy, and ends it where it takes too long or `signal` says so. */
const runProcess = (
  child: ChildProcess,
  settings: Config,
  signal: AbortSignal,
): Promise<ProcessEnd> =>
  new Promise((resolve) => {
    let said = Buffer.alloc(0);
    let told: unknown;
    let late: string | undefined;
    const timers: NodeJS.Timeout[] = [];
    const end = (): void => {
      child.kill("SIGTERM");
      timers.push(setTimeout(() => child.kill("SIGKILL"), endMs));
    };
    timers.push(
      setTimeout(() => {
        late = `it took longer than backup-within, ${durationText(settings.backupWithin)}`;
        end();
      }, settings.backupWithin),
    );
    signal.addEventListener("abort", end, { once: true });
    child.stderr?.on("data", (chunk: Buffer) => {
      said = Buffer.concat([said, chunk]).subarray(-saidBytes);
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
    // None was started, as where no descriptor is left for one: the error that comes then says why, and nothing can be sent.
    if (child.pid === undefined) return;
    child.send(settings, (error) => {
      // It has ended, which is told above.
      if (error !== null) child.kill("SIGKILL");
    });
    if (signal.aborted) end();
  });

/**
 * Makes a copy in a process of its own: what it reads and packs costs this one no time and no memory, and it may be
 * ended. Resolves always, also where it is ended by `signal` or takes longer than the settings allow.
 */
export const startBackup = async (
  settings: Config,
  signal: AbortSignal,
): Promise<BackupOutcome> => {
  const started = startProcess();
  if (isLeft(started)) return { kind: "failed", reason: notStarted(started.left) };
  giveWay(started.right.pid);
  const { how, said, told, late } = await runProcess(started.right, settings, signal);
  const outcome = outcomeCodec.decode(told);
  if (!isLeft(outcome)) return outcome.right;
  const words = said.toString().trim();
  return { kind: "failed", reason: late ?? (words === "" ? how : `${how}: ${words}`) };
};
