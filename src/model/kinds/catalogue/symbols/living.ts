import { palm, plant } from "./plants.ts";
import {
  closedPath,
  ellipsePath,
  linePath,
  rangeTo,
  rectPath,
  svgNumber,
} from "../../../geometry/svg-path.ts";
import { crossPath, dividers, each, ring, type SymbolMaker, type SymbolsOf } from "./symbol.ts";

/** A seat with a back, two arms and cushions. */
const seat =
  (cushions: (w: number) => number): SymbolMaker =>
  (w, d) => {
    const arm = Math.min(0.18, w / 6);
    const back = Math.min(0.24, d / 3.5);
    const count = Math.max(1, cushions(w));
    const wide = (w - arm * 2) / count;
    return {
      body: rectPath(0, 0, w, d, 0.1),
      soft:
        rectPath(0, -d / 2 + back / 2 + 0.02, w - arm * 1.2, back, 0.06) +
        each(count, (at) =>
          rectPath(-w / 2 + arm + wide * (at + 0.5), back / 2, wide - 0.03, d - back - 0.08, 0.06),
        ),
    };
  };

/** A sofa around a corner: the long side along the wall, the short one towards the front at the right. */
const cornerSofa: SymbolMaker = (w, d) => {
  const deep = Math.min(0.95, d * 0.55, w * 0.45);
  const [back, arm] = [deep / 4, 0.16];
  const left = w - deep - arm;
  const count = Math.max(1, Math.round(left / 0.8));
  const front = -d / 2 + deep;
  return {
    body: closedPath([
      [-w / 2, -d / 2],
      [w / 2, -d / 2],
      [w / 2, d / 2],
      [w / 2 - deep, d / 2],
      [w / 2 - deep, front],
      [-w / 2, front],
    ]),
    soft:
      rectPath(-back / 2, -d / 2 + back / 2 + 0.02, w - back - 0.06, back, 0.05) +
      rectPath(
        -w / 2 + arm / 2,
        (front - d / 2) / 2 + back / 2 + 0.01,
        arm - 0.04,
        deep - back - 0.06,
        0.05,
      ) +
      rectPath(w / 2 - back / 2 - 0.02, 0, back, d - 0.08, 0.05) +
      each(count, (at) =>
        rectPath(
          -w / 2 + arm + (left / count) * (at + 0.5),
          -d / 2 + back + (deep - back) / 2 - 0.01,
          left / count - 0.03,
          deep - back - 0.06,
          0.06,
        ),
      ) +
      rectPath(
        w / 2 - deep + (deep - back) / 2 - 0.01,
        back / 2 - 0.01,
        deep - back - 0.06,
        d - back - 0.1,
        0.06,
      ),
  };
};

/** A sofa with the outline of the bed that is pulled out of it. */
const sofaBed: SymbolMaker = (w, d) => {
  const sofa = seat((wide) => Math.round((wide - 0.3) / 0.8))(w, d);
  return { ...sofa, line: rectPath(0, d / 2 - 0.12, w - 0.44, 0.1, 0.04) };
};

/** A seat to lie on, with a back and one arm. */
const chaise: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, 0.14),
  soft:
    rectPath(0, -d / 2 + 0.14, w - 0.1, 0.2, 0.08) +
    rectPath(-w / 2 + 0.11, -d / 8, 0.13, d * 0.6, 0.06) +
    rectPath(0.07, 0.12, w - 0.28, d - 0.36, 0.08),
});

/** An armchair with a footrest in front. */
const recliner: SymbolMaker = (w, d) => {
  const deep = Math.min(0.9, d * 0.6);
  const chair = seat(() => 1)(w, deep);
  const foot = d - deep - 0.1;
  return {
    body:
      rectPath(0, -(d - deep) / 2, w, deep, 0.1) +
      rectPath(0, d / 2 - foot / 2, w * 0.66, foot, 0.08),
    soft:
      rectPath(0, -d / 2 + 0.13, w * 0.66, 0.2, 0.07) +
      rectPath(0, -d / 2 + 0.24 + (deep - 0.3) / 2, w * 0.58, deep - 0.32, 0.08) +
      rectPath(0, d / 2 - foot / 2, w * 0.54, Math.max(0.1, foot - 0.1), 0.06),
    line: chair.line ?? "",
  };
};

const pouf: SymbolMaker = (w, d) => ({
  body: ellipsePath(0, 0, w, d),
  soft: ellipsePath(0, 0, w * 0.76, d * 0.76),
  line: ring(8, (cos, sin) => linePath(0, 0, cos * w * 0.38, sin * d * 0.38)),
});

/** A table with an edge. */
export const table: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, Math.min(w, d) / 12),
  line: rectPath(0, 0, w - 0.1, d - 0.1, Math.min(w, d) / 16),
});

/** A round or oval table with an edge. */
export const roundTable: SymbolMaker = (w, d) => ({
  body: ellipsePath(0, 0, w, d),
  line: ellipsePath(0, 0, w - 0.1, d - 0.1),
});

/** A shelf, crossed out like anything that reaches the ceiling in a floor plan. */
export const shelf: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d),
  line: crossPath(w, d),
});

/** A bookcase with the backs of its books. */
const bookcase: SymbolMaker = (w, d) => {
  const count = Math.round((w - 0.06) / 0.055);
  const step = (w - 0.06) / Math.max(1, count);
  return {
    body: rectPath(0, 0, w, d),
    line:
      rectPath(0, 0, w - 0.06, d - 0.06) +
      rangeTo(count - 1)
        .filter((at) => at % 6 !== 4)
        .map((at) => {
          const x = -w / 2 + 0.03 + step * (at + 1);
          return linePath(x, -d / 2 + 0.03, x, d / 2 - (at % 3 === 0 ? 0.1 : 0.06));
        })
        .join(""),
  };
};

/** A cupboard whose doors are lines across. */
export const cupboard: SymbolMaker = (w, d) => {
  const doors = Math.max(1, Math.round(w / 0.6));
  return {
    body: rectPath(0, 0, w, d, 0.015),
    line: linePath(-w / 2, d / 2 - 0.05, w / 2, d / 2 - 0.05) + dividers(w, doors, -d / 2, d / 2),
  };
};

/** A cabinet with glass doors: a double line in front. */
const displayCabinet: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d),
  soft: rectPath(0, d / 2 - 0.04, w - 0.06, 0.04),
  line: linePath(-w / 2 + 0.03, -0.02, w / 2 - 0.03, -0.02) + linePath(0, d / 2 - 0.06, 0, d / 2),
});

/** A television on its stand. */
const televisionWall: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, 0.02),
  soft: rectPath(0, -d / 2 + 0.11, w * 0.72, 0.06, 0.02),
  deep: rectPath(0, -d / 2 + 0.11, w * 0.72, 0.06, 0.02),
  line: dividers(w, 3, -d / 2, d / 2),
});

/** A flat television on the wall. */
const television: SymbolMaker = (w, d) => ({
  body: closedPath([
    [-w / 2, d / 2],
    [-w / 2, 0],
    [-w / 6, -d / 2],
    [w / 6, -d / 2],
    [w / 2, 0],
    [w / 2, d / 2],
  ]),
  line: linePath(-w / 2 + 0.04, d / 2 - d / 4, w / 2 - 0.04, d / 2 - d / 4),
});

/** A fireplace: the chimney's breast with the hearth and its logs. */
const fireplace: SymbolMaker = (w, d) => {
  const [wide, deep] = [w * 0.56, d * 0.6];
  const hearth = closedPath([
    [-wide / 2, d / 2],
    [-wide / 3, d / 2 - deep],
    [wide / 3, d / 2 - deep],
    [wide / 2, d / 2],
  ]);
  return {
    body: rectPath(0, 0, w, d),
    soft: hearth,
    deep: hearth,
    line:
      linePath(-wide / 4, d / 2 - 0.06, wide / 5, d / 2 - deep * 0.6) +
      linePath(wide / 4, d / 2 - 0.06, -wide / 5, d / 2 - deep * 0.6),
  };
};

const woodStove: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, 0.06),
  soft: ellipsePath(0, -d / 2 + Math.min(w, d) * 0.28, Math.min(w, d) * 0.34),
  line:
    ellipsePath(0, -d / 2 + Math.min(w, d) * 0.28, Math.min(w, d) * 0.22) +
    linePath(-w / 2 + 0.06, d / 2 - 0.08, w / 2 - 0.06, d / 2 - 0.08),
});

/** White and black keys between two sides, along a depth. */
const keysOf = (left: number, right: number, from: number, to: number): string => {
  const count = Math.round((right - left) / 0.045);
  return each(count - 1, (at) => {
    const x = left + ((right - left) * (at + 1)) / count;
    return linePath(x, at % 7 === 2 || at % 7 === 6 ? from : (from + to) / 2, x, to);
  });
};

const piano: SymbolMaker = (w, d) => {
  const keys = Math.min(0.16, d / 3);
  return {
    body: rectPath(0, 0, w, d, 0.02),
    soft: rectPath(0, d / 2 - keys / 2 - 0.02, w - 0.1, keys, 0.01),
    line: keysOf(-w / 2 + 0.05, w / 2 - 0.05, d / 2 - keys - 0.02, d / 2 - 0.02),
  };
};

/** A grand piano: the straight side at the left, the bent one at the right, and the keys in front. */
const grandPiano: SymbolMaker = (w, d) => {
  const keys = 0.16;
  const tail = svgNumber(w / 4);
  // Two quarters of circles lead from the tail to the right.
  const r = svgNumber(Math.min(w / 4, d / 5));
  const [top, side] = [-d / 2 + tail, d / 2 - keys - 0.26];
  const right = -w / 2 + tail * 2;
  return {
    body:
      linePath(-w / 2, d / 2, -w / 2, top) +
      `a${tail} ${tail} 0 0 1 ${svgNumber(tail * 2)} 0` +
      `V${svgNumber(side - r * 2)}a${r} ${r} 0 0 0 ${r} ${r}` +
      `H${svgNumber(Math.max(right + r, w / 2 - r))}a${r} ${r} 0 0 1 ${r} ${r}` +
      `V${svgNumber(d / 2)}Z`,
    soft: rectPath(0, d / 2 - keys / 2 - 0.03, w - 0.16, keys, 0.01),
    line:
      keysOf(-w / 2 + 0.08, w / 2 - 0.08, d / 2 - keys - 0.03, d / 2 - 0.03) +
      linePath(-w / 2, d / 2 - keys - 0.1, w / 2, d / 2 - keys - 0.1) +
      linePath(-w / 2 + 0.08, d / 2 - keys - 0.1, right - 0.14, top + 0.02),
  };
};

/** A rug with its border, and fringes at both ends. */
const rug: SymbolMaker = (w, d) => {
  const count = Math.round(d / 0.1);
  return {
    body: rectPath(0, 0, w - 0.12, d),
    soft: rectPath(0, 0, w - 0.4, d - 0.28),
    line:
      each(count + 1, (at) => {
        const z = -d / 2 + (d * at) / Math.max(1, count);
        return linePath(-w / 2, z, -w / 2 + 0.06, z) + linePath(w / 2 - 0.06, z, w / 2, z);
      }) + rectPath(0, 0, w - 0.5, d - 0.38),
  };
};

const roundRug: SymbolMaker = (w, d) => ({
  body: ellipsePath(0, 0, w, d),
  soft: ellipsePath(0, 0, w - 0.24, d - 0.24),
  line: ellipsePath(0, 0, w - 0.34, d - 0.34),
});

/** Symbols for living rooms. */
export const living: SymbolsOf<"living"> = {
  sofa: seat((w) => Math.round((w - 0.3) / 0.75)),
  corner_sofa: cornerSofa,
  sofa_bed: sofaBed,
  chaise_longue: chaise,
  armchair: seat(() => 1),
  recliner,
  pouf,
  coffee_table: table,
  round_coffee_table: roundTable,
  side_table: roundTable,
  shelf,
  bookcase,
  sideboard: cupboard,
  display_cabinet: displayCabinet,
  tv_wall: televisionWall,
  television,
  fireplace,
  wood_stove: woodStove,
  piano,
  grand_piano: grandPiano,
  rug,
  round_rug: roundRug,
  plant,
  palm,
};
