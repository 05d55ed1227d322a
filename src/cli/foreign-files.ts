import { readdir, readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { ifThere, messageOf } from "../../wal/index.ts";
import type { GivenFile } from "../model/import/import-result.ts";
import { type ImportLimits, limitName } from "../model/import/refusal.ts";

/** A program's files in a configuration folder of Home Assistant: its plans, and where their images are. */
interface Program {
  readonly plans: readonly string[];
  readonly images: string;
  readonly isImage: (name: string) => boolean;
}

/** The floor plan integration, and houseplan-card (its `const.py`: `PLANS_DIR`). */
const programs: readonly Program[] = [
  {
    plans: [".storage/fns_floorplan", ".storage/fns_floorplan.history"],
    images: "www/fns_floorplan",
    isImage: (name) => name.startsWith("bg_"),
  },
  {
    plans: [".storage/houseplan.config", ".storage/houseplan.layout"],
    images: "houseplan/plans",
    isImage: () => true,
  },
];

const isFile = async (path: string): Promise<boolean> =>
  (await ifThere(stat(path)))?.isFile() === true;

/** The names of the files of plans in a folder, as seen from it. Rejects with the system's error. */
const plansIn = async (folder: string): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const { plans, images, isImage } of programs) {
    const [plan = ""] = plans;
    if (!(await isFile(join(folder, plan)))) continue;
    const entries = await ifThere(readdir(join(folder, images), { recursive: true }));
    const named = (entries ?? []).filter((name) => isImage(basename(name)));
    for (const name of [...plans, ...named.map((each) => join(images, each))])
      if (await isFile(join(folder, name))) found.push(name);
  }
  return found;
};

/** A file that is to be read: what it is called there, and where it lies. */
interface Found {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
}

/** What a path stands for: a file for itself, a folder for the files of plans in it. */
const findAt = async (path: string): Promise<Either<string, readonly Found[]>> => {
  try {
    const stats = await stat(path);
    if (!stats.isDirectory()) return right([{ name: path, path, bytes: stats.size }]);
    const found: Found[] = [];
    for (const name of await plansIn(path))
      found.push({ name, path: join(path, name), bytes: (await stat(join(path, name))).size });
    return found.length > 0
      ? right(found)
      : left(`${path} holds neither ${programs.map(({ plans }) => plans[0]).join(" nor ")}`);
  } catch (error) {
    return left(`${path} cannot be read: ${messageOf(error)}`);
  }
};

/** Reads the files that paths stand for; the left says which cannot be, or that they are more than the limit allows. */
export const readForeignFiles = async (
  paths: readonly string[],
  { importBytes }: Pick<ImportLimits, "importBytes">,
): Promise<Either<string, readonly GivenFile[]>> => {
  const files: Found[] = [];
  for (const path of paths) {
    const found = await findAt(path);
    if (isLeft(found)) return found;
    files.push(...found.right);
  }
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > importBytes)
    return left(
      `the files have ${bytes} bytes, more than ${limitName("importBytes")}, ${importBytes}`,
    );
  const read: GivenFile[] = [];
  for (const { name, path } of files) {
    try {
      read.push({ name, bytes: await readFile(path) });
    } catch (error) {
      return left(`${path} cannot be read: ${messageOf(error)}`);
    }
  }
  return right(read);
};
