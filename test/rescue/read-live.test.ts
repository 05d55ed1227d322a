import assert from "node:assert/strict";
import { test } from "node:test";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { type FileSystem, nodeFileSystem } from "../../wal/index.ts";
import { revisionOf } from "../../src/plan/state.ts";
import { readSettled, readState } from "../../src/rescue/read-state.ts";
import { bounded } from "../support/bounded.ts";
import { placesOf, withLog } from "./logs.ts";

test(
  "RESCUE-5, CLI-13: a log that looks damaged, since two batches were written while it was read, is read again",
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

test("RESCUE-5, CLI-13: damage is believed when it is found twice in a row, and then told at once", async () => {
  const problems = ["one", "other", "one", "one", "never read"];
  const found = await readSettled(async () => ({ _tag: "Left", left: problems.shift() ?? "" }));
  assert(isLeft(found));
  assert.deepEqual([found.left, problems], ["one", ["never read"]]);
});
