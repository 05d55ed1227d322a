import { isObject, type JsonObject, ownField } from "../json.ts";
import { GivenImages } from "../../import/given.ts";
import type { EarlierPlan, GivenFile, Imported, ImportedImage } from "./import-result.ts";
import type { Losses } from "../../import/losses.ts";
import { planProblem } from "../../import/plan-check.ts";
import { refuse } from "./refusal.ts";
import type { Source } from "./json-source.ts";

/** The integration's storage: the keys of the two documents, as Home Assistant's store writes them. */
export const ownKeys = { plan: "fns_floorplan", history: "fns_floorplan.history" } as const;

/** A moment of ISO 8601 with its offset from UTC. */
const withOffset = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/;

const readHistory = (history: Source, losses: Losses): readonly EarlierPlan[] => {
  const byRev = new Map<number, EarlierPlan>();
  for (const entry of history.list()) {
    const rev = entry.field("rev").number();
    if (rev === undefined || !Number.isSafeInteger(rev) || rev < 0)
      refuse("wrongType", entry.file, { place: entry.field("rev").place, expected: "a revision" });
    const [plan, at] = [entry.field("plan"), entry.field("saved_at").text()];
    // One plan of long ago that the service would not take must not keep people from the rest.
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

/** The plan, in which images that come along have an empty address. */
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

/** The original integration's plan, which is one of ours already: its content stays as it is. */
export const readOwn = (
  plan: Source,
  history: Source | undefined,
  imageFiles: readonly GivenFile[],
  losses: Losses,
): Pick<Imported, "plan" | "images" | "history"> => {
  const given = new GivenImages(imageFiles, losses);
  const read = withImages(plan.object(), given);
  given.end();
  return { ...read, history: history === undefined ? [] : readHistory(history, losses) };
};
