import { type Either, left, right } from "fp-ts/lib/Either.js";

/** A size in pixels, or in metres. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** Limits of what is searched for walls. */
export const scanLimits = {
  /** Pixels of an image: more than a sheet of A3 has at 600 dots per inch; a browser needs four bytes for each. */
  scanPixels: 80_000_000,
  /** Pixels of an image per metre of the plan at least: with fewer, walls cannot be told from lines. */
  scanPixelsPerMetre: 30,
  /** Pieces of walls that are found at first, since each is compared with the others. */
  scanPieces: 3000,
} as const;

/** Why an image is not searched: the limit, and what was found. */
export interface ScanRefusal {
  readonly limit: keyof typeof scanLimits;
  readonly found: number;
}

/** The size in pixels at which an image is searched, and its pixels per metre of the plan then. */
export interface WorkingSize extends Size {
  readonly perMetre: number;
}

/** The most pixels per metre, and of a side, that are looked at: enough to see walls to a centimetre. */
const [finest, longest] = [80, 2400];

/** The size at which an image of `own` pixels that covers `metres` of the plan is searched; the left is why it is not. */
export const workingSize = (own: Size, metres: Size): Either<ScanRefusal, WorkingSize> => {
  const pixels = own.width * own.height;
  if (!(pixels <= scanLimits.scanPixels)) return left({ limit: "scanPixels", found: pixels });
  const given = own.width / metres.width;
  const perMetre = Math.min(given, finest, longest / Math.max(metres.width, metres.height));
  if (!(perMetre >= scanLimits.scanPixelsPerMetre))
    return left({ limit: "scanPixelsPerMetre", found: perMetre });
  return right({
    width: Math.max(1, Math.round(metres.width * perMetre)),
    height: Math.max(1, Math.round(metres.height * perMetre)),
    perMetre,
  });
};
