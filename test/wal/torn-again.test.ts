import assert from "node:assert/strict";
import { basename } from "node:path";
import test from "node:test";
import { append, folder, open, reopen } from "../support/log-runs.ts";
import { plainLimits, plainLog, withFile } from "../support/sample-logs.ts";
import { counting, endedBefore } from "../support/disk-faults.ts";
import { MemoryDisk } from "../support/memory-disk.ts";

/** The log with other bytes behind the last record of its newest segment, and where these begin. */
const tornBy = async (disk: MemoryDisk, newest: string, fill: number) => {
  const bytes = Buffer.from(disk.bytesOf(newest));
  let offset = bytes.length;
  while (offset > 0 && bytes[offset - 1] === 0) offset -= 1;
  offset = Math.ceil(offset / 8) * 8;
  bytes.fill(fill, offset, offset + 24);
  return { torn: withFile(disk, newest, bytes), offset, tail: bytes.subarray(offset) };
};

const tornFiles = (disk: MemoryDisk): readonly string[] =>
  [...disk.files.keys()].filter((path) => path.endsWith(".torn")).map((path) => basename(path));

test("LOG-21: a segment that tears again at the same offset keeps each tail in a file of its own, and the same tail once", async () => {
  const { disk, newest, last } = await plainLog();
  let now = disk;
  const kept: { readonly name: string; readonly tail: Buffer }[] = [];
  // The third tail is the first one again: it is there already.
  for (const [fill, count] of [
    [0xaa, ""],
    [0xbb, ".2"],
    [0xaa, ""],
    [0xcc, ".3"],
  ] as const) {
    const { torn, offset, tail } = await tornBy(now, newest, fill);
    const name = `${basename(newest)}.${offset}${count}.torn`;
    const { log, replay, events } = await reopen(torn.mount(), plainLimits);
    await log.close();
    assert.equal(replay.last, last);
    assert.deepEqual(
      events.map((event) => event.kind === "torn-tail" && event.kept),
      [name],
    );
    if (!kept.some((each) => each.name === name)) kept.push({ name, tail: Buffer.from(tail) });
    assert.deepEqual(tornFiles(torn), kept.map((each) => each.name).toSorted());
    for (const each of kept)
      for (const there of [torn, torn.afterPowerLoss()])
        assert(there.bytesOf(`${folder}/${each.name}`).equals(each.tail), `${each.name} is whole`);
    now = torn;
  }
});

test("LOG-21: an earlier tail stays and the new one is kept, whichever call a start is interrupted before", async () => {
  const { disk, newest, last } = await plainLog();
  const first = await tornBy(disk, newest, 0xaa);
  await (await reopen(first.torn.mount(), plainLimits)).log.close();
  const second = await tornBy(first.torn, newest, 0xbb);
  const counted = counting();
  const { files } = second.torn;
  await (await reopen(new MemoryDisk(files).mount(counted.interfere), plainLimits)).log.close();
  for (let at = 0; at <= counted.calls.length; at += 1) {
    const left = new MemoryDisk(files);
    const ended = await open(left.mount(endedBefore(at)), plainLimits);
    await ended.log?.close().catch(() => undefined);
    const { log, replay } = await reopen(left.mount(), plainLimits);
    assert.equal(replay.last, last);
    assert(await append(log, last + 1));
    await log.close();
    const tails = tornFiles(left).map((name) => left.bytesOf(`${folder}/${name}`));
    assert.equal(tails.length, 2, `call ${at}: ${tornFiles(left).join()}`);
    assert(
      [first, second].every(({ tail }) => tails.some((kept) => kept.equals(tail))),
      `call ${at}`,
    );
  }
});
