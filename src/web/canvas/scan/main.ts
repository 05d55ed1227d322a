import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Background } from "../../../model/elements/levels.ts";
import type { FoundPlan } from "../../../model/scan/find-walls.ts";
import { WallProposal } from "../../../model/scan/wall-proposal.ts";
import { workingSize } from "../../../model/scan/working-size.ts";
import type { ScreenSize } from "../fit-view.ts";
import { runInWorker, type WorkerFailure } from "../run-in-worker.ts";
import type { ScanAnswer, ScanProblem, ScanRequest } from "./scan-worker.ts";

/** Why there is no proposal. */
export type ScanFailure = ScanProblem | WorkerFailure;

/** A floor's tracing image, which is searched for walls. */
export interface ScannedImage {
  readonly level: string;
  readonly image: Background;
  readonly address: string;
}

/** The own size of an image in pixels, which browsers know before they decode it; undefined if it cannot be loaded. */
const ownSize = (address: string): Promise<ScreenSize | undefined> =>
  new Promise((resolve) => {
    const image = new Image();
    image.addEventListener("load", () =>
      resolve({ width: Math.max(1, image.naturalWidth), height: image.naturalHeight }),
    );
    image.addEventListener("error", () => resolve(undefined));
    image.src = address;
  });

/** An image as bytes; undefined if it cannot be loaded. */
const bytesOf = async (address: string, signal: AbortSignal): Promise<Blob | undefined> => {
  try {
    const response = await fetch(address, { signal });
    return response.ok ? await response.blob() : undefined;
  } catch {
    return undefined;
  }
};

/** Has a worker of its own do a search. */
const search = async (
  request: ScanRequest,
  tell: (part: number) => void,
  signal: AbortSignal,
): Promise<Either<ScanFailure, FoundPlan>> => {
  const { workerAddress } = await import("./scan-worker.ts");
  const found = await runInWorker<Exclude<ScanAnswer, number>>(workerAddress, request, {
    tell,
    signal,
  });
  return isLeft(found) ? found : found.right;
};

/**
 * The walls that a tracing image shows, found in a worker. `tell` gets the part of the search that is done, from 0 to 1; the
 * left is why there is no proposal.
 */
export const proposeWalls = async (
  { address, image, level }: ScannedImage,
  tell: (part: number) => void,
  signal: AbortSignal,
): Promise<Either<ScanFailure, WallProposal>> => {
  const own = await ownSize(address);
  if (own === undefined) return left("unreachable");
  const height = image.height || (image.width * own.height) / own.width;
  const size = workingSize(own, { width: image.width, height });
  if (isLeft(size)) return size;
  const bytes = await bytesOf(address, signal);
  if (bytes === undefined) return left(signal.aborted ? "stopped" : "unreachable");
  const found = await search({ image: bytes, size: size.right }, tell, signal);
  if (isLeft(found)) return found;
  return right(WallProposal.of(level, found.right, image, size.right.perMetre));
};
