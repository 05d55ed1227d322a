import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { logFolder } from "../src/storage/folder/data-folder.ts";
import { doneCodec, savesCodec } from "./answers.ts";
import type { BenchRun, Figure } from "./bench-run.ts";
import type { Child } from "./child.ts";
import { planText } from "./plans.ts";
import { atMost, type Row } from "./report.ts";
import { percentile, sum } from "./statistics.ts";

const MiB = 1024 * 1024;
const never = ["--snapshot-bytes", String(1024 * MiB)];

/** Bytes of the files in a folder; one that goes away meanwhile is none. */
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
  const editor = run.child("load-editors.ts");
  await editor.ask({ do: "connect", url, token, many: 1, plan: planText("house") }, doneCodec);
  await editor.ask({ do: "save", many: 1, each: 100 }, savesCodec);
  const isSnapshotWritten = (): number =>
    program.log.filter((line) => JSON.stringify(line).includes("snapshot-written")).length;
  return { editor, folder: logFolder(data), isSnapshotWritten, took: [] };
};

const row = (name: string, unit: string, value: number): Row => ({
  figure: "snapshots",
  name,
  unit,
  value,
});

/** One editor saves 92 kB without pause, with snapshots and, in turns, without. */
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
    row("92 kB, p99 without", "ms", p99Without / 1000),
    { ...row("with over without", "times", p99 / p99Without), target: atMost(2) },
    // Two snapshots, the log since the older one, the segment being written, and the spare.
    { ...row("log folder at the most", "MiB", most / MiB), target: atMost(96) },
  ];
};
