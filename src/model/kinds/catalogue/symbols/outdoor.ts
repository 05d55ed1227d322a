import { closedPath, ellipsePath, linePath, rectPath } from "../../../geometry/svg-path.ts";
import type { Point } from "../../../geometry/vector.ts";
import { roundSet } from "./dining.ts";
import { conifer, flowerBed, hedge, planter, shrub, tree } from "./plants.ts";
import { crossPath, dashedPath, each, ring, type SymbolMaker, type SymbolsOf } from "./symbol.ts";

const gardenBench: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0.04, w, d - 0.08, 0.02),
  soft: rectPath(0, -d / 2 + 0.05, w, 0.1, 0.02),
  line:
    each(4, (at) => {
      const z = -d / 2 + 0.14 + ((d - 0.18) * (at + 0.5)) / 4;
      return linePath(-w / 2 + 0.07, z, w / 2 - 0.07, z);
    }) +
    linePath(-w / 2 + 0.07, -d / 2 + 0.1, -w / 2 + 0.07, d / 2) +
    linePath(w / 2 - 0.07, -d / 2 + 0.1, w / 2 - 0.07, d / 2),
});

/** A lounger with its raised back and slats. */
const sunLounger: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, 0.06),
  soft: rectPath(0, -d * 0.34, w - 0.12, d * 0.26, 0.06),
  line:
    each(9, (at) => {
      const z = -d * 0.16 + (d * 0.62 * at) / 8;
      return linePath(-w / 2 + 0.06, z, w / 2 - 0.06, z);
    }) + rectPath(0, -d * 0.4, w * 0.56, 0.16, 0.07),
});

/** A parasol: its pole, and dashed, as it is above what stands beneath it, its edge and ribs. */
const parasol: SymbolMaker = (w, d) => {
  const corners = Array.from({ length: 8 }, (_, at): Point => {
    const angle = ((at + 0.5) * Math.PI) / 4;
    return [(Math.cos(angle) * w) / 2, (Math.sin(angle) * d) / 2];
  });
  return {
    body: ellipsePath(0, 0, 0.1),
    line: corners
      .map(([x, z], at) => {
        const [toX, toZ] = corners[(at + 1) % corners.length] ?? [x, z];
        return dashedPath(0, 0, x, z) + dashedPath(x, z, toX, toZ);
      })
      .join(""),
  };
};

/** A grill with a shelf at each side. */
const barbecue: SymbolMaker = (w, d) => {
  const wide = w * 0.56;
  return {
    body: rectPath(0, 0, w, d * 0.7, 0.03) + rectPath(0, 0, wide, d, 0.06),
    soft: rectPath(0, 0.02, wide - 0.1, d - 0.16, 0.03),
    deep: rectPath(0, 0.02, wide - 0.1, d - 0.16, 0.03),
    line: each(9, (at) => {
      const x = -wide / 2 + 0.08 + ((wide - 0.16) * at) / 8;
      return linePath(x, -d / 2 + 0.12, x, d / 2 - 0.08);
    }),
  };
};

/** A ring of stones with logs. */
const firePit: SymbolMaker = (w, d) => {
  const size = Math.min(w, d);
  return {
    body: ellipsePath(0, 0, size),
    soft: ellipsePath(0, 0, size * 0.7),
    line:
      ring(12, (cos, sin) =>
        linePath(cos * size * 0.35, sin * size * 0.35, cos * size * 0.5, sin * size * 0.5),
      ) +
      linePath(-size * 0.2, -size * 0.14, size * 0.2, size * 0.14) +
      linePath(-size * 0.2, size * 0.14, size * 0.2, -size * 0.14) +
      linePath(0, -size * 0.22, 0, size * 0.22),
  };
};

/** A ripple of water: a flat bend up, and one down. */
const wave = (x: number, z: number): string =>
  `${linePath(x - 0.3, z)}a0.25 0.25 0 0 1 0.3 0a0.25 0.25 0 0 0 0.3 0`;

/** A pool with its edge, steps at the left and the ripples of its water. */
const pool: SymbolMaker = (w, d) => {
  const [wide, deep] = [w - 0.5, d - 0.5];
  return {
    body: rectPath(0, 0, w, d, 0.15),
    soft: rectPath(0, 0, wide, deep, 0.12),
    line:
      each(3, (at) => {
        const x = -wide / 2 + 0.3 * (at + 1);
        return linePath(x, -deep * 0.3, x, deep * 0.3);
      }) +
      linePath(-wide / 2, -deep * 0.3, -wide / 2 + 0.9, -deep * 0.3) +
      linePath(-wide / 2, deep * 0.3, -wide / 2 + 0.9, deep * 0.3) +
      wave(wide * 0.1, -deep * 0.2) +
      wave(wide * 0.3, deep * 0.05) +
      wave(0, deep * 0.28),
    of: "wet",
  };
};

/** A box with sand, and boards to sit on. */
const sandpit: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d),
  soft: rectPath(0, 0, w - 0.4, d - 0.4),
  line:
    linePath(-w / 2, -d / 2, -w / 2 + 0.2, -d / 2 + 0.2) +
    linePath(w / 2, -d / 2, w / 2 - 0.2, -d / 2 + 0.2) +
    linePath(-w / 2, d / 2, -w / 2 + 0.2, d / 2 - 0.2) +
    linePath(w / 2, d / 2, w / 2 - 0.2, d / 2 - 0.2) +
    ring(7, (cos, sin) => ellipsePath(cos * w * 0.2, sin * d * 0.16, 0.03)),
});

const trampoline: SymbolMaker = (w, d) => ({
  body: ellipsePath(0, 0, w, d),
  soft: ellipsePath(0, 0, w - 0.5, d - 0.5),
  line: ring(24, (cos, sin) =>
    linePath(
      cos * (w / 2 - 0.25),
      sin * (d / 2 - 0.25),
      cos * (w / 2 - 0.08),
      sin * (d / 2 - 0.08),
    ),
  ),
});

/** A frame with two swings. */
const swingSet: SymbolMaker = (w, d) => ({
  body:
    rectPath(0, 0, w, 0.1, 0.03) +
    rectPath(-w / 4, d * 0.14, 0.5, 0.16, 0.03) +
    rectPath(w / 4, d * 0.14, 0.5, 0.16, 0.03),
  line:
    linePath(-w / 2 + 0.05, -d / 2, -w / 2 + 0.05, d / 2) +
    linePath(w / 2 - 0.05, -d / 2, w / 2 - 0.05, d / 2) +
    [-w / 4, w / 4]
      .flatMap((x) => [-0.22, 0.22].map((by) => linePath(x + by, 0.05, x + by, d * 0.14)))
      .join(""),
});

/** A shed under its roof, with the ridge and the door in front. */
const shed: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d),
  soft: rectPath(0, -d / 4, w, d / 2),
  line:
    linePath(-w / 2, 0, w / 2, 0) +
    each(Math.round(w / 0.3) - 1, (at) => {
      const x = -w / 2 + 0.3 * (at + 1);
      return linePath(x, -d / 2, x, d / 2);
    }),
});

/** A greenhouse: panes on a frame, with the ridge. */
const greenhouse: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d),
  soft: rectPath(0, 0, w - 0.1, d - 0.1),
  line:
    linePath(-w / 2, 0, w / 2, 0) +
    each(Math.max(1, Math.round(w / 0.6)) - 1, (at) => {
      const x = -w / 2 + (w * (at + 1)) / Math.round(w / 0.6);
      return linePath(x, -d / 2, x, d / 2);
    }) +
    crossPath(w - 0.1, d - 0.1),
});

/** A car from above, its front at the back of the symbol: windows, bonnet and mirrors. */
const car: SymbolMaker = (w, d) => {
  const wide = w * 0.9;
  const windows =
    closedPath([
      [-wide * 0.42, -d * 0.2],
      [wide * 0.42, -d * 0.2],
      [wide * 0.36, -d * 0.08],
      [-wide * 0.36, -d * 0.08],
    ]) +
    closedPath([
      [-wide * 0.35, d * 0.24],
      [wide * 0.35, d * 0.24],
      [wide * 0.4, d * 0.34],
      [-wide * 0.4, d * 0.34],
    ]);
  return {
    body:
      rectPath(0, 0, wide, d, wide * 0.3) +
      rectPath(-wide / 2 - w * 0.025, -d * 0.15, w * 0.06, 0.14, 0.03) +
      rectPath(wide / 2 + w * 0.025, -d * 0.15, w * 0.06, 0.14, 0.03),
    soft: windows,
    deep: windows,
    line:
      linePath(-wide * 0.42, -d * 0.2, -wide * 0.36, -d * 0.44) +
      linePath(wide * 0.42, -d * 0.2, wide * 0.36, -d * 0.44) +
      linePath(-wide * 0.36, -d * 0.08, -wide * 0.35, d * 0.24) +
      linePath(wide * 0.36, -d * 0.08, wide * 0.35, d * 0.24) +
      linePath(-wide * 0.45, d * 0.09, -wide * 0.36, d * 0.09) +
      linePath(wide * 0.45, d * 0.09, wide * 0.36, d * 0.09),
  };
};

const motorbike: SymbolMaker = (w, d) => ({
  body:
    rectPath(0, -d / 2 + d * 0.14, w * 0.16, d * 0.28, 0.05) +
    rectPath(0, d / 2 - d * 0.14, w * 0.2, d * 0.28, 0.05) +
    ellipsePath(0, -d * 0.06, w * 0.42, d * 0.34) +
    rectPath(0, d * 0.18, w * 0.34, d * 0.3, w * 0.12),
  line:
    linePath(-w / 2, -d * 0.12, -w * 0.2, -d * 0.22, w * 0.2, -d * 0.22, w / 2, -d * 0.12) +
    ellipsePath(0, -d * 0.06, w * 0.14),
});

const bicycle: SymbolMaker = (w, d) => ({
  body:
    rectPath(0, -d / 2 + d * 0.19, 0.05, d * 0.38, 0.02) +
    rectPath(0, d / 2 - d * 0.19, 0.05, d * 0.38, 0.02) +
    ellipsePath(0, d * 0.14, w * 0.28, d * 0.16),
  line:
    linePath(-w / 2, -d * 0.14, -w * 0.16, -d * 0.24, w * 0.16, -d * 0.24, w / 2, -d * 0.14) +
    linePath(0, -d * 0.24, 0, d * 0.06) +
    linePath(-w * 0.24, d * 0.02, w * 0.24, d * 0.02),
});

/** A dryer with four arms and its lines. */
const rotaryDryer: SymbolMaker = (w, d) => ({
  body: ellipsePath(0, 0, 0.1),
  line:
    crossPath(w, d) +
    [0.25, 0.5, 0.75, 1]
      .map((part) =>
        closedPath([
          [-w * 0.5 * part, -d * 0.5 * part],
          [w * 0.5 * part, -d * 0.5 * part],
          [w * 0.5 * part, d * 0.5 * part],
          [-w * 0.5 * part, d * 0.5 * part],
        ]),
      )
      .join(""),
});

const wheelieBin: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0.03, w, d - 0.06, 0.05) + rectPath(0, -d / 2 + 0.04, w * 0.7, 0.08, 0.03),
  soft: rectPath(0, 0.03, w - 0.12, d - 0.2, 0.03),
});

/** Symbols for gardens, terraces, garages and the street. */
export const outdoor: SymbolsOf<"outdoor"> = {
  garden_set: roundSet,
  garden_bench: gardenBench,
  sun_lounger: sunLounger,
  parasol,
  barbecue,
  fire_pit: firePit,
  tree,
  conifer,
  shrub,
  hedge,
  flower_bed: flowerBed,
  planter,
  pool,
  sandpit,
  trampoline,
  swing_set: swingSet,
  shed,
  greenhouse,
  car,
  motorbike,
  bicycle,
  rotary_dryer: rotaryDryer,
  wheelie_bin: wheelieBin,
};
