import * as t from "io-ts";
import type { BenchRun, Figure, Scale } from "../bench-run.ts";
import { placesFrom } from "../load/lamp.ts";
import { planText } from "../load/plans.ts";
import {
  type EditSystem,
  presentSystems,
  type RunningServer,
  serviceSystem,
} from "../peers/edit-systems.ts";
import { documentCodec, movesCodec } from "../peers/peer.ts";
import { type Child, doneCodec, hadCodec } from "../processes/child.ts";
import { atMost, comparedRow, type Row } from "../report/report.ts";
import { compare, median } from "../report/statistics.ts";

/** A running system with an editor of a plan of 92 kB. */
class EditedSystem {
  readonly #run: BenchRun;
  readonly #system: EditSystem;
  readonly #folder: string;
  readonly #editor: Child;
  #server: RunningServer;
  #document: string | undefined;
  #crowd: Child | undefined;
  #moved = 0;

  private constructor(run: BenchRun, system: EditSystem, folder: string, server: RunningServer) {
    this.#run = run;
    this.#system = system;
    this.#folder = folder;
    this.#server = server;
    this.#editor = system.editor(run);
  }

  /** Starts a system on a new folder, and stores the plan. */
  static async start(run: BenchRun, system: EditSystem): Promise<EditedSystem> {
    const folder = await run.folder();
    const started = new EditedSystem(run, system, folder, await system.start(run, folder));
    await started.#connect(planText("house"));
    await started.#settle();
    return started;
  }

  async #connect(plan?: string): Promise<void> {
    const { port, token } = this.#server;
    const ask = { do: "connect", port, token, document: this.#document, plan };
    this.#document = (await this.#editor.ask(ask, documentCodec)).document;
  }

  /** Waits until the server has stored everything, which it may do later, beside another's measurement. */
  async #settle(): Promise<void> {
    await this.#server.child?.ask({ do: "settle" }, doneCodec);
  }

  /** Moves the lamp `many` times, one after another. */
  #move(many: number) {
    const to = placesFrom(this.#moved, many);
    this.#moved += many;
    return this.#editor.ask({ do: "move", to }, movesCodec);
  }

  async #moveOnce(): Promise<{ readonly sent: number; readonly took: number }> {
    const [move] = await this.#move(1);
    if (move === undefined) throw new Error("an editor made no edit");
    return move;
  }

  /** The median time of an edit to its acknowledgement, in milliseconds. */
  async acknowledge(): Promise<number> {
    const took = (await this.#move(6)).map((move) => move.took);
    await this.#settle();
    return median(took) / 1000;
  }

  /** The time of an edit until it is both acknowledged and stored, in milliseconds. */
  async store(): Promise<number> {
    const { sent, took } = await this.#moveOnce();
    const { child } = this.#server;
    if (this.#system.storesFirst || child === undefined) return took / 1000;
    const storedAt = await child.ask({ do: "stored", since: sent }, t.number);
    return Math.max(took, storedAt - sent) / 1000;
  }

  /** Connects viewers. */
  async watch(many: number): Promise<void> {
    const document = this.#document ?? "";
    this.#crowd = await this.#system.watch(this.#run, this.#server, document, many);
  }

  /** The time of an edit to the last viewer in milliseconds, and the bytes that all of them received. */
  async deliver(): Promise<{ readonly last: number; readonly bytes: number }> {
    if (this.#crowd === undefined) throw new Error("there are no viewers");
    const had = this.#crowd.ask({ do: "next" }, hadCodec);
    const { sent } = await this.#moveOnce();
    const { last, bytes } = await had;
    await this.#settle();
    return { last: (last - sent) / 1000, bytes };
  }

  /** The server's resident bytes. */
  resident(): Promise<number> {
    return this.#server.resident();
  }

  /** Kills the server as soon as an edit is acknowledged, and starts it again: whether the edit is lost, with its editor gone. */
  async losesEdit(): Promise<boolean> {
    const [to = Number.NaN] = placesFrom(this.#moved, 1);
    await this.#moveOnce();
    await this.#server.kill();
    await this.#editor.ask({ do: "leave" }, doneCodec);
    this.#server = await this.#system.start(this.#run, this.#folder);
    await this.#connect();
    return (await this.#editor.ask({ do: "x" }, t.number)) !== to;
  }
}

/** What one system's edits took and cost. */
export interface Measured {
  readonly name: string;
  /** Milliseconds of each round. */
  readonly acknowledged: number[];
  readonly stored: number[];
  readonly last: number[];
  /** Bytes that each viewer received for an edit. */
  readonly viewerBytes: number[];
  /** MiB of the server with all viewers, after its edits. */
  memory: number;
  lost: number;
}

const start = async (
  run: BenchRun,
  systems: readonly EditSystem[],
): Promise<readonly EditedSystem[]> => {
  const started: EditedSystem[] = [];
  for (const system of systems) started.push(await EditedSystem.start(run, system));
  return started;
};

/** Measures a round of every system, in any order; the first round warms up the JIT compiler. */
const inRounds = async <A>(
  run: BenchRun,
  rounds: number,
  edited: readonly EditedSystem[],
  measure: (each: EditedSystem) => Promise<A>,
  note: (position: number, result: A) => void,
): Promise<void> => {
  for (let round = -1; round < rounds; round += 1) {
    const results = await run.inAnyOrder(edited.map((each) => () => measure(each)));
    if (round >= 0) for (const [position, result] of results.entries()) note(position, result);
  }
};

const MiB = 1024 * 1024;

const measureAll = async (
  run: BenchRun,
  systems: readonly EditSystem[],
  viewers: number,
): Promise<readonly Measured[]> => {
  const measured = systems.map(({ name }): Measured => ({
    name,
    acknowledged: [],
    stored: [],
    last: [],
    viewerBytes: [],
    memory: Number.NaN,
    lost: 0,
  }));
  const edited = await start(run, systems);
  await inRounds(
    run,
    run.rounds(8),
    edited,
    (each) => each.acknowledge(),
    (position, took) => measured[position]?.acknowledged.push(took),
  );
  await inRounds(
    run,
    run.rounds(4),
    edited,
    (each) => each.store(),
    (position, took) => measured[position]?.stored.push(took),
  );
  for (const each of edited) await each.watch(viewers);
  await inRounds(
    run,
    run.rounds(20),
    edited,
    (each) => each.deliver(),
    (position, { last, bytes }) => {
      measured[position]?.last.push(last);
      measured[position]?.viewerBytes.push(bytes / viewers);
    },
  );
  for (const [position, each] of edited.entries()) {
    const of = measured[position];
    if (of !== undefined) of.memory = (await each.resident()) / MiB;
  }
  // The viewers would miss a server that is killed.
  await run.cleanUp();
  for (const [position, each] of (await start(run, systems)).entries()) {
    const of = measured[position];
    for (let kill = 0; kill < run.scale.kills; kill += 1)
      if ((await each.losesEdit()) && of !== undefined) of.lost += 1;
  }
  await run.cleanUp();
  return measured;
};

/** How many viewers a run connects. */
export const viewersOf = ({ name }: Scale): number => (name === "quick" ? 3 : 300);

/**
 * One lamp is moved in a plan of 92 kB, in the service and in those of the other projects' servers that are installed,
 * by turns: how long that takes, what it costs, and how many acknowledged edits a killed server has lost.
 */
export const measureSystems = (run: BenchRun): Promise<readonly Measured[]> => {
  const present = presentSystems(run.peers, (line) => process.stderr.write(line));
  return measureAll(run, [serviceSystem(), ...present], viewersOf(run.scale));
};

/** The service's edits beside those of each other server. */
export const editPeersFigure: Figure = async (run) => {
  const [own, ...others] = await measureSystems(run);
  if (own === undefined) return [];
  const viewers = viewersOf(run.scale);
  const rowsAgainst = (other: Measured): readonly Row[] => {
    const compared = (what: string, unit: string, of: (each: Measured) => readonly number[]) =>
      comparedRow("edit-peers", `${what}, over ${other.name}`, unit, compare(of(own), of(other)));
    return [
      compared("acknowledged", "ms", (each) => each.acknowledged),
      compared("acknowledged and stored", "ms", (each) => each.stored),
      compared(`to the last of ${viewers} viewers`, "ms", (each) => each.last),
      compared("bytes to a viewer", "B", (each) => each.viewerBytes),
      compared(`memory of the server with ${viewers} viewers`, "MiB", ({ memory }) => [memory]),
      {
        figure: "edit-peers",
        name: `lost of ${run.scale.kills} acknowledged edits, over ${other.name}`,
        unit: "",
        value: own.lost,
        baseline: other.lost,
      },
    ];
  };
  return [
    {
      figure: "edit-peers",
      name: `lost of ${run.scale.kills} acknowledged edits`,
      unit: "",
      value: own.lost,
      target: atMost(0),
    },
    ...others.flatMap(rowsAgainst),
  ];
};
