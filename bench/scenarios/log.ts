import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import * as t from "io-ts";
import { logFolder } from "../../src/storage/folder/data-folder.ts";
import type { BenchRun, Figure } from "../bench-run.ts";
import { growLog, planText } from "../load/plans.ts";
import { type Program, startProgram } from "../processes/programs.ts";
import { atMost, comparedRow, ratioAtMost, type Row } from "../report/report.ts";
import { compare, type Comparison, percentile, sum } from "../report/statistics.ts";
import { type Child, doneCodec, savesCodec } from "../processes/child.ts";

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
  /** Milliseconds, compared with reading and checksumming the same files. */
  readonly took: Comparison;
  /** Peak resident bytes. */
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
  const baseline = run.server("baselines/bare-server.ts");
  const folder = logFolder(data);
  const measured: number[] = [];
  const baselines: number[] = [];
  let peak = 0;
  await baseline.ask({ do: "checksum", folder }, t.number);
  for (let round = 0; round < rounds; round += 1) {
    const recover = async (): Promise<number> => {
      const program = await startProgram(run.node, data, ["--snapshot-bytes", String(1024 * MiB)]);
      peak = Math.max(peak, await program.peakResident());
      await program.stop();
      return between(program, "listening", "the plan is loaded");
    };
    const [took, baselineTook] = await run.inTurns(recover, () =>
      baseline.ask({ do: "checksum", folder }, t.number),
    );
    measured.push(took);
    baselines.push(baselineTook);
  }
  await run.cleanUp();
  return { took: compare(measured, baselines), peak };
};

/** Recovery of a log of 256 MB and a snapshot, and its peak memory. */
export const recoveryFigure: Figure = async (run) => {
  const bytes = run.scale.name === "quick" ? 8_000_000 : 256_000_000;
  const { took, peak } = await measureRecovery(run, bytes, run.rounds(5));
  const { program: idle } = await run.serve();
  const idlePeak = await idle.peakResident();
  const name = `${Math.round(bytes / 1_000_000)} MB and a snapshot`;
  const state = 21 * 92_565;
  return [
    comparedRow("recovery", name, "ms", took, ratioAtMost(2)),
    { figure: "recovery", name: "peak resident memory", unit: "MiB", value: peak / MiB },
    {
      figure: "recovery",
      name: "peak resident memory of an empty start",
      unit: "MiB",
      value: idlePeak / MiB,
    },
    {
      figure: "recovery",
      name: "peak beyond an empty start and the state",
      unit: "MiB",
      value: (peak - idlePeak - state) / MiB,
      target: atMost(64),
    },
  ];
};

/** For a service that makes no snapshots. */
export const never = ["--snapshot-bytes", String(1024 * MiB)];

/** Bytes of the files in a folder, without those that are deleted meanwhile. */
const bytesIn = async (folder: string): Promise<number> => {
  const names = await readdir(folder);
  const sizes = names.map((name) =>
    stat(join(folder, name)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return sum(await Promise.all(sizes));
};

interface Saving {
  readonly editor: Child;
  readonly folder: string;
  readonly isSnapshotWritten: () => number;
  readonly took: number[];
}

const start = async (run: BenchRun, args: readonly string[]): Promise<Saving> => {
  const { url, token, data, program } = await run.serve(["--log-level", "debug", ...args]);
  const editor = run.child("load/editors.ts");
  await editor.ask({ do: "connect", url, token, many: 1, plan: planText("house") }, doneCodec);
  await editor.ask({ do: "save", many: 1, each: 100 }, savesCodec);
  const isSnapshotWritten = (): number =>
    program.log.filter((entry) => JSON.stringify(entry).includes("snapshot-written")).length;
  return { editor, folder: logFolder(data), isSnapshotWritten, took: [] };
};

const row = (name: string, unit: string, value: number): Row => ({
  figure: "snapshots",
  name,
  unit,
  value,
});

/** One editor saves 92 kB back to back, alternating with and without snapshots. */
export const snapshotsFigure: Figure = async (run) => {
  const withSnapshots = await start(run, []);
  const without = await start(run, never);
  const ask = { do: "save-for", many: 1, ms: 1000 };
  let most = 0;
  for (let second = 0; second < run.scale.snapshotSeconds / 2; second += 1) {
    for (const each of [withSnapshots, without])
      each.took.push(...(await each.editor.ask(ask, savesCodec)).took);
    most = Math.max(most, await bytesIn(withSnapshots.folder));
  }
  const [p99, p99Without] = [percentile(withSnapshots.took, 99), percentile(without.took, 99)];
  return [
    row("snapshots written", "", withSnapshots.isSnapshotWritten()),
    row("92 kB, p99 with snapshots", "ms", p99 / 1000),
    row("92 kB, p99 without snapshots", "ms", p99Without / 1000),
    { ...row("p99 with / without snapshots", "times", p99 / p99Without), target: atMost(2) },
    // Two snapshots, the log since the older one, the segment being written, and the spare.
    { ...row("largest log folder", "MiB", most / MiB), target: atMost(96) },
  ];
};
