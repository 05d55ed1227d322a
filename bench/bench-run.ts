import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Random, randomOf } from "../test/support/random.ts";
import { bundledPeer } from "./peers/packages.ts";
import { Child } from "./processes/child.ts";
import { makeToken, OtherProgram, type Program, startProgram } from "./processes/programs.ts";
import type { Row } from "./report/report.ts";

/** How much a run measures. */
export interface Scale {
  readonly name: "quick" | "default" | "full";
  /** Factor on the number of rounds. */
  readonly rounds: number;
  /** Sizes of plans whose saves are measured. */
  readonly sizes: readonly ("flat" | "house" | "office")[];
  /** Seconds of back-to-back saves, for snapshots. */
  readonly snapshotSeconds: number;
  /** Saves with 300 subscribers, for memory. */
  readonly memorySaves: number;
  /** Seconds of constantly changing states. */
  readonly stateSeconds: number;
  /** How often a server is killed after it has acknowledged an edit. */
  readonly kills: number;
}

const allSizes = ["flat", "house", "office"] as const;

/** `quick` is a smoke test, `default` takes six minutes, the targets are about `full`. */
export const scales: Readonly<Record<Scale["name"], Scale>> = {
  quick: {
    name: "quick",
    rounds: 0.1,
    sizes: ["flat"],
    snapshotSeconds: 2,
    memorySaves: 80,
    stateSeconds: 1,
    kills: 2,
  },
  default: {
    name: "default",
    rounds: 1,
    sizes: allSizes,
    snapshotSeconds: 12,
    memorySaves: 1200,
    stateSeconds: 5,
    kills: 10,
  },
  full: {
    name: "full",
    rounds: 3,
    sizes: allSizes,
    snapshotSeconds: 60,
    memorySaves: 20_000,
    stateSeconds: 60,
    kills: 100,
  },
};

/** Measures a figure and returns its rows. Everything started through `run` is stopped afterwards. */
export type Figure = (run: BenchRun) => Promise<readonly Row[]>;

/** A service under test, with an administrator token. */
export interface Served {
  readonly program: Program;
  readonly url: string;
  readonly token: string;
  readonly data: string;
}

/** The options of a run. */
export interface RunOptions {
  readonly scale: Scale;
  /** Repeats the random choices of a run. */
  readonly seed: number;
  /** The Node.js for the service and its baselines. */
  readonly node: string;
  /** The folder with the packages of other projects, if there is one. */
  readonly peers: string | undefined;
}

/** Starts what a figure measures, and stops all of it. */
export class BenchRun {
  readonly scale: Scale;
  /** The Node.js for what is measured. */
  readonly node: string;
  /** The folder with the packages of other projects, if there is one. */
  readonly peers: string | undefined;
  readonly #random: Random;
  #cleanups: (() => unknown)[] = [];

  constructor({ scale, seed, node, peers }: RunOptions) {
    this.scale = scale;
    this.node = node;
    this.peers = peers;
    this.#random = randomOf(seed);
  }

  /** The number of rounds, `many` in a default run; at least one. */
  rounds(many: number): number {
    return Math.max(1, Math.round(many * this.scale.rounds));
  }

  /** Runs both one after the other, in an order by the seed, so that neither always profits from being second. */
  async inTurns<A, B>(
    measured: () => Promise<A>,
    baseline: () => Promise<B>,
  ): Promise<readonly [measured: A, baseline: B]> {
    if (this.#random.below(2) === 0) return [await measured(), await baseline()];
    const least = await baseline();
    return [await measured(), least];
  }

  /** Runs all one after another, in an order by the seed; the results keep the given order. */
  async inAnyOrder<A>(works: readonly (() => Promise<A>)[]): Promise<readonly A[]> {
    const left = [...works.entries()];
    const done: [position: number, result: A][] = [];
    while (left.length > 0)
      for (const [position, work] of left.splice(this.#random.below(left.length), 1))
        done.push([position, await work()]);
    return done.toSorted(([a], [b]) => a - b).map(([, result]) => result);
  }

  /** Registers a clean-up after the figure; the last registered runs first. */
  after(end: () => unknown): void {
    this.#cleanups.push(end);
  }

  /** Starts another program in `folder`; resolves when its output matches `ready`. */
  async program(
    command: readonly [name: string, ...args: string[]],
    folder: string,
    ready: RegExp,
  ): Promise<void> {
    const started = new OtherProgram(command, folder);
    this.after(() => started.stop());
    await started.printed(ready);
  }

  /** A temporary folder, deleted afterwards. */
  async folder(): Promise<string> {
    const made = await mkdtemp(join(tmpdir(), "floorplan-bench-"));
    this.after(() => rm(made, { recursive: true, force: true, maxRetries: 5 }));
    return made;
  }

  /** Starts a load generator: a script, by its path from this folder. */
  child(script: string): Child {
    return this.#start(script, process.execPath);
  }

  /** Starts a baseline or another measured server: a script, on the Node.js of `--node`. */
  server(script: string): Child {
    return this.#start(script, this.node);
  }

  /** Starts another project's client, bundled with its packages. */
  peerChild(script: string, folder: string): Child {
    return this.#start(script, process.execPath, bundledPeer(script, folder));
  }

  /** Starts another project's server, bundled with its packages, on the Node.js of `--node`. */
  peerServer(script: string, folder: string): Child {
    return this.#start(script, this.node, bundledPeer(script, folder));
  }

  #start(script: string, node: string, bundle?: string): Child {
    const started = new Child(script, node, bundle);
    this.after(() => started.stop());
    return started;
  }

  /** Starts the service under test on a new folder. */
  async serve(args: readonly string[] = []): Promise<Served> {
    const data = await this.folder();
    const token = await makeToken(data);
    const program = await this.#startProgram(data, args);
    return { program, token, data, url: `ws://127.0.0.1:${program.port}/api/websocket` };
  }

  /** Starts the service on a new folder without users. */
  async startService(args: readonly string[]): Promise<Program> {
    return this.#startProgram(await this.folder(), args);
  }

  /** Starts the service on a folder that holds something. */
  startOn(data: string, args: readonly string[]): Promise<Program> {
    return this.#startProgram(data, args);
  }

  async #startProgram(data: string, args: readonly string[]): Promise<Program> {
    const program = await startProgram(this.node, data, args);
    this.after(() => program.stop());
    return program;
  }

  /** Stops everything, the newest first. */
  async cleanUp(): Promise<void> {
    for (const cleanUp of this.#cleanups.splice(0).toReversed()) await cleanUp();
  }
}
