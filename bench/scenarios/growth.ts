import type { BenchRun, Figure } from "../bench-run.ts";
import { measureFanout } from "./fanout.ts";
import { shareOfOffice } from "../load/plans.ts";
import { measureRecovery } from "./log.ts";
import { atMost, type Row } from "../report/report.ts";
import { measureSaves } from "./save.ts";
import { sum } from "../report/statistics.ts";

/** A little above 1, as a fit to measured points is never exact. */
const linear = atMost(1.1);

/** The exponent k of the best fit y = c * x^k: the slope of a line through the logarithms. */
const exponentOf = (points: readonly (readonly [x: number, y: number])[]): number => {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)] as const);
  const meanX = sum(logs.map(([x]) => x)) / logs.length;
  const meanY = sum(logs.map(([, y]) => y)) / logs.length;
  const above = sum(logs.map(([x, y]) => (x - meanX) * (y - meanY)));
  return above / sum(logs.map(([x]) => (x - meanX) ** 2));
};

const row = (name: string, points: readonly (readonly [number, number])[]): Row => ({
  figure: "growth",
  name: `${name}: exponent`,
  unit: "",
  value: exponentOf(points),
  target: linear,
});

const savePoints = async (run: BenchRun) => {
  const points: (readonly [number, number])[] = [];
  for (const share of [0.1, 0.2, 0.4, 0.7, 1]) {
    const plan = shareOfOffice(share);
    const { p50 } = await measureSaves(run, plan, run.rounds(5), 8);
    points.push([Buffer.byteLength(plan), p50.value]);
  }
  return points;
};

const fanoutPoints = async (run: BenchRun) => {
  const points: (readonly [number, number])[] = [];
  for (const many of [100, 300, 1000])
    points.push([many, (await measureFanout(run, many, run.rounds(10))).whole.value]);
  return points;
};

const recoveryPoints = async (run: BenchRun) => {
  const points: (readonly [number, number])[] = [];
  for (const bytes of [32_000_000, 64_000_000, 128_000_000, 256_000_000])
    points.push([bytes, (await measureRecovery(run, bytes, run.rounds(2))).took.value]);
  return points;
};

/** The exponent k with which the time grows as size^k: 1 is linear, less is better. */
export const growthFigure: Figure = async (run) => [
  row("save, 92 to 920 kB", await savePoints(run)),
  row("fanout, 100 to 1,000 subscribers", await fanoutPoints(run)),
  row("recovery, 32 to 256 MB", await recoveryPoints(run)),
];
