import { createHash } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";

/** How many bytes something has, and which. */
export interface Digest {
  readonly bytes: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

/** Others have their turn after so many bytes, which take about a millisecond. */
const digestStep = 1024 * 1024;

/** The digest of the pieces, one after another. */
export const digestOf = async (pieces: readonly Buffer[]): Promise<Digest> => {
  const hash = createHash("sha256");
  let bytes = 0;
  for (const piece of pieces)
    for (let start = 0; start < piece.length; start += digestStep) {
      const step = piece.subarray(start, start + digestStep);
      hash.update(step);
      bytes += step.length;
      if (step.length === digestStep) await turn();
    }
  return { bytes, sha256: hash.digest("hex") };
};
