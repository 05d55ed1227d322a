import assert from "node:assert/strict";
import { join } from "node:path";
import test from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { nodeFileSystem, openLog } from "../../wal/index.ts";
import { sampledCases } from "../campaign/scale.ts";
import { assertWhole } from "../support/assert-whole-log.ts";
import { counting, endedBefore } from "../support/disk-faults.ts";
import { append, batches, folder, limits, payloadOf, reopen, run } from "../support/log-runs.ts";
import { plainLimits } from "../support/sample-logs.ts";
import { MemoryDisk } from "../support/memory-disk.ts";
import { randomOf, seededRandom } from "../support/random.ts";
import { temporaryFolder } from "../support/service.ts";

const segment = (index: number): string => `${folder}/${String(index).padStart(20, "0")}.seg`;
const sealBytes = 40;
const headerBytes = 64;

test("LOG-2: a batch, however many records it has, is one sync of the file that it was written to, and no other call; of several records the beginning is written last", async () => {
  const disk = new MemoryDisk();
  const { interfere, calls } = counting();
  const { log } = await reopen(disk.mount(interfere), plainLimits);
  // The spare for the next segment is made beside, and takes its calls between the first batches'.
  for (let isBusy = true; isBusy;) {
    const before = calls.length;
    assert(await append(log, 1));
    isBusy = calls.slice(before).some(({ path }) => path.endsWith("spare.tmp"));
  }
  for (const size of [1, 2, 9]) {
    const before = calls.length;
    assert(await append(log, 2, size + 1));
    const write = { name: "write", path: segment(1) };
    assert.deepEqual(calls.slice(before), [
      ...(size > 1 ? [write] : []),
      write,
      { name: "datasync", path: segment(1) },
    ]);
  }
  await log.close();
});

test("LOG-2: batches of any bytes but zeros come back in order, byte for byte, from a real disk", async (t) => {
  const random = seededRandom(t);
  const options = {
    fs: nodeFileSystem,
    folder: join(await temporaryFolder(t), "log"),
    limits: plainLimits,
    report: () => undefined,
  };
  const found: Buffer[] = [];
  const visitor = {
    onSnapshot: () => assert.fail("there is no snapshot"),
    onCovered: () => assert.fail("no snapshot stands for anything"),
    onRecord: (payload: Buffer) => void found.push(Buffer.from(payload)),
  };
  const opened = await openLog(options, visitor)();
  assert(isRight(opened));
  const bytes = (length: number): Buffer =>
    Buffer.from(Array.from({ length }, () => 1 + random.below(255)));
  // Batches of none, of one, and of more pieces than the system takes at once; pieces and payloads of no bytes, too.
  const written = [0, 1, 3, 700, 5].map((size) =>
    Array.from({ length: size }, () =>
      Array.from({ length: random.below(4) }, () => bytes(random.below(60))),
    ),
  );
  for (const batch of written) assert(isRight(await opened.right.append(batch)()));
  await opened.right.close();
  const again = await openLog(options, visitor)();
  assert(isRight(again), "the log opens");
  await again.right.close();
  assert.deepEqual(
    found,
    written.flat().map((pieces) => Buffer.concat(pieces)),
  );
});

test("LOG-3: the newest segment is as long as segment-bytes from the start, and stays it while records fit", async () => {
  const disk = new MemoryDisk();
  const { log } = await reopen(disk.mount(), plainLimits);
  const { length } = disk.bytesOf(segment(1));
  assert(length >= plainLimits.segmentBytes);
  for (let number = 1; number < 20; number += 1) {
    assert(await append(log, number));
    assert.equal(disk.bytesOf(segment(1)).length, length);
  }
  await log.close();
});

test("LOG-3: when a segment is sealed, the next one is durable under its name", async () => {
  const disk = new MemoryDisk();
  let seals = 0;
  const fs = disk.mount(({ name, path }) => {
    const segments = [...disk.files.keys()].filter((file) => file.endsWith(".seg"));
    const position = segments.indexOf(path);
    // Whatever is written to a segment that is not the newest is its seal.
    if (name !== "write" || position === -1 || position === segments.length - 1) return undefined;
    const next = segments[position + 1] ?? "";
    const durable = disk.afterPowerLoss().bytesOf(next);
    assert.equal(durable.toString("latin1", 0, 8), "FPSEGMNT", `${next} is durable`);
    seals += 1;
    return undefined;
  });
  assert((await run(fs)).answers.every(Boolean));
  assert(seals > 5, "the run seals segments");
});

test("LOG-3: however little room a full segment has left, a power loss around its seal loses nothing", async (t) => {
  const random = seededRandom(t);
  for (let room = 0; room <= 96; room += 8) {
    const length = limits.segmentBytes - room - headerBytes - 40 * 2;
    const rest = length - Math.ceil(payloadOf(1).length / 8) * 8;
    const filling = [payloadOf(1), Buffer.alloc(rest, "x")];
    const script = async (fs: ReturnType<MemoryDisk["mount"]>): Promise<number> => {
      const visitor = { onSnapshot: () => {}, onCovered: () => {}, onRecord: () => {} };
      const opened = await openLog({ fs, folder, limits, report: () => undefined }, visitor)();
      if (!isRight(opened)) return 0;
      let durable = 0;
      for (const payload of [...filling, payloadOf(3)])
        if (isRight(await opened.right.append([[payload]])())) durable += 1;
      await opened.right.close().catch(() => undefined);
      return durable;
    };
    const { interfere, calls } = counting();
    await script(new MemoryDisk().mount(interfere));
    for (const at of sampledCases(random, [...Array(calls.length + 1).keys()], 4))
      for (let round = 0; round < 4; round += 1) {
        const disk = new MemoryDisk();
        const acknowledged = await script(disk.mount(endedBefore(at)));
        const seed = random.below(2 ** 32);
        const left = round === 0 ? disk.afterPowerLoss() : disk.afterPowerLoss(randomOf(seed));
        let found = 0;
        const visitor = {
          onSnapshot: () => {},
          onCovered: () => {},
          onRecord: () => void (found += 1),
        };
        const options = { fs: left.mount(), folder, limits, report: () => undefined };
        const opened = await openLog(options, visitor)();
        const when = `${room} bytes left, call ${at}, disk of seed ${seed}`;
        assert(isRight(opened), `${when}: ${isRight(opened) ? "" : opened.left.message}`);
        assert(found >= acknowledged, `${when}: ${acknowledged} are there, not ${found}`);
        await opened.right.close();
      }
  }
});

test("LOG-4: a batch that is longer than a segment goes into one segment of its own length", async () => {
  const disk = new MemoryDisk();
  const { log } = await reopen(disk.mount());
  assert(await append(log, 1, 2));
  assert(await append(log, 3, 40));
  assert(await append(log, 41, 42));
  await log.close();
  const numbers = Array.from({ length: 38 }, (_, position) => position + 3);
  const records = numbers.map((number) => 40 + Math.ceil(payloadOf(number).length / 8) * 8);
  const length = records.reduce((sum, bytes) => sum + bytes, headerBytes + sealBytes);
  assert(length > 3 * limits.segmentBytes);
  const segments = [...disk.files.keys()].filter((path) => path.endsWith(".seg"));
  assert.deepEqual(segments, [segment(1), segment(3), segment(41)]);
  assert.equal(disk.bytesOf(segment(3)).length, length);
  await assertWhole(disk, { acknowledged: 42, attempted: 42 }, "after a long batch");
});

test("LOG-4: the run that the other tests disturb has batches longer than a segment, and shorter ones", async () => {
  const disk = new MemoryDisk();
  const lengths = new Set<boolean>();
  const fs = disk.mount(({ name, path }) => {
    if (name === "truncate") lengths.add(disk.bytesOf(path).length > limits.segmentBytes + 64);
    return undefined;
  });
  const { acknowledged, answers } = await run(fs);
  assert.equal(
    acknowledged,
    batches.reduce((sum, size) => sum + size),
  );
  assert(answers.every(Boolean));
  assert.equal(lengths.size, 2);
});
