import * as t from "io-ts";
import { logFolder } from "../src/storage/folder/data-folder.ts";
import type { BenchRun, Figure } from "./bench-run.ts";
import { growLog } from "./grown-log.ts";
import { type Program, startProgram } from "./program.ts";
import { atMost, comparedRow, ratioAtMost } from "./report.ts";
import { compare, type Comparison } from "./statistics.ts";

const MiB = 1024 * 1024;

const line = t.type({ time: t.number, msg: t.string });

/** Milliseconds between two lines of the service's log. */
const between = (program: Program, first: string, last: string): number => {
  const lines = program.log.filter((each) => line.is(each));
  const at = (msg: string): number => lines.find((each) => each.msg === msg)?.time ?? Number.NaN;
  return at(last) - at(first);
};

/** What recovering a log cost. */
export interface MeasuredRecovery {
  /** Milliseconds, against reading and checksumming the same files. */
  readonly took: Comparison;
  /** Bytes that were resident at the most. */
  readonly peak: number;
}

/** Starts the service on a log of `bytes` behind a snapshot, again and again. */
export const measureRecovery = async (
  run: BenchRun,
  bytes: number,
  rounds: number,
): Promise<MeasuredRecovery> => {
  const data = await run.folder();
  await growLog(data, bytes);
  const floor = run.server("floor-files.ts");
  const folder = logFolder(data);
  const measured: number[] = [];
  const floors: number[] = [];
  let peak = 0;
  await floor.ask({ folder }, t.number);
  for (let round = 0; round < rounds; round += 1) {
    const recover = async (): Promise<number> => {
      const program = await startProgram(run.node, data, ["--snapshot-bytes", String(1024 * MiB)]);
      peak = Math.max(peak, await program.peakResident());
      await program.stop();
      return between(program, "listening", "the plan is loaded");
    };
    const [took, floorTook] = await run.inTurns(recover, () => floor.ask({ folder }, t.number));
    measured.push(took);
    floors.push(floorTook);
  }
  await run.cleanUp();
  return { took: compare(measured, floors), peak };
};

/** Recovering a log of 256 MB and a snapshot, and the memory that it takes. */
export const recoveryFigure: Figure = async (run) => {
  const bytes = run.scale.name === "quick" ? 8_000_000 : 256_000_000;
  const { took, peak } = await measureRecovery(run, bytes, run.rounds(5));
  const { program: idle } = await run.serve();
  const idlePeak = await idle.peakResident();
  const name = `${Math.round(bytes / 1_000_000)} MB and a snapshot`;
  const state = 21 * 92_565;
  return [
    comparedRow("recovery", name, "ms", took, ratioAtMost(2)),
    { figure: "recovery", name: "resident at the most", unit: "MiB", value: peak / MiB },
    { figure: "recovery", name: "the same of an empty start", unit: "MiB", value: idlePeak / MiB },
    {
      figure: "recovery",
      name: "more than that and the state",
      unit: "MiB",
      value: (peak - idlePeak - state) / MiB,
      target: atMost(64),
    },
  ];
};
