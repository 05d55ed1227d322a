import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import * as t from "io-ts";
import { defaultConfig } from "../../src/server/config.ts";
import type { BenchRun, Figure } from "../bench-run.ts";
import type { FloodKind } from "../load/flood.ts";
import { manyItems, planText } from "../load/plans.ts";
import { type Child, doneCodec } from "../processes/child.ts";
import { makeToken } from "../processes/programs.ts";
import { ratioAtMost, type Row } from "../report/report.ts";
import { percentile } from "../report/statistics.ts";

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
  ];
};

const countsCodec = t.type({ done: t.number, refused: t.number });
const tookCodec = t.array(t.number);

/** Two homes of one service: a quiet one, and one for the flood. */
interface Neighbours {
  readonly port: number;
  readonly neighbour: Child;
  readonly path: string;
  readonly url: string;
  readonly token: string;
}

const serveNeighbours = async (run: BenchRun): Promise<Neighbours> => {
  const data = await run.folder();
  const tokens: string[] = [];
  for (const home of ["quiet", "busy"]) {
    await mkdir(join(data, "homes", home), { recursive: true });
    tokens.push(await makeToken(join(data, "homes", home)));
  }
  const [own = "", token = ""] = tokens;
  const room = ["--connections", "16384", "--home-connections", "8192"];
  const { port } = await run.startOn(data, ["--homes", ...room]);
  const at = (home: string): string => `ws://127.0.0.1:${port}/h/${home}/api/websocket`;
  const neighbour = run.child("load/neighbour.ts");
  const plan = planText("house");
  await neighbour.ask({ do: "connect", url: at("quiet"), token: own, plan }, doneCodec);
  return { port, neighbour, path: "/h/busy", url: at("busy"), token };
};

/** How long the quiet home's changes take, in microseconds: with the flood, and without. */
const measure = async (
  run: BenchRun,
  { kind, editors, plan, viewers }: Flood,
): Promise<readonly [flooded: readonly number[], quiet: readonly number[]]> => {
  const { port, path, url, token, neighbour } = await serveNeighbours(run);
  const [source, crowd] = [run.child("load/flood.ts"), run.child("load/subscribers.ts")];
  await source.ask({ do: "connect", url, token, many: editors, plan }, doneCodec);
  if (viewers > 0) await crowd.ask({ do: "connect", port, path, token, many: viewers }, doneCodec);
  const move = (): Promise<readonly number[]> =>
    neighbour.ask({ do: "move", perSecond, ms: roundMs }, tookCodec);
  const flood = async (): Promise<readonly number[]> => {
    await source.ask({ do: "begin", kind }, doneCodec);
    const took = await move();
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
  return [flooded, quiet];
};

/** The p99 of a home's changes while another home of the same service floods it, compared with the same without. */
export const homesIsolationFigure: Figure = async (run) => {
  const rows: Row[] = [];
  for (const flood of floods(run.scale.name === "quick")) {
    const [flooded, quiet] = await measure(run, flood);
    const [value, baseline] = [percentile(flooded, 99) / 1000, percentile(quiet, 99) / 1000];
    rows.push({
      figure: "homes-isolation",
      name: `p99 of a change beside ${flood.name}`,
      unit: "ms",
      value,
      baseline,
      ratio: value / baseline,
      target: most,
    });
  }
  return rows;
};
