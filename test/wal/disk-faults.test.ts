import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { randomCases, sampledCases, scaled } from "../campaign/scale.ts";
import { assertWhole } from "../support/assert-whole-log.ts";
import { counting, endedBefore, failing, type FaultPlan } from "../support/disk-faults.ts";
import { folder, type Run, run } from "../support/log-runs.ts";
import { MemoryDisk } from "../support/memory-disk.ts";
import { type Random, seededRandom } from "../support/random.ts";

/** Every fault of every call of these names, at each place where an undisturbed run makes one. */
const faultPlans = async (names: readonly FaultPlan["name"][]): Promise<readonly FaultPlan[]> => {
  const { interfere, calls } = counting();
  await run(new MemoryDisk().mount(interfere));
  return names.flatMap((name) => {
    const count = calls.filter((call) => call.name === name).length;
    assert(count > 0, `an undisturbed run calls ${name}`);
    const hows: FaultPlan["how"][] = name === "write" ? ["EIO", "ENOSPC", "short"] : ["EIO"];
    return hows.flatMap((how) =>
      Array.from({ length: count }, (_, at) => [
        { name, at, how, howLong: "once" } as const,
        { name, at, how, howLong: "for good" } as const,
      ]).flat(),
    );
  });
};

const kindsBeside = new Set(["snapshot-failed", "spare-failed", "mark-failed"]);

const failedBeside = ({ events }: Run): boolean => events.some(({ kind }) => kindsBeside.has(kind));

/** What must hold of a run whatever failed in it, and of every disk that it may leave behind. */
const assertHonest = async (
  disk: MemoryDisk,
  ran: Run,
  when: string,
  random: Random,
): Promise<void> => {
  if (ran.failedAt !== -1)
    assert(!ran.answers.includes(true, ran.failedAt), `${when}: no success after a failure`);
  await assertWhole(disk.afterPowerLoss(), ran, `${when}, only what was synced`);
  await assertWhole(disk.afterPowerLoss(random), ran, `${when}, power loss`);
  await assertWhole(disk, ran, `${when}, process restarted`);
};

const tryFaults = async (t: TestContext, names: readonly FaultPlan["name"][]): Promise<void> => {
  const random = seededRandom(t);
  const all = await faultPlans(names);
  // Within `npm test` every eighth call fails, once or for good, by lot; the campaign tries both of all.
  const lots = all.map(() => random.below(16));
  const plans = scaled(
    all.filter((_, at) => at % 16 === lots[at >> 4]),
    all,
  );
  for (const plan of plans) {
    const disk = new MemoryDisk();
    const interfere = failing(plan);
    const ran = await run(disk.mount(interfere));
    const { name, at, how, howLong } = plan;
    const when = `${name} ${at}: ${how} ${howLong}, on ${interfere.hit[0]?.path}`;
    assert(interfere.hit.length > 0, `${when}: the fault was met`);
    if (howLong === "once" && failedBeside(ran))
      assert(ran.answers.every(Boolean), `${when}: what goes on beside the saves fails none`);
    if (howLong === "once" && ran.answers.every(Boolean) && how !== "short" && name !== "close")
      assert(ran.refused !== undefined || failedBeside(ran), `${when}: the failure is told`);
    await assertHonest(disk, ran, when, random);
  }
  t.diagnostic(`${plans.length} faults, each with 3 disks after it`);
};

test("LOG-2, LOG-5: whichever write fails or is cut short, no save after it succeeds and nothing acknowledged is lost", (t) =>
  tryFaults(t, ["write"]));

test("LOG-2, LOG-11: whichever sync of a file fails, no save after it succeeds and nothing acknowledged is lost", (t) =>
  tryFaults(t, ["datasync"]));

test("LOG-3, LOG-5, LOG-6: whichever creation, rename, removal or sync of the folder fails, nothing acknowledged is lost", (t) =>
  tryFaults(t, ["open", "rename", "remove", "syncFolder", "makeFolder", "list"]));

test("LOG-3, LOG-6: whichever read, cut or close fails, nothing acknowledged is lost", (t) =>
  tryFaults(t, ["read", "truncate", "close"]));

test("LOG-5: a snapshot that failed at any step leaves room for the next ones, and the log opens after them", async (t) => {
  const random = seededRandom(t);
  const { interfere, calls } = counting();
  await run(new MemoryDisk().mount(interfere));
  const ofSnapshots = calls.flatMap(({ path }, at) => (path.includes(".snap") ? [at] : []));
  assert(ofSnapshots.length > 20, "the run makes snapshots");
  const places = sampledCases(random, ofSnapshots, 6);
  for (const at of places) {
    const disk = new MemoryDisk();
    let seen = 0;
    const ran = await run(
      disk.mount(() => {
        seen += 1;
        return seen === at + 1 ? new Error("EIO") : undefined;
      }),
    );
    assert(ran.answers.every(Boolean), `call ${at}: every save succeeds`);
    const written = ran.events.flatMap((event) =>
      event.kind === "snapshot-written" ? [event.file] : [],
    );
    const there = [...disk.files.keys()].filter((path) => path.includes(".snap"));
    const last = ran.events.findLast(({ kind }) => kind.startsWith("snapshot"));
    // What the last snapshot leaves behind is the next one's to remove.
    if (last?.kind === "snapshot-written")
      assert.deepEqual(
        there,
        written.slice(-2).map((file) => `${folder}/${file}`),
        `call ${at}: the newest two snapshots are there, and nothing else of any`,
      );
    else assert(!there.some((path) => path.endsWith(".tmp")), `call ${at}: no part is left`);
    await assertHonest(disk, ran, `call ${at}`, random);
  }
  t.diagnostic(`${places.length} faults, each with 3 disks after it`);
});

test("LOG-8, LOG-9: a start that fails at any call of its recovery is refused as unavailable, and the next one loses nothing", async (t) => {
  const random = seededRandom(t);
  const undisturbed = counting();
  await run(new MemoryDisk().mount(undisturbed.interfere));
  let faults = 0;
  for (let round = 0; round < randomCases(1, 80); round += 1) {
    const at = 20 + random.below(undisturbed.calls.length - 20);
    const disk = new MemoryDisk();
    const ended = await run(disk.mount(endedBefore(at)));
    const left = disk.afterPowerLoss(random).files;
    const counted = counting();
    await run(new MemoryDisk(left).mount(counted.interfere), []);
    faults += counted.calls.length;
    for (let failed = 0; failed < counted.calls.length; failed += 1) {
      const recovering = new MemoryDisk(left);
      let seen = 0;
      const again = await run(
        recovering.mount(() => {
          seen += 1;
          return seen === failed + 1 ? new Error("EIO: i/o error") : undefined;
        }),
        [],
      );
      const when = `call ${at} of the run, call ${failed} of the recovery`;
      if (again.refused !== undefined) assert.equal(again.refused.kind, "unavailable", when);
      await assertWhole(recovering.afterPowerLoss(random), ended, `${when}, power loss`);
      await assertWhole(recovering, ended, when);
    }
  }
  t.diagnostic(`${faults} faults of recoveries, each with 2 disks after it`);
});
