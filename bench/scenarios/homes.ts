import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import * as t from "io-ts";
import type { BenchRun, Figure } from "../bench-run.ts";
import { furnishedPlan, lampPosition } from "../load/lamp.ts";
import { planText } from "../load/plans.ts";
import { type Child, doneCodec, savesCodec } from "../processes/child.ts";
import { makeToken, type Program, startProgram } from "../processes/programs.ts";
import { atMost, quantity, type Row, type Target } from "../report/report.ts";
import { percentile } from "../report/statistics.ts";

const MiB = 1024 * 1024;
const timesCodec = t.array(t.number);
const plan = planText("house");
const lamp = `/furniture/${lampPosition(furnishedPlan(plan))}/x`;

/** How many homes of each kind; a smoke test has few. */
const countsOf = ({ scale }: BenchRun) =>
  scale.name === "quick"
    ? { all: 200, beside: 20, woken: 20, awake: 50 }
    : { all: 10_000, beside: 500, woken: 400, awake: 1000 };

/** Homes that are alike: one token opens each. */
interface Homes {
  readonly data: string;
  readonly token: string;
  /** So many of them, from the one with the number `first` on. */
  readonly ids: (first: number, many: number) => readonly string[];
}

const idOf = (number: number): string => `home-${number}`;
const firstHome = idOf(0);
const idsFrom: Homes["ids"] = (first, many) =>
  Array.from({ length: many }, (_, at) => idOf(first + at));

/** No home may fall asleep or be refused a save while it is measured. */
const settings = ["--homes", "--home-idle", "1d", "--home-saves", "10000"];

const serve = async (run: BenchRun, { data }: Pick<Homes, "data">): Promise<Program> => {
  const program = await startProgram(run.node, data, settings);
  run.after(() => program.stop());
  return program;
};

const open = async (
  load: Child,
  { port }: Program,
  { token }: Pick<Homes, "token">,
  homes: readonly string[],
  screens: number,
): Promise<void> => {
  await load.ask({ do: "open", port, token, homes, screens }, doneCodec);
};

const copying = 8;

/** Makes one home with 92 kB and 20 earlier plans, as a service leaves it, and copies it. */
const makeHomes = async (run: BenchRun, data: string, many: number): Promise<Homes> => {
  const homes = join(data, "homes");
  const first = join(homes, firstHome);
  const token = await makeToken(first);
  const program = await startProgram(run.node, data, settings);
  const load = run.child("load/homes.ts");
  await open(load, program, { token }, [firstHome], 1);
  const once = { do: "save-for", homes: 1, screens: 1, ms: 0 };
  await load.ask({ ...once, plan }, savesCodec);
  for (let edit = 0; edit < 20; edit += 1) await load.ask({ ...once, path: lamp }, savesCodec);
  await load.stop();
  await program.stop();
  await rm(join(first, "audit"), { recursive: true, force: true });
  const left = idsFrom(1, many - 1).values();
  const copyNext = async (): Promise<void> => {
    for (const id of left) await cp(first, join(homes, id), { recursive: true });
  };
  await Promise.all(Array.from({ length: copying }, copyNext));
  return { data, token, ids: idsFrom };
};

const row = (name: string, unit: string, value: number, target?: Target): Row => ({
  figure: "homes",
  name,
  unit,
  value,
  ...(target === undefined ? {} : { target }),
});

/** A start while all sleep, and waking one after another while others are awake. */
const asleepRows = async (run: BenchRun, homes: Homes): Promise<readonly Row[]> => {
  const { all, beside, woken } = countsOf(run);
  const program = await serve(run, homes);
  const { port, readyMs } = program;
  const { rss } = await program.memory();
  const descriptors = await program.descriptors();
  const load = run.child("load/homes.ts");
  await open(load, program, homes, homes.ids(0, beside), 1);
  const visited = homes.ids(beside, woken);
  const before = await program.mainThreadMs();
  const ask = { do: "visit", port, token: homes.token, homes: visited };
  const took = await load.ask(ask, timesCodec);
  const worked = (await program.mainThreadMs()) - before;
  await load.stop();
  await program.stop();
  const asleep = `${quantity(all, "")} asleep`;
  const waking = `waking one beside ${beside}`;
  return [
    row(`${asleep}, start`, "ms", readyMs, atMost(3000)),
    row(`${asleep}, resident`, "MiB", rss / MiB, atMost(250)),
    row(`${asleep}, descriptors`, "", descriptors, atMost(64)),
    row(`${waking}, p50`, "ms", percentile(took, 50) / 1000, atMost(25)),
    row(`${waking}, p99`, "ms", percentile(took, 99) / 1000, atMost(100)),
    row(`${waking}, CPU time`, "ms", worked / woken),
  ];
};

/** Resident bytes beyond the young generation, which is as large in any busy process. */
const settled = async (program: Program): Promise<number> => {
  const { rss, young } = await program.memory();
  return rss - young;
};

const alonePerSecond = 50;

/** Changes while very many homes are awake, against those of one that is alone, and the memory of each. */
const awakeRows = async (run: BenchRun, homes: Homes): Promise<readonly Row[]> => {
  const { awake } = countsOf(run);
  const program = await serve(run, homes);
  const load = run.child("load/homes.ts");
  const pace = { do: "pace", path: lamp, ms: Math.max(2000, run.rounds(10) * 1000) };
  await open(load, program, homes, homes.ids(awake, 1), 2);
  await load.ask({ do: "save-for", homes: 1, screens: 1, ms: 1000, path: lamp }, savesCodec);
  const alone = await load.ask({ ...pace, homes: 1, perSecond: alonePerSecond }, timesCodec);
  const before = await settled(program);
  await open(load, program, homes, homes.ids(0, awake), 2);
  const crowd = { ...pace, homes: awake, perSecond: awake };
  await load.ask({ ...crowd, ms: 2000 }, timesCodec);
  const began = await program.mainThreadMs();
  const together = await load.ask(crowd, timesCodec);
  const worked = (await program.mainThreadMs()) - began;
  const each = ((await settled(program)) - before) / awake;
  await load.stop();
  await program.stop();
  const name = `${quantity(awake, "")} awake, a change a second each`;
  const at = (percent: number, target?: Target): Row => {
    const [value, baseline] = [together, alone].map((took) => percentile(took, percent) / 1000);
    const [measured = Number.NaN, least = Number.NaN] = [value, baseline];
    return {
      ...row(`${name}, p${percent}`, "ms", measured, target),
      baseline: least,
      ratio: measured / least,
    };
  };
  const beyondPlan = (each - plan.length) / 1000;
  return [
    at(50),
    at(99, { at: "most", value: 3, of: "ratio" }),
    row(`${name}, CPU time of a change`, "ms", worked / together.length),
    row("memory of a home and two screens beyond its plan", "kB", beyondPlan, atMost(300)),
  ];
};

const manyHomes = 64;

/** Saves a second over many homes, against the most that one home takes. */
const rateRows = async (run: BenchRun, homes: Homes): Promise<readonly Row[]> => {
  const program = await serve(run, homes);
  const one = run.child("load/homes.ts");
  const all = run.child("load/homes.ts");
  await open(all, program, homes, homes.ids(0, manyHomes), 1);
  const ms = Math.max(500, run.rounds(3) * 1000);
  const rate = async (load: Child, asked: Readonly<Record<string, unknown>>): Promise<number> => {
    const { took, lasted } = await load.ask({ do: "save-for", ms, ...asked }, savesCodec);
    return (took.length * 1_000_000) / lasted;
  };
  const rows: Row[] = [];
  for (const [name, what, crowds] of [
    // Only one editor at a time can change a revision.
    ["changes", { path: lamp }, [1]],
    ["saves of 92 kB", { plan }, [1, 4, 16]],
  ] as const) {
    const alone: number[] = [];
    for (const screens of crowds) {
      await open(one, program, homes, homes.ids(manyHomes, 1), screens);
      alone.push(await rate(one, { homes: 1, screens, ...what }));
      await one.ask({ do: "leave" }, doneCodec);
    }
    const value = await rate(all, { homes: manyHomes, screens: 1, ...what });
    const baseline = Math.max(...alone);
    const target = { at: "least", value: 1, of: "ratio" } as const;
    const made = row(`${manyHomes} homes, ${name}`, "/s", value, target);
    rows.push({ ...made, baseline, ratio: value / baseline });
  }
  return rows;
};

/**
 * Many homes in one process: starting while they sleep, waking one, saves while many are awake against those of one
 * home alone, the memory of each, and saves over all homes against those of one.
 */
export const homesFigure: Figure = async (run) => {
  const homes = await makeHomes(run, await run.folder(), countsOf(run).all);
  return [
    ...(await asleepRows(run, homes)),
    ...(await awakeRows(run, homes)),
    ...(await rateRows(run, homes)),
  ];
};
