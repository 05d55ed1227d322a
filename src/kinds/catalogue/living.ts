import { rectPath, linePath, ellipsePath, upTo } from "../../model/geometry/svg-path.ts";
import type { FurnitureType, SymbolMaker } from "../../model/kinds/catalogue/furniture-symbols.ts";

/** Seats with a back and two arms, with as many cushions. */
const seat =
  (cushions: (w: number) => number): SymbolMaker =>
  (w, d) => {
    const arm = Math.min(0.18, w / 6);
    const back = Math.min(0.24, d / 3.5);
    const count = Math.max(1, cushions(w));
    const each = (w - arm * 2) / count;
    return {
      body: rectPath(0, 0, w, d, 0.1),
      soft:
        rectPath(0, -d / 2 + back / 2 + 0.02, w - arm * 1.2, back, 0.06) +
        upTo(count)
          .map((at) =>
            rectPath(
              -w / 2 + arm + each * (at + 0.5),
              back / 2,
              each - 0.03,
              d - back - 0.08,
              0.06,
            ),
          )
          .join(""),
    };
  };

/** A table, with an edge. */
const table: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, Math.min(w, d) / 8),
  line: rectPath(0, 0, w - 0.1, d - 0.1, Math.min(w, d) / 10),
});

/** A chair with its back. */
const chair: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0.04, w, d - 0.08, 0.1),
  soft: rectPath(0, -d / 2 + 0.05, w * 0.9, 0.09, 0.045),
});

/** A shelf, crossed out as drawings do for what reaches the ceiling. */
const shelf: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d),
  line: linePath(-w / 2, -d / 2, w / 2, d / 2) + linePath(-w / 2, d / 2, w / 2, -d / 2),
});

/** A television on its board. */
const television: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, 0.02),
  soft: rectPath(0, -d / 2 + 0.11, w * 0.72, 0.06, 0.02),
  line: linePath(-w / 6, -d / 2, -w / 6, d / 2) + linePath(w / 6, -d / 2, w / 6, d / 2),
});

/** A piano with its keys. */
const piano: SymbolMaker = (w, d) => {
  const keys = Math.min(0.16, d / 3);
  return {
    body: rectPath(0, 0, w, d, 0.02),
    soft: rectPath(0, d / 2 - keys / 2 - 0.02, w - 0.1, keys, 0.01),
    line: upTo((w - 0.2) / 0.08)
      .map((at) =>
        linePath(-w / 2 + 0.1 + at * 0.08, d / 2 - keys, -w / 2 + 0.1 + at * 0.08, d / 2 - 0.03),
      )
      .join(""),
  };
};

/** A plant from above. */
const plant: SymbolMaker = (w, d) => {
  const r = Math.min(w, d) / 2;
  const leaves = upTo(7).map((at) => (at * 2 * Math.PI) / 7);
  return {
    body: ellipsePath(0, 0, r * 1.1),
    soft: leaves
      .map((angle) => ellipsePath(Math.cos(angle) * r * 0.6, Math.sin(angle) * r * 0.6, r * 0.78))
      .join(""),
    line: leaves
      .map((angle) => linePath(0, 0, Math.cos(angle) * r * 0.75, Math.sin(angle) * r * 0.75))
      .join(""),
  };
};

/** Furniture of living and dining rooms. */
export const living = {
  sofa: { size: [2.1, 0.95], atWall: true, symbol: seat((w) => Math.round((w - 0.3) / 0.75)) },
  armchair: { size: [0.85, 0.85], symbol: seat(() => 1) },
  table: { size: [1.6, 0.9], symbol: table },
  chair: { size: [0.45, 0.5], symbol: chair },
  shelf: { size: [1.2, 0.35], atWall: true, symbol: shelf },
  tv_wall: { size: [1.8, 0.4], atWall: true, symbol: television },
  piano: { size: [1.5, 0.6], atWall: true, symbol: piano },
  plant: { size: [0.4, 0.4], symbol: plant, isGreen: true },
} as const satisfies Readonly<Record<string, FurnitureType>>;
