import { doneCodec, hadCodec, percentilesCodec, savesCodec, sentCodec } from "./answers.ts";
import type { Figure } from "./bench-run.ts";
import { planText } from "./plans.ts";
import type { Row } from "./report.ts";

const editors = 16;
const viewers = 100;
const perSecond = 64;

/**
 * From the time that an editor's save was due to the time that a viewer had it,
 * while 16 editors save 6 kB at a steady pace and 100 viewers listen. A save
 * that was sent late counts from when it was due: waiting hides no slowness.
 */
export const screenFigure: Figure = async (run) => {
  const { url, token, program } = await run.serve();
  const load = run.child("load-editors.ts");
  const crowd = run.child("load-subscribers.ts");
  await load.ask({ do: "connect", url, token, many: editors, plan: planText("flat") }, doneCodec);
  await crowd.ask({ do: "connect", port: program.port, token, many: viewers }, doneCodec);
  const warmUp = 10;
  await load.ask({ do: "save", many: editors, each: warmUp }, savesCodec);
  const everyoneHas = async (revisions: number): Promise<void> => {
    for (let each = 0; each < revisions; each += 1) await crowd.ask({ do: "next" }, hadCodec);
  };
  await everyoneHas(editors * warmUp);
  await crowd.ask({ do: "note" }, doneCodec);
  const sent = await load.ask({ do: "pace", perSecond, ms: run.rounds(10) * 1000 }, sentCodec);
  await everyoneHas(sent.length);
  const ask = { do: "latencies", first: editors * warmUp + 1, sent };
  const { p50, p99, p999 } = await crowd.ask(ask, percentilesCodec);
  const row = (name: string, value: number): Row => ({
    figure: "screen",
    name: `${editors} editors, ${perSecond} saves/s, ${viewers} viewers, ${name}`,
    unit: "ms",
    value: value / 1000,
  });
  return [row("p50", p50), row("p99", p99), row("p99.9", p999)];
};
