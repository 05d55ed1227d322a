import { writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { nodeFileSystem } from "../../wal/index.ts";
import { openFolderImages } from "../storage/folder/folder-images.ts";
import { extensionByContent } from "../floorplan/images/image-content.ts";
import { nodeImageDisk } from "../floorplan/images/image-disk.ts";
import { extensionOf, floorName, imageUrl, isLevel } from "../images/image-name.ts";
import { LoopTurns } from "../host/loop-turns.ts";
import { usersFile } from "../host/users/user-directory.ts";
import type { Imported, ImportedImage } from "../model/import/import-result.ts";
import { withImageUrls } from "../model/import/images.ts";
import type { PlanLimits } from "../plan/read-plan.ts";
import { evolve, type Kept, storedPlans } from "../plan/state.ts";
import type { StoredPlan } from "../plan/stored-plan.ts";
import { writeLog } from "../storage/folder/embedded-log.ts";
import { foreignRevisions } from "../rescue/foreign-revisions.ts";
import { logFolder } from "../rescue/log-folder.ts";
import { writeMark } from "../rescue/log-mark.ts";
import { makeDataFolder } from "./new-home.ts";
import { ensureUser } from "../rescue/restored.ts";

/** What of the service's settings a home that is made of files has to keep to. */
export interface ImportingSettings extends PlanLimits {
  readonly data: string;
  readonly domain: string;
  readonly imageBytes: number;
}

/** The home that was made. */
export interface ImportedHome {
  /** The newest revision. */
  readonly rev: number;
  /** Earlier plans that its history has. */
  readonly earlier: number;
  /** Administrator token; it is stored nowhere. */
  readonly token: string;
}

/** Stores images below a folder; gives the address of each by its level. */
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
    if (named === undefined || !isLevel(level)) return wrong("is of a type that no plan shows");
    if (file.bytes.length > imageBytes)
      return wrong(`has ${file.bytes.length} bytes, more than image-bytes, ${imageBytes}`);
    await writeFile(received, file.bytes, { flag: "wx", mode: 0o600, flush: true });
    const reading = { disk: nodeImageDisk, turns: new LoopTurns() };
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
    let kept: Kept<StoredPlan> = { current: undefined, history: [] };
    for (const plan of plans) {
      const appended = await append(plan);
      if (isLeft(appended)) return appended;
      kept = evolve(kept, plan);
    }
    return right(storedPlans(kept));
  });

const failed = (problem: string): string => `nothing was imported: ${problem}`;

/**
 * Makes a home of what foreign files hold in a data folder that is empty or not
 * there: the plan, its images, its history with the times of the files, and an
 * administrator. All of it or nothing, as `makeDataFolder` says. The left says why
 * nothing was made.
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
