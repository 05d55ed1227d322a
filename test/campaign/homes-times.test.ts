import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { ask, newHome, reached } from "../support/homes.ts";
import { range } from "../service/revisions.ts";
import { Peer } from "../support/peer.ts";
import { samplePlan } from "../support/plans.ts";
import { type Running, startProgram } from "../support/program.ts";
import { seededRandom } from "../support/random.ts";
import { temporaryFolder } from "../support/service.ts";
import { randomCases, scaled } from "./scale.ts";

const medianOf = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;

/** An answer of a measured request, and how many milliseconds it took. */
interface Measured {
  readonly answer: string;
  readonly ms: number;
}

const measured = async (work: () => Promise<string>): Promise<Measured> => {
  const began = performance.now();
  const answer = await work();
  return { answer, ms: performance.now() - began };
};

/** Sends a request, and tells what is answered. */
const told = async (...asked: Parameters<typeof ask>): Promise<string> => {
  const { status, body } = await ask(...asked);
  return `${status} ${body}`;
};

/** Says a wrong token to a home, and waits for the end. */
const guess = async (t: TestContext, port: number, id: string): Promise<string> => {
  const peer = await Peer.open(t, port, { url: `ws://127.0.0.1:${port}/h/${id}/api/websocket` });
  peer.send({ type: "auth", access_token: "w".repeat(43) });
  const { code, reason } = await peer.closed;
  return `${code} ${reason}`;
};

/** What a stranger can measure, each once at a home. */
const measures = {
  "the first request": (_t: TestContext, port: number, id: string) =>
    told(port, `/h/${id}/settings.json`),
  "the next request": (_t: TestContext, port: number, id: string) =>
    told(port, `/h/${id}/settings.json`),
  "a missing image": (_t: TestContext, port: number, id: string) =>
    told(port, `/h/${id}/local/floorplan/bg_0.png?v=1`),
  "a wrong link": (_t: TestContext, port: number, id: string) =>
    told(port, `/h/${id}/auth/link`, {
      method: "POST",
      body: JSON.stringify({ code: "c".repeat(43), nonce: "n".repeat(22) }),
    }),
  "a wrong token": guess,
} as const;

test(
  "HOMES-15: homes that do not exist answer as those that do, one after another; how long each takes is told",
  { timeout: scaled(120_000, 600_000) },
  async (t) => {
    const root = await temporaryFolder(t);
    const count = randomCases(24, 450);
    const ids = range(1, count).map((at) => `a${at}`);
    const homes = await Promise.all(ids.map((id) => newHome(root, id)));
    const start = async (): Promise<readonly [Running, port: number]> => {
      const args = ["serve", "--homes", "--port", "0", "--data", root, "--login-failures", "1000"];
      const started = startProgram(t, args, {}, [], { loginDelayMs: 0 });
      await started.printed(/ {2}homes {5}[^\n]+\n/);
      return [started, Number(/listens at http:\/\/[^\s]+:(\d+)/.exec(started.out())?.[1])];
    };
    const [running, port] = await start();
    // As after some time: homes have plans, and a third of them is awake.
    for (const tokens of homes) {
      const home = reached(t, port, tokens);
      const desk = await home.login(tokens.admin);
      await desk.save(samplePlan("flat", 1));
      desk.ws.close();
    }
    running.child.kill("SIGTERM");
    await running.ended;
    const [, newPort] = await start();
    const random = seededRandom(t);
    const lots = ids.map((id) => ({ id, lot: random.below(2 ** 30) }));
    const order = lots.toSorted((a, b) => a.lot - b.lot).map(({ id }) => id);
    for (const id of order.slice(0, count / 3)) await ask(newPort, `/h/${id}/settings.json`);
    for (const [name, measure] of Object.entries(measures)) {
      const [real, none]: [number[], number[]] = [[], []];
      for (const id of ids) {
        const there = await measured(() => measure(t, newPort, id));
        const absent = await measured(() => measure(t, newPort, `b${id.slice(1)}`));
        assert.equal(absent.answer, there.answer, name);
        real.push(there.ms);
        none.push(absent.ms);
      }
      const ratio = medianOf(none) / medianOf(real);
      const quarter = (times: readonly number[], at: number): string =>
        (times.toSorted((a, b) => a - b)[Math.floor(times.length * at)] ?? 0).toFixed(1);
      t.diagnostic(
        `${name}: median ${medianOf(real).toFixed(2)} ms at homes that exist, ${medianOf(none).toFixed(2)} ms at others, ratio ${ratio.toFixed(2)}; p10 ${quarter(real, 0.1)} and ${quarter(none, 0.1)}, p90 ${quarter(real, 0.9)} and ${quarter(none, 0.9)}`,
      );
    }
  },
);
