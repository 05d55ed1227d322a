import * as t from "io-ts";
import { doneCodec, portCodec, savesCodec } from "./answers.ts";
import type { BenchRun, Figure } from "./bench-run.ts";
import { planText } from "./plans.ts";
import { comparedRow, ratioAtMost, type Row } from "./report.ts";
import { compare, type Comparison } from "./statistics.ts";

/** One save of 92 kB until the last of `many` subscribers has it, against a bare broadcast, in milliseconds. */
export const measureFanout = async (
  run: BenchRun,
  many: number,
  rounds: number,
): Promise<Comparison> => {
  const plan = planText("house");
  const { url, token, program } = await run.serve();
  const floor = run.child("floor-broadcast.ts");
  const bytes = Buffer.byteLength(plan);
  const { port } = await floor.ask({ do: "listen", bytes }, portCodec);
  const editor = run.child("load-editors.ts");
  const crowd = run.child("load-subscribers.ts");
  const floorCrowd = run.child("load-subscribers.ts");
  await editor.ask({ do: "connect", url, token, many: 1, plan }, doneCodec);
  await crowd.ask({ do: "connect", port: program.port, token, many }, doneCodec);
  await floorCrowd.ask({ do: "connect", port, token: undefined, many }, doneCodec);
  const next = { do: "next" };
  const measured: number[] = [];
  const floors: number[] = [];
  for (let round = -2; round < rounds; round += 1) {
    const [took, floorTook] = await run.inTurns(
      async () => {
        const last = crowd.ask(next, t.number);
        const { started } = await editor.ask({ do: "save", many: 1, each: 1 }, savesCodec);
        return (await last) - started;
      },
      async () => {
        const last = floorCrowd.ask(next, t.number);
        const started = await floor.ask({ do: "broadcast" }, t.number);
        return (await last) - started;
      },
    );
    if (round < 0) continue;
    measured.push(took / 1000);
    floors.push(floorTook / 1000);
  }
  await run.cleanUp();
  return compare(measured, floors);
};

/** From an editor's send until the last subscriber has the revision. */
export const fanoutFigure: Figure = async (run) => {
  const rows: Row[] = [];
  for (const many of [1, 100, 300, 1000]) {
    const compared = await measureFanout(run, many, run.rounds(many === 1000 ? 30 : 40));
    const target = many >= 300 ? ratioAtMost(1.15) : undefined;
    const name = `92 kB to ${many} subscriber${many === 1 ? "" : "s"}`;
    rows.push(comparedRow("fanout", name, "ms", compared, target));
  }
  return rows;
};
