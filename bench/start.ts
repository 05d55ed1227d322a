import { spawn } from "node:child_process";
import { once } from "node:events";
import { doneCodec, savesCodec } from "./answers.ts";
import type { BenchRun, Figure } from "./bench-run.ts";
import { planText } from "./plans.ts";
import { makeToken, startProgram } from "./program.ts";
import { comparedRow, type Row } from "./report.ts";
import { compare } from "./statistics.ts";

/** Milliseconds from the start of a node that does nothing to its end. */
const bareNode = async (): Promise<number> => {
  const started = performance.now();
  await once(spawn(process.execPath, ["-e", "0"], { stdio: "ignore" }), "exit");
  return performance.now() - started;
};

const emptyData = async (run: BenchRun): Promise<string> => {
  const data = await run.folder();
  await makeToken(data);
  return data;
};

const fullData = async (run: BenchRun): Promise<string> => {
  const { program, url, token, data } = await run.serve();
  const editor = run.child("load-editors.ts");
  await editor.ask({ do: "connect", url, token, many: 1, plan: planText("house") }, doneCodec);
  await editor.ask({ do: "save", many: 1, each: 21 }, savesCodec);
  await program.stop();
  return data;
};

/** From the start of the process to the line that says that it is ready. */
export const startFigure: Figure = async (run) => {
  const full = await fullData(run);
  const names = ["empty folder", "92 kB and 20 earlier plans"];
  const took = names.map((): number[] => []);
  const floors: number[] = [];
  for (let round = 0; round < run.rounds(8); round += 1) {
    floors.push(await bareNode());
    for (const [position, data] of [await emptyData(run), full].entries()) {
      const program = await startProgram(data);
      took[position]?.push(program.readyMs);
      await program.stop();
    }
  }
  return names.map((name, position): Row =>
    comparedRow("start", name, "ms", compare(took[position] ?? [], floors)),
  );
};
