import assert from "node:assert/strict";
import { test } from "node:test";
import { median, percentile } from "../../bench/statistics.ts";
import { range } from "../service/revisions.ts";
import { eventually } from "../support/eventually.ts";
import { openFilesOf, sortsOf } from "../support/process-files.ts";
import { inMiB, memoryOf, MiB } from "../support/process-memory.ts";
import { seededRandom } from "../support/random.ts";
import { kindsNamed, wantedKinds } from "./hostile/kinds.ts";
import { logLinesOf } from "./hostile/log-lines.ts";
import { welcomeNewcomers } from "./hostile/newcomers.ts";
import { besiege } from "./hostile/siege.ts";
import { SteadyEditor } from "./hostile/steady-editor.ts";
import { steadyViewer } from "./hostile/steady-viewer.ts";
import { addTally, assertEndings, connectionsOf, linesOf, type Tally } from "./hostile/tally.ts";
import { SavedPlans } from "./saved-plans.ts";
import { scaled } from "./scale.ts";

const rounds = scaled(1, 5);
const connections = scaled(1500, 6100);
const atOnce = 300;
const everyMs = 25;
const quietSaves = scaled(100, 400);

/** What the long form holds p99 under attack against, of the quiet time in front of each: the short one has too few saves. */
const mostTimes = scaled(Infinity, 5);
/** Descriptors that may have come meanwhile, such as those of a segment that is being changed. */
const fewFiles = 4;
/**
 * What may be resident beyond what was before: pages that the allocator keeps. A tenth of a
 * percent of what hostile peers send would be more, were it held.
 */
const fewBytes = 48 * MiB;
/** Lines that are written whatever happens, and one for so many connections beyond them. */
const mostLines = 500 + (rounds * connections) / 10;
/** A bound for waiting, far above the times after which the service lets go of anybody. */
const settledMs = 30_000;

const inMs = (microseconds: number): string => `${(microseconds / 1000).toFixed(1)} ms`;

test(
  "PROOF-9, CHAN-27: hostile peers, whatever they do, end nothing, cost nothing for long, hold up nobody who works, and lock nobody out",
  { timeout: scaled(120_000, 1_500_000) },
  async (t) => {
    const random = seededRandom(t);
    const wanted = wantedKinds();
    const { served, admin, viewer, attack, during } = await besiege(t);
    const { port, child } = served;
    const plans = new SavedPlans();
    const onlooker = await steadyViewer(t, { port, token: viewer }, plans);
    const editor = await SteadyEditor.start(t, { port, token: admin }, plans, everyMs);
    const whileTheyWork = <A>(work: Promise<A>): Promise<A> =>
      during(work, [editor.ended, onlooker.ended]);

    /** Resolves when no more descriptors are open, and no more memory is resident, than given. */
    const settled = async (mostFiles: number, mostBytes: number): Promise<void> =>
      eventually(async () => {
        const files = await openFilesOf(child.pid);
        const resident = await memoryOf(child.pid, "VmRSS");
        if (files.length <= mostFiles && resident <= mostBytes) return { seen: undefined };
        return {
          not: `${files.length} descriptors, at most ${mostFiles} expected: ${sortsOf(files)}; ${inMiB(resident)} resident, at most ${inMiB(mostBytes)} expected`,
        };
      }, settledMs);

    const filesBefore = (await openFilesOf(child.pid)).length;
    // What is made once, such as compiled code and buffers that are kept, is there after some of each kind.
    const tally: Tally = {};
    const first = { connections: scaled(200, 1000), atOnce, kinds: wanted };
    addTally(tally, await whileTheyWork(attack(random, first)));
    await whileTheyWork(settled(filesBefore + fewFiles, Infinity));
    const memoryBefore = await memoryOf(child.pid, "VmRSS");

    const quiet: (readonly number[])[] = [];
    const attacked: (readonly number[])[] = [];
    for (const round of range(1, rounds)) {
      editor.takeTimes();
      const enough = async (): Promise<{ seen: true } | { not: string }> =>
        editor.saves >= quietSaves ? { seen: true } : { not: `${editor.saves} saves` };
      await whileTheyWork(eventually(enough, 20 * quietSaves * everyMs));
      quiet.push(editor.takeTimes());
      let isOver = false;
      const newcomers = welcomeNewcomers(t, { port, token: viewer }, () => isOver);
      newcomers.catch(() => undefined);
      const started = performance.now();
      const more = await during(attack(random, { connections, atOnce, kinds: wanted }), [
        editor.ended,
        onlooker.ended,
        newcomers,
      ]);
      const seconds = (performance.now() - started) / 1000;
      addTally(tally, more);
      attacked.push(editor.takeTimes());
      isOver = true;
      const { logins, retried, tries, refusals } = await whileTheyWork(newcomers);
      await whileTheyWork(settled(filesBefore + fewFiles, memoryBefore + fewBytes));
      const [before = [], during_ = []] = [quiet.at(-1), attacked.at(-1)];
      t.diagnostic(
        `round ${round}: ${connectionsOf(more)} connections in ${seconds.toFixed(1)} s; ${during_.length} saves, ` +
          `p50 ${inMs(percentile(before, 50))} quiet, ${inMs(percentile(during_, 50))} attacked, ` +
          `p99 ${inMs(percentile(before, 99))} quiet, ${inMs(percentile(during_, 99))} attacked; ` +
          `${logins} logins, ${retried} with a retry, ${tries} tries at the most ${[...refusals].map(([why, count]) => `(${count} × ${why})`).join(" ")}`,
      );
    }
    await editor.stop();
    await onlooker.caughtUp();
    const ratio = (percent: number): number =>
      median(
        attacked.map(
          (times, at) => percentile(times, percent) / percentile(quiet[at] ?? [], percent),
        ),
      );
    const files = (await openFilesOf(child.pid)).length;
    const { count, frequent } = logLinesOf(served.err());
    for (const line of linesOf(tally)) t.diagnostic(line);
    t.diagnostic(
      `${connectionsOf(tally)} hostile connections; ${plans.acknowledged} saves, ${plans.compared} plans compared; ` +
        `attacked over quiet: p50 ${ratio(50).toFixed(2)}, p99 ${ratio(99).toFixed(2)} times; ` +
        `descriptors ${filesBefore}, then ${files}; resident ${inMiB(memoryBefore)}, then ${inMiB(await memoryOf(child.pid, "VmRSS"))}, ` +
        `at the most ${inMiB(await memoryOf(child.pid, "VmHWM"))}; ${count} lines of log: ${frequent}`,
    );
    assertEndings(kindsNamed(wanted), tally);
    assert(count <= mostLines, `${count} lines of log, at most ${mostLines} expected`);
    assert(
      ratio(99) <= mostTimes,
      `p99 under attack is ${ratio(99).toFixed(2)} times the quiet one`,
    );
  },
);
