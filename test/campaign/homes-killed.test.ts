import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type HomeTokens, newHome, reached, type TestHome } from "../support/homes.ts";
import { objectOf, range, revOf } from "../service/revisions.ts";
import { numberedPlan } from "../support/plans.ts";
import { hasProgram } from "../support/programs.ts";
import { type Running, startProgram } from "../support/program.ts";
import { type Random, seededRandom } from "../support/random.ts";
import { temporaryFolder } from "../support/service.ts";
import { injecting, oneThread } from "../support/strace.ts";
import { randomCases, scaled } from "./scale.ts";

/** Each has homes of its own, one after another, so that each home wakes and sleeps all the time. */
const workers = 3;
const homesEach = 3;
const limits = { homesAwake: workers, homesWaitMs: 5000 };

/** The system calls of waking, saving and falling asleep, at one of which the process is killed. */
const calls = ["fdatasync", "fsync", "rename", "unlink"] as const;

/** What a home acknowledged last. */
interface Known {
  readonly tokens: HomeTokens;
  rev: number;
  number: number;
}

const portOf = async (running: Running): Promise<number> => {
  await running.printed(/ {2}homes {5}[^\n]+\n/);
  return Number(/listens at http:\/\/[^\s]+:(\d+)/.exec(running.out())?.[1]);
};

/** Kills the service that has locked a folder, which may run under another command; one that is gone is left alone. */
const killHolder = async (root: string): Promise<void> => {
  const pid = Number(await readFile(join(root, "lock"), "utf8"));
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    assert(error instanceof Error && "code" in error && error.code === "ESRCH", String(error));
  }
};

/** A login that ends in undefined where the home is overloaded or the process is gone. */
const enter = (home: TestHome) => home.login(home.admin).catch(() => undefined);

/** Saves into one home after another until the process is gone. */
const work = async (
  t: TestContext,
  running: Running,
  port: number,
  mine: readonly Known[],
  next: () => number,
): Promise<void> => {
  const { ended, child } = running;
  for (let at = 0; child.exitCode === null && child.signalCode === null; at += 1) {
    const known = mine[at % mine.length];
    if (known === undefined) return;
    const desk = await enter(reached(t, port, known.tokens));
    if (desk === undefined) {
      await Promise.race([ended, sleep(5)]);
      continue;
    }
    const number = next();
    const rev = await desk.save(numberedPlan(number)).catch(() => undefined);
    if (rev !== undefined) {
      assert(rev > known.rev, `revision ${known.rev} was acknowledged before ${rev}`);
      Object.assign(known, { rev, number });
    }
    desk.ws.close();
    await Promise.race([ended, desk.closed]);
  }
};

/** Every home has what it acknowledged. */
const check = async (t: TestContext, port: number, homes: readonly Known[]): Promise<void> => {
  for (const { tokens, rev, number } of homes) {
    const home = reached(t, port, tokens);
    let desk = await enter(home);
    for (let tries = 0; desk === undefined && tries < 200; tries += 1) {
      await sleep(25);
      desk = await enter(home);
    }
    assert(desk !== undefined, `${tokens.id} wakes`);
    const now = revOf(await desk.result("floorplan/plan/get"));
    assert(now >= rev, `${tokens.id} acknowledged revision ${rev}, not only ${now}`);
    assert(now <= rev + 1, `${tokens.id} had one save unanswered at most: ${now}, ${rev}`);
    if (rev > 0) {
      const kept = objectOf(await desk.result("floorplan/history/get", { rev }));
      assert.equal(kept["number"], number, `${tokens.id}, revision ${rev}`);
    }
    desk.ws.close();
    await desk.closed;
  }
};

/** The command in front of the program by which one of its calls kills it; nothing where a moment does. */
const killing = (random: Random): readonly string[] =>
  hasProgram("strace") && random.below(2) === 0
    ? ["strace", ...injecting("signal=KILL", random.pick(calls), 1 + random.below(25))]
    : [];

test(
  "HOMES-14: whatever homes acknowledged is there after the process is killed while they wake and fall asleep",
  { timeout: scaled(120_000, 1_800_000) },
  async (t) => {
    const random = seededRandom(t);
    const root = await temporaryFolder(t);
    const made = await Promise.all(
      range(1, workers * homesEach).map((at) => newHome(root, `home-${at}`)),
    );
    const homes = made.map((tokens): Known => ({ tokens, rev: 0, number: 0 }));
    let numbers = 0;
    const next = (): number => (numbers += 1);
    const start = (through: readonly string[] = []): Running =>
      startProgram(
        t,
        ["serve", "--homes", "--port", "0", "--data", root],
        oneThread,
        through,
        limits,
      );
    let [byCall, byTime, duringStart] = [0, 0, 0];
    const rounds = randomCases(4, 200);
    for (let round = 0; round < rounds; round += 1) {
      const through = killing(random);
      const running = start(through);
      const port = await portOf(running).catch(() => undefined);
      if (port === undefined) {
        duringStart += 1;
        await running.ended;
        continue;
      }
      const working = Promise.all(
        range(0, workers - 1).map((worker) => {
          const mine = homes.filter((_, at) => at % workers === worker);
          return work(t, running, port, mine, next);
        }),
      );
      const moment = 300 + random.below(scaled(700, 1500));
      // A call that comes too rarely kills nobody.
      await Promise.race([running.ended, sleep(through.length === 0 ? moment : 4 * moment)]);
      const wasKilled = running.child.exitCode !== null || running.child.signalCode !== null;
      if (wasKilled) byCall += 1;
      else byTime += 1;
      await killHolder(root);
      await running.ended;
      await working;
      const again = start();
      await check(t, await portOf(again), homes);
      again.child.kill(random.below(2) === 0 ? "SIGKILL" : "SIGTERM");
      await again.ended;
    }
    const acknowledged = homes.reduce((sum, { rev }) => sum + rev, 0);
    assert(acknowledged > 0, "homes were saved to");
    t.diagnostic(
      `killed ${byCall} times by a call, ${byTime} at a moment, ${duringStart} during the start; ${acknowledged} saves of ${homes.length} homes`,
    );
  },
);
