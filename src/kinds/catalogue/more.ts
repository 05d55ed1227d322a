import { rectPath, linePath, ellipsePath, upTo } from "../../model/geometry/svg-path.ts";
import { sleeping } from "./sleeping.ts";
import type { FurnitureType, SymbolMaker } from "../../model/kinds/catalogue/furniture-symbols.ts";

/** Stairs, with an arrow that leads up. */
const stairs: SymbolMaker = (w, d) => {
  const steps = Math.max(2, Math.round(w / 0.26));
  const [tip, tail] = [w / 2 - 0.12, -w / 2 + 0.1];
  return {
    body: rectPath(0, 0, w, d),
    line:
      upTo(steps - 1)
        .map((at) => {
          const x = -w / 2 + (w * (at + 1)) / steps;
          return linePath(x, -d / 2, x, d / 2);
        })
        .join("") +
      linePath(tail, 0, tip, 0) +
      linePath(tip - 0.12, -0.1, tip, 0, tip - 0.12, 0.1),
  };
};

/** A bench of slats. */
const bench: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, 0.04),
  line:
    linePath(-w / 2 + 0.04, -d / 6, w / 2 - 0.04, -d / 6) +
    linePath(-w / 2 + 0.04, d / 6, w / 2 - 0.04, d / 6),
});

/** A vacuum robot. */
const robot: SymbolMaker = (w, d) => {
  const size = Math.min(w, d);
  return {
    body: ellipsePath(0, 0, size),
    soft: ellipsePath(0, 0, size * 0.4),
    line: linePath(-size * 0.36, -size * 0.28, size * 0.36, -size * 0.28),
  };
};

/** A rack of servers. */
const rack: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, 0.02),
  line:
    upTo(5)
      .map((at) =>
        linePath(-w / 2 + 0.08, -d / 3 + (at * d) / 6, w / 2 - 0.08, -d / 3 + (at * d) / 6),
      )
      .join("") + rectPath(0, 0, w - 0.08, d - 0.08, 0.01),
});

/** A printer. */
const printer: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, 0.04),
  soft: rectPath(0, 0.04, w * 0.6, d * 0.5, 0.02),
});

/** What stands anywhere. */
export const more = {
  stairs: { size: [2.6, 0.9], symbol: stairs },
  bench: { size: [1.3, 0.4], atWall: true, symbol: bench },
  workbench: { size: [1.8, 0.7], atWall: true, symbol: sleeping.desk.symbol },
  robot_vacuum: { size: [0.35, 0.35], atWall: true, symbol: robot },
  rack: { size: [0.5, 0.5], symbol: rack, isOffered: false },
  printer: { size: [0.5, 0.5], symbol: printer, isOffered: false },
} as const satisfies Readonly<Record<string, FurnitureType>>;
