import assert from "node:assert/strict";
import { isLeft, left, right } from "fp-ts/lib/Either.js";
import { settings } from "../../../src/server/settings.ts";
import {
  chainLimits,
  openEmbeddedLog,
  StateReader,
} from "../../../src/storage/folder/embedded-log.ts";
import { readUntilStable } from "../../../src/storage/folder/read-state.ts";
import { nodeFileSystem, readSoundLog } from "../../../wal/index.ts";
import { temporaryFolder } from "../../support/service.ts";
import { testLog } from "../log-suite.ts";

// Small, so that the tests come by snapshots and more than one segment.
const limits = { segmentBytes: 64 * 1024, snapshotBytes: 256 * 1024 };

testLog({
  name: "embedded log, on this machine's disk",
  isShared: false,
  largestPlan: settings.planBytes.max,
  begin: async (t) => {
    const folder = await temporaryFolder(t);
    const on = { fs: nodeFileSystem, folder, limits, report: () => undefined };
    return {
      open: async () => {
        const opened = await openEmbeddedLog(on, { commitDelayMs: 0, ...chainLimits });
        if (isLeft(opened)) assert.fail(opened.left);
        return opened.right;
      },
      look: async () => {
        const read = await readUntilStable(async () => {
          const reader = new StateReader();
          const log = await readSoundLog(nodeFileSystem, folder, reader);
          return isLeft(log) ? left(log.left.message) : right(reader.state);
        });
        if (isLeft(read)) assert.fail(read.left);
        return read.right;
      },
    };
  },
});
