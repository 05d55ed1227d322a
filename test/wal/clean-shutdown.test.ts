import assert from "node:assert/strict";
import test from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { sampledCases } from "../campaign/scale.ts";
import { assertWhole } from "../support/assert-whole-log.ts";
import type { DiskCall } from "../support/disk.ts";
import { counting, endedBefore, failing } from "../support/disk-faults.ts";
import { append, folder, open, reopen, run } from "../support/log-runs.ts";
import { MemoryDisk } from "../support/memory-disk.ts";
import { seededRandom } from "../support/random.ts";
import { plainLimits } from "../support/sample-logs.ts";

const mark = `${folder}/clean-shutdown`;
const spare = `${folder}/spare.tmp`;
const segment = `${folder}/00000000000000000001.seg`;

/** A disk with a log of payloads 1 to 3 that was closed cleanly. */
const closedLog = async (): Promise<MemoryDisk> => {
  const disk = new MemoryDisk();
  const { log } = await reopen(disk.mount(), plainLimits);
  assert(await append(log, 1, 3));
  await log.close();
  assert(disk.files.has(mark), "it is marked");
  return disk;
};

const stepsOf = (calls: readonly DiskCall[]): readonly string[] =>
  calls.map(({ name, path }) => `${name} ${path}`);

/** Whether a start has copied the newest segment. */
const isCopied = (calls: readonly DiskCall[]): boolean =>
  stepsOf(calls).includes(`rename ${spare}`);

test("LOG-47: a start after a clean shutdown writes nothing, goes on in the same segment, and keeps the spare; the mark goes, durably, with the first save", async () => {
  const disk = await closedLog();
  for (let round = 0; round < 3; round += 1) {
    const { interfere, calls } = counting();
    const { log, replay } = await reopen(disk.mount(interfere), plainLimits);
    await nextTurn();
    assert.equal(replay.last, 3 + round);
    const steps = stepsOf(calls);
    assert(!steps.some((step) => /^(?:write|rename|truncate) /.test(step)), steps.join("\n"));
    assert(!steps.some((step) => step.startsWith("remove ")), steps.join("\n"));
    assert(await append(log, replay.last + 1));
    const saving = stepsOf(calls.slice(steps.length));
    const written = saving.indexOf(`write ${segment}`);
    const removed = saving.indexOf(`remove ${mark}`);
    const durable = saving.indexOf(`syncFolder ${folder}`, removed);
    assert(removed !== -1 && removed < durable && durable < written, saving.join("\n"));
    assert.equal(
      saving.find((step) => step.startsWith("write ")),
      `write ${segment}`,
    );
    await log.close();
  }
});

test("LOG-50: a log that takes nothing between its start and its stop keeps the mark, and neither writes, syncs nor removes anything", async () => {
  const disk = await closedLog();
  for (let round = 0; round < 3; round += 1) {
    const { interfere, calls } = counting();
    const { log, replay } = await reopen(disk.mount(interfere), plainLimits);
    await nextTurn();
    await log.close();
    assert.equal(replay.last, 3);
    const changes = stepsOf(calls).filter(
      (step) => /^(?:write|rename|truncate|remove|make|sync)/.test(step) && !step.endsWith(spare),
    );
    assert.deepEqual(changes, []);
    assert(disk.files.has(mark));
  }
});

test("LOG-50: where the mark cannot be removed durably, nothing is saved, and the next start does not believe it", async () => {
  for (const name of ["remove", "syncFolder", "datasync"] as const) {
    const disk = await closedLog();
    let isFailing = false;
    const fault = failing({ name, at: 0, how: "EIO", howLong: "once" });
    const { log } = await reopen(
      disk.mount((call) => (isFailing ? fault(call) : undefined)),
      plainLimits,
    );
    await nextTurn();
    isFailing = true;
    assert(!(await append(log, 4)), name);
    assert(!(await append(log, 4)), `${name}: the log has failed for good`);
    await log.close();
    assert.equal(disk.files.has(mark), name === "remove", name);
    const { interfere, calls } = counting();
    const again = await reopen(disk.mount(interfere), plainLimits);
    assert.equal(again.replay.last, 3);
    assert.equal(isCopied(calls), name !== "remove", name);
    await again.log.close();
  }
});

test("LOG-47: the spare of the process before becomes the next segment; one of another length, or with bytes in it, does not", async () => {
  const sizes = { segmentBytes: 1024, snapshotBytes: 1_000_000 };
  const changes: readonly [string, (spare: Buffer) => Buffer, isTaken: boolean][] = [
    ["as it was left", (bytes) => bytes, true],
    ["cut off", (bytes) => bytes.subarray(8), false],
    ["with a byte in it", (bytes) => Buffer.concat([bytes.subarray(1), Buffer.from("x")]), false],
  ];
  for (const [what, change, isTaken] of changes) {
    const before = new MemoryDisk();
    const first = await reopen(before.mount(), sizes);
    assert(await append(first.log, 1, 2));
    await first.log.close();
    const disk = new MemoryDisk(
      [...before.files].map(([path, bytes]) => [path, path === spare ? change(bytes) : bytes]),
    );
    const { interfere, calls } = counting();
    const { log, replay } = await reopen(disk.mount(interfere), sizes);
    await nextTurn();
    assert.equal(stepsOf(calls).includes(`write ${spare}`), !isTaken, what);
    let last = replay.last;
    for (; disk.files.size < 3 || last < 20; last += 1) assert(await append(log, last + 1));
    await log.close();
    const again = await reopen(disk.afterPowerLoss().mount(), sizes);
    assert.equal(again.replay.last, last, what);
    await again.log.close();
  }
});

test("LOG-48: a mark is believed only of the end that it names: not after another program went on, before a torn tail, unreadable, of another version, or of a segment of another length", async () => {
  const marked = await closedLog();
  const markOf = (disk: MemoryDisk) => [mark, disk.bytesOf(mark)] as const;
  const goneOn = new MemoryDisk(marked.files);
  const { log } = await reopen(goneOn.mount(), plainLimits);
  assert(await append(log, 4));
  await log.close();
  const tail = Buffer.from(marked.bytesOf(segment));
  tail[tail.findLastIndex((byte) => byte !== 0) + 20] = 1;
  const older = Buffer.from(marked.bytesOf(mark).toString().replace(/^2 /, "1 "));
  assert(!older.equals(marked.bytesOf(mark)));
  const short = marked.bytesOf(segment).subarray(0, -8);
  const cases: readonly [string, MemoryDisk, Parameters<MemoryDisk["mount"]>[0], number][] = [
    ["gone on", new MemoryDisk([...goneOn.files, markOf(marked)]), undefined, 4],
    ["torn", new MemoryDisk([...marked.files, [segment, tail]]), undefined, 3],
    ["empty", new MemoryDisk([...marked.files, [mark, Buffer.alloc(0)]]), undefined, 3],
    ["older", new MemoryDisk([...marked.files, [mark, older]]), undefined, 3],
    ["short", new MemoryDisk([...marked.files, [segment, short]]), undefined, 3],
    [
      "unreadable",
      new MemoryDisk(marked.files),
      (call) => (call.path === mark && call.name === "read" ? new Error("EIO") : undefined),
      3,
    ],
  ];
  for (const [what, disk, fault, last] of cases) {
    const calls: DiskCall[] = [];
    const mounted = disk.mount((call) => {
      calls.push(call);
      return fault?.(call);
    });
    const opened = await reopen(mounted, plainLimits);
    assert.equal(opened.replay.last, last, what);
    assert(isCopied(calls), `${what}: the segment is copied`);
    assert(!disk.files.has(mark), `${what}: the mark is gone`);
    await opened.log.close();
  }
});

test("LOG-48: a log that failed, or that could not cut off a refused batch, is not marked", async () => {
  const faults = [
    failing({ name: "datasync", at: 0, how: "EIO", howLong: "once" }),
    // The batch is refused in part, and the cut as well.
    ({ name, path }: DiskCall) => {
      const noRoom = Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
      return path === segment && (name === "write" || name === "truncate") ? noRoom : undefined;
    },
  ];
  for (const fault of faults) {
    const disk = await closedLog();
    let isFailing = false;
    const { log } = await reopen(
      disk.mount((call) => (isFailing ? fault(call) : undefined)),
      plainLimits,
    );
    await nextTurn();
    isFailing = true;
    assert(!(await append(log, 4)));
    await log.close();
    assert(!disk.files.has(mark), "it has no mark");
  }
});

test("PROOF-2, PROOF-3, LOG-47: a log that goes on after a clean shutdown loses nothing acknowledged, whenever its process ends and the power fails", async (t) => {
  const random = seededRandom(t);
  const first = new MemoryDisk();
  const closed = await run(first.mount(), [3, 12, 1]);
  const files = [...first.files];
  const { interfere, calls } = counting();
  await run(new MemoryDisk(files).mount(interfere));
  const places = sampledCases(random, [...Array(calls.length + 1).keys()], 4);
  for (const at of places) {
    const disk = new MemoryDisk(files);
    const ended = await run(disk.mount(endedBefore(at)));
    const kept = {
      acknowledged: Math.max(ended.acknowledged, closed.acknowledged),
      attempted: Math.max(ended.attempted, closed.acknowledged),
    };
    await assertWhole(disk.afterPowerLoss(), kept, `call ${at}, only what was synced`);
    await assertWhole(disk.afterPowerLoss(random), kept, `call ${at}, power loss`);
    await assertWhole(disk, kept, `call ${at}, killed`);
  }
  t.diagnostic(`${places.length} ends, each with 3 disks after it`);
});

test("LOG-47: of a copy of a folder that nobody has synced, the newest segment is durable once its log has taken a batch", async () => {
  const original = await closedLog();
  const disk = new MemoryDisk();
  const fs = disk.mount();
  await fs.makeFolder(folder);
  for (const [path, bytes] of original.files) {
    const file = await fs.open(path, "create");
    await file.write([bytes], 0);
    await file.close();
  }
  const { log } = await open(disk.mount(), plainLimits);
  assert(log !== undefined && (await append(log, 4)));
  const { log: again, replay } = await reopen(disk.afterPowerLoss().mount(), plainLimits);
  await again.close();
  assert.equal(replay.last, 4);
  await log.close();
});
