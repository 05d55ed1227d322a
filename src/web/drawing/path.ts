import type { Point } from "../../geometry/vector.ts";

/** Metres for an SVG attribute: rounded to a tenth of a millimetre. */
export const short = (metres: number): number => Math.round(metres * 1e4) / 1e4;

/** An SVG path along the corners and back to the first. */
export const outline = (corners: readonly Point[]): string =>
  corners.length === 0 ? "" : `M${corners.map(([x, z]) => `${short(x)} ${short(z)}`).join("L")}Z`;
