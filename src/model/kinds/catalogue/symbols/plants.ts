import {
  closedPath,
  ellipsePath,
  linePath,
  rectPath,
  svgNumber,
} from "../../../geometry/svg-path.ts";
import type { Point } from "../../../geometry/vector.ts";
import { arcPath, each, ring, type SymbolMaker } from "./symbol.ts";

/** A plant in its pot, seen from above. */
export const plant: SymbolMaker = (w, d) => {
  const r = Math.min(w, d) / 2;
  return {
    body: ellipsePath(0, 0, r * 1.1),
    soft: ring(7, (cos, sin) => ellipsePath(cos * r * 0.6, sin * r * 0.6, r * 0.78)),
    line: ring(7, (cos, sin) => linePath(0, 0, cos * r * 0.75, sin * r * 0.75)),
    of: "green",
  };
};

/** A palm: pointed leaves around its pot. */
export const palm: SymbolMaker = (w, d) => {
  const r = Math.min(w, d) / 2;
  return {
    body: ellipsePath(0, 0, r * 0.5),
    soft: ring(9, (cos, sin) =>
      closedPath([
        [cos * 0.12 * r, sin * 0.12 * r],
        [cos * 0.5 * r - sin * 0.17 * r, sin * 0.5 * r + cos * 0.17 * r],
        [cos * r, sin * r],
        [cos * 0.5 * r + sin * 0.17 * r, sin * 0.5 * r - cos * 0.17 * r],
      ]),
    ),
    line: ring(9, (cos, sin) => linePath(0, 0, cos * r * 0.92, sin * r * 0.92)),
    of: "green",
  };
};

/** A closed outline of lobes, as of leaves, around the middle. */
const lobes = (w: number, d: number, count: number): string => {
  const at = (index: number): readonly [number, number] => {
    const angle = (index * 2 * Math.PI) / count;
    return [Math.cos(angle) * w * 0.45, Math.sin(angle) * d * 0.45];
  };
  const [startX, startZ] = at(0);
  return `${linePath(startX, startZ)}${each(count, (index) => {
    const [[x, z], [toX, toZ]] = [at(index), at(index + 1)];
    const r = svgNumber(Math.hypot(toX - x, toZ - z) * 0.56);
    return `a${r} ${r} 0 0 1 ${svgNumber(toX - x)} ${svgNumber(toZ - z)}`;
  })}Z`;
};

/** A broad-leaved tree: its crown, its branches and its trunk. */
export const tree: SymbolMaker = (w, d) => ({
  body: ellipsePath(0, 0, Math.min(w, d) * 0.09),
  soft: lobes(w, d, 11),
  line:
    ring(9, (cos, sin) => {
      const [x, z] = [cos * w * 0.32, sin * d * 0.32];
      return (
        linePath(cos * w * 0.05, sin * d * 0.05, x, z) +
        linePath(x * 0.62, z * 0.62, x * 0.9 - sin * w * 0.08, z * 0.9 + cos * d * 0.08)
      );
    }) + ellipsePath(0, 0, Math.min(w, d) * 0.09),
  of: "green",
});

/** A needle tree: a star with many points. */
export const conifer: SymbolMaker = (w, d) => {
  const corners = Array.from({ length: 32 }, (_, at): Point => {
    const angle = (at * Math.PI) / 16;
    const far = at % 2 === 0 ? 0.5 : 0.38;
    return [Math.cos(angle) * w * far, Math.sin(angle) * d * far];
  });
  return {
    body: ellipsePath(0, 0, Math.min(w, d) * 0.08),
    soft: closedPath(corners),
    line:
      ring(16, (cos, sin) => linePath(0, 0, cos * w * 0.4, sin * d * 0.4)) +
      ellipsePath(0, 0, Math.min(w, d) * 0.08),
    of: "green",
  };
};

export const shrub: SymbolMaker = (w, d) => ({
  body: ellipsePath(0, 0, Math.min(w, d) * 0.2),
  soft: lobes(w, d, 8),
  line: ring(5, (cos, sin) =>
    arcPath(cos * w * 0.2, sin * d * 0.2, Math.min(w, d) * 0.1, 180, 360),
  ),
  of: "green",
});

/** A hedge, clipped. */
export const hedge: SymbolMaker = (w, d) => {
  const count = Math.max(1, Math.round(w / (d * 0.6)));
  return {
    body: rectPath(0, 0, w, d, d * 0.2),
    soft: rectPath(0, 0, w, d, d * 0.2),
    line: each(count, (at) => {
      const x = -w / 2 + (w * (at + 0.5)) / count;
      const z = (at % 2 === 0 ? -1 : 1) * d * 0.1;
      return (
        arcPath(x, z, d * 0.16, 180, 360) + arcPath(x + d * 0.12, z + d * 0.2, d * 0.1, 180, 360)
      );
    }),
    of: "green",
  };
};

/** Flowers in rows. */
const flowers = (w: number, d: number): string => {
  const [columns, rows] = [Math.max(1, Math.floor(w / 0.3)), Math.max(1, Math.floor(d / 0.3))];
  return each(columns * rows, (at) => {
    const x = -w / 2 + (w * ((at % columns) + 0.5)) / columns;
    const z = -d / 2 + (d * (Math.floor(at / columns) + 0.5)) / rows;
    return ellipsePath(x, z, 0.18) + ellipsePath(x, z, 0.05);
  });
};

export const flowerBed: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, Math.min(w, d) * 0.25),
  soft: flowers(w - 0.16, d - 0.16),
  line: rectPath(0, 0, w - 0.08, d - 0.08, Math.min(w, d) * 0.22),
  of: "green",
});

export const planter: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, 0.02),
  soft: rectPath(0, 0, w - 0.1, d - 0.1, 0.02),
  line: flowers(w - 0.12, d - 0.12),
  of: "green",
});
