import { writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { EarlierPlan, Imported, ImportedImage } from "../model/import/import-result.ts";
import type { JsonObject } from "../model/json.ts";
import { type Draft, SubmittedPlan } from "../plan/draft.ts";
import { StoredPlan } from "../plan/stored-plan.ts";
import { type PlanLimits, readPlan } from "../plan/read-plan.ts";
import { evolve, historyLength, type RetainedRevisions, storedPlans } from "../plan/state.ts";
import { runAtOnce } from "../plan/raw-json/json-cursor.ts";
import { nodeFileSystem } from "../../wal/index.ts";
import { openFolderImages } from "../storage/folder/folder-images.ts";
import {
  extensionByContent,
  extensionOf,
  floorName,
  imageUrl,
  isLevel,
} from "../images/image-name.ts";
import { nodeImageDisk } from "../images/image-store.ts";
import { EventLoopTurns } from "../server/runtime/event-loop-turns.ts";
import { usersFile } from "../auth/user-directory.ts";
import { withImageUrls } from "../model/import/images.ts";
import { writeLog } from "../storage/folder/embedded-log.ts";
import { logFolder, writeMark } from "../storage/folder/data-folder.ts";
import { ensureUser, makeDataFolder } from "./new-home.ts";

/** A plan as the service would accept it; the left names what is wrong and where. */
const draftOf = (plan: JsonObject, limits: PlanLimits): Either<string, Draft> => {
  const bytes = Buffer.from(JSON.stringify(plan));
  const read = runAtOnce(readPlan(limits)(bytes, 0))?.value;
  if (!(read instanceof SubmittedPlan)) return left("it is not JSON");
  if (!isLeft(read.draft)) return read.draft;
  const { path, what } = read.draft.left;
  return left(`${["plan", ...path].join(".")}: ${what}`);
};

const isRevision = (rev: unknown): rev is number =>
  typeof rev === "number" && Number.isSafeInteger(rev) && rev > 0;

/** Undefined if the files give no readable time. */
const timeOf = ({ savedAt }: EarlierPlan): Date | undefined => {
  const time = new Date(savedAt ?? Number.NaN);
  return Number.isNaN(time.getTime()) ? undefined : time;
};

/** The revisions to give: those of the files if they rise, else counted from 1. */
const numbersOf = (history: readonly EarlierPlan[], current: unknown): readonly number[] => {
  const given = history.map(({ rev }) => rev);
  const last = given.at(-1) ?? 0;
  const all = [...given, isRevision(current) && current > last ? current : last + 1];
  const doRise = all.every((rev, at) => isRevision(rev) && rev > (all[at - 1] ?? 0));
  return doRise ? all : all.map((_, at) => at + 1);
};

/**
 * Foreign plans as revisions, oldest first, the current one last, with as many earlier ones as a history holds. A plan
 * without a readable time gets that of the plan before it; the current one is saved `now`. The left names the plan that
 * the service would refuse.
 */
const foreignRevisions = (
  { plan, history }: Pick<Imported, "plan" | "history">,
  limits: PlanLimits,
  now: Date,
): Either<string, readonly StoredPlan[]> => {
  const earlier = history.slice(-historyLength);
  const numbers = numbersOf(earlier, plan["rev"]);
  const made: StoredPlan[] = [];
  let time = earlier.map(timeOf).find((known) => known !== undefined) ?? now;
  for (const [at, each] of earlier.entries()) {
    time = timeOf(each) ?? time;
    const draft = draftOf(each.plan, limits);
    if (isLeft(draft)) return left(`revision ${each.rev} of the history, ${draft.left}`);
    made.push(StoredPlan.saved(draft.right, numbers[at] ?? at + 1, time));
  }
  const draft = draftOf(plan, limits);
  if (isLeft(draft)) return draft;
  return right([...made, StoredPlan.saved(draft.right, numbers.at(-1) ?? 1, now)]);
};

/** The service's settings that apply to an imported home. */
interface ImportingSettings extends PlanLimits {
  readonly data: string;
  readonly domain: string;
  readonly imageBytes: number;
}

/** The home that was made. */
interface ImportedHome {
  /** The newest revision. */
  readonly rev: number;
  /** Earlier plans in its history. */
  readonly earlier: number;
  /** Administrator token; it is stored nowhere else. */
  readonly token: string;
}

/** Stores images below a folder; returns each one's URL by its level. */
const storeImages = async (
  images: readonly ImportedImage[],
  folder: string,
  { domain, imageBytes }: ImportingSettings,
): Promise<Either<string, ReadonlyMap<string, string>>> => {
  const urls = new Map<string, string>();
  if (images.length === 0) return right(urls);
  const store = await openFolderImages(nodeImageDisk, folder, domain);
  if (isLeft(store)) return store;
  const { incoming } = store.right;
  const received = join(incoming, "received");
  for (const { level, file } of images) {
    const wrong = (why: string): Either<string, never> =>
      left(`the image ${basename(file.name)} of the floor "${level}" ${why}`);
    const named = extensionOf(file.name);
    if (named === undefined || !isLevel(level)) return wrong("has an unsupported type");
    if (file.bytes.length > imageBytes)
      return wrong(`has ${file.bytes.length} bytes, more than image-bytes, ${imageBytes}`);
    await writeFile(received, file.bytes, { flag: "wx", mode: 0o600, flush: true });
    const reading = { disk: nodeImageDisk, turns: new EventLoopTurns() };
    const forever = new AbortController().signal;
    const extension = await extensionByContent(reading, received, named, forever);
    if (isLeft(extension)) return wrong(extension.left);
    const image = { floor: floorName(level), extension: extension.right };
    const version = await store.right.put(image.floor, image.extension, received);
    urls.set(level, imageUrl(domain, { ...image, version }));
  }
  return right(urls);
};

const writePlans = (
  folder: string,
  plans: readonly StoredPlan[],
): Promise<Either<string, readonly StoredPlan[]>> =>
  writeLog(nodeFileSystem, logFolder(folder), async (append) => {
    let kept: RetainedRevisions<StoredPlan> = { current: undefined, history: [] };
    for (const plan of plans) {
      const appended = await append(plan);
      if (isLeft(appended)) return appended;
      kept = evolve(kept, plan);
    }
    return right(storedPlans(kept));
  });

const failed = (problem: string): string => `nothing was imported: ${problem}`;

/**
 * Makes a home from foreign files in a data folder that is empty or missing: the plan, its images, its history with the
 * times of the files, and an administrator. All or nothing, as `makeDataFolder` does. Left: why nothing was made.
 */
export const importIntoFolder = (
  imported: Imported,
  settings: ImportingSettings,
  now: Date,
): Promise<Either<string, ImportedHome>> => {
  const make = async (folder: string): Promise<Either<string, ImportedHome>> => {
    await nodeFileSystem.makeFolder(folder);
    const urls = await storeImages(imported.images, folder, settings);
    if (isLeft(urls)) return left(failed(urls.left));
    const plan = withImageUrls(imported.plan, urls.right);
    const plans = foreignRevisions({ plan, history: imported.history }, settings, now);
    if (isLeft(plans)) return left(failed(plans.left));
    const kept = await writePlans(folder, plans.right);
    if (isLeft(kept)) return left(failed(kept.left));
    await writeMark(nodeFileSystem, folder);
    const users = await ensureUser(usersFile(folder));
    if (isLeft(users)) return left(failed(users.left));
    await nodeFileSystem.syncFolder(folder);
    const { rev = 0 } = kept.right.at(-1) ?? {};
    const earlier = kept.right.length - 1;
    return right({ rev, earlier, token: users.right.firstToken ?? "" });
  };
  return makeDataFolder(settings.data, { make, failed });
};
