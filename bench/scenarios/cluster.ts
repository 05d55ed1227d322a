import type { DemoSize } from "../../test/samples/index.ts";
import { startEtcd } from "../../test/support/etcd.ts";
import { hasProgram, wayToGet } from "../../test/support/programs.ts";
import {
  type Child,
  doneCodec,
  hadCodec,
  portCodec,
  repliedCodec,
  savesCodec,
} from "../processes/child.ts";
import type { BenchRun, Figure } from "../bench-run.ts";
import { broadcaster, whole } from "./fanout.ts";
import { planText, sizeName } from "../load/plans.ts";
import type { Program } from "../processes/programs.ts";
import { comparedRow, ratioAtMost, type Row } from "../report/report.ts";
import { compare, median, percentile, sum } from "../report/statistics.ts";

const MiB = 1024 * 1024;

/** Enough for all rounds, as nothing is compacted. */
const flags = [`--quota-backend-bytes=${4096 * MiB}`];

/** Nodes of the service on a cluster of three members; each node prefers another member. */
interface Nodes {
  readonly programs: readonly Program[];
  readonly ports: readonly number[];
  readonly token: string;
  readonly members: readonly string[];
}

const startNodes = async (run: BenchRun, many: number): Promise<Nodes> => {
  const { urls: members } = await startEtcd(run, { members: 3, flags });
  const programs: Program[] = [];
  for (let node = 0; node < many; node += 1) {
    const urls = [...members.slice(node), ...members.slice(0, node)].join(",");
    programs.push(await run.startService(["--cluster", urls]));
  }
  const ports = programs.map(({ port }) => port);
  // The first node finds no users, and creates an administrator for all nodes.
  const token = (await programs[0]?.firstToken) ?? "";
  return { programs, ports, token, members };
};

const urlAt = (port = 0): string => `ws://127.0.0.1:${port}/api/websocket`;

/** The times of saves. */
interface TimedSaves {
  /** Microseconds from an editor's send to the reply. */
  readonly reply: readonly number[];
  /** Microseconds until a viewer of another node has it. */
  readonly event: readonly number[];
  /** CPU time of the main thread of the editor's node per save, in milliseconds. */
  readonly worked: number;
}

/** The measured processes: the one that takes saves, and the ports for an editor and a viewer. */
interface Saved {
  readonly server: Pick<Child, "mainThreadMs"> | undefined;
  readonly ports: readonly number[];
  readonly token: string | undefined;
}

/** Connects an editor to one port and a viewer to another; returns a function that saves a number of times, one after another. */
const saver = async (
  run: BenchRun,
  plan: string,
  { server, ports: [editorPort, viewerPort], token }: Saved,
): Promise<(many: number) => Promise<TimedSaves>> => {
  const worked = async (): Promise<number> => (await server?.mainThreadMs()) ?? Number.NaN;
  const [editor, viewer] = [run.child("load/editors.ts"), run.child("load/subscribers.ts")];
  const url = urlAt(editorPort);
  await editor.ask({ do: "connect", url, token, many: 1, plan }, doneCodec);
  await viewer.ask({ do: "connect", port: viewerPort, token, many: 1 }, doneCodec);
  return async (many) => {
    const reply: number[] = [];
    const event: number[] = [];
    const before = await worked();
    while (reply.length < many) {
      const had = viewer.ask({ do: "next" }, hadCodec);
      const { sent, took } = await editor.ask({ do: "try" }, repliedCodec);
      reply.push(took);
      event.push((await had).last - sent);
    }
    return { reply, event, worked: ((await worked()) - before) / many };
  };
};

const saves: Readonly<Record<DemoSize, number>> = { flat: 40, house: 30, office: 10 };

const measureSaves = async (run: BenchRun, size: DemoSize): Promise<readonly Row[]> => {
  const { programs, ports, token, members } = await startNodes(run, 2);
  const baselines = [
    run.server("baselines/bare-server.ts"),
    run.server("baselines/bare-server.ts"),
  ];
  const baselinePorts: number[] = [];
  for (const [position, baseline] of baselines.entries()) {
    const ask = { do: position === 0 ? "put" : "watch", member: members[position] };
    baselinePorts.push((await baseline.ask(ask, portCodec)).port);
  }
  const plan = planText(size);
  const save = await saver(run, plan, { server: programs[0], ports, token });
  const bare = { server: baselines[0], ports: baselinePorts, token: undefined };
  const saveBare = await saver(run, plan, bare);
  const rounds: (readonly [TimedSaves, TimedSaves])[] = [];
  // The first rounds warm up the JIT compiler.
  for (let round = -2; round < run.rounds(10); round += 1) {
    const took = await run.inTurns(
      () => save(saves[size]),
      () => saveBare(saves[size]),
    );
    if (round >= 0) rounds.push(took);
  }
  await run.cleanUp();
  const worked = compare(
    rounds.map(([took]) => took.worked),
    rounds.map(([, baseline]) => baseline.worked),
  );
  const workedName = `${sizeName[size]}, main thread CPU time`;
  const latencies = (["reply", "event"] as const).flatMap((what) => {
    const name = `${sizeName[size]}${what === "event" ? " to a viewer of another node" : ""}`;
    const p50 = compare(
      rounds.map(([took]) => median(took[what]) / 1000),
      rounds.map(([, baseline]) => median(baseline[what]) / 1000),
    );
    const p99 = (which: 0 | 1): number =>
      percentile(
        rounds.flatMap((took) => took[which][what]),
        99,
      ) / 1000;
    return [
      comparedRow("cluster", `${name}, p50`, "ms", p50, ratioAtMost(1.3)),
      { figure: "cluster", name: `${name}, p99`, unit: "ms", value: p99(0), baseline: p99(1) },
    ];
  });
  return [...latencies, comparedRow("cluster", workedName, "ms", worked)];
};

const thousand = 1000;

/** From an editor's send until the last of 1,000 viewers of three nodes has it. */
const measureFanout = async (run: BenchRun): Promise<Row> => {
  const { ports, token } = await startNodes(run, 3);
  const editor = run.child("load/editors.ts");
  const plan = planText("house");
  await editor.ask({ do: "connect", url: urlAt(ports[0]), token, many: 1, plan }, doneCodec);
  const crowds = ports.map((port) => ({ port, crowd: run.child("load/subscribers.ts") }));
  for (const [position, { port, crowd }] of crowds.entries()) {
    const many = Math.floor((thousand + position) / crowds.length);
    await crowd.ask({ do: "connect", port, token, many }, doneCodec);
  }
  const broadcast = await broadcaster(run, thousand);
  const save = async (): Promise<number> => {
    const had = Promise.all(crowds.map(({ crowd }) => crowd.ask({ do: "next" }, hadCodec)));
    const { sent } = await editor.ask({ do: "try" }, repliedCodec);
    return (Math.max(...(await had).map(({ last }) => last)) - sent) / 1000;
  };
  const took: number[] = [];
  const baselines: number[] = [];
  for (let round = -2; round < run.rounds(16); round += 1) {
    const [measured, baseline] = await run.inTurns(save, broadcast);
    if (round < 0) continue;
    took.push(measured);
    baselines.push(whole(baseline));
  }
  await run.cleanUp();
  const name = "92 kB to 1,000 viewers of three nodes";
  return comparedRow("cluster", name, "ms", compare(took, baselines));
};

const crowds = [1, 4, 16, 64];

/** Saves per second of editors that save 6 kB back to back, every other one at the other node. */
const measureRates = async (run: BenchRun): Promise<readonly Row[]> => {
  const { ports, token } = await startNodes(run, 2);
  const most = Math.max(...crowds) / ports.length;
  const loads = ports.map((port) => ({ url: urlAt(port), editors: run.child("load/editors.ts") }));
  const connect = { do: "connect", token, many: most, plan: planText("flat") };
  for (const { url, editors } of loads) await editors.ask({ ...connect, url }, doneCodec);
  const saveFor = async (all: number): Promise<number> => {
    const rates = loads.slice(0, all).map(async ({ editors }, node) => {
      const many = Math.ceil((all - node) / loads.length);
      const { took, lasted } = await editors.ask({ do: "save-for", many, ms: 1000 }, savesCodec);
      return (took.length * 1_000_000) / lasted;
    });
    return sum(await Promise.all(rates));
  };
  const rates = new Map<number, number[]>(crowds.map((many) => [many, []]));
  for (let round = -1; round < run.rounds(3); round += 1)
    for (const many of crowds) {
      const rate = await saveFor(many);
      if (round >= 0) rates.get(many)?.push(rate);
    }
  await run.cleanUp();
  return [...rates].map(([many, each]) => ({
    figure: "cluster",
    name: `${many} editor${many === 1 ? "" : "s"} at two nodes`,
    unit: "saves/s",
    value: median(each),
  }));
};

/**
 * Nodes of the service on three members of etcd, all on this machine, against bare programs that put and watch the
 * same bytes there: saves of one editor, what viewers of other nodes wait for, and saves of many editors.
 */
export const clusterFigure: Figure = async (run) => {
  if (!hasProgram("etcd")) {
    process.stderr.write(`left out, it needs ${wayToGet("etcd")} … `);
    return [];
  }
  const rows: Row[] = [];
  for (const size of run.scale.sizes) rows.push(...(await measureSaves(run, size)));
  return [...rows, await measureFanout(run), ...(await measureRates(run))];
};
