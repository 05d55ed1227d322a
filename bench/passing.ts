import * as t from "io-ts";
import { doneCodec, portCodec } from "./answers.ts";
import type { Child } from "./child.ts";
import type { BenchRun, Figure } from "./bench-run.ts";
import { atMost, type Row } from "./report.ts";
import { median, percentile } from "./statistics.ts";

/** A token of the shape of Home Assistant's; the floor takes any. */
const token = [{ alg: "HS256" }, { iss: "bench", exp: 2 ** 40 }, {}]
  .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
  .join(".");

const askers = async (run: BenchRun): Promise<readonly [here: Child, there: Child]> => {
  const { port } = await run.server("floor-home.ts").ask({ do: "listen" }, portCodec);
  const { url } = await run.serve(["--home-assistant", `http://127.0.0.1:${port}`]);
  const there = `ws://127.0.0.1:${port}/api/websocket`;
  const connect = async (to: string): Promise<Child> => {
    const child = run.child("load-questions.ts");
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

/** What passing on adds to a command that a bare server in the place of Home Assistant answers at once, and the same asked of that directly. */
export const passingFigure: Figure = async (run) => {
  const [here, there] = await askers(run);
  const rows: Row[] = [];
  for (const [name, bytes] of sizes) {
    const many = bytes > 100_000 ? 50 : 500;
    const asked = (child: Child) => async (): Promise<number> =>
      percentile(await child.ask({ do: "ask", many, bytes }, t.array(t.number)), 50) / 1000;
    const added: number[] = [];
    const floors: number[] = [];
    // The first is for the compiler.
    for (let round = -1; round < run.rounds(20); round += 1) {
      const [passed, direct] = await run.inTurns(asked(here), asked(there));
      if (round < 0) continue;
      added.push(passed - direct);
      floors.push(direct);
    }
    rows.push({
      figure: "passing",
      name: `added to a command, answer of ${name}, p50`,
      unit: "ms",
      value: median(added),
      floor: median(floors),
      range: [Math.min(...added), Math.max(...added)],
      ...(bytes > 100_000 ? {} : { target: atMost(1) }),
    });
  }
  return rows;
};
