import { isObject, type Json } from "../model/json.ts";
import { isImageName } from "./given.ts";
import type { GivenFile } from "../model/import/import-result.ts";
import { jsonOf } from "./json-file.ts";
import type { ImportLimits } from "./limits.ts";
import type { Losses } from "./losses.ts";
import { ownKeys } from "../model/import/own-storage.ts";
import { refuse, checkLimit } from "../model/import/refusal.ts";
import { Source } from "../model/import/json-source.ts";

/** What some files hold: the documents of a storage, and images. */
export interface Documents {
  readonly plan?: Source;
  readonly history?: Source;
  readonly config?: Source;
  readonly layout?: Source;
  readonly images: readonly GivenFile[];
}

type Parts = { -readonly [Part in Exclude<keyof Documents, "images">]?: Source };

/** The newest version of each kind of document that is known (Home Assistant's `Store`; houseplan-card, `const.py`). */
const knownVersions = { store: 1, export: 1, model: 6 } as const;

const checkVersion = (source: Source, field: string, most: number): void => {
  const version = source.field(field).number() ?? 0;
  if (!(version <= most)) refuse("newerVersion", source.file, { place: `${field} ${version}` });
};

/** What a document of Home Assistant's store is of; nothing of other stores. */
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

/** What a file of JSON is of. */
const partsOf = (value: Json, file: GivenFile, limits: ImportLimits): Parts => {
  const source = new Source(value, "", file.name, limits);
  if (isExport(value)) {
    checkVersion(source, "export_version", knownVersions.export);
    checkVersion(source, "model_version", knownVersions.model);
    const payload = source.field("payload");
    return { config: payload.field("config"), layout: payload.field("layout") };
  }
  const key = isObject(value) ? value["key"] : undefined;
  if (typeof key !== "string") return {};
  const parts = partsOfStore(source, key);
  if (Object.keys(parts).length > 0) checkVersion(source, "version", knownVersions.store);
  return parts;
};

/** Whether a text may be JSON: whether it begins with a brace, after spaces and a byte order mark. */
const mayBeJson = ({ bytes }: GivenFile): boolean =>
  /^(?:\u00ef\u00bb\u00bf)?\s*\{/.test(String.fromCharCode(...bytes.subarray(0, 200)));

/** Sorts files into documents by what they hold, and images by their names. */
export const documentsIn = (
  files: readonly GivenFile[],
  limits: ImportLimits,
  losses: Losses,
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
  // A configuration of which nothing was moved has no layout.
  if (found.config !== undefined && found.layout === undefined)
    found.layout = new Source(undefined, "", found.config.file, limits);
  return { ...found, images };
};
