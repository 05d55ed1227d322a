import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import { findWalls, type FoundPlan } from "../../../model/scan/find-walls.ts";
import { greyOf, type Raster } from "../../../model/scan/raster.ts";
import type { ScanRefusal, WorkingSize } from "../../../model/scan/working-size.ts";

/** Where this module was loaded from: a page loads it for this alone, and starts a worker from there. */
export const workerAddress = import.meta.url;

/** What the worker is asked: an image, and the size at which it is searched for walls. */
export interface ScanRequest {
  readonly image: Blob;
  readonly size: WorkingSize;
}

/** Why there are no walls: a limit, or an image that the browser cannot decode. */
export type ScanProblem = ScanRefusal | "undecodable";

/** What the worker answers: how much is done, from 0 to 1, and last what it found. */
export type ScanAnswer = number | Either<ScanProblem, FoundPlan>;

/** The pixels of an image at a size; undefined if the browser cannot decode it. */
const pixelsOf = async ({ image, size }: ScanRequest): Promise<Raster | undefined> => {
  const { height, width } = size;
  try {
    const options = { resizeWidth: width, resizeHeight: height, resizeQuality: "high" } as const;
    const bitmap = await createImageBitmap(image, options);
    const sheet = new OffscreenCanvas(width, height).getContext("2d");
    if (sheet === null) return undefined;
    sheet.drawImage(bitmap, 0, 0, width, height);
    bitmap.close();
    return greyOf(width, height, sheet.getImageData(0, 0, width, height).data);
  } catch {
    // Damaged, too large for this device, or a drawing that only a document can show.
    return undefined;
  }
};

const tell = (answer: ScanAnswer): void => postMessage(answer);

const search = async (request: ScanRequest): Promise<void> => {
  const picture = await pixelsOf(request);
  if (picture === undefined) return tell(left("undecodable"));
  const found = findWalls(picture, request.size.perMetre, tell);
  tell(isLeft(found) ? left(found.left) : found);
};

// In the worker, which has no document.
if (typeof document === "undefined")
  addEventListener("message", ({ data }: MessageEvent<ScanRequest>) => void search(data));
