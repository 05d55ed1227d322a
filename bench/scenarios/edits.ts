import { isLeft } from "fp-ts/lib/Either.js";
import { logFolder } from "../../src/storage/folder/data-folder.ts";
import { nodeFileSystem, readSoundLog } from "../../wal/index.ts";
import type { BenchRun, Figure } from "../bench-run.ts";
import { placesFrom } from "../load/lamp.ts";
import { manyItems, planText } from "../load/plans.ts";
import { documentCodec, movesCodec } from "../peers/peer.ts";
import { type Child, doneCodec, hadCodec, portCodec } from "../processes/child.ts";
import { startProgram } from "../processes/programs.ts";
import { atMost, comparedRow, ratioAtMost, type Row } from "../report/report.ts";
import { compare, median, sum } from "../report/statistics.ts";
import { broadcaster, type Delivery, spread, whole } from "./fanout.ts";
import { drift } from "./footprint.ts";
import { never } from "./log.ts";

/** A plan whose lamp is moved. */
interface EditedPlan {
  readonly name: string;
  readonly plan: string;
  /** How much longer an edit may take than one of the smallest plan. */
  readonly ratio: number;
}

const plans = (): readonly EditedPlan[] => [
  { name: "6 kB", plan: planText("flat"), ratio: 1 },
  { name: "92 kB", plan: planText("house"), ratio: 1.1 },
  { name: "920 kB", plan: planText("office"), ratio: 1.2 },
  { name: "9 MB", plan: manyItems(9_000_000), ratio: 1.5 },
];

const plansOf = ({ scale }: BenchRun): readonly EditedPlan[] =>
  plans().slice(0, scale.name === "quick" ? 2 : undefined);

/** An editor that moves a lamp in a stored plan. */
class LampEditor {
  readonly #child: Child;
  #moved = 0;

  private constructor(child: Child) {
    this.#child = child;
  }

  /** Connects; with a plan it saves that first. Without a token it talks to a baseline. */
  static async connect(
    run: BenchRun,
    port: number,
    token: string | undefined,
    plan?: string,
  ): Promise<LampEditor> {
    const child = run.child("load/changes.ts");
    await child.ask({ do: "connect", port, token, plan }, documentCodec);
    return new LampEditor(child);
  }

  /** Moves the lamp `many` times: when each move was sent and how long its reply took, in microseconds. */
  async move(many: number) {
    const to = placesFrom(this.#moved, many);
    this.#moved += many;
    return this.#child.ask({ do: "move", to }, movesCodec);
  }

  /** The median time to the reply of `many` moves, in milliseconds. */
  async timedMove(many: number): Promise<number> {
    return median((await this.move(many)).map(({ took }) => took)) / 1000;
  }
}

/** An editor of the bare server, which parses what it sends, syncs it, and sends it to all others. */
const bareEditor = async (run: BenchRun) => {
  const server = run.server("baselines/bare-server.ts");
  const { port } = await server.ask({ do: "save", folder: await run.folder() }, portCodec);
  return { port, editor: await LampEditor.connect(run, port, undefined, planText("flat")) };
};

const follow = async (run: BenchRun, port: number, token: string, many: number): Promise<Child> => {
  const crowd = run.child("load/subscribers.ts");
  const type = "floorplan/plan/follow";
  await crowd.ask({ do: "connect", port, token, many, type }, doneCodec);
  return crowd;
};

/** Moves the lamp once; resolves when all viewers have that. */
const deliver = async (editor: LampEditor, crowd: Child): Promise<Delivery> => {
  const had = crowd.ask({ do: "next" }, hadCodec);
  const [move] = await editor.move(1);
  return { started: move?.sent ?? Number.NaN, ...(await had) };
};

const nothing = (): void => undefined;

/** The bytes of a data folder's log that are used: files are longer, since the log prepares them. */
const logBytes = async (data: string): Promise<number> => {
  const visitor = { onSnapshot: nothing, onRecord: nothing };
  const read = await readSoundLog(nodeFileSystem, logFolder(data), visitor);
  if (isLeft(read)) throw new Error(read.left.message);
  return sum((read.right?.segments ?? []).map(({ offset }) => offset));
};

/** What edits of one plan took. */
interface MeasuredEdits {
  readonly name: string;
  readonly ratio: number;
  /** The median time to the reply in each round, in milliseconds. */
  readonly took: number[];
  /** Bytes that a follower was sent for one edit, its frame's header included. */
  readonly viewerBytes: number;
  /** Bytes by which the used part of the log grew with one edit. */
  readonly logBytes: number;
}

/** Edits of a round. */
const edits = 20;
/** Edits over which the growth of the log is measured. */
const loggedEdits = 100;

/** The bytes by which the used part of a log grows with one edit. */
const growth = async (data: string, editor: LampEditor): Promise<number> => {
  const before = await logBytes(data);
  await editor.move(loggedEdits);
  return ((await logBytes(data)) - before) / loggedEdits;
};

/** Measures edits of every plan in turns, one follower each, and the same bytes on the baseline. */
const measureEdits = async (run: BenchRun) => {
  const systems = [];
  for (const { name, plan, ratio } of plansOf(run)) {
    const { program, token, data } = await run.serve(never);
    const editor = await LampEditor.connect(run, program.port, token, plan);
    // A service that does not know the command says so here.
    await editor.move(1);
    const follower = await follow(run, program.port, token, 1);
    systems.push({ name, ratio, data, editor, follower });
  }
  const { editor: bare } = await bareEditor(run);
  const measured: MeasuredEdits[] = [];
  for (const { name, ratio, data, editor, follower } of systems) {
    const { bytes: viewerBytes } = await deliver(editor, follower);
    measured.push({ name, ratio, took: [], viewerBytes, logBytes: await growth(data, editor) });
  }
  const bareTook: number[] = [];
  // The first rounds warm up the JIT compiler.
  for (let round = -2; round < run.rounds(16); round += 1) {
    const editors = [bare, ...systems.map(({ editor }) => editor)];
    const [least = Number.NaN, ...took] = await run.inAnyOrder(
      editors.map((editor) => () => editor.timedMove(edits)),
    );
    if (round < 0) continue;
    bareTook.push(least);
    for (const [position, { took: all }] of measured.entries())
      all.push(took[position] ?? Number.NaN);
  }
  await run.cleanUp();
  return { measured, bareTook };
};

const editRows = async (run: BenchRun): Promise<readonly Row[]> => {
  const { measured, bareTook } = await measureEdits(run);
  const smallest = measured[0]?.took ?? [];
  const times = measured.map(({ name, ratio, took }) =>
    ratio === 1
      ? comparedRow("edits", `${name}, p50, against a bare save`, "ms", compare(took, bareTook))
      : comparedRow(
          "edits",
          `${name}, p50, against 6 kB`,
          "ms",
          compare(took, smallest),
          ratioAtMost(ratio),
        ),
  );
  const bytes = measured.flatMap(({ name, viewerBytes, logBytes: ofLog }): readonly Row[] => [
    {
      figure: "edits",
      name: `${name}, bytes to a viewer`,
      unit: "B",
      value: viewerBytes,
      target: atMost(300),
    },
    {
      figure: "edits",
      name: `${name}, bytes of log`,
      unit: "B",
      value: ofLog,
      target: atMost(600),
    },
  ]);
  return [...times, ...bytes];
};

const followers = 300;

/** The content of a frame of so many bytes. */
const contentBytes = (frame: number): number => frame - (frame <= 127 ? 2 : 4);

/** From an editor's send until the last of 300 followers has the edit, compared with a broadcast of the same bytes. */
const fanoutRows = async (run: BenchRun, { name, plan }: EditedPlan): Promise<readonly Row[]> => {
  const { program, token } = await run.serve(never);
  const editor = await LampEditor.connect(run, program.port, token, plan);
  const crowd = await follow(run, program.port, token, followers);
  const { bytes } = await deliver(editor, crowd);
  const broadcast = await broadcaster(run, followers, contentBytes(bytes / followers));
  const bare = await bareEditor(run);
  const bareCrowd = run.child("load/subscribers.ts");
  const connect = { do: "connect", port: bare.port, token: undefined, many: followers };
  await bareCrowd.ask(connect, doneCodec);
  const measured: Delivery[] = [];
  const broadcasts: Delivery[] = [];
  const saves: Delivery[] = [];
  for (let round = -2; round < run.rounds(40); round += 1) {
    const [[took, sent], saved] = await run.inTurns(
      () => run.inTurns(() => deliver(editor, crowd), broadcast),
      () => deliver(bare.editor, bareCrowd),
    );
    if (round < 0) continue;
    measured.push(took);
    broadcasts.push(sent);
    saves.push(saved);
  }
  await run.cleanUp();
  const title = `${name}, to ${followers} followers`;
  return [
    comparedRow(
      "edits",
      title,
      "ms",
      compare(measured.map(whole), broadcasts.map(whole)),
      ratioAtMost(1.1),
    ),
    comparedRow(
      "edits",
      `${title}, from first to last`,
      "ms",
      compare(measured.map(spread), broadcasts.map(spread)),
    ),
    comparedRow(
      "edits",
      `${title}, against a bare save`,
      "ms",
      compare(measured.map(whole), saves.map(whole)),
    ),
  ];
};

const MiB = 1024 * 1024;
const samples = 40;

/**
 * Resident memory of the service over many edits of 920 kB, beyond what it takes after it has loaded the plan. V8 lets
 * the young generation of any busy process grow to 24 MiB and more, so the target leaves that out.
 */
const memoryRows = async (run: BenchRun): Promise<readonly Row[]> => {
  const { program: first, token, data } = await run.serve();
  await LampEditor.connect(run, first.port, token, planText("office"));
  await first.stop();
  const program = await startProgram(run.node, data);
  run.after(() => program.kill());
  // The service loads the plan after it has begun to listen; an editor that has connected has read it.
  const editor = await LampEditor.connect(run, program.port, token);
  await follow(run, program.port, token, 1);
  const loaded = await program.memory();
  const many = run.scale.memorySaves;
  const [resident, older]: [number[], number[]] = [[], []];
  for (let sample = 0; sample < samples; sample += 1) {
    await editor.move(many / samples);
    const { rss, young } = await program.memory();
    resident.push(rss);
    older.push(rss - young);
  }
  await run.cleanUp();
  const row = (name: string, unit: string, value: number): Row => ({
    figure: "edits",
    name: `${many.toLocaleString("en")} edits of 920 kB, ${name}`,
    unit,
    value,
  });
  const beyond = (bytes: readonly number[], before: number): number =>
    (Math.max(...bytes) - before) / MiB;
  return [
    row("resident memory after loading", "MiB", loaded.rss / MiB),
    row("peak resident memory beyond that", "MiB", beyond(resident, loaded.rss)),
    {
      ...row(
        "the same without the young generation",
        "MiB",
        beyond(older, loaded.rss - loaded.young),
      ),
      target: atMost(30),
    },
    { ...row("resident memory, last / second quarter", "", drift(resident)), target: atMost(1.05) },
  ];
};

/** One lamp is moved in plans of 6 kB to 9 MB: what that costs must not depend on the plan's size. */
export const editsFigure: Figure = async (run) => {
  const rows = [...(await editRows(run))];
  for (const plan of plansOf(run)) rows.push(...(await fanoutRows(run, plan)));
  rows.push(...(await memoryRows(run)));
  return rows;
};
