import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { ImportedImage } from "../../../model/import/import-result.ts";
import { imageProblem } from "../../connection/tracing-image.ts";
import type { PlanClient, PlanProblem } from "../../connection/plan-client.ts";
import { readSettings } from "../../connection/service-settings.ts";

/** The name of a file without its folders. */
const nameIn = (name: string): string => name.slice(name.lastIndexOf("/") + 1);

/** Where images are uploaded to, and who is told of it. */
interface Way {
  readonly client: PlanClient;
  /** The floor that gets the image of a level of the files. */
  readonly floorOf: (level: string) => string;
  /** Gets the level whose image is sent. */
  readonly tell: (level: string) => void;
  readonly signal: AbortSignal;
}

/** Uploads images one after another; gives their addresses by the floors that got them. The first that cannot be taken ends it. */
export const uploadImages = async (
  images: readonly ImportedImage[],
  { client, floorOf, tell, signal }: Way,
): Promise<Either<PlanProblem, ReadonlyMap<string, string>>> => {
  const urls = new Map<string, string>();
  if (images.length === 0) return right(urls);
  const { imageBytes } = await readSettings(client.imageUrl("/settings.json"));
  const files = images.map(({ level, file }) => ({
    level,
    file: new File([new Uint8Array(file.bytes)], nameIn(file.name)),
  }));
  for (const { level, file } of files) {
    const unfit = imageProblem(floorOf(level), file, imageBytes);
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
