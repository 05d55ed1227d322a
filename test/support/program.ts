import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestContext } from "node:test";
import type { Limits } from "../../src/server/limits.ts";
import { bundledProgram } from "./bundled-program.ts";

/** The built command line. */
export const builtProgram = fileURLToPath(new URL("../../dist/cli.cjs", import.meta.url));

const limitedProgram = fileURLToPath(new URL("limited-program.ts", import.meta.url));

/** How a run of the program ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A running program, and its output so far. */
export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  readonly out: () => string;
  readonly err: () => string;
  /** Resolves when the output contains the text or matches; fails if the program ends before. */
  readonly printed: (what: string | RegExp, where?: "out" | "err") => Promise<void>;
}

/** The environment for the program: this one without settings, plus the test's. */
const environment = (extra: Readonly<Record<string, string>>): NodeJS.ProcessEnv => {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("FLOORPLAN_"));
  return { ...Object.fromEntries(inherited), ...extra };
};

/** The words that start the built program; with other limits, the program from its sources, since the built one takes none. */
const programWords = (limits?: Partial<Limits>): readonly string[] =>
  limits === undefined
    ? [process.execPath, builtProgram]
    : [process.execPath, bundledProgram(limitedProgram), JSON.stringify(limits)];

/** How a command is started. */
export interface Start {
  readonly env: NodeJS.ProcessEnv;
  /** The working folder; by default the test's. */
  readonly cwd?: string;
}

/** Starts any command; it is killed at the end of the test. */
export const startCommand = (t: TestContext, words: readonly string[], start: Start): Running => {
  const [command = process.execPath, ...rest] = words;
  const child = spawn(command, rest, { ...start, stdio: ["pipe", "pipe", "pipe"] });
  let out = "";
  let err = "";
  const watchers = new Set<() => void>();
  const tell = (): void => {
    for (const watcher of watchers) watcher();
  };
  child.stdout.on("data", (chunk: Buffer) => {
    out += chunk.toString();
    tell();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    err += chunk.toString();
    tell();
  });
  const ended = new Promise<Ended>((resolve) => {
    child.once("close", (code, signal) => {
      resolve({ code, signal });
      tell();
    });
  });
  t.after(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  const printed = async (what: string | RegExp, where: "out" | "err" = "out"): Promise<void> => {
    const holds = (): boolean => {
      const text = where === "out" ? out : err;
      return typeof what === "string" ? text.includes(what) : what.test(text);
    };
    let isOver = false;
    void ended.then(() => (isOver = true));
    while (!holds()) {
      assert(!isOver, `the program ended before it printed ${String(what)}:\n${out}\n${err}`);
      await new Promise<void>((resolve) => {
        const watcher = (): void => {
          watchers.delete(watcher);
          resolve();
        };
        watchers.add(watcher);
      });
    }
  };
  return { child, ended, out: () => out, err: () => err, printed };
};

/**
 * Starts the program; it is killed at the end of the test. `through` is a command that runs the command that follows its
 * own arguments, such as `nsenter`; `limits` are those that differ.
 */
export const startProgram = (
  t: TestContext,
  args: readonly string[],
  extra: Readonly<Record<string, string>> = {},
  through: readonly string[] = [],
  limits?: Partial<Limits>,
): Running =>
  startCommand(t, [...through, ...programWords(limits), ...args], {
    env: environment(extra),
  });

/** Runs the program to its end, by default with an empty standard input. */
export const runProgram = async (
  t: TestContext,
  args: readonly string[],
  extra: Readonly<Record<string, string>> = {},
  input = "",
): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> => {
  const running = startProgram(t, args, extra);
  running.child.stdin?.end(input);
  const { code } = await running.ended;
  return { code, out: running.out(), err: running.err() };
};

const firstTokenPlace = /until it has been used:\n {2}([^\n]+)\n/;

/** The administrator token of a first start, from the file that the output names; undefined without one. It is still unused. */
export const firstTokenIn = (out: string): string | undefined => {
  const [, file] = firstTokenPlace.exec(out) ?? [];
  return file === undefined ? undefined : readFileSync(file, "utf8").trim();
};

/** `firstTokenIn`, as soon as it is printed. */
export const firstTokenOf = async (running: Pick<Running, "printed" | "out">): Promise<string> => {
  await running.printed(firstTokenPlace);
  return firstTokenIn(running.out()) ?? "";
};

/** A service in its own process. */
export interface Served extends Running {
  readonly url: string;
  readonly port: number;
  readonly data: string;
  /** The administrator token; undefined if the data folder had users already. */
  readonly token: string | undefined;
}

/** Starts `serve` on a data folder and a free port, and waits until it is ready. */
export const serveProgram = async (
  t: TestContext,
  data: string,
  args: readonly string[] = [],
  extra: Readonly<Record<string, string>> = {},
  through: readonly string[] = [],
  limits?: Partial<Limits>,
): Promise<Served> => {
  const isFirstStart = !existsSync(join(data, "users.json"));
  const running = startProgram(
    t,
    ["serve", "--port", "0", "--data", data, ...args],
    extra,
    through,
    limits,
  );
  await running.printed(/ {2}plan {6}[^\n]+\n/);
  const address = /listens at (https?:\/\/[^\s]+:(\d+))/.exec(running.out());
  assert(address?.[1] !== undefined && address[2] !== undefined);
  const token = isFirstStart ? await firstTokenOf(running) : undefined;
  return { ...running, url: address[1], port: Number(address[2]), data, token };
};
