import { setTimeout as sleep } from "node:timers/promises";
import * as t from "io-ts";
import { defaultConfig } from "../../src/server/config.ts";
import { doneCodec, hadCodec, repliedCodec } from "../processes/child.ts";
import type { BenchRun, Figure } from "../bench-run.ts";
import { emptyRooms, manyItems } from "../load/plans.ts";
import { atMost, type Row } from "../report/report.ts";
import { median } from "../report/statistics.ts";

/** A message whose plan is saved or refused. */
interface Case {
  readonly name: string;
  readonly plan: string;
  readonly hasViewer: boolean;
  readonly reply: RegExp;
  /** Whether it has a target. */
  readonly isHeld: boolean;
}

const saved = /"success":true/;
const refused = /"invalid_format"/;
/** Bytes of the message besides its plan. */
const envelope = 100;
/** Milliseconds of pings after a reply, since deferred work counts too. */
const lingerMs = 100;

const inMiB = (bytes: number): string =>
  `${(bytes / 2 ** 20).toLocaleString("en", { maximumSignificantDigits: 3 })} MiB`;

/** The cases of a service that takes plans of `planBytes` and messages of twice as much. */
const casesOf = (planBytes: number): readonly Case[] => {
  const tooLarge = Math.floor((33_000_000 * planBytes) / defaultConfig().planBytes);
  const real = [planBytes / 16, planBytes / 4, planBytes].map((bytes) => ({
    name: `a save of ${inMiB(bytes)}`,
    plan: manyItems(bytes - envelope),
    hasViewer: true,
    reply: saved,
    isHeld: bytes === planBytes,
  }));
  return [
    ...real,
    {
      name: `a save of ${inMiB(planBytes)} of {}`,
      plan: emptyRooms(planBytes - envelope),
      hasViewer: false,
      reply: saved,
      isHeld: true,
    },
    {
      name: `a refused plan of ${inMiB(tooLarge)}`,
      plan: manyItems(tooLarge - envelope),
      hasViewer: false,
      reply: refused,
      isHeld: true,
    },
    {
      name: `a refused plan of ${inMiB(tooLarge)} of {}`,
      plan: emptyRooms(tooLarge - envelope),
      hasViewer: false,
      reply: refused,
      isHeld: true,
    },
  ];
};

/** The longest wait of each round in milliseconds: during a save, and for the same time without one. */
const longestWaits = async (run: BenchRun, args: readonly string[], each: Case) => {
  const { url, token, program } = await run.serve(args);
  const [editor, pings] = [run.child("load/editors.ts"), run.child("load/requests.ts")];
  const viewer = run.child("load/subscribers.ts");
  await editor.ask({ do: "connect", url, token, many: 1, plan: each.plan }, doneCodec);
  await pings.ask({ do: "connect", url, token }, doneCodec);
  const many = each.hasViewer ? 1 : 0;
  await viewer.ask({ do: "connect", port: program.port, token, many }, doneCodec);
  let lastedMs = 0;
  const pinging = async (work: () => Promise<void>): Promise<number> => {
    await pings.ask({ do: "begin" }, doneCodec);
    await work();
    return (await pings.ask({ do: "end", ms: lingerMs }, t.number)) / 1000;
  };
  const save = async (): Promise<void> => {
    const started = performance.now();
    const seen = each.hasViewer ? viewer.ask({ do: "next" }, hadCodec) : undefined;
    const { reply } = await editor.ask({ do: "try" }, repliedCodec);
    if (!each.reply.test(reply)) throw new Error(`${each.name} was answered ${reply}`);
    await seen;
    lastedMs = performance.now() - started;
  };
  const waits: number[] = [];
  const idle: number[] = [];
  // The first round warms up the JIT compiler.
  await save();
  for (let round = 0; round < run.rounds(5); round += 1) {
    const [wait, least] = await run.inTurns(
      () => pinging(save),
      () => pinging(() => sleep(lastedMs)),
    );
    waits.push(wait);
    idle.push(least);
  }
  await run.cleanUp();
  return { waits, idle };
};

/** The longest wait of another client's ping while the service takes a message. */
export const stallFigure: Figure = async (run) => {
  const isQuick = run.scale.name === "quick";
  const planBytes = defaultConfig().planBytes / (isQuick ? 16 : 1);
  const args = isQuick ? ["--plan-bytes", String(planBytes)] : [];
  const rows: Row[] = [];
  for (const each of casesOf(planBytes)) {
    const { waits, idle } = await longestWaits(run, args, each);
    rows.push({
      figure: "stall",
      name: `longest ping during ${each.name}`,
      unit: "ms",
      value: median(waits),
      baseline: median(idle),
      range: [Math.min(...waits), Math.max(...waits)],
      ...(each.isHeld ? { target: atMost(60) } : {}),
    });
  }
  return rows;
};
