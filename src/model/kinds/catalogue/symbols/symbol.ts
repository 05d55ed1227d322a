import {
  closedPath,
  ellipsePath,
  linePath,
  rangeTo,
  rectPath,
  svgNumber,
} from "../../../geometry/svg-path.ts";
import type { furnitureGroups, FurnitureGroup } from "../furniture.ts";

/** How a piece looks from above: SVG paths in metres around its middle, with its back at the top (negative `z`). */
export interface PlanSymbol {
  /** The outline, filled. */
  readonly body: string;
  /** Cushions, basins and the like, filled in a lighter shade. */
  readonly soft?: string;
  /** Dark glass and the like, above the lighter parts: hobs, screens. Drawn with materials alone. */
  readonly deep?: string;
  /** Fine lines. */
  readonly line?: string;
  /** What takes the place of `soft` while a lamp is on, with rays, as its colour alone must not tell that. */
  readonly lit?: string;
  /** What its lighter parts are, if that has a colour of its own. */
  readonly of?: "green" | "wet";
}

/** Draws a symbol of a given width and depth in metres. */
export type SymbolMaker = (w: number, d: number) => PlanSymbol;

/** The symbols of a group of the catalogue: one of each type, and no others. */
export type SymbolsOf<Group extends FurnitureGroup> = Readonly<
  Record<keyof (typeof furnitureGroups)[Group], SymbolMaker>
>;

/** The SVG path of a part of a circle about `x`, `z`, clockwise between two directions in degrees. */
export const arcPath = (x: number, z: number, r: number, from: number, to: number): string => {
  const at = (degrees: number): readonly [number, number] => [
    r * Math.cos((degrees * Math.PI) / 180),
    r * Math.sin((degrees * Math.PI) / 180),
  ];
  const [[startX, startZ], [endX, endZ]] = [at(from), at(to)];
  const large = to - from > 180 ? 1 : 0;
  return `${linePath(x + startX, z + startZ)}a${svgNumber(r)} ${svgNumber(r)} 0 ${large} 1 ${svgNumber(endX - startX)} ${svgNumber(endZ - startZ)}`;
};

/** The outline of what stands around a corner, at the back and at the left, each as deep as this. */
export const aroundCorner = (w: number, d: number, deep: number): string =>
  closedPath([
    [-w / 2, -d / 2],
    [w / 2, -d / 2],
    [w / 2, -d / 2 + deep],
    [-w / 2 + deep, d / 2],
    [-w / 2, d / 2],
  ]);

/** Paths of `count` similar parts, each by its number. */
export const each = (count: number, path: (at: number) => string): string =>
  rangeTo(count).map(path).join("");

/** Paths of `count` parts evenly around the middle, each by its direction as a cosine and a sine. */
export const ring = (count: number, path: (cos: number, sin: number) => string): string =>
  each(count, (at) => {
    const angle = (at * 2 * Math.PI) / count;
    return path(Math.cos(angle), Math.sin(angle));
  });

/** Lines from the middle to both sides of `count` parts of a width, between two depths. */
export const dividers = (w: number, count: number, from: number, to: number): string =>
  each(count - 1, (at) => {
    const x = -w / 2 + (w * (at + 1)) / count;
    return linePath(x, from, x, to);
  });

/** A dashed line; dashes are part of the path, so that a print shows them as well. */
export const dashedPath = (x: number, z: number, toX: number, toZ: number): string => {
  const length = Math.hypot(toX - x, toZ - z);
  const count = Math.max(1, Math.round(length / 0.16));
  return each(count, (at) => {
    const [from, to] = [at / count, (at + 0.6) / count];
    return linePath(
      x + (toX - x) * from,
      z + (toZ - z) * from,
      x + (toX - x) * to,
      z + (toZ - z) * to,
    );
  });
};

/** A dashed rectangle about the middle, for what is above the plane in which a plan is cut. */
export const dashedRect = (w: number, d: number): string =>
  dashedPath(-w / 2, -d / 2, w / 2, -d / 2) +
  dashedPath(w / 2, -d / 2, w / 2, d / 2) +
  dashedPath(w / 2, d / 2, -w / 2, d / 2) +
  dashedPath(-w / 2, d / 2, -w / 2, -d / 2);

/** Both diagonals of a rectangle: it reaches the ceiling, or is empty down to the ground. */
export const crossPath = (w: number, d: number): string =>
  linePath(-w / 2, -d / 2, w / 2, d / 2) + linePath(-w / 2, d / 2, w / 2, -d / 2);

/** A chair at a place, its back towards `facing` as a step of one along `x` or `z`. */
export const chairAt = (
  x: number,
  z: number,
  [toX, toZ]: readonly [number, number],
): PlanSymbol => {
  const across = toX === 0;
  const [w, d] = across ? [0.42, 0.4] : [0.4, 0.42];
  return {
    body: rectPath(x, z, w, d, 0.1),
    soft: rectPath(x + toX * 0.2, z + toZ * 0.2, across ? 0.4 : 0.08, across ? 0.08 : 0.4, 0.04),
  };
};

/** A ring of a width as a hole in what surrounds it: around it runs the other way, and back within it. */
export const ringHole = (x: number, z: number, size: number, width = 0.012): string => {
  const [from, r] = [svgNumber(x - size / 2), svgNumber(size / 2)];
  const [by, inner] = [svgNumber(size), size - width * 2];
  return `M${from} ${svgNumber(z)}a${r} ${r} 0 1 0 ${by} 0a${r} ${r} 0 1 0 ${-by} 0Z${ellipsePath(x, z, inner)}`;
};

/** Several symbols as one. */
export const together = (...symbols: readonly PlanSymbol[]): PlanSymbol => {
  const join = (part: "body" | "soft" | "line"): string =>
    symbols.map((symbol) => symbol[part] ?? "").join("");
  const [body, soft, line] = [join("body"), join("soft"), join("line")];
  return { body, ...(soft === "" ? {} : { soft }), ...(line === "" ? {} : { line }) };
};
