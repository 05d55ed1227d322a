import { type ChildProcess, fork } from "node:child_process";
import { constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { type Either, isLeft, tryCatch } from "fp-ts/lib/Either.js";
import { messageOf } from "../../wal/index.ts";
import type { Config } from "../config.ts";
import { durationText } from "../durations.ts";
import { copyProcess, isBuilt } from "../place.ts";
import { type CopyOutcome, outcomeCodec } from "./copy-outcome.ts";

/** How long a process that is told to end has for tidying up. */
const endMs = 2000;

/** Bytes of what a process says at its end that are told. */
const saidBytes = 1000;

const notStarted = (error: unknown): string => `no process could be started: ${messageOf(error)}`;

const startProcess = (): Either<unknown, ChildProcess> =>
  tryCatch(
    () =>
      fork(fileURLToPath(copyProcess), {
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

/**
 * Makes a copy in a process of its own: what it reads and packs costs this one no time and no memory, and it may be ended.
 * Resolves always, also where it is ended by `signal` or takes longer than the settings allow.
 */
export const startCopy = (settings: Config, signal: AbortSignal): Promise<CopyOutcome> =>
  new Promise((resolve) => {
    const started = startProcess();
    if (isLeft(started)) return resolve({ kind: "failed", reason: notStarted(started.left) });
    const child = started.right;
    giveWay(child.pid);
    let said = "";
    let outcome: CopyOutcome | undefined;
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
      said = `${said}${chunk.toString()}`.slice(-saidBytes);
    });
    child.once("message", (message) => {
      const decoded = outcomeCodec.decode(message);
      if (!isLeft(decoded)) outcome = decoded.right;
    });
    const finish = (how: string): void => {
      for (const timer of timers) clearTimeout(timer);
      signal.removeEventListener("abort", end);
      const words = said.trim() === "" ? how : `${how}: ${said.trim()}`;
      resolve(outcome ?? { kind: "failed", reason: late ?? words });
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
