import { setTimeout as sleep } from "node:timers/promises";
import * as t from "io-ts";
import {
  type Child,
  doneCodec,
  hadCodec,
  percentilesCodec,
  portCodec,
  savesCodec,
  sentCodec,
} from "../processes/child.ts";
import type { BenchRun, Figure } from "../bench-run.ts";
import { serveHome, type ServedHome } from "../processes/home-assistant.ts";
import { type Delivery, whole } from "./fanout.ts";
import { planText } from "../load/plans.ts";
import { atMost, comparedRow, ratioAtMost, type Row } from "../report/report.ts";
import { compare, median, percentile } from "../report/statistics.ts";

const MiB = 1024 * 1024;
const screens = 300;
const slow = 10;
const entities = 300;
const changesPerSecond = 1000;
const viewers = 20;
/** Several, so that a late save does not delay the next ones. */
const editors = 4;
const savesPerSecond = 8;
/** Longer than the service gathers changes. */
const pauseMs = 110;

const changeCodec = t.type({ started: t.number, bytes: t.number });

/** A small plan that names the entities of Home Assistant. */
const plan = (): string => {
  const sensors = Array.from(
    { length: entities },
    (_, number) => `{"entity":"sensor.number_${number}","x":${number % 10},"z":1}`,
  );
  return `{"sensors":[${sensors.join()}],"flat":${planText("flat")}}`;
};

/** Starts a Home Assistant, a service with that plan, editors, and screens that show states. */
const settle = async (
  run: BenchRun,
  slowOnes: number,
): Promise<ServedHome & { readonly crowd: Child; readonly editor: Child }> => {
  const served = await serveHome(run, { entities });
  const { homeAssistant, url, token, program } = served;
  const editor = run.child("load/editors.ts");
  const crowd = run.child("load/subscribers.ts");
  await editor.ask({ do: "connect", url, token, many: editors, plan: plan() }, doneCodec);
  await editor.ask({ do: "save", many: 1, each: 1 }, savesCodec);
  await homeAssistant.ask({ do: "subscribed" }, doneCodec);
  const type = "subscribe_entities";
  await crowd.ask(
    { do: "connect", port: program.port, token, many: screens, type, slow: slowOnes },
    doneCodec,
  );
  return { ...served, crowd, editor };
};

/** A change of one state until the last of 300 screens has it, compared with a bare broadcast of the same bytes. */
const measureChange = async (run: BenchRun): Promise<readonly Row[]> => {
  const { homeAssistant, crowd } = await settle(run, 0);
  const bare = run.server("baselines/bare-server.ts");
  const bareCrowd = run.child("load/subscribers.ts");
  const { bytes } = await homeAssistant.ask({ do: "change" }, changeCodec);
  await crowd.ask({ do: "next" }, hadCodec);
  const { port } = await bare.ask({ do: "listen", bytes }, portCodec);
  await bareCrowd.ask({ do: "connect", port, token: undefined, many: screens }, doneCodec);
  const change = async (): Promise<Delivery> => {
    await sleep(pauseMs);
    const had = crowd.ask({ do: "next" }, hadCodec);
    const { started } = await homeAssistant.ask({ do: "change" }, changeCodec);
    return { started, ...(await had) };
  };
  const broadcast = async (): Promise<Delivery> => {
    await sleep(pauseMs);
    const had = bareCrowd.ask({ do: "next" }, hadCodec);
    const started = await bare.ask({ do: "broadcast" }, t.number);
    return { started, ...(await had) };
  };
  const changes: number[] = [];
  const broadcasts: number[] = [];
  for (let round = -5; round < run.rounds(40); round += 1) {
    const [took, sent] = await run.inTurns(change, broadcast);
    if (round < 0) continue;
    changes.push(whole(took));
    broadcasts.push(whole(sent));
  }
  await run.cleanUp();
  const name = `${bytes} bytes of a changed state to ${screens} screens`;
  return [comparedRow("states", name, "ms", compare(changes, broadcasts), ratioAtMost(1.5))];
};

/** Plan events and memory while states change constantly, compared with unchanging states. */
const measureFlood = async (run: BenchRun): Promise<readonly Row[]> => {
  const { homeAssistant, editor, program, token } = await settle(run, slow);
  const watchers = run.child("load/subscribers.ts");
  await watchers.ask({ do: "connect", port: program.port, token, many: viewers }, doneCodec);
  const ms = run.scale.stateSeconds * 1000;
  const save = async (): Promise<readonly (readonly [number, number])[]> => {
    const sent = await editor.ask({ do: "pace", perSecond: savesPerSecond, ms }, sentCodec);
    for (const _ of sent) await watchers.ask({ do: "next" }, hadCodec);
    return sent;
  };
  await save();
  await watchers.ask({ do: "note" }, doneCodec);
  const quiet = await save();
  const before = await program.memory();
  const flooding = homeAssistant.ask(
    { do: "flood", perSecond: changesPerSecond, ms: ms + pauseMs },
    t.number,
  );
  const processorBefore = await program.processorMs();
  const loud = await save();
  const processor = (await program.processorMs()) - processorBefore;
  const changed = await flooding;
  const after = await program.memory();
  const first = quiet[0]?.[0] ?? 0;
  const took = async (sent: readonly (readonly [number, number])[]) =>
    watchers.ask({ do: "latencies", first, sent }, percentilesCodec);
  const [calm, busy] = [await took(quiet), await took(loud)];
  const given = `${Math.round(changed / (ms / 1000))} changes/s, ${screens} screens, ${slow} slow`;
  const late = (name: "p50" | "p99"): Row => ({
    figure: "states",
    name: `${given}: plan event ${name}, against a quiet service`,
    unit: "ms",
    value: busy[name] / 1000,
    baseline: calm[name] / 1000,
    ratio: busy[name] / calm[name],
    target: ratioAtMost(2),
  });
  const row = (name: string, unit: string, value: number): Row => ({
    figure: "states",
    name: `${given}: ${name}`,
    unit,
    value,
  });
  return [
    late("p50"),
    late("p99"),
    row("CPU", "% of one core", (100 * processor) / ms),
    row("resident memory before", "MiB", before.rss / MiB),
    row("resident memory after", "MiB", after.rss / MiB),
    {
      ...row("old-generation heap, growth", "MiB", (after.heapUsed - before.heapUsed) / MiB),
      target: atMost(16),
    },
  ];
};

/** States of Home Assistant on 300 screens. */
export const statesFigure: Figure = async (run) => [
  ...(await measureChange(run)),
  ...(await measureFlood(run)),
];

/** A token that looks like Home Assistant's; the baseline takes any. */
const token = [{ alg: "HS256" }, { iss: "bench", exp: 2 ** 40 }, {}]
  .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
  .join(".");

const askers = async (run: BenchRun): Promise<readonly [here: Child, there: Child]> => {
  const { port } = await run
    .server("baselines/home-assistant.ts")
    .ask({ do: "listen", entities: 0 }, portCodec);
  const { url } = await run.serve(["--home-assistant", `http://127.0.0.1:${port}`]);
  const there = `ws://127.0.0.1:${port}/api/websocket`;
  const connect = async (to: string): Promise<Child> => {
    const child = run.child("load/requests.ts");
    await child.ask({ do: "connect", url: to, token }, doneCodec);
    return child;
  };
  return [await connect(url), await connect(there)];
};

const sizes = [
  ["200 bytes", 200],
  ["20 kB", 20_000],
  ["1 MB", 1_000_000],
] as const;

/** What forwarding a command to Home Assistant adds, compared with asking the bare server directly. */
export const passingFigure: Figure = async (run) => {
  const [here, there] = await askers(run);
  const rows: Row[] = [];
  for (const [name, bytes] of sizes) {
    const many = bytes > 100_000 ? 50 : 500;
    const asked = (child: Child) => async (): Promise<number> =>
      percentile(await child.ask({ do: "ask", many, bytes }, t.array(t.number)), 50) / 1000;
    const added: number[] = [];
    const baselines: number[] = [];
    // The first round warms up the JIT compiler.
    for (let round = -1; round < run.rounds(20); round += 1) {
      const [passed, direct] = await run.inTurns(asked(here), asked(there));
      if (round < 0) continue;
      added.push(passed - direct);
      baselines.push(direct);
    }
    rows.push({
      figure: "passing",
      name: `added latency per command, answer of ${name}, p50`,
      unit: "ms",
      value: median(added),
      baseline: median(baselines),
      range: [Math.min(...added), Math.max(...added)],
      ...(bytes > 100_000 ? {} : { target: atMost(1) }),
    });
  }
  return rows;
};
