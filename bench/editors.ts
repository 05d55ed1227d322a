import * as t from "io-ts";
import { doneCodec, guardedCodec, portCodec, savesCodec } from "./answers.ts";
import type { BenchRun, Figure } from "./bench-run.ts";
import type { Child } from "./child.ts";
import { planText } from "./plans.ts";
import { makeToken } from "./program.ts";
import { atLeast, atMost, type Row } from "./report.ts";
import { median } from "./statistics.ts";

const crowds = [1, 4, 16, 64];
const slowSyncMs = 20;

interface Busy {
  readonly service: Child;
  readonly editors: Child;
  readonly url: string;
  readonly token: string;
}

/** A service on a disk of which a sync takes `syncMs` more, and a process of editors who know it. */
const start = async (run: BenchRun, syncMs: number, many: number): Promise<Busy> => {
  const data = await run.folder();
  const token = await makeToken(data);
  const service = run.server("disk-service.ts");
  const { port } = await service.ask({ do: "start", data, syncMs }, portCodec);
  const url = `ws://127.0.0.1:${port}/api/websocket`;
  const editors = run.child("load-editors.ts");
  await editors.ask({ do: "connect", url, token, many, plan: planText("flat") }, doneCodec);
  return { service, editors, url, token };
};

interface Rate {
  readonly perSecond: number;
  readonly perSync: number;
}

const rateOf = async ({ service, editors }: Busy, many: number, ms: number): Promise<Rate> => {
  // Editors who have just come teach the service how many of them are busy.
  await editors.ask({ do: "save", many, each: 5 }, savesCodec);
  const before = await service.ask({ do: "syncs" }, t.number);
  const { took, lasted } = await editors.ask({ do: "save-for", many, ms }, savesCodec);
  const syncs = (await service.ask({ do: "syncs" }, t.number)) - before;
  return { perSecond: (took.length * 1_000_000) / lasted, perSync: took.length / syncs };
};

/** Rates by number of editors, as medians of rounds that take turns. */
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

/** Many editors who save 6 kB without pause: saves per second and per sync, on this disk and on a slow one. */
export const editorsFigure: Figure = async (run) => {
  const real = await measureRates(run, 0);
  const slow = await measureRates(run, slowSyncMs);
  const gain = (slow.get(16)?.perSecond ?? 0) / (slow.get(1)?.perSecond ?? Number.NaN);
  return [
    ...rateRows("this disk", real),
    ...rateRows(`${slowSyncMs} ms/sync`, slow),
    {
      figure: "editors",
      name: `16 editors over one, ${slowSyncMs} ms/sync`,
      unit: "times",
      value: gain,
      target: atLeast(12),
    },
    ...(await guardedRows(run)),
  ];
};
