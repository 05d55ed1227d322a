import { left, right } from "fp-ts/lib/Either.js";
import { isObject, type Json } from "../json.ts";
import { baseName, isImageName } from "./images.ts";
import type { GivenFile, Imported, ImportNames, Origin, Reading } from "./import-result.ts";
import { jsonOf, Source } from "./json-source.ts";
import { checkLimit, type ImportLimits, ImportLosses, refuse, ImportRefused } from "./refusal.ts";
import { ownKeys, planProblem, readOwnStorage } from "./own-storage.ts";
import { type Archive, isArchive, openArchive, ArchiveReader } from "./archive.ts";
import { readHouseplan } from "./houseplan/read-houseplan.ts";
import { isDrawing } from "./dxf/drawing-text.ts";
import { isStep } from "./ifc/step-start.ts";
import { isScan } from "./roomplan/captured.ts";
import { readRoomplan } from "./roomplan/read-roomplan.ts";
import { homeEntries, readSweetHome } from "./sweet-home/read-sweet-home.ts";

/** The recognized documents, and images. */
interface Documents {
  readonly plan?: Source;
  readonly history?: Source;
  readonly config?: Source;
  readonly layout?: Source;
  readonly scan?: Source;
  readonly images: readonly GivenFile[];
}

type Parts = { -readonly [Part in Exclude<keyof Documents, "images">]?: Source };

/** The newest known version of each document (Home Assistant's `Store`; House Plan, `const.py`). */
const knownVersions = { store: 1, export: 1, model: 6 } as const;

const checkVersion = (source: Source, field: string, most: number): void => {
  const version = source.field(field).number() ?? 0;
  if (!(version <= most)) refuse("newerVersion", source.file, { place: `${field} ${version}` });
};

/** Recognizes a document of Home Assistant's store; empty for other stores. */
const partsOfStore = (store: Source, key: string): Parts => {
  const data = store.field("data");
  switch (key) {
    case ownKeys.plan:
      return { plan: data };
    case ownKeys.history:
      checkLimit(data.limits, "importPlans", data.list().length, data.file, data.place);
      return { history: data };
    case "houseplan.config":
      return { config: data.field("config") };
    case "houseplan.layout":
      return { layout: data.field("layout") };
    default:
      return {};
  }
};

const isExport = (value: Json): boolean =>
  isObject(value) && value["format"] === "houseplan-export";

/** Recognizes a JSON file. */
const partsOf = (value: Json, file: GivenFile, limits: ImportLimits): Parts => {
  const source = new Source(value, "", file.name, limits);
  if (isExport(value)) {
    checkVersion(source, "export_version", knownVersions.export);
    checkVersion(source, "model_version", knownVersions.model);
    const payload = source.field("payload");
    return { config: payload.field("config"), layout: payload.field("layout") };
  }
  if (isScan(value)) return { scan: source };
  const key = isObject(value) ? value["key"] : undefined;
  if (typeof key !== "string") return {};
  const parts = partsOfStore(source, key);
  if (Object.keys(parts).length > 0) checkVersion(source, "version", knownVersions.store);
  return parts;
};

/** Whether a file may be JSON: a brace after spaces and a byte order mark. */
const mayBeJson = ({ bytes }: GivenFile): boolean =>
  /^(?:\u00ef\u00bb\u00bf)?\s*\{/.test(String.fromCharCode(...bytes.subarray(0, 200)));

/** Sorts files into documents by content, and images by name. */
const documentsIn = (
  files: readonly GivenFile[],
  limits: ImportLimits,
  losses: ImportLosses,
): Documents => {
  const found: Parts = {};
  const images: GivenFile[] = [];
  for (const file of files) {
    const parts = mayBeJson(file) ? partsOf(jsonOf(file, limits), file, limits) : {};
    if (isImageName(file.name)) images.push(file);
    else if (Object.keys(parts).length === 0) losses.add("unusedFiles", file.name);
    for (const [part, source] of Object.entries(parts)) {
      if (Object.hasOwn(found, part)) refuse("severalPlans", file.name);
      Object.assign(found, { [part]: source });
    }
  }
  // A configuration in which nothing was moved has no layout.
  if (found.config !== undefined && found.layout === undefined)
    found.layout = new Source(undefined, "", found.config.file, limits);
  return { ...found, images };
};

/**
 * Files of an archive that may belong to a storage. The rest stays packed: it may be a whole Home Assistant
 * configuration with all its pictures.
 */
const isWanted = (name: string): boolean => {
  const isOurs = !name.includes("/") || /(?:^|\/)(?:bg_|fns_floorplan|houseplan)/.test(name);
  const isDocument = /^(?:fns_floorplan|houseplan)(?:\.|$)|\.json$/i.test(baseName(name));
  return isOurs && (isDocument || isImageName(name));
};

/** The given files and those in archives; nested archives are never opened. */
const unpack = async (
  files: readonly GivenFile[],
  archives: readonly Archive[],
  losses: ImportLosses,
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

/** Reads a drawing or a building. Their readers are loaded only then, since a page downloads them. */
const readModel = async (
  file: GivenFile,
  limits: ImportLimits,
  words: ImportNames,
  losses: ImportLosses,
): Promise<readonly [Origin, Read]> => {
  if (isStep(file)) {
    const { readIfc } = await import("./ifc/read-ifc.ts");
    return ["IFC", await readIfc(file, limits, words, losses)];
  }
  const { readDxf } = await import("./dxf/read-dxf.ts");
  return ["DXF", await readDxf(file, limits, words, losses)];
};

const readDocuments = (
  { config, history, images, layout, plan, scan }: Documents,
  file: string,
  words: ImportNames,
  losses: ImportLosses,
): readonly [Origin, Read] => {
  const first = plan ?? history ?? config ?? layout;
  if (scan !== undefined) {
    if (first !== undefined) refuse("severalPlans", first.file);
    for (const { name } of images) losses.add("unusedImages", name);
    return ["RoomPlan", readRoomplan(scan, words, losses)];
  }
  if (first === undefined) return refuse("unknownFormat", file);
  const isOwn = plan !== undefined || history !== undefined;
  const other = isOwn ? (config ?? layout) : undefined;
  if (other !== undefined) refuse("severalPlans", other.file);
  if (plan !== undefined) return ["FNS Floorplan", readOwnStorage(plan, history, images, losses)];
  if (config === undefined || layout === undefined)
    return refuse("missingPart", first.file, {
      expected: isOwn ? "fns_floorplan" : "houseplan.config",
    });
  return ["House Plan", readHouseplan(config, layout, images, losses)];
};

const readAll = async (
  files: readonly GivenFile[],
  limits: ImportLimits,
  words: ImportNames,
): Promise<Imported> => {
  if (files.length === 0) refuse("noFiles", "");
  checkLimit(limits, "importEntries", files.length, "");
  const only = files.length === 1 ? (files[0]?.name ?? "") : "";
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
  checkLimit(limits, "importBytes", bytes, only);
  const losses = new ImportLosses();
  const unpacked = new ArchiveReader(limits);
  const archives: Archive[] = [];
  for (const file of files.filter(isArchive))
    archives.push(await openArchive(file, limits, unpacked));
  const loose = files.filter((file) => !isArchive(file));
  const homes = archives.filter(({ names }) =>
    [homeEntries.xml, homeEntries.binary].some((entry) => names.includes(entry)),
  );
  const models = loose.filter((file) => isDrawing(file) || isStep(file));
  for (const { name, names, take } of archives.filter((archive) => !homes.includes(archive)))
    for (const entry of names.filter((each) => /\.(?:ifc|dxf)$/i.test(each))) {
      const file = await take(entry);
      // The archive goes by its own name, as people chose that.
      if (file !== undefined && (isStep(file) || isDrawing(file)))
        models.push({ name, bytes: file.bytes });
    }
  const [home, second] = [...homes, ...models];
  if (second !== undefined) refuse("severalPlans", second.name);
  let [origin, read]: readonly [Origin, Read] = ["Sweet Home 3D", { plan: {}, images: [] }];
  if (home === undefined) {
    const documents = documentsIn(await unpack(loose, archives, losses), limits, losses);
    [origin, read] = readDocuments(documents, only, words, losses);
  } else {
    for (const { name } of [...loose, ...archives])
      if (name !== home.name) losses.add("unusedFiles", name);
    if ("names" in home) read = await readSweetHome(home, limits, words, losses);
    else [origin, read] = await readModel(home, limits, words, losses);
  }
  const name = home?.name ?? only;
  const problem = planProblem(read.plan, name, "plan", limits);
  if (problem !== undefined) throw new ImportRefused(problem);
  if (!isObject(read.plan)) return refuse("unknownFormat", name);
  return { origin, history: [], ...read, losses: losses.list() };
};

/**
 * Converts files of another system into one plan, recognizing the system by content. Left: why they are refused: all or
 * nothing. Never rejects because of the files' content.
 */
export const readFiles = async (
  files: readonly GivenFile[],
  limits: ImportLimits,
  words: ImportNames,
): Promise<Reading> => {
  try {
    return right(await readAll(files, limits, words));
  } catch (error) {
    if (error instanceof ImportRefused) return left(error.refusal);
    throw error;
  }
};
