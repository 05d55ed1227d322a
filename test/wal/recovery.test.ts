import assert from "node:assert/strict";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import { testConfig } from "../support/config.ts";
import { chainLimits, openEmbeddedLog } from "../../src/storage/folder/embedded-log.ts";
import { loadPlan, PlanHolder } from "../../src/plan/plan-holder.ts";
import { nodeFileSystem, openLog } from "../../wal/index.ts";
import { boundary } from "../support/failing-boundary.ts";
import { folder, open, payloadOf, reopen, run } from "../support/log-runs.ts";
import { flipped, plainLimits, plainLog, refusalOf } from "../support/sample-logs.ts";
import { MemoryDisk } from "../support/memory-disk.ts";
import { temporaryFolder } from "../support/service.ts";

const readsNothing = {
  onSnapshot: () => undefined,
  onCovered: () => undefined,
  onRecord: () => undefined,
};

test("LOG-7: plans are not parsed at a start: one that is no JSON comes back byte for byte", async () => {
  const disk = new MemoryDisk();
  const options = { fs: disk.mount(), folder, limits: plainLimits, report: () => undefined };
  const log = await openLog(options, readsNothing)();
  assert(isRight(log));
  const summary = (rev: number): Buffer =>
    Buffer.from(`{"rev":${rev},"saved_at":"2026-10-04T12:00:00.123+00:00","rooms":1,"items":0}\n`);
  const plan = Buffer.from([0x7b, 0xff, 0x01, 0x0a, 0x5d]);
  assert(isRight(await log.right.append([[summary(1), plan]])()));
  await log.right.startSnapshot([[summary(1), plan]])();
  assert(isRight(await log.right.append([[summary(2), plan]])()));
  await log.right.close();

  const opened = await loadPlan(
    () => openEmbeddedLog(options, { commitDelayMs: 0, ...chainLimits }),
    new PlanHolder(),
    {
      limits: testConfig(),
      boundary,
      recovered: () => undefined,
      log: pino({ level: "silent" }),
    },
  );
  assert(isRight(opened), "the plan opens");
  const read = await opened.right.actor.read(({ current, history }) => [...history, current])();
  await opened.right.log.close();
  assert(isRight(read));
  assert.deepEqual(
    read.right.map((stored) => ({ rev: stored?.rev, json: stored?.json })),
    [
      { rev: 1, json: [plan] },
      { rev: 2, json: [plan] },
    ],
  );
});

test("LOG-8: every byte of every segment is read at a start, also what a snapshot stands for", async () => {
  const disk = new MemoryDisk();
  await run(disk.mount());
  const { log, replay } = await reopen(new MemoryDisk(disk.files).mount());
  await log.close();
  const oldest = [...disk.files.keys()].find((path) => path.endsWith(".seg"));
  assert(oldest !== undefined && replay.covered.length > 3);
  const bytes = disk.bytesOf(oldest);
  const damaged = new MemoryDisk(new Map(disk.files).set(oldest, flipped(bytes, 120, 2)));
  const { kind, file } = await refusalOf(damaged, "damage in a covered segment");
  assert.deepEqual({ kind, file: `${folder}/${file}` }, { kind: "damaged", file: oldest });
});

test("LOG-8: a segment that the disk cannot read is refused by its name, and nothing is changed", async () => {
  const { disk, segments } = await plainLog();
  for (const bad of segments) {
    const before = disk.files;
    const fs = disk.mount(({ name, path }) =>
      // What the system says of a failed read names no file.
      name === "read" && path === bad ? new Error("EIO: i/o error, read") : undefined,
    );
    const { refused } = await open(fs, plainLimits);
    assert(refused !== undefined && refused.kind === "unavailable");
    assert(refused.message.includes(bad.slice(folder.length + 1)), refused.message);
    assert.deepEqual(disk.files, before);
  }
});

test("LOG-8: on a real disk a damaged log is refused with file and offset, and no file is changed or made", async (t) => {
  const real = join(await temporaryFolder(t), "log");
  const options = {
    fs: nodeFileSystem,
    folder: real,
    limits: plainLimits,
    report: () => undefined,
  };
  const log = await openLog(options, readsNothing)();
  assert(isRight(log));
  for (let number = 1; number <= 60; number += 1)
    assert(isRight(await log.right.append([[payloadOf(number)]])()));
  await log.right.close();
  const contents = async (): Promise<ReadonlyMap<string, Buffer>> => {
    const names = (await readdir(real)).toSorted();
    return new Map(
      await Promise.all(
        names.map(async (name) => [name, await readFile(join(real, name))] as const),
      ),
    );
  };
  const sound = await contents();
  const segments = [...sound.keys()].filter((name) => name.endsWith(".seg"));
  assert(segments.length >= 2);
  for (const name of segments) {
    const bytes = sound.get(name);
    assert(bytes !== undefined);
    await writeFile(join(real, name), flipped(bytes, 110, 4));
    const before = await contents();
    const refused = await openLog(options, readsNothing)();
    assert(isLeft(refused), `${name}: refused`);
    const { kind, file, offset } = refused.left;
    assert.deepEqual({ kind, file, offset }, { kind: "damaged", file: name, offset: 64 });
    assert.deepEqual(await contents(), before, `${name}: nothing is changed`);
    await writeFile(join(real, name), bytes);
  }
  const again = await openLog(options, readsNothing)();
  assert(isRight(again), "the bytes as they were are a sound log");
  await again.right.close();
});
