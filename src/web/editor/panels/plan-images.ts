import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { PlanData } from "../../../model/elements/entities.ts";
import { fileInData, imageData, imageProblem } from "../../connection/tracing-image.ts";
import type { PlanClient, PlanProblem } from "../../connection/plan-client.ts";
import {
  imagesOf,
  imagesWithin,
  type PlanImage,
  withImages,
} from "../../../model/editing/plan-text.ts";

/** A plan with its images in it, and the floors whose images could not be read. */
export interface Packed {
  readonly plan: PlanData;
  readonly missing: readonly string[];
}

/** Puts the tracing images into a plan, in place of their addresses. */
export const packImages = async (plan: PlanData, client: PlanClient): Promise<Packed> => {
  const images = imagesOf(plan).filter(({ url }) => !url.startsWith("data:"));
  const read = await Promise.all(
    images.map(async ({ level, url }) => {
      const found = await imageData(client.imageUrl(url));
      return { level, url: found?.data };
    }),
  );
  const here = read.flatMap(({ level, url }) => (url === undefined ? [] : [{ level, url }]));
  const missing = read.flatMap(({ level, url }) => (url === undefined ? [level] : []));
  return { plan: withImages(plan, here), missing };
};

/** Why images of a file are not in the plan: one of a floor is none, or the service does not take it. */
export type Unpackable = { readonly damaged: string } | PlanProblem;

/**
 * Uploads the images in a plan, and puts their addresses in place of them; one after another, as a service takes few
 * at a time. `tell` gets the floor whose image is sent. The first that cannot be taken ends it.
 */
export const unpackImages = async (
  plan: PlanData,
  client: PlanClient,
  tell: (level: string) => void,
  signal: AbortSignal,
): Promise<Either<Unpackable, PlanData>> => {
  const files: { readonly level: string; readonly file: File }[] = [];
  for (const { level, url } of imagesWithin(plan)) {
    const file = fileInData(url);
    if (file === undefined) return left({ damaged: level });
    const unfit = imageProblem(level, file, undefined);
    if (unfit !== undefined) return left(unfit);
    files.push({ level, file });
  }
  const images: PlanImage[] = [];
  for (const { level, file } of files) {
    tell(level);
    const answer = await client.upload(level, file, () => undefined, signal);
    if (isLeft(answer)) return answer;
    images.push({ level, url: answer.right });
  }
  return right(withImages(plan, images));
};
