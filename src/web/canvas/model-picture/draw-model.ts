import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { importTranslator } from "../../i18n/import-translator.ts";
import type { DrawAnswer, DrawRequest } from "../import/import-worker.ts";
import { runInWorker } from "../run-in-worker.ts";
import type { ModelPicture } from "./model-picture.ts";

/**
 * Draws a model from above in a worker, cut at a height in metres above its lowest point. The left is why there is no picture, in
 * words; undefined if the signal ended it.
 */
export const drawModel = async (
  request: DrawRequest,
  language: string,
  signal: AbortSignal,
): Promise<Either<string | undefined, ModelPicture>> => {
  await importTranslator.ready([language]);
  const { importDialog: words, importing } = importTranslator.now([language]).texts;
  const address = import("../import/import-worker.ts").then(({ workerAddress }) => workerAddress);
  const from = await address.catch(() => undefined);
  if (from === undefined) return left(words.unreachable);
  const answer = await runInWorker<DrawAnswer>(from, request, { signal });
  if (isLeft(answer)) return left(answer.left === "stopped" ? undefined : words[answer.left]);
  if (!isLeft(answer.right)) return right(answer.right.right);
  const problem = answer.right.left;
  if (problem === "noWebgl") return left(words.noWebgl);
  if ("unreadable" in problem) return left(words.unreadable(problem.unreadable));
  return left(importing.refusals[problem.why](problem.file, problem.detail));
};
