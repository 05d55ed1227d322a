import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync, closeSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { stopProcess } from "../stop-process.ts";

/** A running Home Assistant process. */
export interface HomeProcess {
  /** Whether it has ended, for any reason. */
  readonly isOver: () => boolean;
  /** Its output so far. */
  readonly printed: () => string;
  /** Shuts it down, or kills it if `pause` has stopped it. */
  readonly stop: () => Promise<void>;
  readonly kill: () => Promise<void>;
  /** Kills it without waiting for the end. */
  readonly killNow: () => void;
  readonly pause: () => Promise<void>;
  readonly resume: () => void;
}

/** The environment without variables for other Pythons or the service. */
const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(PYTHON|FLOORPLAN_)/.test(name)),
  );

/**
 * Starts an installed Home Assistant on a configuration folder; `through` is a command that runs the command that follows
 * its own arguments, such as `nsenter`.
 */
export const startProcess = (
  installation: string,
  folder: string,
  through: readonly string[],
): HomeProcess => {
  const output = join(folder, "output.txt");
  const log = openSync(output, "a");
  const command = [join(installation, "venv/bin/hass"), "--skip-pip", "--config", folder];
  // It must also end when this process is killed.
  const child: ChildProcess = spawn("setpriv", ["--pdeathsig", "KILL", ...through, ...command], {
    env: environment(),
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  const ended = once(child, "exit");
  // This process does not wait for a shared one.
  child.unref();
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.ref();
    child.kill(signal);
    await ended;
  };
  return {
    isOver: () => child.exitCode !== null || child.signalCode !== null,
    printed: () => readFileSync(output, "utf8"),
    stop: async () => {
      child.kill("SIGCONT");
      await end("SIGTERM");
    },
    kill: () => end("SIGKILL"),
    killNow: () => void child.kill("SIGKILL"),
    pause: async () => {
      assert(child.pid !== undefined);
      await stopProcess(child.pid);
    },
    resume: () => {
      child.kill("SIGCONT");
    },
  };
};
