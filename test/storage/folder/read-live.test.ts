import assert from "node:assert/strict";
import { basename, dirname } from "node:path";
import { test } from "node:test";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { type FileSystem, nodeFileSystem } from "../../../wal/index.ts";
import { revisionOf } from "../../../src/plan/state.ts";
import { readState, readUntilStable } from "../../../src/storage/folder/read-state.ts";
import { bounded } from "../../support/timeouts.ts";
import { inspectLog } from "../../../src/backup/folder-home.ts";
import { flipBit, placesOf, smallSegments, withLog } from "../../backup/logs.ts";

test(
  "REPAIR-5, CLI-13: a log that looks damaged, since two batches were written while it was read, is read again",
  bounded,
  async (t) => {
    const { data } = await withLog(t, 5);
    const places = await placesOf(data);
    const [third, fourth] = [3, 4].map((rev) => places.find((place) => place.rev === rev));
    assert(third !== undefined && fourth !== undefined);
    let reads = 0;
    // What is read of revision 3 is what was there before it, and what follows it is there.
    const fs: FileSystem = {
      ...nodeFileSystem,
      open: async (path, mode) => {
        const file = await nodeFileSystem.open(path, mode);
        if (path !== third.path) return file;
        const read = async (into: Uint8Array, position: number): Promise<number> => {
          const got = await file.read(into, position);
          if (position > 0 || got <= fourth.offset) return got;
          reads += 1;
          if (reads === 1) into.fill(0, third.offset, fourth.offset);
          return got;
        };
        return { ...file, read };
      },
    };
    const state = await readState(fs, data);
    assert(isRight(state), JSON.stringify(state));
    assert.equal(revisionOf(state.right), 5);
    assert.equal(reads, 2, "it was read twice");
  },
);

test("REPAIR-5, CLI-13: damage is believed when it is found twice in a row, and then told at once", async () => {
  const problems = ["one", "other", "one", "one", "never read"];
  const found = await readUntilStable(async () => ({ _tag: "Left", left: problems.shift() ?? "" }));
  assert(isLeft(found));
  assert.deepEqual([found.left, problems], ["one", ["never read"]]);
});

test(
  "REPAIR-5, CLI-13: a log of which a segment is begun each time that it is read is sound up to where it was read",
  bounded,
  async (t) => {
    const { data } = await withLog(t, 40, smallSegments);
    const places = await placesOf(data);
    const newest = places.at(-1)?.path;
    const before = places.findLast(({ path }) => path !== newest);
    assert(newest !== undefined && before !== undefined);
    let lists = 0;
    // The newest segment is there a moment after each list of them was made.
    const late: FileSystem = {
      ...nodeFileSystem,
      list: async (folder) => {
        const names = await nodeFileSystem.list(folder);
        if (folder === dirname(newest)) lists += 1;
        return names.filter((name) => name !== basename(newest));
      },
    };
    const state = await readState(late, data);
    assert(isRight(state), JSON.stringify(state));
    assert.equal(revisionOf(state.right), before.rev);
    const once = lists;
    const { revisions, result } = await inspectLog(late, data);
    assert(isRight(result), JSON.stringify(result));
    assert.equal(revisions.at(-1)?.rev, before.rev);
    assert.equal(lists, 2 * once, "neither was read again");

    // One that does not carry on is no reason to believe that nothing is missing.
    await flipBit(newest, 40);
    const refused = await inspectLog(late, data);
    assert(isLeft(refused.result));
    assert.match(refused.result.left, /is missing: \S+ is sealed, so a newer segment was there/);
  },
);
