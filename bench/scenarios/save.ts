import type { DemoSize } from "../../test/samples/index.ts";
import { type Child, doneCodec, portCodec, savesCodec } from "../processes/child.ts";
import type { BenchRun, Figure } from "../bench-run.ts";
import { planText, sizeName } from "../load/plans.ts";
import { atMost, comparedRow, ratioAtMost, type Row } from "../report/report.ts";
import { compare, type Comparison, median, percentile } from "../report/statistics.ts";

/** Saves by one editor with one viewer, compared with the baseline. */
export interface MeasuredSaves {
  /** Medians of the rounds, in microseconds. */
  readonly p50: Comparison;
  /** Microseconds of each save. */
  readonly took: readonly number[];
  /** The same for the baseline. */
  readonly baselineTook: readonly number[];
  /** CPU time of the server's main thread per save, in milliseconds. */
  readonly worked: Comparison;
}

/** Measures saves of a plan: rounds of `each` saves, alternating with as many on the baseline. */
export const measureSaves = async (
  run: BenchRun,
  plan: string,
  rounds: number,
  each: number,
): Promise<MeasuredSaves> => {
  const { url, token, program } = await run.serve();
  const baseline = run.server("baselines/bare-server.ts");
  const { port } = await baseline.ask({ do: "save", folder: await run.folder() }, portCodec);
  const [editor, baselineEditor] = [run.child("load/editors.ts"), run.child("load/editors.ts")];
  const viewer = run.child("load/subscribers.ts");
  await editor.ask({ do: "connect", url, token, many: 1, plan }, doneCodec);
  await viewer.ask({ do: "connect", port: program.port, token, many: 1 }, doneCodec);
  const baselineUrl = `ws://127.0.0.1:${port}/`;
  await baselineEditor.ask(
    { do: "connect", url: baselineUrl, token: undefined, many: 1, plan },
    doneCodec,
  );
  const took: number[] = [];
  const baselineTook: number[] = [];
  const medians: number[] = [];
  const baselines: number[] = [];
  const worked: number[] = [];
  const baselineWorked: number[] = [];
  const save = { do: "save", many: 1, each };
  const saveAll = async (load: Child, server: Pick<Child, "mainThreadMs">) => {
    const before = await server.mainThreadMs();
    const saved = await load.ask(save, savesCodec);
    return { took: saved.took, worked: ((await server.mainThreadMs()) - before) / each };
  };
  // The first rounds warm up the JIT compiler.
  for (let round = -2; round < rounds; round += 1) {
    const [saved, least] = await run.inTurns(
      () => saveAll(editor, program),
      () => saveAll(baselineEditor, baseline),
    );
    if (round < 0) continue;
    took.push(...saved.took);
    baselineTook.push(...least.took);
    medians.push(median(saved.took));
    baselines.push(median(least.took));
    worked.push(saved.worked);
    baselineWorked.push(least.worked);
  }
  await run.cleanUp();
  return {
    p50: compare(medians, baselines),
    took,
    baselineTook,
    worked: compare(worked, baselineWorked),
  };
};

/** Ratios to the baseline, and of the 99th percentile to the median. */
const p50Targets: Readonly<Record<DemoSize, number>> = { flat: 1.6, house: 1, office: 0.85 };
const p99Targets: Readonly<Record<DemoSize, number>> = { flat: 4, house: 3, office: 2 };
const saves: Readonly<Record<DemoSize, number>> = { flat: 60, house: 40, office: 12 };

/** From an editor's send to the reply, in milliseconds, with one viewer that gets every revision. */
export const saveFigure: Figure = async (run) => {
  const rows: Row[] = [];
  for (const size of run.scale.sizes) {
    const { p50, took, baselineTook, worked } = await measureSaves(
      run,
      planText(size),
      run.rounds(16),
      saves[size],
    );
    const ms = { ...p50, value: p50.value / 1000, baseline: p50.baseline / 1000 };
    const p99 = percentile(took, 99) / 1000;
    const baselineP99 = percentile(baselineTook, 99) / 1000;
    rows.push(
      comparedRow("save", `${sizeName[size]}, p50`, "ms", ms, ratioAtMost(p50Targets[size])),
      {
        figure: "save",
        name: `${sizeName[size]}, p99`,
        unit: "ms",
        value: p99,
        baseline: baselineP99,
      },
      {
        figure: "save",
        name: `${sizeName[size]}, p99 over p50`,
        unit: "times",
        value: p99 / (percentile(took, 50) / 1000),
        baseline: baselineP99 / (percentile(baselineTook, 50) / 1000),
        target: atMost(p99Targets[size]),
      },
      comparedRow(
        "save",
        `${sizeName[size]}, main thread CPU time`,
        "ms",
        worked,
        size === "house" ? ratioAtMost(0.9) : undefined,
      ),
    );
  }
  return rows;
};
