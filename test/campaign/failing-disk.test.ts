import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { FileSystem } from "../../wal/index.ts";
import { isFull } from "../../wal/system-calls.ts";
import { failureTexts } from "../../src/plan/plan-holder.ts";
import { eventRevs, health, historyRevs, objectOf, range, revOf } from "../service/revisions.ts";
import { diskWith } from "../support/disk.ts";
import { failing, type FaultPlan } from "../support/disk-faults.ts";
import { type Message, Peer } from "../support/peer.ts";
import { numberedPlan } from "../support/plans.ts";
import { seededRandom } from "../support/random.ts";
import { startTestService } from "../support/service.ts";
import { sampledCases, scaled } from "./scale.ts";

// So that a few saves meet new segments, snapshots and deletions.
const config = { segmentBytes: 16_384, snapshotBytes: 16_384 };
const editors = 3;
// Enough for a fault that only something beside the saves met to be followed by saves that may meet it, too.
const roundsAfter = 3;

/** A plan that is long enough that a change of it is stored as such. */
const filledPlan = (number: number): Record<string, unknown> => ({
  ...numberedPlan(number),
  note: "long".repeat(1200),
});

/** A disk that takes note of every file that is written or synced after a write or a sync of it failed for good. */
const notingRetries = (disk: FileSystem, retried: string[]): FileSystem => ({
  ...disk,
  open: async (path, mode) => {
    const file = await disk.open(path, mode);
    let hasFailed = false;
    const once = async <A>(work: () => Promise<A>): Promise<A> => {
      if (hasFailed) retried.push(path);
      try {
        return await work();
      } catch (error) {
        hasFailed = !isFull(error);
        throw error;
      }
    };
    return {
      ...file,
      write: (buffers, position) => once(() => file.write(buffers, position)),
      datasync: () => once(() => file.datasync()),
    };
  },
});

/** Whether the fault is over for the log as well when it is over for the disk. */
const passes = ({ how, howLong }: FaultPlan): boolean => how === "ENOSPC" && howLong === "once";

/**
 * Saves of three editors at a time, and changes between them, against a disk that fails as `plan` says
 * once the service is ready, until the fault was met and some rounds more.
 * Every round makes at least one write and one sync, so it comes to that.
 */
const saveOnFailingDisk = async (t: TestContext, plan: FaultPlan) => {
  const interfere = failing(plan);
  let isReady = false;
  const disk = diskWith(async (call) => {
    const fault = isReady ? interfere(call) : undefined;
    if (fault instanceof Error) throw fault;
  });
  const retried: string[] = [];
  const fs = notingRetries(disk, retried);
  const service = await startTestService(t, { fs, config });
  const login = (): Promise<Peer> => Peer.login(t, service.port, service.admin);
  const watcher = await login();
  await watcher.result("floorplan/plan/subscribe");
  const peers = await Promise.all(range(1, editors).map(login));
  isReady = true;

  const acknowledged: number[] = [];
  let refused = 0;
  let left = roundsAfter;
  const answered = (reply: Message, before: number): void => {
    if (reply["success"] === true) {
      assert(before === 0 || passes(plan), "nothing is acknowledged after a failure for good");
      acknowledged.push(revOf(reply["result"]));
      return;
    }
    refused += 1;
    const { code, message } = objectOf(reply["error"]);
    assert.equal(code, "not_loaded");
    assert(String(message).includes(plan.how), `${plan.how} is told: ${String(message)}`);
  };
  for (let round = 0; left > 0; round += 1) {
    assert(round <= plan.at + roundsAfter, "each round makes at least one such call");
    if (interfere.hit.length > 0) left -= 1;
    if (acknowledged.length > 0) {
      const fields = {
        rev: acknowledged.length,
        changes: [{ op: "add", path: "/change", value: round }],
      };
      answered(await watcher.command("floorplan/plan/change", fields), refused);
    }
    const before = refused;
    const replies = await Promise.all(
      peers.map(async (peer, each) => {
        const given = filledPlan(1000 * (round + 1) + each);
        const reply = await peer.command("floorplan/plan/save", { plan: given });
        return { peer, reply };
      }),
    );
    for (const { reply } of replies) answered(reply, before);
  }
  const durable = acknowledged.length;
  assert.deepEqual(
    acknowledged.toSorted((a, b) => a - b),
    range(1, durable),
  );
  return { plan, service, login, watcher, durable, refused, retried };
};

/** What is read, shown and told is what was durable, whether or not saves are still made. */
const assertGoesOn = async ({
  plan,
  service,
  login,
  watcher,
  durable,
  refused,
}: Awaited<ReturnType<typeof saveOnFailingDisk>>): Promise<void> => {
  const { status, body } = await health(service.url);
  if (refused === 0 || passes(plan))
    assert.deepEqual({ status, body }, { status: 200, body: { status: "ready", rev: durable } });
  else {
    assert.equal(status, 503);
    assert.equal(body["status"], "failed");
    const fixed: readonly unknown[] = Object.values(failureTexts);
    assert(fixed.includes(body["reason"]), String(body["reason"]));
    assert(service.log.some((line) => JSON.stringify(line).includes(plan.how)));
  }
  const reader = await login();
  assert.equal(revOf(await reader.result("floorplan/plan/get")), durable);
  await reader.result("floorplan/plan/subscribe");
  assert.equal(revOf(await reader.nextEvent()), durable);
  assert.deepEqual(
    await historyRevs(reader),
    range(Math.max(1, durable - 20), durable - 1).toReversed(),
  );
  await watcher.command("ping");
  await watcher.result("floorplan/plan/get");
  assert.deepEqual(eventRevs(watcher), range(0, durable));
};

/** Lets one call fail, once or for good, and looks at what the service does then and after a restart; tells whether it refused saves. */
const tryFault = async (t: TestContext, plan: FaultPlan): Promise<boolean> => {
  const ran = await saveOnFailingDisk(t, plan);
  const { service, durable, refused, retried } = ran;
  if (plan.howLong === "for good") assert(refused > 0, "a disk that fails for good is told");
  await assertGoesOn(ran);
  await service.stop();
  assert.deepEqual(retried, [], "what failed is never tried again");
  const again = await startTestService(t, { again: service, config });
  const editor = await Peer.login(t, again.port, again.admin);
  const found = objectOf(await editor.result("floorplan/plan/get"));
  const rev = revOf(found);
  assert(rev >= durable && rev <= durable + Math.min(refused, editors), `revision ${rev} is there`);
  const { change: _change, ...saved } = found;
  if (rev > 0) assert.deepEqual(saved, { ...filledPlan(Number(found["number"])), rev });
  assert.equal(await editor.save(numberedPlan(1), rev), rev + 1, "saves are made again");
  await again.stop();
  return refused > 0;
};

// So many calls are two changes of the segment with a snapshot between them: then all comes again.
const calls = { write: 64, datasync: 40 } as const;

const kinds = {
  write: [
    ["EIO", "once"],
    ["EIO", "for good"],
    ["ENOSPC", "once"],
    ["ENOSPC", "for good"],
  ],
  datasync: [
    ["EIO", "once"],
    ["EIO", "for good"],
  ],
} as const;

for (const name of ["write", "datasync"] as const)
  test(
    `SAVE-12, OPS-1, LOG-23, CHANGE-1: whichever ${name} fails, once or for good, its saves and all later ones are refused, but for a disk that is full and then has room again, and reading goes on from what was durable`,
    { timeout: scaled(120_000, 900_000) },
    async (t) => {
      const all = [...Array(scaled(8, calls[name])).keys()];
      let [tried, refusing] = [0, 0];
      for (const at of sampledCases(seededRandom(t), all, 2))
        for (const [how, howLong] of kinds[name]) {
          if (await tryFault(t, { name, at, how, howLong })) refusing += 1;
          tried += 1;
        }
      t.diagnostic(`${tried} faults, ${refusing} of which made the service refuse saves`);
    },
  );
