import assert from "node:assert/strict";
import test from "node:test";
import { sampledCases } from "../campaign/scale.ts";
import { type DiskCall, diskWith } from "../support/disk.ts";
import { counting, failing } from "../support/disk-faults.ts";
import { run } from "../support/log-runs.ts";
import { MemoryDisk } from "../support/memory-disk.ts";
import { seededRandom } from "../support/random.ts";

const names = ["write", "read", "datasync", "truncate", "rename", "remove", "syncFolder"] as const;

test("LOG-16: whichever call on the disk fails, once or for good, no file stays open after the log is closed", async (t) => {
  const random = seededRandom(t);
  const { interfere, calls } = counting();
  await run(new MemoryDisk().mount(interfere));
  for (const name of names)
    for (const howLong of ["once", "for good"] as const) {
      const places = [...calls.filter((call) => call.name === name).keys()];
      for (const at of sampledCases(random, places, 8)) {
        const open = new Map<string, number>();
        const count = ({ name: called, path }: DiskCall): void => {
          const step = called.startsWith("open") ? 1 : called === "close" ? -1 : 0;
          open.set(path, (open.get(path) ?? 0) + step);
        };
        const memory = new MemoryDisk();
        const disk = memory.mount(failing({ name, at, how: "EIO", howLong }));
        await run(diskWith(async (call) => count(call), disk));
        // And once more on what that left, so that a start on a log with records fails as well.
        const again = memory.mount(failing({ name, at: at % 20, how: "EIO", howLong }));
        await run(diskWith(async (call) => count(call), again));
        const left = [...open].filter(([, files]) => files > 0);
        assert.deepEqual(left, [], `${name} ${at} failed ${howLong}`);
      }
    }
});
