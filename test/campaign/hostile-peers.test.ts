import assert from "node:assert/strict";
import { test } from "node:test";
import { median, percentile } from "../../bench/report/statistics.ts";
import { range } from "../service/revisions.ts";
import { inMiB, memoryOf, MiB } from "../support/process-memory.ts";
import { seededRandom } from "../support/random.ts";
import { footprintOf, settled } from "./hostile/footprint.ts";
import { kindsNamed, wantedKinds } from "./hostile/attack-kinds.ts";
import { logLinesOf } from "./hostile/log-lines.ts";
import { tryLogins, loginTallyText } from "./hostile/logins-under-attack.ts";
import { startAttackedService } from "./hostile/attacked-service.ts";
import { SteadyEditor } from "./hostile/steady-editor.ts";
import { steadyViewer } from "./hostile/steady-viewer.ts";
import { addTally, connectionsOf, faultsOf, linesOf, type Tally } from "./hostile/tally.ts";
import { SavedPlans } from "./saved-plans.ts";
import { randomCases, scaled } from "./scale.ts";

const rounds = scaled(1, 4);
const connections = randomCases(300, 5100);
const atOnce = 300;
const everyMs = 25;
const quietSaves = scaled(60, 400);

/**
 * How many times the quiet p99 that under attack should be at the most, both of one process and measured
 * in turns, as the median over all rounds of the long form. It is told, and held against nothing finer
 * than that: a loop that stands still for somebody is far beyond it, and what a busy machine adds is not
 * (35 times were seen beside browsers that used both of its cores, 11 alone).
 */
const targetTimes = 5;
const maxTimes = scaled(Infinity, 20 * targetTimes);
/** Descriptors that may have come meanwhile, such as those of a segment that is being changed. */
const fewFiles = 4;
/**
 * What a first attack may leave resident: compiled code, pages and buffers that are kept for the next, and up to
 * 48 MiB that V8 keeps for what is young, three times 16.
 */
const keptBytes = 176 * MiB;
/** What the attacks after that may add; a first one that left little leaves more to them. */
const addedBytes = 32 * MiB;
/** Lines of log that name no user: some that are written whatever happens, and beyond them one a second of each of a dozen kinds. */
const maxLinesIn = (seconds: number): number => 500 + 12 * Math.ceil(seconds);

/** Microseconds of some saves. */
const percentilesOf = (times: readonly number[]) => ({
  saves: times.length,
  p50: percentile(times, 50),
  p99: percentile(times, 99),
});

const inMs = (microseconds: number): string => `${(microseconds / 1000).toFixed(1)} ms`;

const textOf = ({ p50, p99 }: { readonly p50: number; readonly p99: number }): string =>
  `p50 ${inMs(p50)}, p99 ${inMs(p99)}`;

test(
  "PROOF-9, CHAN-27: hostile peers, whatever they do, end nothing, cost nothing for long, hold up nobody who works, and lock nobody out",
  { timeout: scaled(120_000, 1_500_000) },
  async (t) => {
    const random = seededRandom(t);
    const wanted = wantedKinds();
    const { served, admin, viewer, attack, during } = await startAttackedService(t);
    const { port } = served;
    const { pid } = served.child;
    const plans = new SavedPlans();
    const onlooker = await steadyViewer(t, { port, token: viewer }, plans);
    const editor = await SteadyEditor.start(t, { port, token: admin }, plans, everyMs);
    const whileTheyWork = <A>(work: Promise<A>): Promise<A> =>
      during(work, [editor.ended, onlooker.ended]);

    await whileTheyWork(editor.saved(quietSaves));
    const before = await footprintOf(pid);
    const files = before.files + fewFiles;
    let bytes = before.bytes + keptBytes;
    const tally: Tally = {};
    const faults: string[] = [];
    const begun = performance.now();
    const ratios: (readonly [p50: number, p99: number])[] = [];
    for (const round of range(1, rounds)) {
      const quiet = percentilesOf(await whileTheyWork(editor.saved(quietSaves)));
      const started = performance.now();
      const attacking = attack(random, { connections, atOnce, kinds: wanted });
      const newcomers = tryLogins(t, { port, token: viewer }, attacking);
      const [more, welcome] = await whileTheyWork(Promise.all([attacking, newcomers]));
      const seconds = (performance.now() - started) / 1000;
      const attacked = percentilesOf(editor.takeTimes());
      addTally(tally, more);
      ratios.push([attacked.p50 / quiet.p50, attacked.p99 / quiet.p99]);
      t.diagnostic(
        `round ${round}: ${connectionsOf(more)} connections in ${seconds.toFixed(1)} s; ` +
          `${attacked.saves} saves, ${textOf(attacked)}, quiet ${textOf(quiet)}; ${loginTallyText(welcome)}`,
      );
      // Told with all else in the end.
      const settling = settled(pid, { files, bytes });
      await whileTheyWork(settling.catch((error: unknown) => faults.push(String(error))));
      t.diagnostic(`round ${round}: ${inMiB(await memoryOf(pid, "VmRSS"))} resident afterwards`);
      if (round === 1) bytes += addedBytes;
    }
    await editor.stop();
    await onlooker.caughtUp();
    const after = await footprintOf(pid);
    const p50 = median(ratios.map(([ratio]) => ratio));
    const p99 = median(ratios.map(([, ratio]) => ratio));
    const { ofUsers, ofOthers, frequent } = logLinesOf(served.err());
    for (const line of linesOf(tally, scaled("family", "kind"))) t.diagnostic(line);
    t.diagnostic(
      `${connectionsOf(tally)} hostile connections; ${plans.acknowledged} saves, ${plans.compared} plans compared; ` +
        `attacked over quiet: p50 ${p50.toFixed(2)}, p99 ${p99.toFixed(2)} times (${targetTimes} wanted); ` +
        `descriptors ${before.files}, then ${after.files}; ` +
        `resident ${inMiB(before.bytes)}, then ${inMiB(after.bytes)}, ` +
        `at the most ${inMiB(await memoryOf(pid, "VmHWM"))}; ${ofOthers} lines of log, and ${ofUsers} of users: ${frequent}`,
    );
    faults.push(...faultsOf(kindsNamed(wanted), tally));
    const maxLines = maxLinesIn((performance.now() - begun) / 1000);
    if (ofOthers > maxLines)
      faults.push(`${ofOthers} lines of log that name no user, at most ${maxLines} expected`);
    if (p99 > maxTimes) faults.push(`p99 under attack is ${p99.toFixed(2)} times the quiet one`);
    assert.deepEqual(faults, []);
  },
);
