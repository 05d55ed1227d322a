import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { builtProgram } from "../../test/support/program.ts";
import { type Child, doneCodec, portCodec, savesCodec } from "../processes/child.ts";
import type { BenchRun, Figure } from "../bench-run.ts";
import { planText, sizeName } from "../load/plans.ts";
import { makeToken, startProgram } from "../processes/programs.ts";
import { atMost, comparedRow, ratioAtMost, type Row } from "../report/report.ts";
import { compare, isMeasuredSave, median, sum } from "../report/statistics.ts";
import { Metrics } from "../../src/server/metrics/metrics.ts";
import { timingsIn } from "../../src/server/metrics/service-metrics.ts";

/** Wall time and CPU time of a start, in milliseconds. */
interface TimedStart {
  readonly passed: number;
  readonly worked: number;
}

/** Runs Node.js to its end. Bash measures the CPU time, since Node.js does not report its children's. */
const runNode = async (node: string, ...args: readonly string[]): Promise<TimedStart> => {
  const timed = `TIMEFORMAT="%R %U %S"; time "$@" >/dev/null 2>&1`;
  const child = spawn("bash", ["-c", timed, "bash", node, ...args], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, LC_ALL: "C" },
  });
  const [passed = Number.NaN, user = Number.NaN, system = Number.NaN] = (await text(child.stderr))
    .split(" ")
    .map((seconds) => Number(seconds) * 1000);
  return { passed, worked: user + system };
};

/** Runs the service on a data folder until it is ready. */
const runService = async (node: string, data: string): Promise<TimedStart> => {
  const program = await startProgram(node, data, [], false);
  const worked = await program.processorMs();
  await program.stop();
  return { passed: program.readyMs, worked };
};

const emptyData = async (run: BenchRun): Promise<string> => {
  const data = await run.folder();
  await makeToken(data);
  return data;
};

const fullData = async (run: BenchRun): Promise<string> => {
  const { program, url, token, data } = await run.serve();
  const editor = run.child("load/editors.ts");
  await editor.ask({ do: "connect", url, token, many: 1, plan: planText("house") }, doneCodec);
  await editor.ask({ do: "save", many: 1, each: 21 }, savesCodec);
  await program.stop();
  return data;
};

/** The time of the command line to its end, and of the service until it prints that it is ready. */
export const startFigure: Figure = async (run) => {
  const { node } = run;
  const full = await fullData(run);
  const starts: readonly (readonly [name: string, start: () => Promise<TimedStart>])[] = [
    ["floorplan --version", () => runNode(node, builtProgram, "--version")],
    ["empty folder", async () => runService(node, await emptyData(run))],
    ["92 kB and 20 earlier plans", () => runService(node, full)],
  ];
  const took = starts.map((): TimedStart[] => []);
  const baselines: TimedStart[] = [];
  for (let round = 0; round < run.rounds(12); round += 1) {
    baselines.push(await runNode(node, "-e", "0"));
    for (const [position, [, start]] of starts.entries()) took[position]?.push(await start());
  }
  return starts.flatMap(([name], position): readonly Row[] => {
    const against = (of: keyof TimedStart) => {
      const measured = (took[position] ?? []).map((each) => each[of]);
      const baseline = baselines.map((each) => each[of]);
      return compare(measured, baseline);
    };
    return [
      comparedRow("start", name, "ms", against("passed")),
      comparedRow("start", `${name}, CPU time`, "ms", against("worked"), ratioAtMost(2.5)),
    ];
  });
};

const MiB = 1024 * 1024;
const subscribers = 300;
const samples = 40;

/** The last quarter's mean over the second quarter's. */
export const drift = (values: readonly number[]): number => {
  const quarter = values.length / 4;
  return sum(values.slice(3 * quarter)) / sum(values.slice(quarter, 2 * quarter));
};

/** Memory of the service over many saves of 92 kB with 300 subscribers. */
export const memoryFigure: Figure = async (run) => {
  const { url, token, program } = await run.serve();
  const editor = run.child("load/editors.ts");
  const crowd = run.child("load/subscribers.ts");
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
    { ...row("peak resident memory", "MiB", Math.max(...resident) / MiB), target: atMost(114) },
    { ...row("resident memory, last / second quarter", "", drift(resident)), target: atMost(1.05) },
    row("peak old-generation heap", "MiB", Math.max(...heap) / MiB),
    { ...row("old-generation heap, last / second quarter", "", drift(heap)), target: atMost(1.05) },
  ];
};

/** Saves per round; half of them are measured. */
const saves = 400;

/** Scrapes that are measured, a little over a second apart, since a scrape within the same second is served from memory. */
const scrapes = 10;
const apartMs = 1050;

const scrape = async (port: number, token: string): Promise<void> => {
  const headers = { Authorization: `Bearer ${token}`, Accept: "application/openmetrics-text" };
  const response = await fetch(`http://127.0.0.1:${port}/metrics`, { headers });
  if (!response.ok) throw new Error(`the metrics are refused: ${response.status}`);
  await response.arrayBuffer();
};

/** The measured saves of a round, or the others; the round's first save has the number `first`. */
const savesOf = (took: readonly number[], first: number, isMeasured: boolean): readonly number[] =>
  took.filter((_, save) => isMeasuredSave(first + save) === isMeasured);

/** CPU time of recording one save, clock reads included, in microseconds. */
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

/** CPU time of the main thread per scrape, in milliseconds. */
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

/** What metrics cost a save: the same service, alternating with and without recording. */
export const metricsFigure: Figure = async (run) => {
  const service = run.server("processes/source-service.ts");
  const data = await run.folder();
  const token = await makeToken(data);
  const start = { do: "start", data, switchesMetrics: true };
  const { port } = await service.ask(start, portCodec);
  const url = `ws://127.0.0.1:${port}/api/websocket`;
  const [editor, viewer] = [run.child("load/editors.ts"), run.child("load/subscribers.ts")];
  const plan = planText("flat");
  await editor.ask({ do: "connect", url, token, many: 1, plan }, doneCodec);
  await viewer.ask({ do: "connect", port, token, many: 1 }, doneCodec);
  const [measured, least]: [number[], number[]] = [[], []];
  const ratios: number[] = [];
  // The first two rounds warm up the JIT compiler. Enough follow to make the median's error much less than the target.
  for (let round = -2; round < run.rounds(60); round += 1) {
    const { took } = await editor.ask({ do: "save", many: 1, each: saves }, savesCodec);
    if (round < 0) continue;
    const first = (round + 2) * saves;
    const [of, without] = [savesOf(took, first, true), savesOf(took, first, false)];
    ratios.push(median(of) / median(without));
    measured.push(...of);
    least.push(...without);
  }
  const name = `${sizeName.flat}, p50, with metrics`;
  const [value, baseline] = [median(measured) / 1000, median(least) / 1000];
  const spread = [Math.min(...ratios), Math.max(...ratios)] as const;
  const worked = await measureScrape(service, port, token);
  return [
    comparedRow(
      "metrics",
      name,
      "ms",
      { value, baseline, ratio: value / baseline, spread },
      ratioAtMost(1.02),
    ),
    {
      figure: "metrics",
      name: "recording one save, CPU time",
      unit: "µs",
      value: workToTell(),
      target: atMost(2),
    },
    { figure: "metrics", name: "one scrape, CPU time", unit: "ms", value: worked },
  ];
};
