/**
 * Does one thing to the homes in a folder, and kills itself before a call to the disk: `FOLDER WHAT AT`. Prints how many
 * calls there were, if it is never killed.
 */

import { type Either, isLeft } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import { openFolderDirectory } from "../../src/homes/directory/folder-directory.ts";
import { diskWith } from "../support/disk.ts";

const [root = "", what = "", at = ""] = process.argv.slice(2);

let calls = 0;
let isCounting = false;

const disk = diskWith(async () => {
  if (!isCounting) return;
  if (calls === Number(at)) process.kill(process.pid, "SIGKILL");
  calls += 1;
});

const opened = await openFolderDirectory(root, pino({ level: "silent" }), disk);
if (isLeft(opened)) throw new Error(opened.left);
const homes = opened.right;

const things: Readonly<Record<string, () => Promise<Either<unknown, unknown>>>> = {
  create: () => homes.create("new", { name: "New", created_at: "then", quotas: {} }),
  remove: () => homes.remove("old", new Date()),
  restore: () => homes.restore("gone"),
  purge: () => homes.purge(new Date()),
};

isCounting = true;
const done = await things[what]?.();
if (done === undefined || isLeft(done)) throw new Error(JSON.stringify(done));
process.stdout.write(String(calls));
