/**
 * A program that opens a home, saves and closes it, again and again, tells each stored revision, and is killed before one
 * call of its log on the disk. Arguments: the data folder, and how many calls it may make.
 */
import { writeSync } from "node:fs";
import { diskWith } from "../../support/disk.ts";
import { manyDevices, openHome } from "./homes.ts";

const [, , data = "", most = ""] = process.argv;
let calls = 0;
const fs = diskWith(async () => {
  calls += 1;
  if (calls > Number(most)) process.kill(process.pid, "SIGKILL");
});
// Small, so that segments and snapshots are begun within some saves.
const limits = { homeSegmentBytes: 16 * 1024, homeSnapshotBytes: 16 * 1024 };

for (let round = 0; ; round += 1) {
  const home = await openHome(data, fs, limits);
  // Some rounds only read.
  for (let count = 0; count < round % 4; count += 1) {
    const next = home.actor.revision + 1;
    const isWhole = next % 20 === 1;
    const patch = `[{"op":"replace","path":"/devices/${next % 50}/x","value":${next}}]`;
    const rev = await (isWhole ? home.save(manyDevices(next)) : home.change(patch));
    writeSync(1, `${rev}\n`);
  }
  await home.close();
}
