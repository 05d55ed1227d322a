import { resolve } from "node:path";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import { settings } from "../config.ts";
import type { Manifest } from "../rescue/manifest.ts";
import { dataOption } from "./options.ts";
import { type ExitCode, fail, type Input, type Verb } from "./verb.ts";

const report = (input: Input, done: string, result: Either<string, Manifest>): ExitCode => {
  if (isLeft(result)) return fail(input, result.left);
  const { rev, plans, files } = result.right;
  const images = files.filter(({ name }) => name.startsWith("www/")).length;
  input.out(`${done}: revision ${rev}, ${plans.length} plans, ${images} images`);
  return 0;
};

const dataOf = (input: Input): string => resolve(input.option("data") ?? settings.data.default);

/** `backup`: everything in one file. */
export const backup: Verb = {
  words: "backup",
  args: "FILE",
  minArgs: 1,
  maxArgs: 1,
  summary: "writes plan, history, images and users to one compressed file",
  details:
    "Works while the service runs. The file is a tar archive (.tar.gz) with a checksum for each\nfile in it; whoever can read it can read the plan, but no token.",
  options: [dataOption],
  run: async (input) => {
    const { makeBackup } = await import("../rescue/backup.ts");
    const file = resolve(input.args[0] ?? "");
    return report(input, `backed up to ${file}`, await makeBackup(dataOf(input), file));
  },
};

/** `restore`: a data folder from a backup. */
export const restore: Verb = {
  words: "restore",
  args: "FILE",
  minArgs: 1,
  maxArgs: 1,
  summary: "makes a data folder from a backup; the folder must be empty or not there",
  details:
    "Everything is verified before anything is written. A folder that is there keeps its owner and\nrights, and may be a mount point with lost+found in it. A restore into it that is interrupted\nleaves .restoring there, and no service starts until you empty the folder and restore again.",
  options: [dataOption],
  run: async (input) => {
    const { restoreBackup } = await import("../rescue/restore.ts");
    const file = resolve(input.args[0] ?? "");
    return report(input, `restored to ${dataOf(input)}`, await restoreBackup(file, dataOf(input)));
  },
};
