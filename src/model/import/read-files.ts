import { left, right } from "fp-ts/lib/Either.js";
import { isObject } from "../json.ts";
import { type Archive, isArchive, openArchive, Unpacked } from "./archive.ts";
import { isImageName } from "../../import/given.ts";
import { readHouseplan } from "./houseplan/read-houseplan.ts";
import { baseName } from "./images.ts";
import type { GivenFile, Imported, Origin, Reading } from "./import-result.ts";
import { type Documents, documentsIn } from "../../import/documents.ts";
import type { ImportLimits } from "../../import/limits.ts";
import { Losses } from "../../import/losses.ts";
import { readOwn } from "./own-storage.ts";
import { planProblem } from "../../import/plan-check.ts";
import { checkLimit, refuse, Refused } from "./refusal.ts";
import { homeEntries, readSweetHome } from "./sweet-home/read-sweet-home.ts";

/**
 * Files of an archive that may be of a storage. All else in it stays packed: it may hold the whole
 * configuration of a Home Assistant, with all its pictures.
 */
const isWanted = (name: string): boolean => {
  const isOurs = !name.includes("/") || /(?:^|\/)(?:bg_|fns_floorplan|houseplan)/.test(name);
  const isDocument = /^(?:fns_floorplan|houseplan)(?:\.|$)|\.json$/i.test(baseName(name));
  return isOurs && (isDocument || isImageName(name));
};

/** The files that were given, those of archives among them; an archive in an archive is never opened. */
const unpack = async (
  files: readonly GivenFile[],
  archives: readonly Archive[],
  losses: Losses,
): Promise<readonly GivenFile[]> => {
  const all = [...files];
  for (const archive of archives)
    for (const name of archive.names) {
      const file = isWanted(name) ? await archive.take(name) : undefined;
      if (file === undefined) losses.add("unusedFiles", name);
      else all.push(file);
    }
  return all;
};

type Read = Pick<Imported, "plan" | "images"> & Partial<Pick<Imported, "history">>;

const readDocuments = (
  { config, history, images, layout, plan }: Documents,
  file: string,
  losses: Losses,
): readonly [Origin, Read] => {
  const first = plan ?? history ?? config ?? layout;
  if (first === undefined) return refuse("unknownFormat", file);
  const isOwn = plan !== undefined || history !== undefined;
  const other = isOwn ? (config ?? layout) : undefined;
  if (other !== undefined) refuse("severalPlans", other.file);
  if (plan !== undefined) return ["fns-floorplan", readOwn(plan, history, images, losses)];
  if (config === undefined || layout === undefined)
    return refuse("missingPart", first.file, {
      expected: isOwn ? "fns_floorplan" : "houseplan.config",
    });
  return ["houseplan-card", readHouseplan(config, layout, images, losses)];
};

const readAll = async (files: readonly GivenFile[], limits: ImportLimits): Promise<Imported> => {
  if (files.length === 0) refuse("noFiles", "");
  checkLimit(limits, "importEntries", files.length, "");
  const only = files.length === 1 ? (files[0]?.name ?? "") : "";
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
  checkLimit(limits, "importBytes", bytes, only);
  const losses = new Losses();
  const unpacked = new Unpacked(limits);
  const archives: Archive[] = [];
  for (const file of files.filter(isArchive))
    archives.push(await openArchive(file, limits, unpacked));
  const loose = files.filter((file) => !isArchive(file));
  const homes = archives.filter(({ names }) =>
    [homeEntries.xml, homeEntries.binary].some((entry) => names.includes(entry)),
  );
  const [home, second] = homes;
  if (second !== undefined) refuse("severalPlans", second.name);
  let [origin, read]: readonly [Origin, Read] = ["sweet-home", { plan: {}, images: [] }];
  if (home === undefined) {
    const documents = documentsIn(await unpack(loose, archives, losses), limits, losses);
    [origin, read] = readDocuments(documents, only, losses);
  } else {
    for (const { name } of [...loose, ...archives])
      if (name !== home.name) losses.add("unusedFiles", name);
    read = await readSweetHome(home, limits, losses);
  }
  const name = home?.name ?? only;
  const problem = planProblem(read.plan, name, "plan", limits);
  if (problem !== undefined) throw new Refused(problem);
  if (!isObject(read.plan)) return refuse("unknownFormat", name);
  return { origin, history: [], ...read, losses: losses.list() };
};

/**
 * Makes one plan of files of another system, telling by their content whose they are. What cannot
 * become a plan whole is refused; the left says why. Never rejects because of what the files hold.
 */
export const readFiles = async (
  files: readonly GivenFile[],
  limits: ImportLimits,
): Promise<Reading> => {
  try {
    return right(await readAll(files, limits));
  } catch (error) {
    if (error instanceof Refused) return left(error.refusal);
    throw error;
  }
};
