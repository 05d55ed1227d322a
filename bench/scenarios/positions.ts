import { setTimeout as sleep } from "node:timers/promises";
import * as t from "io-ts";
import {
  type Child,
  doneCodec,
  hadCodec,
  percentilesCodec,
  savesCodec,
  sentCodec,
} from "../processes/child.ts";
import { demoPlan, type DemoSize } from "../../test/samples/index.ts";
import type { BenchRun, Figure } from "../bench-run.ts";
import { serveHome, type ServedHome } from "../processes/home-assistant.ts";
import { atLeast, atMost, ratioAtMost, type Row } from "../report/report.ts";

const MiB = 1024 * 1024;
const screens = 300;
/** How many trackers the plan has. */
export const trackers = 50;
const reportsPerSecond = 1000;
const viewers = 20;
const editors = 4;
const savesPerSecond = 8;
/** As often as the service tells screens of states. */
const picturesPerSecond = 10;

/** How long saves are made before anything is measured, and while nobody moves, at most: what follows lasts a minute. */
const [warmUpMs, quietMs] = [5000, 15_000];

const countsCodec = t.type({ least: t.number, most: t.number });

type PerTracker = Readonly<Record<string, unknown>>;

/** A plan with trackers, each of which has its coordinates from two entities of the stand-in, so that all stay in it for minutes. */
export const planWith = (size: DemoSize, fields: PerTracker): string => {
  const all = Array.from({ length: trackers }, (_, number) => ({
    id: `target-${number}`,
    kind: "person",
    source: { x: `sensor.number_${2 * number}`, y: `sensor.number_${2 * number + 1}` },
    matrix: [0.000025, 0, 0, 0.000025, 1 + (number % 5), 1 + (number % 3)],
    ...fields,
  }));
  return JSON.stringify({ ...demoPlan(size), trackers: all });
};

interface Settled extends ServedHome {
  readonly crowd: Child;
  readonly watchers: Child;
  readonly editor: Child;
}

/** A stand-in for Home Assistant with the coordinates of the trackers, and a service on it. */
export const track = (run: BenchRun): Promise<ServedHome> =>
  serveHome(run, { entities: 2 * trackers });

/** With that plan, editors, viewers of the plan, and screens that show positions. */
const settle = async (run: BenchRun, plan: string): Promise<Settled> => {
  const tracked = await track(run);
  const { homeAssistant, url, token, program } = tracked;
  const [editor, crowd, watchers] = [
    run.child("load/editors.ts"),
    run.child("load/subscribers.ts"),
    run.child("load/subscribers.ts"),
  ];
  await editor.ask({ do: "connect", url, token, many: editors, plan }, doneCodec);
  await editor.ask({ do: "save", many: 1, each: 1 }, savesCodec);
  const type = "floorplan/positions/subscribe";
  await crowd.ask({ do: "connect", port: program.port, token, many: screens, type }, doneCodec);
  await watchers.ask({ do: "connect", port: program.port, token, many: viewers }, doneCodec);
  await homeAssistant.ask({ do: "subscribed" }, doneCodec);
  return { ...tracked, crowd, watchers, editor };
};

/** Between two looks at the memory. */
const sampleMs = 200;

/**
 * By how many bytes the least heap of the last third is more than that of the first: what is between two collections is garbage,
 * which V8 lets lie for a while.
 */
const growthOf = (memories: readonly { readonly heapUsed: number }[]): number => {
  const third = Math.ceil(memories.length / 3);
  const least = (some: typeof memories): number =>
    Math.min(...some.map(({ heapUsed }) => heapUsed));
  return least(memories.slice(-third)) - least(memories.slice(0, third));
};

/** Pictures, plan events and memory while people move, compared with the same screens while nobody does. */
const measure = async (
  run: BenchRun,
  name: string,
  fields: PerTracker,
): Promise<readonly Row[]> => {
  const settled = await settle(run, planWith("flat", fields));
  const { homeAssistant, crowd, watchers, editor, program } = settled;
  const ms = run.scale.stateSeconds * 1000;
  const save = async (forMs: number): Promise<readonly (readonly [number, number])[]> => {
    const sent = await editor.ask({ do: "pace", perSecond: savesPerSecond, ms: forMs }, sentCodec);
    for (const _ of sent) await watchers.ask({ do: "next" }, hadCodec);
    return sent;
  };
  // A third of the time more, in which what grows at first has grown.
  const warmMs = ms / 3;
  await save(Math.min(ms, warmUpMs));
  await watchers.ask({ do: "note" }, doneCodec);
  const quiet = await save(Math.min(ms, quietMs));
  const flooding = homeAssistant.ask(
    { do: "flood", perSecond: 2 * reportsPerSecond, ms: warmMs + ms },
    t.number,
  );
  await sleep(warmMs);
  const memories: { readonly rss: number; readonly heapUsed: number }[] = [];
  const sampling = setInterval(
    () => void program.memory().then((memory) => memories.push(memory)),
    sampleMs,
  );
  const processorBefore = await program.processorMs();
  await crowd.ask({ do: "note" }, doneCodec);
  const began = performance.now();
  const loud = await save(ms);
  clearInterval(sampling);
  const seconds = (performance.now() - began) / 1000;
  const pictures = await crowd.ask({ do: "noted" }, countsCodec);
  const processor = (await program.processorMs()) - processorBefore;
  memories.push(await program.memory());
  const changed = await flooding;
  const first = quiet[0]?.[0] ?? 0;
  const took = async (sent: readonly (readonly [number, number])[]) =>
    watchers.ask({ do: "latencies", first, sent }, percentilesCodec);
  const [calm, busy] = [await took(quiet), await took(loud)];
  await run.cleanUp();
  const perSecond = Math.round(changed / 2 / ((warmMs + ms) / 1000));
  const given = `${perSecond} reports/s of ${trackers} ${name}, ${screens} screens`;
  const row = (what: string, unit: string, value: number): Row => ({
    figure: "positions",
    name: `${given}: ${what}`,
    unit,
    value,
  });
  const late = (which: "p50" | "p99"): Row => ({
    ...row(`plan event ${which}, against nobody moving`, "ms", busy[which] / 1000),
    baseline: calm[which] / 1000,
    ratio: busy[which] / calm[which],
    target: ratioAtMost(2),
  });
  return [
    {
      ...row("pictures at the slowest screen", "/s", pictures.least / seconds),
      target: atLeast(picturesPerSecond * 0.9),
    },
    late("p50"),
    late("p99"),
    row("CPU", "% of one core", processor / (seconds * 10)),
    row("peak resident memory", "MiB", Math.max(...memories.map(({ rss }) => rss)) / MiB),
    {
      ...row("old-generation heap, growth", "MiB", growthOf(memories) / MiB),
      target: atMost(16),
    },
  ];
};

/** Positions of people who move, on 300 screens: each by itself, and each seen by two sensors and made one. */
export const positionsFigure: Figure = async (run) => [
  ...(await measure(run, "trackers", {})),
  ...(await measure(run, "fused trackers", { fuse: true })),
];
