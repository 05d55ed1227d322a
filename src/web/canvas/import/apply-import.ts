import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { ImportedImage } from "../../../model/import/import-result.ts";
import { defaultImportLimits } from "../../../model/import/refusal.ts";
import { runInWorker } from "../run-in-worker.ts";
import type { ReadAnswer, ReadImport, ReadRequest } from "./import-worker.ts";
import type { ImportTexts } from "../../i18n/import-translator.ts";
import { imageProblem } from "../../connection/tracing-image.ts";
import type { PlanClient, PlanProblem } from "../../connection/plan-client.ts";
import { readSettings } from "../../connection/service-settings.ts";
import { entriesOf, newId, type PlanData } from "../../../model/elements/entities.ts";
import { levelsOf } from "../../../model/elements/levels.ts";
import { isObject, objectsIn, textIn } from "../../../model/json.ts";
import { withEntries } from "../../../model/editing/change.ts";
import { copyElements, pasteFragment, withNewIds } from "../../../model/editing/fragment.ts";
import { contentOfLevel, withLevels } from "../../../model/editing/levels.ts";

/** Whether files are too large to read; the reader then refuses them. */
const unread = (files: readonly File[]): boolean =>
  files.reduce((sum, { size }) => sum + size, 0) > defaultImportLimits.importBytes;

/**
 * Reads files in a worker; the left is the refusal in words, undefined if the signal ended the reading. Nothing that they hold
 * is taken unless all of it was read.
 */
export const readImportFiles = async (
  files: readonly File[],
  { importing, importDialog }: ImportTexts,
  signal: AbortSignal,
): Promise<Either<string | undefined, ReadImport>> => {
  if (unread(files)) {
    const detail = {
      place: "",
      limit: "import-bytes",
      most: defaultImportLimits.importBytes,
      expected: "",
    };
    return left(importing.refusals.limit(files[0]?.name ?? "", detail));
  }
  const { workerAddress } = await import("./import-worker.ts");
  const request: ReadRequest = { files, names: importing.names };
  const reading = await runInWorker<ReadAnswer>(workerAddress, request, { signal });
  if (isLeft(reading))
    return left(reading.left === "stopped" ? undefined : importDialog[reading.left]);
  if (!isLeft(reading.right)) return reading.right;
  const problem = reading.right.left;
  if ("unreadable" in problem) return left(importDialog.unreadable(problem.unreadable));
  const { why, file, detail } = problem;
  return left(importing.refusals[why](file, detail));
};

/** The name of a file without folders. */
const nameIn = (name: string): string => name.slice(name.lastIndexOf("/") + 1);

/** Target and progress of image uploads. */
interface UploadTarget {
  readonly client: PlanClient;
  /** The floor for the image of an imported level. */
  readonly floorOf: (level: string) => string;
  /** Called with the level whose image is being sent. */
  readonly tell: (level: string) => void;
  readonly signal: AbortSignal;
}

/** Uploads images one by one; the right has their addresses by floor. Stops at the first refused one. */
export const uploadImages = async (
  images: readonly ImportedImage[],
  { client, floorOf, tell, signal }: UploadTarget,
): Promise<Either<PlanProblem, ReadonlyMap<string, string>>> => {
  const urls = new Map<string, string>();
  if (images.length === 0) return right(urls);
  const { imageBytes } = await readSettings(client.imageUrl("/settings.json"));
  const files = images.map(({ level, file }) => ({
    level,
    file: new File([new Uint8Array(file.bytes)], nameIn(file.name)),
  }));
  for (const { level, file } of files) {
    const unfit = await imageProblem(floorOf(level), file, imageBytes);
    if (unfit !== undefined) return left(unfit);
  }
  for (const { level, file } of files) {
    tell(level);
    const answer = await client.upload(floorOf(level), file, () => undefined, signal);
    if (isLeft(answer)) return answer;
    urls.set(floorOf(level), answer.right);
  }
  return right(urls);
};

/** Floors added from another plan: their new ids by the old ones, and the change. */
export interface AddedFloors {
  readonly ids: ReadonlyMap<string, string>;
  readonly change: (plan: PlanData) => PlanData;
}

/**
 * Adds the floors of another plan above the existing ones, with their contents and new ids. A plan without floors gets
 * one named `nameOfFirst`; likewise the other plan.
 */
export const addFloors = (given: PlanData, other: PlanData, nameOfFirst: string): AddedFloors => {
  const source = withLevels(other, nameOfFirst);
  const floors = levelsOf(source).map(({ id: from }) => ({
    from,
    id: newId(given, "levels"),
    data: objectsIn(source["levels"]).find((level) => textIn(level["id"]) === from) ?? {},
    image: entriesOf(source["backgrounds"])[from],
    drawn: withNewIds(given, copyElements(source, contentOfLevel(source, from).refs)),
  }));
  return {
    ids: new Map(floors.map(({ from, id }) => [from, id])),
    change: (now) => {
      let plan = withLevels(now, nameOfFirst);
      for (const { id, data, image, drawn } of floors) {
        const levels = [...objectsIn(plan["levels"]), { ...data, id }];
        const images = isObject(image) ? { [id]: image } : {};
        plan = pasteFragment(
          withEntries({ ...plan, levels }, "backgrounds", images),
          drawn,
          id,
          [0, 0],
        );
      }
      return plan;
    },
  };
};
