import * as t from "io-ts";
import { doneCodec, hadCodec, portCodec, savesCodec } from "../processes/child.ts";
import type { BenchRun, Figure } from "../bench-run.ts";
import { planText } from "../load/plans.ts";
import { comparedRow, ratioAtMost, type Row } from "../report/report.ts";
import { compare, type Comparison } from "../report/statistics.ts";

/** One save to many subscribers, in milliseconds. */
export interface MeasuredFanout {
  /** From the editor's send until the last has it, compared with a bare broadcast from its first send on. */
  readonly whole: Comparison;
  /** From the first subscriber to the last, compared with the same of the bare broadcast. */
  readonly spread: Comparison;
  /** Compared with a bare server that receives, parses and syncs the plan before it broadcasts it. */
  readonly overSaved: Comparison;
}

/** When a message was sent, when the first and the last subscriber got it, in microseconds, and the bytes that all received. */
export interface Delivery {
  readonly started: number;
  readonly first: number;
  readonly last: number;
  readonly bytes: number;
}

/** Connects an editor and `many` subscribers; returns a function that saves 92 kB once. */
const saver = async (
  run: BenchRun,
  url: string,
  token: string | undefined,
  many: number,
  deflate = false,
): Promise<() => Promise<Delivery>> => {
  const editor = run.child("load/editors.ts");
  const crowd = run.child("load/subscribers.ts");
  const port = Number(new URL(url).port);
  await editor.ask({ do: "connect", url, token, many: 1, plan: planText("house") }, doneCodec);
  await crowd.ask({ do: "connect", port, token, many, deflate }, doneCodec);
  return async () => {
    const had = crowd.ask({ do: "next" }, hadCodec);
    const { started } = await editor.ask({ do: "save", many: 1, each: 1 }, savesCodec);
    return { started, ...(await had) };
  };
};

/** Connects `many` subscribers to a bare server; returns a function that broadcasts so many bytes once. */
export const broadcaster = async (
  run: BenchRun,
  many: number,
  bytes = Buffer.byteLength(planText("house")),
): Promise<() => Promise<Delivery>> => {
  const server = run.server("baselines/bare-server.ts");
  const crowd = run.child("load/subscribers.ts");
  const { port } = await server.ask({ do: "listen", bytes }, portCodec);
  await crowd.ask({ do: "connect", port, token: undefined, many }, doneCodec);
  return async () => {
    const had = crowd.ask({ do: "next" }, hadCodec);
    const started = await server.ask({ do: "broadcast" }, t.number);
    return { started, ...(await had) };
  };
};

/** Milliseconds until the last subscriber had it. */
export const whole = ({ started, last }: Delivery): number => (last - started) / 1000;
/** Milliseconds from the first subscriber to the last. */
export const spread = ({ first, last }: Delivery): number => (last - first) / 1000;

/** One save of 92 kB until the last of `many` subscribers has it, compared with bare servers. */
export const measureFanout = async (
  run: BenchRun,
  many: number,
  rounds: number,
): Promise<MeasuredFanout> => {
  const { url, token } = await run.serve();
  const bare = await run
    .server("baselines/bare-server.ts")
    .ask({ do: "save", folder: await run.folder() }, portCodec);
  const save = await saver(run, url, token, many);
  const saveBare = await saver(run, `ws://127.0.0.1:${bare.port}/`, undefined, many);
  const broadcast = await broadcaster(run, many);
  const measured: Delivery[] = [];
  const broadcasts: Delivery[] = [];
  const saves: Delivery[] = [];
  for (let round = -2; round < rounds; round += 1) {
    const [[took, sent], saved] = await run.inTurns(() => run.inTurns(save, broadcast), saveBare);
    if (round < 0) continue;
    measured.push(took);
    broadcasts.push(sent);
    saves.push(saved);
  }
  await run.cleanUp();
  return {
    whole: compare(measured.map(whole), broadcasts.map(whole)),
    spread: compare(measured.map(spread), broadcasts.map(spread)),
    overSaved: compare(measured.map(whole), saves.map(whole)),
  };
};

/** From an editor's send until the last subscriber has the revision. */
export const fanoutFigure: Figure = async (run) => {
  const rows: Row[] = [];
  for (const many of [1, 100, 300, 1000]) {
    const took = await measureFanout(run, many, run.rounds(many === 1000 ? 24 : 40));
    const target = many >= 300 ? ratioAtMost(1.15) : undefined;
    const name = `92 kB to ${many} subscriber${many === 1 ? "" : "s"}`;
    rows.push(comparedRow("fanout", name, "ms", took.whole, target));
    const spreadTarget = many === 300 ? ratioAtMost(1.1) : undefined;
    if (many > 1)
      rows.push(
        comparedRow("fanout", `${name}, from first to last`, "ms", took.spread, spreadTarget),
      );
    rows.push(comparedRow("fanout", `${name}, against a bare save`, "ms", took.overSaved));
  }
  return rows;
};

const compressedSubscribers = 300;
const megabytes = ({ bytes }: Delivery): number => bytes / 1_000_000;

/**
 * From an editor's send of 92 kB until the last of 300 subscribers has it, all with compression, and the bytes that
 * they received; compared with an uncompressed bare broadcast.
 */
export const compressedFigure: Figure = async (run) => {
  const { url, token } = await run.serve();
  const save = await saver(run, url, token, compressedSubscribers, true);
  const broadcast = await broadcaster(run, compressedSubscribers);
  const measured: Delivery[] = [];
  const broadcasts: Delivery[] = [];
  for (let round = -2; round < run.rounds(40); round += 1) {
    const [took, sent] = await run.inTurns(save, broadcast);
    if (round < 0) continue;
    measured.push(took);
    broadcasts.push(sent);
  }
  const name = `92 kB to ${compressedSubscribers} subscribers`;
  const took = compare(measured.map(whole), broadcasts.map(whole));
  const sent = compare(measured.map(megabytes), broadcasts.map(megabytes));
  return [
    comparedRow("compressed", name, "ms", took, ratioAtMost(0.6)),
    comparedRow("compressed", `${name}, bytes received`, "MB", sent, ratioAtMost(0.2)),
  ];
};
