import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { builtProgram } from "../test/support/program.ts";
import { doneCodec, savesCodec } from "./answers.ts";
import type { BenchRun, Figure } from "./bench-run.ts";
import { planText } from "./plans.ts";
import { makeToken, startProgram } from "./program.ts";
import { comparedRow, ratioAtMost, type Row } from "./report.ts";
import { compare } from "./statistics.ts";

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
  const editor = run.child("load-editors.ts");
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
  const floors: Took[] = [];
  for (let round = 0; round < run.rounds(12); round += 1) {
    floors.push(await runNode(node, "-e", "0"));
    for (const [position, [, start]] of starts.entries()) took[position]?.push(await start());
  }
  return starts.flatMap(([name], position): readonly Row[] => {
    const against = (of: keyof Took) => {
      const measured = (took[position] ?? []).map((each) => each[of]);
      const floor = floors.map((each) => each[of]);
      return compare(measured, floor);
    };
    return [
      comparedRow("start", name, "ms", against("passed")),
      comparedRow("start", `${name}, processor`, "ms", against("worked"), ratioAtMost(2.5)),
    ];
  });
};
