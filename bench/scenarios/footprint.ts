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

/** Milliseconds of a start: those that passed, and those that the processor worked. */
interface Took {
  readonly passed: number;
  readonly worked: number;
}

/** Runs Node.js to its end. Bash tells what it cost, which Node.js does not tell of its children. */
const runNode = async (node: string, ...args: readonly string[]): Promise<Took> => {
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
const runService = async (node: string, data: string): Promise<Took> => {
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

/** Of the command line to its end, of the service to the line that says that it is ready. */
export const startFigure: Figure = async (run) => {
  const { node } = run;
  const full = await fullData(run);
  const starts: readonly (readonly [name: string, start: () => Promise<Took>])[] = [
    ["floorplan --version", () => runNode(node, builtProgram, "--version")],
    ["empty folder", async () => runService(node, await emptyData(run))],
    ["92 kB and 20 earlier plans", () => runService(node, full)],
  ];
  const took = starts.map((): Took[] => []);
  const baselines: Took[] = [];
  for (let round = 0; round < run.rounds(12); round += 1) {
    baselines.push(await runNode(node, "-e", "0"));
    for (const [position, [, start]] of starts.entries()) took[position]?.push(await start());
  }
  return starts.flatMap(([name], position): readonly Row[] => {
    const against = (of: keyof Took) => {
      const measured = (took[position] ?? []).map((each) => each[of]);
      const baseline = baselines.map((each) => each[of]);
      return compare(measured, baseline);
    };
    return [
      comparedRow("start", name, "ms", against("passed")),
      comparedRow("start", `${name}, processor`, "ms", against("worked"), ratioAtMost(2.5)),
    ];
  });
};

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
    { ...row("resident at the most", "MiB", Math.max(...resident) / MiB), target: atMost(114) },
    { ...row("resident, last over second quarter", "", drift(resident)), target: atMost(1.05) },
    row("lasting heap at the most", "MiB", Math.max(...heap) / MiB),
    { ...row("lasting heap, last over second quarter", "", drift(heap)), target: atMost(1.05) },
  ];
};

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
      name: "what is told of a save, processor time",
      unit: "µs",
      value: workToTell(),
      target: atMost(2),
    },
    { figure: "metrics", name: "a scrape, processor time", unit: "ms", value: worked },
  ];
};
