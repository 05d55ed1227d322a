import * as t from "io-ts";
import {
  type Child,
  doneCodec,
  guardedCodec,
  hadCodec,
  percentilesCodec,
  portCodec,
  savesCodec,
  sentCodec,
} from "../processes/child.ts";
import type { BenchRun, Figure } from "../bench-run.ts";
import { planText } from "../load/plans.ts";
import { makeToken } from "../processes/programs.ts";
import { atLeast, atMost, type Row } from "../report/report.ts";
import { median } from "../report/statistics.ts";

const crowds = [1, 4, 16, 64];
const slowSyncMs = 20;

interface Busy {
  readonly service: Child;
  readonly editors: Child;
  readonly url: string;
  readonly token: string;
}

/** A service on a disk whose syncs take `syncMs` longer, and a process of editors connected to it. */
const start = async (run: BenchRun, syncMs: number, many: number): Promise<Busy> => {
  const data = await run.folder();
  const token = await makeToken(data);
  const service = run.server("processes/source-service.ts");
  const { port } = await service.ask({ do: "start", data, syncMs }, portCodec);
  const url = `ws://127.0.0.1:${port}/api/websocket`;
  const editors = run.child("load/editors.ts");
  await editors.ask({ do: "connect", url, token, many, plan: planText("flat") }, doneCodec);
  return { service, editors, url, token };
};

interface Rate {
  readonly perSecond: number;
  readonly perSync: number;
}

const rateOf = async ({ service, editors }: Busy, many: number, ms: number): Promise<Rate> => {
  // The group commit learns the number of busy editors first.
  await editors.ask({ do: "save", many, each: 5 }, savesCodec);
  const before = await service.ask({ do: "syncs" }, t.number);
  const { took, lasted } = await editors.ask({ do: "save-for", many, ms }, savesCodec);
  const syncs = (await service.ask({ do: "syncs" }, t.number)) - before;
  return { perSecond: (took.length * 1_000_000) / lasted, perSync: took.length / syncs };
};

/** Rates by number of editors, as medians of alternating rounds. */
const measureRates = async (run: BenchRun, syncMs: number): Promise<Map<number, Rate>> => {
  const busy = await start(run, syncMs, Math.max(...crowds));
  const rates = new Map<number, Rate[]>(crowds.map((many) => [many, []]));
  for (let round = 0; round < run.rounds(3); round += 1)
    for (const many of crowds) rates.get(many)?.push(await rateOf(busy, many, 600));
  await run.cleanUp();
  return new Map(
    [...rates].map(([many, each]) => [
      many,
      {
        perSecond: median(each.map(({ perSecond }) => perSecond)),
        perSync: median(each.map(({ perSync }) => perSync)),
      },
    ]),
  );
};

const plural = (many: number): string => `${many} editor${many === 1 ? "" : "s"}`;

const rateRows = (disk: string, rates: ReadonlyMap<number, Rate>): Row[] =>
  [...rates].flatMap(([many, { perSecond, perSync }]) => [
    { figure: "editors", name: `${plural(many)}, ${disk}`, unit: "saves/s", value: perSecond },
    { figure: "editors", name: `${plural(many)}, ${disk}`, unit: "saves/sync", value: perSync },
  ]);

const guardedRows = async (run: BenchRun): Promise<readonly Row[]> => {
  const rows: Row[] = [];
  let lost = 0;
  for (const many of [1, 4, 16]) {
    const { editors, url, token } = await start(run, 0, 1);
    const ask = { do: "guarded", url, token, many, ms: 1000 };
    const { saved, counted, lasted } = await editors.ask(ask, guardedCodec);
    lost += saved - counted;
    rows.push({
      figure: "editors",
      name: `${plural(many)}, guarded by rev`,
      unit: "saves/s",
      value: (saved * 1_000_000) / lasted,
    });
    await run.cleanUp();
  }
  return [
    ...rows,
    { figure: "editors", name: "guarded, lost updates", unit: "", value: lost, target: atMost(0) },
  ];
};

/** Many editors that save 6 kB back to back: saves per second and per sync, on this disk and on a slow one. */
export const editorsFigure: Figure = async (run) => {
  const real = await measureRates(run, 0);
  const slow = await measureRates(run, slowSyncMs);
  const gain = (slow.get(16)?.perSecond ?? 0) / (slow.get(1)?.perSecond ?? Number.NaN);
  return [
    ...rateRows("this disk", real),
    ...rateRows(`${slowSyncMs} ms/sync`, slow),
    {
      figure: "editors",
      name: `16 editors / 1 editor, ${slowSyncMs} ms/sync`,
      unit: "times",
      value: gain,
      target: atLeast(12),
    },
    ...(await guardedRows(run)),
  ];
};

const pacedEditors = 16;
const pacedViewers = 100;
const pacedPerSecond = 64;

/**
 * From when an editor's save was due until a viewer had it, while 16 editors save 6 kB at a steady pace and 100 viewers
 * listen. A late save counts from when it was due (no coordinated omission).
 */
export const screenFigure: Figure = async (run) => {
  const { url, token, program } = await run.serve();
  const load = run.child("load/editors.ts");
  const crowd = run.child("load/subscribers.ts");
  await load.ask(
    { do: "connect", url, token, many: pacedEditors, plan: planText("flat") },
    doneCodec,
  );
  await crowd.ask({ do: "connect", port: program.port, token, many: pacedViewers }, doneCodec);
  const warmUp = 10;
  await load.ask({ do: "save", many: pacedEditors, each: warmUp }, savesCodec);
  const everyoneHas = async (revisions: number): Promise<void> => {
    for (let each = 0; each < revisions; each += 1) await crowd.ask({ do: "next" }, hadCodec);
  };
  await everyoneHas(pacedEditors * warmUp);
  await crowd.ask({ do: "note" }, doneCodec);
  const sent = await load.ask(
    { do: "pace", perSecond: pacedPerSecond, ms: run.rounds(10) * 1000 },
    sentCodec,
  );
  await everyoneHas(sent.length);
  const ask = { do: "latencies", first: pacedEditors * warmUp + 1, sent };
  const { p50, p99, p999 } = await crowd.ask(ask, percentilesCodec);
  const row = (name: string, value: number): Row => ({
    figure: "screen",
    name: `${pacedEditors} editors, ${pacedPerSecond} saves/s, ${pacedViewers} viewers, ${name}`,
    unit: "ms",
    value: value / 1000,
  });
  return [row("p50", p50), row("p99", p99), row("p99.9", p999)];
};
