import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import * as t from "io-ts";
import { defaultConfig } from "../../src/server/config.ts";
import type { BenchRun, Figure } from "../bench-run.ts";
import type { FloodKind } from "../load/flood.ts";
import { manyItems, planText } from "../load/plans.ts";
import { type Child, doneCodec } from "../processes/child.ts";
import { makeToken, type Program } from "../processes/programs.ts";
import { ratioAtMost, type Row } from "../report/report.ts";
import { percentile, sum } from "../report/statistics.ts";

const perSecond = 10;
/** How long the lamp is moved in one round, with and without the flood. */
const roundMs = 4000;
/** What the neighbour's p99 may become, compared with the same without a flood. */
const most = ratioAtMost(2);
/** Bytes of a message besides its plan. */
const envelope = 100;

/** What a home does to its neighbour. */
interface Flood {
  readonly name: string;
  readonly kind: FloodKind;
  /** Connections that send it. */
  readonly editors: number;
  readonly plan: string;
  readonly viewers: number;
}

const floods = (isQuick: boolean): readonly Flood[] => {
  const { planBytes } = defaultConfig();
  const large = manyItems((isQuick ? planBytes / 16 : planBytes) - envelope);
  const house = planText("house");
  const viewers = isQuick ? 64 : 4096;
  return [
    { name: "saves of 16 MiB", kind: "saves", editors: 2, plan: large, viewers: 0 },
    {
      name: `saves of 92 kB to ${viewers} viewers`,
      kind: "saves",
      editors: 2,
      plan: house,
      viewers,
    },
    { name: "patches of 200 operations", kind: "patches", editors: 16, plan: house, viewers: 0 },
    { name: "patches of a plan of 16 MiB", kind: "patches", editors: 4, plan: large, viewers: 0 },
    { name: "YAML of 900 kB", kind: "yaml", editors: 16, plan: house, viewers: 0 },
    { name: "uploads of 15 MiB", kind: "uploads", editors: 8, plan: house, viewers: 0 },
    { name: "imports of 16 MiB", kind: "imports", editors: 2, plan: large, viewers: 0 },
  ];
};

const countsCodec = t.type({ done: t.number, refused: t.number });
const tookCodec = t.array(t.number);

/** Two homes of one service: a quiet one, and one for the flood. */
interface Neighbours {
  readonly program: Program;
  readonly neighbour: Child;
  /** Where the flood goes. */
  readonly busy: {
    readonly port: number;
    readonly home: string;
    readonly token: string;
    readonly provider: string;
  };
}

const serveNeighbours = async (run: BenchRun): Promise<Neighbours> => {
  const data = await run.folder();
  const tokens: string[] = [];
  for (const home of ["quiet", "busy"]) {
    await mkdir(join(data, "homes", home), { recursive: true });
    tokens.push(await makeToken(join(data, "homes", home)));
  }
  const [own = "", token = ""] = tokens;
  const room = ["--connections", "16384", "--home-connections", "8192", "--home-uploads", "10000"];
  const program = await run.startOn(data, ["--homes", ...room]);
  const { port } = program;
  const url = `ws://127.0.0.1:${port}/h/quiet/api/websocket`;
  const neighbour = run.child("load/neighbour.ts");
  const plan = planText("house");
  await neighbour.ask({ do: "connect", url, token: own, plan }, doneCodec);
  const busy = { port, home: "busy", token, provider: await program.firstToken };
  return { program, neighbour, busy };
};

/** Milliseconds of CPU time during the flood. */
interface Spent {
  readonly service: number;
  /** Of its main thread alone. */
  readonly main: number;
  /** Of whoever floods. */
  readonly load: number;
}

interface Measured {
  /** How long the quiet home's changes take, in microseconds. */
  readonly flooded: readonly number[];
  readonly quiet: readonly number[];
  /** For each second of the flood. */
  readonly spent: Spent;
}

/** A neighbour's changes with the flood, and without. */
const measure = async (
  run: BenchRun,
  { kind, editors, plan, viewers }: Flood,
): Promise<Measured> => {
  const { program, neighbour, busy } = await serveNeighbours(run);
  const { port, home, token } = busy;
  const [source, crowd] = [run.child("load/flood.ts"), run.child("load/subscribers.ts")];
  // Whoever floods has a machine of its own, and there are but two cores here.
  for (const load of [source, crowd]) load.giveWay();
  await source.ask({ do: "connect", ...busy, many: editors, plan }, doneCodec);
  if (viewers > 0) {
    const path = `/h/${home}`;
    await crowd.ask({ do: "connect", port, path, token, many: viewers }, doneCodec);
  }
  const spentBefore = async (): Promise<Spent> => ({
    service: await program.processorMs(),
    main: await program.mainThreadMs(),
    load: sum(await Promise.all([source, crowd].map((load) => load.mainThreadMs()))),
  });
  let spent: Spent = { service: 0, main: 0, load: 0 };
  const flooding = async (): Promise<readonly number[]> => {
    const [from, before] = [performance.now(), await spentBefore()];
    const took = await move();
    const [seconds, after] = [(performance.now() - from) / 1000, await spentBefore()];
    spent = {
      service: (after.service - before.service) / seconds,
      main: (after.main - before.main) / seconds,
      load: (after.load - before.load) / seconds,
    };
    return took;
  };
  const move = (): Promise<readonly number[]> =>
    neighbour.ask({ do: "move", perSecond, ms: roundMs }, tookCodec);
  const flood = async (): Promise<readonly number[]> => {
    await source.ask({ do: "begin", kind }, doneCodec);
    const took = await flooding();
    const { done, refused } = await source.ask({ do: "end" }, countsCodec);
    if (done + refused === 0) throw new Error("nothing was flooded");
    return took;
  };
  const [flooded, quiet]: [number[], number[]] = [[], []];
  // The first round warms up the JIT compiler.
  await flood();
  await move();
  for (let round = 0; round < run.rounds(5); round += 1) {
    const [one, other] = await run.inTurns(flood, move);
    flooded.push(...one);
    quiet.push(...other);
  }
  await run.cleanUp();
  return { flooded, quiet, spent };
};

/** The p99 of a home's changes while another home of the same service floods it, compared with the same without. */
export const homesIsolationFigure: Figure = async (run) => {
  const rows: Row[] = [];
  for (const flood of floods(run.scale.name === "quick")) {
    const { flooded, quiet, spent } = await measure(run, flood);
    const [value, baseline] = [percentile(flooded, 99) / 1000, percentile(quiet, 99) / 1000];
    const row = { figure: "homes-isolation", name: `p99 of a change beside ${flood.name}` };
    rows.push({ ...row, unit: "ms", value, baseline, ratio: value / baseline, target: most });
    for (const [who, ms] of [
      ["the service's main thread", spent.main],
      ["its other threads", spent.service - spent.main],
      ["whoever floods", spent.load],
    ] as const)
      rows.push({ ...row, name: `processor time of ${who} meanwhile`, unit: "ms/s", value: ms });
  }
  return rows;
};
