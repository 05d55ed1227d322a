import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync, closeSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { stopProcess } from "../stop-process.ts";

/** A Home Assistant that was started, and how it is ended. */
export interface HomeProcess {
  /** Whether it has ended, by itself or not. */
  readonly isOver: () => boolean;
  /** What it has printed so far. */
  readonly printed: () => string;
  /** Ends it in order, at once where it was stopped by `pause`. */
  readonly stop: () => Promise<void>;
  readonly kill: () => Promise<void>;
  /** Kills it without waiting for the end. */
  readonly killNow: () => void;
  readonly pause: () => Promise<void>;
  readonly resume: () => void;
}

/** The environment without what other Pythons and the service's settings would read. */
const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(PYTHON|FLOORPLAN_)/.test(name)),
  );

/** Starts Home Assistant of an installation on a configuration folder. */
export const startProcess = (installation: string, folder: string): HomeProcess => {
  const output = join(folder, "output.txt");
  const log = openSync(output, "a");
  const command = [join(installation, "venv/bin/hass"), "--skip-pip", "--config", folder];
  // It also ends when this process is killed, which then cannot see to that.
  const child: ChildProcess = spawn("setpriv", ["--pdeathsig", "KILL", ...command], {
    env: environment(),
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  const ended = once(child, "exit");
  // Who shares it does not wait for its end.
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
