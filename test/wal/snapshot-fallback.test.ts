import assert from "node:assert/strict";
import { basename } from "node:path";
import test from "node:test";
import { append, folder, payloadOf, reopen, run } from "../support/log-runs.ts";
import { flipped, refusalOf, withFile, withoutFile } from "../support/sample-logs.ts";
import { MemoryDisk, systemError } from "../support/memory-disk.ts";
import { seededRandom } from "../support/random.ts";

interface WithSnapshots {
  readonly disk: MemoryDisk;
  readonly last: number;
  readonly older: string;
  readonly newer: string;
}

/** A log that keeps two snapshots, and records after the newer one. */
const logWithSnapshots = async (): Promise<WithSnapshots> => {
  const disk = new MemoryDisk();
  await run(disk.mount());
  const second = await run(disk.mount(), [2, 1]);
  const [older, newer] = [...disk.files.keys()].filter((path) => path.endsWith(".snap"));
  assert(older !== undefined && newer !== undefined);
  return { disk, last: second.acknowledged, older, newer };
};

const indexOf = (path: string): number => Number.parseInt(basename(path), 10);

test("LOG-7: recovery starts from the newest snapshot, and replays what comes after it", async () => {
  const { disk, last, newer } = await logWithSnapshots();
  const { log, replay } = await reopen(disk.mount());
  await log.close();
  assert.equal(replay.last, last);
  assert.equal(replay.covered.at(-1), indexOf(newer), "older records are covered, not replayed");
  assert(last > indexOf(newer), "and there are newer ones");
});

test("LOG-13: a snapshot with a bit turned at any byte is reported, and the older one used", async (t) => {
  const random = seededRandom(t);
  const { disk, last, older, newer } = await logWithSnapshots();
  const bytes = disk.bytesOf(newer);
  for (let at = 0; at < bytes.length; at += 1) {
    const bit = random.below(8);
    const when = `bit ${bit} of byte ${at}`;
    const bad = withFile(disk, newer, flipped(bytes, at, bit));
    const { log, replay, events } = await reopen(bad.mount());
    await log.close();
    assert.equal(replay.last, last, `${when}: everything is there`);
    const covered = replay.covered.filter((number) => number > indexOf(older));
    assert.deepEqual(covered, [], `${when}: by way of the older one`);
    const reported = events.flatMap((event) =>
      event.kind === "snapshot-unreadable" ? [event.refused.file] : [],
    );
    assert.deepEqual(reported, [basename(newer)], `${when}: and it is told`);
  }
});

test("LOG-13: a snapshot that is cut at any byte is reported, and the older one used", async () => {
  const { disk, last, newer } = await logWithSnapshots();
  const bytes = disk.bytesOf(newer);
  for (let length = 0; length < bytes.length; length += 1) {
    const cut = withFile(disk, newer, bytes.subarray(0, length));
    const { log, replay, events } = await reopen(cut.mount());
    await log.close();
    assert.equal(replay.last, last);
    assert.equal(events[0]?.kind, "snapshot-unreadable", `cut to ${length}`);
  }
});

test("LOG-13: a snapshot that the disk cannot read is reported, and the older one used", async () => {
  const { disk, last, newer } = await logWithSnapshots();
  const fs = disk.mount((call) =>
    call.name === "read" && call.path === newer ? systemError("EIO", call) : undefined,
  );
  const { log, replay, events } = await reopen(fs);
  await log.close();
  assert.equal(replay.last, last);
  assert.equal(events[0]?.kind, "snapshot-unreadable");
});

test("LOG-13: a missing newer snapshot is no harm, since the segments after the older one are there", async () => {
  const { disk, last, newer } = await logWithSnapshots();
  const { log, replay } = await reopen(withoutFile(disk, newer).mount());
  await log.close();
  assert.equal(replay.last, last);
});

test("LOG-13: with both snapshots unreadable the start is refused, and both are named", async () => {
  const { disk, older, newer } = await logWithSnapshots();
  const broken = withFile(
    withFile(disk, newer, flipped(disk.bytesOf(newer), 100, 0)),
    older,
    flipped(disk.bytesOf(older), 100, 0),
  );
  const { message } = await refusalOf(broken, "both unreadable");
  assert(message.includes(basename(older)) && message.includes(basename(newer)), message);
});

test("LOG-13: with every snapshot unreadable and every segment there, all is replayed", async () => {
  const disk = new MemoryDisk();
  const { log } = await reopen(disk.mount());
  assert(await append(log, 1, 9));
  await log.startSnapshot([[payloadOf(9)]])();
  await log.close();
  const path = [...disk.files.keys()].find((name) => name.endsWith(".snap"));
  assert(path !== undefined);
  const broken = withFile(disk, path, flipped(disk.bytesOf(path), 80, 3));
  const opened = await reopen(broken.mount());
  await opened.log.close();
  assert.equal(opened.replay.last, 9);
  assert.deepEqual(opened.replay.covered, []);
});

test("LOG-6, LOG-13: a new snapshot under the name of an unreadable one stays", async () => {
  const { disk, last, newer } = await logWithSnapshots();
  // All that came after the snapshot is undone, as if the service had ended right after it.
  const segments = [...disk.files.keys()].filter((path) => path.endsWith(".seg"));
  const after = segments.filter((path) => indexOf(path) > indexOf(newer) + 1);
  let early = withFile(disk, newer, flipped(disk.bytesOf(newer), 80, 3));
  for (const path of after) early = withoutFile(early, path);
  const newest = `${folder}/${String(indexOf(newer) + 1).padStart(20, "0")}.seg`;
  early = withFile(early, newest, disk.bytesOf(newest).subarray(0, 64));

  const opened = await reopen(early.mount());
  assert(opened.replay.last < last && opened.replay.last === indexOf(newer));
  await opened.log.startSnapshot([[payloadOf(opened.replay.last)]])();
  await opened.log.close();
  assert(opened.events.some(({ kind }) => kind === "snapshot-written"));
  assert(early.bytesOf(newer).length > 0, "the snapshot that was just written is there");
  const again = await reopen(early.mount());
  await again.log.close();
  assert.deepEqual(again.events, [], "and readable");
});
