import { setTimeout as sleep } from "node:timers/promises";
import * as t from "io-ts";
import { preferredNodes } from "../../src/homes/home-place.ts";
import { startEtcd } from "../../test/support/etcd.ts";
import { hasProgram, wayToGet } from "../../test/support/programs.ts";
import type { BenchRun, Figure } from "../bench-run.ts";
import { planText } from "../load/plans.ts";
import { doneCodec, microseconds } from "../processes/child.ts";
import type { Program } from "../processes/programs.ts";
import { atMost, type Row } from "../report/report.ts";
import { percentile } from "../report/statistics.ts";

const MiB = 1024 * 1024;
const flags = [`--quota-backend-bytes=${4096 * MiB}`];

/** Two screens in each home. */
const screens = 2;
/** Saves a second in all homes together. */
const perSecond = 20;
/** Homes that are created at a time. */
const creating = 8;
/** Far above what is wanted: one that takes longer fails the figure. */
const withinMs = 60_000;
/** Lamps are moved for so long before the kill, and after it once all are back. */
const movesMs = 3000;

interface HomeAt {
  readonly id: string;
  readonly token: string;
}

const textCodec = (name: string) => t.type({ [name]: t.string });

/** What a POST is answered in JSON, of which one field is wanted. */
const post = async (url: string, body: unknown, field: string, token?: string): Promise<string> => {
  const response = await fetch(url, {
    method: "POST",
    body: JSON.stringify(body),
    ...(token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } }),
  });
  const answer: unknown = await response.json();
  if (!textCodec(field).is(answer)) throw new Error(`${url}: ${JSON.stringify(answer)}`);
  return answer[field] ?? "";
};

/** Creates homes by the provider's interface; a browser opens the link of each first administrator. */
const createHomes = async (node: Program, many: number): Promise<readonly HomeAt[]> => {
  const provider = await node.firstToken;
  const base = `http://127.0.0.1:${node.port}`;
  const create = async (id: string): Promise<HomeAt> => {
    const link = await post(`${base}/provider/homes`, { id }, "link", provider);
    const [page, code] = link.split("#code=");
    const nonce = "a-nonce-of-a-browser-22";
    return { id, token: await post(`${page}auth/link`, { code, nonce }, "token") };
  };
  const homes: HomeAt[] = [];
  const left = Array.from({ length: many }, (_, at) => `home-${at}`).values();
  const createNext = async (): Promise<void> => {
    for (const id of left) homes.push(await create(id));
  };
  await Promise.all(Array.from({ length: creating }, createNext));
  return homes;
};

const backCodec = t.array(t.number);
const endCodec = t.type({ acknowledged: t.number, lost: t.number, disorders: t.number });

/** The order in which a home's screens try the nodes. */
type Place = (home: string, nodes: readonly string[]) => readonly string[];

const places: readonly (readonly [name: string, place: Place])[] = [
  ["at the nodes that they prefer", preferredNodes],
  ["all at the killed node", (_, nodes) => nodes],
];

/** Kills the first of two nodes while lamps are moved. */
const measure = async (
  run: BenchRun,
  many: number,
  name: string,
  place: Place,
): Promise<readonly Row[]> => {
  const { urls } = await startEtcd(run, { members: 3, flags });
  const cluster = ["--homes", "--cluster", urls.join(","), "--connections", "16384"];
  const first = await run.startService(cluster);
  const homes = await createHomes(first, many);
  // It sleeps as long as nobody comes to it.
  const second = await run.startService(cluster);
  const nodes = [first, second].map(({ port }) => `http://127.0.0.1:${port}`);
  const load = run.child("load/roaming.ts");
  const placed = homes.map(({ id, token }) => ({ id, token, nodes: place(id, nodes) }));
  await load.ask({ do: "open", homes: placed, screens, plan: planText("flat") }, doneCodec);
  await load.ask({ do: "begin", perSecond }, doneCodec);
  await sleep(movesMs);
  const worked = await second.processorMs();
  const since = microseconds();
  await first.kill();
  const took = await load.ask({ do: "back", since, withinMs }, backCodec);
  const work = (await second.processorMs()) - worked;
  await sleep(movesMs);
  const { acknowledged, lost, disorders } = await load.ask({ do: "end", withinMs }, endCodec);
  await run.cleanUp();
  const row = (what: string, unit: string, value: number, most?: number): Row => ({
    figure: "homes-cluster",
    name: `${many} homes, ${name}: ${what}`,
    unit,
    value,
    ...(most === undefined ? {} : { target: atMost(most) }),
  });
  return [
    row("screens that lost their node", "", took.length),
    row("half of them back", "s", percentile(took, 50) / 1e6),
    row("all of them back", "s", Math.max(...took) / 1e6, 5),
    row("CPU time of the other node", "s", work / 1000),
    row("saves acknowledged", "", acknowledged),
    row("of them lost", "", lost, 0),
    row("plans out of order", "", disorders, 0),
  ];
};

/** From the kill of a node of two until every screen of many homes follows its plan at the other. */
export const homesClusterFigure: Figure = async (run) => {
  if (!hasProgram("etcd")) {
    process.stderr.write(`left out, it needs ${wayToGet("etcd")} … `);
    return [];
  }
  const many = run.scale.name === "quick" ? 20 : 1000;
  const rows: Row[] = [];
  for (const [name, place] of places) rows.push(...(await measure(run, many, name, place)));
  return rows;
};
