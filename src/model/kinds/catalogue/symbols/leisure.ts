import { closedPath, ellipsePath, linePath, rectPath } from "../../../geometry/svg-path.ts";
import { each, ring, type SymbolMaker, type SymbolsOf } from "./symbol.ts";

/** A pool table with its six pockets. */
const poolTable: SymbolMaker = (w, d) => {
  const [x, z] = [w / 2 - 0.09, d / 2 - 0.09];
  return {
    body: rectPath(0, 0, w, d, 0.06),
    soft: rectPath(0, 0, w - 0.26, d - 0.26),
    line:
      [-x, 0, x]
        .flatMap((right) => [-z, z].map((down) => ellipsePath(right, down, 0.11)))
        .join("") +
      linePath(-w / 4, -d / 2 + 0.13, -w / 4, d / 2 - 0.13) +
      ellipsePath(w / 4, 0, 0.06),
  };
};

/** A table with its net. */
const tableTennis: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d),
  soft: rectPath(0, 0, w - 0.06, d - 0.06),
  line:
    linePath(-w / 2 + 0.03, 0, w / 2 - 0.03, 0) +
    linePath(-0.015, -d / 2 - 0.08, -0.015, d / 2 + 0.08) +
    linePath(0.015, -d / 2 - 0.08, 0.015, d / 2 + 0.08),
});

/** A football table with its rods. */
const tableFootball: SymbolMaker = (w, d) => {
  const deep = d * 0.66;
  return {
    body: rectPath(0, 0, w, deep, 0.03),
    soft: rectPath(0, 0, w - 0.14, deep - 0.14),
    line: each(8, (at) => {
      const x = -w / 2 + 0.16 + ((w - 0.32) * at) / 7;
      const [from, to] = at % 2 === 0 ? [-d / 2, deep / 2] : [-deep / 2, d / 2];
      return (
        linePath(x, from, x, to) + ellipsePath(x, -deep / 5, 0.05) + ellipsePath(x, deep / 5, 0.05)
      );
    }),
  };
};

const treadmill: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, 0.05),
  soft: rectPath(0, 0.16, w - 0.24, d - 0.42, 0.02),
  deep: rectPath(0, 0.16, w - 0.24, d - 0.42, 0.02),
  line:
    rectPath(0, -d / 2 + 0.14, w - 0.2, 0.14, 0.04) +
    linePath(-w / 2 + 0.06, -d / 2 + 0.2, -w / 2 + 0.06, 0) +
    linePath(w / 2 - 0.06, -d / 2 + 0.2, w / 2 - 0.06, 0),
});

/** A bicycle that stands: handlebar, wheel, saddle and feet. */
const exerciseBike: SymbolMaker = (w, d) => ({
  body:
    rectPath(0, -d * 0.12, w * 0.24, d * 0.52, 0.06) +
    rectPath(0, -d / 2 + 0.04, w * 0.9, 0.08, 0.03) +
    rectPath(0, d / 2 - 0.04, w * 0.9, 0.08, 0.03) +
    ellipsePath(0, d * 0.28, w * 0.42, d * 0.24),
  line:
    linePath(-w / 2 + 0.04, -d * 0.26, w / 2 - 0.04, -d * 0.26) +
    linePath(0, d * 0.14, 0, d / 2 - 0.08) +
    linePath(0, -d * 0.38, 0, -d / 2 + 0.08),
});

const rowingMachine: SymbolMaker = (w, d) => ({
  body:
    rectPath(0, d * 0.08, w * 0.22, d * 0.82, 0.02) +
    ellipsePath(0, -d / 2 + w * 0.36, w * 0.72) +
    rectPath(0, d * 0.2, w * 0.56, 0.3, 0.1),
  soft: ellipsePath(0, -d / 2 + w * 0.36, w * 0.34),
  line:
    linePath(-w / 2 + 0.06, -d * 0.12, w / 2 - 0.06, -d * 0.12) +
    linePath(-w / 3, d / 2 - 0.04, w / 3, d / 2 - 0.04),
});

/** A bench with a barbell across. */
const weightBench: SymbolMaker = (w, d) => {
  const z = -d / 2 + 0.3;
  return {
    body:
      rectPath(0, 0.06, w * 0.26, d - 0.12, 0.06) +
      [-1, 1]
        .map(
          (side) =>
            rectPath(side * (w / 2 - 0.09), z, 0.06, 0.42, 0.02) +
            rectPath(side * (w / 2 - 0.17), z, 0.06, 0.32, 0.02),
        )
        .join(""),
    line: linePath(-w / 2, z, w / 2, z) + linePath(-w * 0.13, 0.12, w * 0.13, 0.12),
  };
};

/** A mat, rolled up a little at its end. */
const yogaMat: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, 0.02),
  soft: rectPath(0, -d / 2 + 0.07, w, 0.12, 0.05),
  line: linePath(-w / 2 + 0.05, d / 2 - 0.05, w / 2 - 0.05, d / 2 - 0.05),
});

/** A drum kit around its stool. */
const drumKit: SymbolMaker = (w, d) => {
  const drums: readonly (readonly [x: number, z: number, size: number])[] = [
    [0, -d * 0.24, 0.3],
    [-w * 0.16, -d * 0.02, 0.2],
    [w * 0.16, -d * 0.02, 0.2],
    [-w * 0.24, d * 0.2, 0.24],
    [w * 0.26, d * 0.18, 0.26],
    [0, d * 0.36, 0.22],
  ];
  const cymbals = [
    [-w * 0.38, -d * 0.22],
    [w * 0.38, -d * 0.22],
  ] as const;
  const scale = Math.min(w, d);
  return {
    body: drums.map(([x, z, size]) => ellipsePath(x, z, size * scale)).join(""),
    soft: drums.map(([x, z, size]) => ellipsePath(x, z, size * scale * 0.76)).join(""),
    line: cymbals
      .map(([x, z]) => ellipsePath(x, z, scale * 0.26) + ellipsePath(x, z, scale * 0.06))
      .join(""),
  };
};

const dogBed: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, Math.min(w, d) * 0.4),
  soft: rectPath(0, 0.03, w - 0.2, d - 0.2, Math.min(w, d) * 0.3),
});

/** A scratching post with its platforms. */
const catTree: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, 0.05),
  soft: ellipsePath(-w * 0.18, -d * 0.14, Math.min(w, d) * 0.5),
  line:
    ellipsePath(-w * 0.18, -d * 0.14, 0.1) +
    ellipsePath(w * 0.24, d * 0.2, 0.1) +
    rectPath(w * 0.24, d * 0.2, w * 0.4, d * 0.44, 0.04),
});

/** A tank with a fish. */
const fishTank: SymbolMaker = (w, d) => {
  const r = Math.min(w, d) * 0.22;
  return {
    body: rectPath(0, 0, w, d),
    soft: rectPath(0, 0, w - 0.06, d - 0.06),
    line:
      ellipsePath(0, 0, r * 2, r) +
      closedPath([
        [r, 0],
        [r * 1.6, -r * 0.5],
        [r * 1.6, r * 0.5],
      ]) +
      ring(3, (cos, sin) => ellipsePath(-w * 0.3 + cos * 0.04, sin * 0.06, 0.03)),
    of: "wet",
  };
};

/** Symbols for games, sports and pets. */
export const leisure: SymbolsOf<"leisure"> = {
  pool_table: poolTable,
  table_tennis: tableTennis,
  table_football: tableFootball,
  treadmill,
  exercise_bike: exerciseBike,
  rowing_machine: rowingMachine,
  weight_bench: weightBench,
  yoga_mat: yogaMat,
  drum_kit: drumKit,
  dog_bed: dogBed,
  cat_tree: catTree,
  fish_tank: fishTank,
};
