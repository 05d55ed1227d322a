import { doneCodec, savesCodec } from "./answers.ts";
import type { Figure } from "./bench-run.ts";
import { planText } from "./plans.ts";
import { atMost, type Row } from "./report.ts";
import { sum } from "./statistics.ts";

const MiB = 1024 * 1024;
const subscribers = 300;
const samples = 40;

/** The last quarter's mean over the second quarter's. */
const drift = (values: readonly number[]): number => {
  const quarter = values.length / 4;
  return sum(values.slice(3 * quarter)) / sum(values.slice(quarter, 2 * quarter));
};

/** Memory of the service over many saves of 92 kB with 300 subscribers. */
export const memoryFigure: Figure = async (run) => {
  const { url, token, program } = await run.serve();
  const editor = run.child("load-editors.ts");
  const crowd = run.child("load-subscribers.ts");
  await editor.ask({ do: "connect", url, token, many: 1, plan: planText("house") }, doneCodec);
  await crowd.ask({ do: "connect", port: program.port, token, many: subscribers }, doneCodec);
  const { memorySaves } = run.scale;
  const resident: number[] = [];
  const heap: number[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    await editor.ask({ do: "save", many: 1, each: memorySaves / samples }, savesCodec);
    const { rss, heapUsed } = await program.memory();
    resident.push(rss);
    heap.push(heapUsed);
  }
  const row = (name: string, unit: string, value: number): Row => ({
    figure: "memory",
    name: `${memorySaves.toLocaleString("en")} saves, ${name}`,
    unit,
    value,
  });
  return [
    { ...row("resident at the most", "MiB", Math.max(...resident) / MiB), target: atMost(114) },
    { ...row("resident, last over second quarter", "", drift(resident)), target: atMost(1.05) },
    row("lasting heap at the most", "MiB", Math.max(...heap) / MiB),
    { ...row("lasting heap, last over second quarter", "", drift(heap)), target: atMost(1.05) },
  ];
};
