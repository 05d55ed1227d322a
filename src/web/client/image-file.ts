import type { PlanProblem } from "../connection/plan-client.ts";

/** Endings of the names of files that the service takes. */
export const imageEndings = ["png", "jpg", "jpeg", "webp", "svg"] as const;

/** For the `accept` of a file input. */
export const imageAccept = imageEndings.map((ending) => `.${ending}`).join(",");

/**
 * Why a file cannot be the tracing image of a level, as far as can be said before it is sent; undefined where
 * it can. `largest` is the bytes that the service takes, where they are known.
 */
export const imageProblem = (
  level: string,
  file: Pick<File, "name" | "size">,
  largest: number | undefined,
): PlanProblem | undefined => {
  const problem = (code: string): PlanProblem => ({ code, message: file.name });
  const ending = /\.([^.]*)$/.exec(file.name)?.[1]?.toLowerCase();
  if (!imageEndings.some((known) => known === ending)) return problem("image_type");
  if (file.size === 0) return problem("image_empty");
  if (largest !== undefined && file.size > largest) return problem("image_size");
  // Half a character would be sent as U+FFFD, as any other half.
  return /^[^\p{Cc}\p{Cs}]{1,64}$/u.test(level) ? undefined : problem("image_level");
};
