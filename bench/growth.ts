import type { BenchRun, Figure } from "./bench-run.ts";
import { measureFanout } from "./fanout.ts";
import { shareOfOffice } from "./plans.ts";
import { measureRecovery } from "./recovery.ts";
import { atMost, type Row } from "./report.ts";
import { measureSaves } from "./save.ts";
import { exponentOf } from "./statistics.ts";

/** A little more than 1, as a fit to measured points is never exact. */
const linear = atMost(1.1);

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
