import { isList, isObject, type Json, type JsonObject, ownField } from "../json.ts";
import type {
  EarlierPlan,
  Expectation,
  GivenFile,
  Imported,
  ImportedImage,
  ImportRefusal,
} from "./import-result.ts";
import { type ImportLimits, limitName, type ImportLosses, printable, refuse } from "./refusal.ts";
import { GivenImages } from "./images.ts";
import type { Source } from "./json-source.ts";

/** Fields of a plan that the service requires to be lists, if present. */
const lists = ["rooms", "levels", "furniture", "devices", "sensors", "texts"] as const;

const encoder = new TextEncoder();

const depthOf = (value: Json | undefined): number => {
  if (typeof value !== "object" || value === null) return 0;
  let deepest = 0;
  for (const inner of Object.values<Json | undefined>(value))
    deepest = Math.max(deepest, depthOf(inner));
  return deepest + 1;
};

/**
 * Why the service would refuse a plan, if it would. Repeated here, since the model cannot import the server, so that
 * the user learns it before anything is sent.
 */
export const planProblem = (
  plan: Json | undefined,
  file: string,
  place: string,
  limits: ImportLimits,
): ImportRefusal | undefined => {
  const no = (
    why: ImportRefusal["why"],
    path: string,
    detail: Partial<ImportRefusal["detail"]>,
  ): ImportRefusal => ({
    why,
    file: printable(file),
    detail: { place: printable(path), limit: "", most: 0, expected: "", ...detail },
  });
  const wrong = (path: string, expected: Expectation): ImportRefusal =>
    no("wrongType", path, { expected });
  if (!isObject(plan)) return wrong(place, "an object");
  for (const field of lists) {
    const value = plan[field];
    if (value !== undefined && value !== null && !isList(value))
      return wrong(`${place}.${field}`, "a list");
  }
  const backgrounds = plan["backgrounds"];
  if (backgrounds !== undefined && backgrounds !== null) {
    if (!isObject(backgrounds)) return wrong(`${place}.backgrounds`, "an object");
    for (const [level, image] of Object.entries(backgrounds)) {
      if (image === undefined || image === null) continue;
      const there = `${place}.backgrounds.${level}`;
      if (!isObject(image)) return wrong(there, "an object");
      const { url } = image;
      if (url !== undefined && url !== null && typeof url !== "string")
        return wrong(`${there}.url`, "a text");
    }
  }
  for (const limit of ["planDepth", "planBytes"] as const) {
    const most = limits[limit];
    const found = limit === "planDepth" ? depthOf(plan) : bytesOf(plan);
    if (found > most) return no("limit", place, { limit: limitName(limit), most });
  }
  return undefined;
};

const bytesOf = (plan: JsonObject): number => {
  const { rev: _, ...rest } = plan;
  return encoder.encode(JSON.stringify(rest)).length;
};

/** The keys of FNS Floorplan's two documents in Home Assistant's store. */
export const ownKeys = { plan: "fns_floorplan", history: "fns_floorplan.history" } as const;

/** An ISO 8601 time with its UTC offset. */
const withOffset = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/;

const readHistory = (history: Source, losses: ImportLosses): readonly EarlierPlan[] => {
  const byRev = new Map<number, EarlierPlan>();
  for (const entry of history.list()) {
    const rev = entry.field("rev").number();
    if (rev === undefined || !Number.isSafeInteger(rev) || rev < 0)
      refuse("wrongType", entry.file, { place: entry.field("rev").place, expected: "a revision" });
    const [plan, at] = [entry.field("plan"), entry.field("saved_at").text()];
    // One unacceptable earlier plan must not keep people from the rest.
    if (planProblem(plan.value, plan.file, plan.place, plan.limits) !== undefined)
      losses.add("unreadableRevisions", String(rev));
    else if (rev !== undefined)
      byRev.set(rev, {
        rev,
        savedAt: at !== undefined && withOffset.test(at) ? at : undefined,
        plan: plan.object(),
      });
  }
  return [...byRev.values()].toSorted((one, other) => one.rev - other.rev);
};

/** The plan, with an empty URL for each imported image. */
const withImages = (
  plan: JsonObject,
  given: GivenImages,
): { readonly plan: JsonObject; readonly images: readonly ImportedImage[] } => {
  const { backgrounds } = plan;
  if (!isObject(backgrounds)) return { plan, images: [] };
  const images: ImportedImage[] = [];
  const entries = Object.entries(backgrounds).map(([level, entry]) => {
    const url = isObject(entry) ? ownField(entry, "url") : undefined;
    if (!isObject(entry) || typeof url !== "string" || url === "") return [level, entry] as const;
    const image = given.find(level, url);
    if (image === undefined) return [level, entry] as const;
    images.push(image);
    return [level, { ...entry, url: "" }] as const;
  });
  return { plan: { ...plan, backgrounds: Object.fromEntries(entries) }, images };
};

/** FNS Floorplan's plan, already in this format: its content stays as it is. */
export const readOwnStorage = (
  plan: Source,
  history: Source | undefined,
  imageFiles: readonly GivenFile[],
  losses: ImportLosses,
): Pick<Imported, "plan" | "images" | "history"> => {
  const given = new GivenImages(imageFiles, losses);
  const read = withImages(plan.object(), given);
  given.end();
  return { ...read, history: history === undefined ? [] : readHistory(history, losses) };
};
