import assert from "node:assert/strict";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { type FileSystem, type LogEvent, nodeFileSystem, openLog } from "../../wal/index.ts";
import { inMiB, MiB } from "../support/process-memory.ts";
import { temporaryFolder } from "../support/service.ts";

const entries = 21;
const entryBytes = 2 * MiB;
const step = MiB;

test("LOG-33, LOG-6: a snapshot is read back whole, in steps of 1 MiB, and holds no more memory than one of them", async (t) => {
  const folder = join(await temporaryFolder(t), "log");
  const held = (): number => process.memoryUsage().arrayBuffers;
  const [reads, memory]: [number[], number[]] = [[], []];
  const fs: FileSystem = {
    ...nodeFileSystem,
    open: async (path, mode) => {
      const file = await nodeFileSystem.open(path, mode);
      if (mode !== "read" || !path.endsWith(".snap")) return file;
      return {
        ...file,
        read: async (into, position) => {
          reads.push(into.byteLength);
          memory.push(held());
          return file.read(into, position);
        },
      };
    },
  };
  const events: LogEvent[] = [];
  const report = (event: LogEvent): void => void events.push(event);
  const limits = { segmentBytes: 4096, snapshotBytes: 4096 };
  const nothing = (): void => undefined;
  const visitor = { onSnapshot: nothing, onRecord: nothing, onCovered: nothing };
  const opened = await openLog({ fs, folder, limits, report }, visitor)();
  assert(isRight(opened));
  assert(isRight(await opened.right.append([[Buffer.from("{}")]])()));
  const entry = [Buffer.alloc(entryBytes, "x")];
  const before = held();
  assert(isRight(await opened.right.startSnapshot(Array.from({ length: entries }, () => entry))()));
  await opened.right.close();
  const [written] = events;
  assert(written?.kind === "snapshot-written", JSON.stringify(written));
  const { size } = await stat(join(folder, written.file));
  assert(size > entries * entryBytes);
  assert.equal(
    reads.reduce((sum, bytes) => sum + bytes, 0),
    size,
    "every byte is read once",
  );
  assert(Math.max(...reads) <= step);
  const growth = Math.max(...memory) - before;
  t.diagnostic(`${reads.length} reads of a snapshot of ${inMiB(size)} held ${inMiB(growth)}`);
  assert(growth < 8 * step, `${inMiB(growth)} are held`);
});
