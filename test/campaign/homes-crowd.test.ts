import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, newHome, reached } from "../support/homes.ts";
import { range } from "../service/revisions.ts";
import { numberedPlan } from "../support/plans.ts";
import { inMiB, memoryOf } from "../support/process-memory.ts";
import { startProgram } from "../support/program.ts";
import { temporaryFolder } from "../support/service.ts";
import { randomCases, scaled } from "./scale.ts";

/** Small, so that the crowd meets each of them. */
const limits = { homesWaiting: 100, homesAwake: 300, homesWaitMs: 10_000 };

/** Requests on the way at a time, within what a process may have open. */
const atOnce = 400;

test(
  "HOMES-16: however many homes are wanted at once, whether there are such or not, the process goes on and refuses by a limit's name",
  { timeout: scaled(120_000, 900_000) },
  async (t) => {
    const root = await temporaryFolder(t);
    const wanted = randomCases(600, 10_000);
    const ids = range(1, wanted).map((at) => `home-${at}`);
    // Each fourth is there.
    const there = ids.filter((_, at) => at % 4 === 0);
    const homes = await Promise.all(there.slice(0, 2).map((id) => newHome(root, id)));
    for (const id of there.slice(2)) await newHome(root, id);
    const args = ["serve", "--homes", "--port", "0", "--data", root];
    const running = startProgram(t, args, {}, [], limits);
    await running.printed(/ {2}homes {5}[^\n]+\n/);
    const port = Number(/listens at http:\/\/[^\s]+:(\d+)/.exec(running.out())?.[1]);
    const [first] = homes;
    assert(first !== undefined);
    const own = reached(t, port, first);
    const desk = await own.login(own.admin);
    const before = await memoryOf(running.child.pid, "VmRSS");
    const counts = new Map<string, number>();
    const note = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
    let next = 0;
    const wantOneAfterAnother = async (): Promise<void> => {
      for (let id = ids[next]; id !== undefined; id = ids[next]) {
        next += 1;
        const answer = await ask(port, `/h/${id}/settings.json`).catch(() => undefined);
        note(String(answer?.status ?? "connection refused"));
        if (answer?.status === 503) {
          const { message } = JSON.parse(answer.body);
          const limit = /homes-waiting|homes-awake|homes-wait-ms/.exec(String(message))?.[0];
          note(limit ?? String(message));
        }
      }
    };
    const crowd = Promise.all(range(1, atOnce).map(wantOneAfterAnother));
    // Who is in their home goes on meanwhile.
    for (const number of range(1, 20)) assert.equal(await desk.save(numberedPlan(number)), number);
    await crowd;
    const { exitCode, signalCode } = running.child;
    assert.deepEqual([exitCode, signalCode], [null, null], running.err());
    assert.equal((await ask(port, "/livez")).status, 200);
    assert.equal(await desk.save(numberedPlan(21)), 21);
    const after = await memoryOf(running.child.pid, "VmRSS");
    const told = [...counts].map(([what, count]) => `${count} ${what}`).join(", ");
    t.diagnostic(`${wanted} homes: ${told}; ${inMiB(before)} before, ${inMiB(after)} after`);
    assert((counts.get("200") ?? 0) > 0, told);
  },
);
