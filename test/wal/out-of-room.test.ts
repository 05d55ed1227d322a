import assert from "node:assert/strict";
import test from "node:test";
import { isLeft } from "fp-ts/lib/Either.js";
import { scaled } from "../campaign/scale.ts";
import type { DiskCall } from "../support/disk.ts";
import { assertWhole } from "../support/assert-whole-log.ts";
import { counting, failing } from "../support/disk-faults.ts";
import { append, folder, reopen, run, tryAppend } from "../support/log-runs.ts";
import { type Interfere, MemoryDisk, systemError } from "../support/memory-disk.ts";
import { seededRandom } from "../support/random.ts";

const codes = ["ENOSPC", "EDQUOT", "EFBIG", "EMFILE", "ENFILE"] as const;

/** Calls that may fail for want of room or of descriptors. */
const names = new Set<DiskCall["name"]>(["open", "write", "rename", "remove", "truncate"]);

interface Shortage {
  readonly code: (typeof codes)[number];
  /** Which of those calls is the first to fail, counted from 0 once the log is open, and how many fail. */
  readonly at: number;
  readonly calls: number;
  /** Bytes that the first call still takes, if it is a write. */
  readonly taken: number;
}

/** From `open` on some calls fail. */
const lacking = ({ code, at, calls, taken }: Shortage) => {
  const hit: DiskCall[] = [];
  let seen = -1;
  const interfere: Interfere = (call) => {
    // The first start ends with the sync of the folder; those above it were synced when they were made.
    if (seen === -1 && call.name === "syncFolder" && call.path === folder) seen = 0;
    if (seen === -1 || !names.has(call.name)) return undefined;
    // A cut that fails together with the write that it is to take back is for good.
    if (call.name === "truncate" && calls > 1) return undefined;
    seen += 1;
    if (seen <= at || seen > at + calls) return undefined;
    hit.push(call);
    return hit.length === 1 && call.name === "write" && taken > 0 ? taken : systemError(code, call);
  };
  return { interfere, hit };
};

test("LOG-27, LOG-23: wherever room or descriptors run out, once or for a while, nothing is lost or half there, and the same open log takes saves again", async (t) => {
  const random = seededRandom(t);
  const never = lacking({ code: "ENOSPC", at: Infinity, calls: 0, taken: 0 });
  const undisturbed = counting();
  await run(new MemoryDisk().mount((call) => undisturbed.interfere(call) ?? never.interfere(call)));
  const places = undisturbed.calls.filter(({ name }) => names.has(name)).length;
  let [faults, refusing] = [0, 0];
  const step = scaled(19, 1);
  for (let at = random.below(step); at < places; at += step)
    for (const [calls, taken] of [
      [1, 0],
      [2, 1 + random.below(600)],
      [1 + random.below(60), 0],
    ] as const) {
      const code = random.pick([...codes]);
      const { interfere, hit } = lacking({ code, at, calls, taken });
      let [isOver, wentOn] = [false, false];
      const disk = new MemoryDisk();
      const ran = await run(
        disk.mount((call) => (isOver ? undefined : interfere(call))),
        undefined,
        async (log, last) => {
          isOver = true;
          // Long enough for a seal that is missing, a new segment and a snapshot.
          wentOn = true;
          for (let first = last + 1; first < last + 13; first += 3)
            wentOn &&= await append(log, first, first + 2);
          return last + 12;
        },
      );
      const when = `${code} at call ${at}, ${calls} times, ${taken} bytes taken: ${hit.map(({ name, path }) => `${name} ${path}`).join()}`;
      assert.equal(ran.failedAt, -1, `${when}: it passes`);
      assert(wentOn, `${when}: the log goes on`);
      if (ran.answers.includes(false)) refusing += 1;
      const told = ran.events.filter(({ kind }) => kind === "out-of-room").length;
      const over = ran.events.filter(({ kind }) => kind === "room-again").length;
      assert.equal(over, told, `${when}: each begins and ends`);
      await assertWhole(disk.afterPowerLoss(), ran, `${when}, only what was synced`);
      await assertWhole(disk.afterPowerLoss(random), ran, `${when}, power loss`);
      await assertWhole(disk, ran, `${when}, process restarted`);
      faults += 1;
    }
  assert(refusing > 10);
  t.diagnostic(`${faults} faults, ${refusing} of which refused a save`);
});

test("LOG-27: a sync of a segment that fails for want of room ends the log for good, since nobody knows what it wrote", async () => {
  for (const how of ["ENOSPC", "EIO"] as const) {
    const disk = new MemoryDisk();
    const isOpen = { value: false };
    const fails = failing({ name: "datasync", at: 0, how, howLong: "once" });
    const { log, events } = await reopen(
      disk.mount((call) => (isOpen.value && call.path.endsWith(".seg") ? fails(call) : undefined)),
    );
    assert(await append(log, 1));
    isOpen.value = true;
    for (const number of [2, 3]) {
      const answer = await tryAppend(log, number);
      assert(isLeft(answer) && !answer.left.passing, `${how}: for good`);
    }
    await log.close();
    assert.deepEqual(events, [], "no end of it is promised");
    await assertWhole(disk, { acknowledged: 1, attempted: 2 }, how);
  }
});

test("LOG-27: a batch that was written in part and cannot be cut off again ends the log for good", async () => {
  for (const [name, how] of [
    ["truncate", "EIO"],
    ["datasync", "EIO"],
    ["datasync", "ENOSPC"],
  ] as const) {
    const disk = new MemoryDisk();
    let isFull = false;
    const { log } = await reopen(
      disk.mount((call) => {
        if (isFull && call.name === "write") return systemError("ENOSPC", call);
        return isFull && call.name === name ? systemError(how, call) : undefined;
      }),
    );
    assert(await append(log, 1, 2));
    isFull = true;
    const answer = await tryAppend(log, 3);
    assert(isLeft(answer) && !answer.left.passing, name);
    isFull = false;
    assert(!(await append(log, 3)), `${name}: nothing is written any more`);
    await log.close();
    await assertWhole(disk, { acknowledged: 2, attempted: 2 }, name);
  }
});

test("LOG-27: what the disk took of a refused batch is gone, also when the process ends before the next one", async () => {
  for (let taken = 1; taken < 120; taken += 1) {
    const disk = new MemoryDisk();
    let isFull = false;
    let isTaken = false;
    const { log } = await reopen(
      disk.mount((call) => {
        if (!isFull || call.name !== "write" || !call.path.endsWith(".seg")) return undefined;
        isTaken = !isTaken;
        return isTaken ? taken : systemError("ENOSPC", call);
      }),
    );
    assert(await append(log, 1, 2));
    isFull = true;
    const answer = await tryAppend(log, 3, 4);
    assert(isLeft(answer) && answer.left.passing);
    await log.close();
    for (const left of [new MemoryDisk(disk.files), disk.afterPowerLoss()]) {
      const again = await reopen(left.mount());
      await again.log.close();
      assert.equal(again.replay.last, 2, `${taken} bytes taken`);
      assert.deepEqual(again.events, [], `${taken} bytes taken: not even a torn tail is there`);
    }
  }
});

test("LOG-28: the log's folder stays open, so that a process without descriptors begins a segment that is prepared", async () => {
  const disk = new MemoryDisk();
  const plain = disk.mount();
  let opened = 0;
  let hasNone = false;
  const { log } = await reopen({
    ...plain,
    open: async (path, mode) => {
      if (hasNone) throw systemError("EMFILE", { name: "open", path });
      return plain.open(path, mode);
    },
    openFolder: (path) => {
      opened += 1;
      return plain.openFolder(path);
    },
    syncFolder: (path) => Promise.reject(systemError("EMFILE", { name: "syncFolder", path })),
  });
  // The spare for the next segment is made beside; it is done when a first batch is.
  assert(await append(log, 1, 3));
  hasNone = true;
  let last = 3;
  while (await append(log, last + 1)) last += 1;
  const segments = [...disk.files.keys()].filter((path) => path.endsWith(".seg"));
  assert.equal(segments.length, 2, "the prepared segment was begun, the one after it was not");
  assert.equal(opened, 1, "the folder is opened once");
  hasNone = false;
  assert(await append(log, last + 1));
  await log.close();
  await assertWhole(disk, { acknowledged: last + 1, attempted: last + 1 }, "after that");
});
