import { setTimeout as sleep } from "node:timers/promises";
import * as t from "io-ts";
import { Metrics } from "../src/server/metrics/metrics.ts";
import { timingsIn } from "../src/server/metrics/service-metrics.ts";
import { doneCodec, savesCodec } from "./answers.ts";
import type { Figure } from "./bench-run.ts";
import type { Child } from "./child.ts";
import { planText, sizeName } from "./plans.ts";
import { atMost, comparedRow, ratioAtMost } from "./report.ts";
import { median } from "./statistics.ts";
import { isMeasuredSave } from "./turns.ts";

const startedCodec = t.type({ port: t.number, token: t.string });

/** Of a round; half of them are measured. */
const saves = 400;

/** How often it is scraped for what that costs, a little more than a second apart, as a scrape within the same costs nothing. */
const scrapes = 10;
const apartMs = 1050;

const scrape = async (port: number, token: string): Promise<void> => {
  const headers = { Authorization: `Bearer ${token}`, Accept: "application/openmetrics-text" };
  const response = await fetch(`http://127.0.0.1:${port}/metrics`, { headers });
  if (!response.ok) throw new Error(`the metrics are refused: ${response.status}`);
  await response.arrayBuffer();
};

/** Those of a round's saves that are measured, or are not; the first of them has the number `first`. */
const savesOf = (took: readonly number[], first: number, isMeasured: boolean): readonly number[] =>
  took.filter((_, save) => isMeasuredSave(first + save) === isMeasured);

/** Microseconds of processor time that telling of one save takes, with the looks at the clock. */
const workToTell = (): number => {
  const { saved, synced, delivered } = timingsIn(new Metrics());
  const many = 500_000;
  const before = process.cpuUsage();
  for (let count = 0; count < many; count += 1) {
    const began = performance.now();
    synced(performance.now() - began);
    delivered(performance.now() - began);
    saved("saved", performance.now() - began);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / many;
};

/** Milliseconds that the main thread works for one scrape. */
const measureScrape = async (service: Child, port: number, token: string): Promise<number> => {
  await scrape(port, token);
  let worked = 0;
  for (let count = 0; count < scrapes; count += 1) {
    await sleep(apartMs);
    const before = await service.mainThreadMs();
    await scrape(port, token);
    worked += (await service.mainThreadMs()) - before;
  }
  return worked / scrapes;
};

/** What being measured costs a save: the same service, by turns with metrics that are told of saves and with those that are not. */
export const metricsFigure: Figure = async (run) => {
  const service = run.server("service-metrics.ts");
  const { port, token } = await service.ask({ data: await run.folder() }, startedCodec);
  const url = `ws://127.0.0.1:${port}/api/websocket`;
  const [editor, viewer] = [run.child("load-editors.ts"), run.child("load-subscribers.ts")];
  const plan = planText("flat");
  await editor.ask({ do: "connect", url, token, many: 1, plan }, doneCodec);
  await viewer.ask({ do: "connect", port, token, many: 1 }, doneCodec);
  const [measured, least]: [number[], number[]] = [[], []];
  const ratios: number[] = [];
  // The first two rounds are for the compiler. As many follow as bring the median's own error well below the target.
  for (let round = -2; round < run.rounds(60); round += 1) {
    const { took } = await editor.ask({ do: "save", many: 1, each: saves }, savesCodec);
    if (round < 0) continue;
    const first = (round + 2) * saves;
    const [of, without] = [savesOf(took, first, true), savesOf(took, first, false)];
    ratios.push(median(of) / median(without));
    measured.push(...of);
    least.push(...without);
  }
  const name = `${sizeName.flat}, p50, measured`;
  const [value, floor] = [median(measured) / 1000, median(least) / 1000];
  const spread = [Math.min(...ratios), Math.max(...ratios)] as const;
  const worked = await measureScrape(service, port, token);
  return [
    comparedRow(
      "metrics",
      name,
      "ms",
      { value, floor, ratio: value / floor, spread },
      ratioAtMost(1.02),
    ),
    {
      figure: "metrics",
      name: "what is told of a save, processor time",
      unit: "µs",
      value: workToTell(),
      target: atMost(2),
    },
    { figure: "metrics", name: "a scrape, processor time", unit: "ms", value: worked },
  ];
};
