import assert from "node:assert/strict";
import test from "node:test";
import { isLeft } from "fp-ts/lib/Either.js";
import type { LogEvent } from "../../wal/index.ts";
import { assertWhole } from "../support/assert-whole-log.ts";
import { append, folder, payloadOf, reopen } from "../support/log-runs.ts";
import { MemoryDisk, systemError } from "../support/memory-disk.ts";

test("LOG-29: a want of room is told once when it begins, and once when it ends with a save", async () => {
  const disk = new MemoryDisk();
  let isFull = false;
  const { log, events } = await reopen(
    disk.mount((call) =>
      isFull && call.name === "write" ? systemError("ENOSPC", call) : undefined,
    ),
  );
  for (const first of [1, 4]) {
    isFull = true;
    for (const last of [first, first + 1, first])
      assert(!(await append(log, first, last)), "there is no room");
    isFull = false;
    assert(await append(log, first));
    assert(await append(log, first + 1, first + 2));
  }
  await log.close();
  assert.deepEqual(
    events.map(({ kind }) => kind).filter((kind) => kind !== "spare-failed"),
    ["out-of-room", "room-again", "out-of-room", "room-again"],
  );
  const first = events.find(({ kind }) => kind === "out-of-room");
  assert(first?.kind === "out-of-room" && /try again: ENOSPC/.test(first.reason));
});

test("LOG-29: a want of room ends without a save, once a file as long as what was refused can be made, which is tried ever more rarely", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const disk = new MemoryDisk();
  let room = Infinity;
  const tried: string[] = [];
  const { log, events } = await reopen(
    disk.mount((call) => {
      if (call.name === "open" && call.path.endsWith("room.tmp")) tried.push(call.path);
      if (call.name !== "write" || room === Infinity) return undefined;
      return room > 0 ? room : systemError("ENOSPC", call);
    }),
  );
  assert(await append(log, 1));
  room = 0;
  const numbers = Array.from({ length: 40 }, (_, position) => [payloadOf(position + 2)]);
  assert(isLeft(await log.append(numbers)()), "longer than a segment");
  const isOver = (): boolean => events.some(({ kind }: LogEvent) => kind === "room-again");
  const waits = [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000];
  const settle = async (): Promise<void> => {
    for (let turns = 0; turns < 60; turns += 1) await Promise.resolve();
  };
  for (const [position, wait] of waits.entries()) {
    t.mock.timers.tick(wait - 1);
    assert.equal(tried.length, position, "not before its time");
    t.mock.timers.tick(1);
    await settle();
    assert.equal(tried.length, position + 1);
    assert(!isOver());
  }
  room = Infinity;
  t.mock.timers.tick(30_000);
  await settle();
  assert(isOver(), "there is room, and it is told");
  assert(![...disk.files.keys()].includes(`${folder}/room.tmp`), "the file is gone");
  t.mock.timers.tick(100_000);
  await settle();
  assert.equal(tried.length, waits.length + 1, "and no longer looked for");
  assert.equal(events.filter(({ kind }) => kind === "out-of-room").length, 1);
  assert.equal(events.filter(({ kind }) => kind === "room-again").length, 1);
  await log.close();
});

test("LOG-30: a snapshot that cannot be begun for want of room is told, fails no save, and is made later", async () => {
  const disk = new MemoryDisk();
  let hasNone = false;
  const { log, events } = await reopen(
    disk.mount((call) =>
      hasNone && call.name === "rename" ? systemError("ENOSPC", call) : undefined,
    ),
  );
  let last = 0;
  const untilDue = async (): Promise<void> => {
    while (!log.isSnapshotDue()) assert(await append(log, (last += 1)));
  };
  await untilDue();
  hasNone = true;
  const started = await log.startSnapshot([[payloadOf(last)]])();
  assert(isLeft(started) && started.left.passing);
  assert.deepEqual(
    events.map(({ kind }) => kind),
    ["snapshot-failed"],
  );
  hasNone = false;
  assert(!log.isSnapshotDue(), "not with the very next save");
  await untilDue();
  await log.startSnapshot([[payloadOf(last)]])();
  await log.close();
  assert.equal(events.at(-1)?.kind, "snapshot-written");
  await assertWhole(disk, { acknowledged: last, attempted: last }, "after that");
});
