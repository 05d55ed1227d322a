import {
  closedPath,
  ellipsePath,
  linePath,
  rectPath,
  svgNumber,
} from "../../../geometry/svg-path.ts";
import { cupboard } from "./living.ts";
import {
  arcPath,
  each,
  type PlanSymbol,
  ring,
  type SymbolMaker,
  type SymbolsOf,
} from "./symbol.ts";

/** A bath tub with its drain at the left, and the tap beside it. */
const bathtub: SymbolMaker = (w, d) => {
  const [wide, deep] = [w - 0.14, d - 0.14];
  return {
    body: rectPath(0, 0, w, d, 0.05),
    soft: rectPath(0, 0, wide, deep, deep * 0.38),
    line:
      ellipsePath(-w / 2 + 0.3, 0, 0.07) +
      ellipsePath(-w / 2 + 0.3, 0, 0.02) +
      rectPath(0, 0, wide - 0.12, deep - 0.12, deep * 0.32) +
      linePath(-w / 2 + 0.02, 0, -w / 2 + 0.13, 0),
  };
};

/** A tub in a corner, its edge rounded towards the room. */
const cornerBathtub: SymbolMaker = (w, d) => {
  const rounded = (by: number): string => {
    const [left, back, r] = [-w / 2 + by, -d / 2 + by, Math.min(w, d) - by * 2];
    const side = svgNumber(r * 0.45);
    const bend = svgNumber(r - side);
    return `${linePath(left, back, left + r, back, left + r, back + side)}a${bend} ${bend} 0 0 1 ${-bend} ${bend}H${svgNumber(left)}Z`;
  };
  const r = Math.min(w, d);
  return {
    body: rounded(0),
    soft: ellipsePath(-w * 0.04, -d * 0.04, r * 0.78),
    line:
      ellipsePath(-w * 0.04, -d * 0.04, r * 0.66) +
      ellipsePath(-w * 0.04, -d * 0.04, 0.07) +
      ellipsePath(-w / 2 + 0.12, -d / 2 + 0.12, 0.06),
  };
};

const freestandingBathtub: SymbolMaker = (w, d) => ({
  body: ellipsePath(0, 0, w, d),
  soft: ellipsePath(0, 0, w - 0.14, d - 0.14),
  line: ellipsePath(0, 0, w - 0.26, d - 0.24) + ellipsePath(-w * 0.24, 0, 0.07),
});

/** A tub with seats and jets. */
const whirlpool: SymbolMaker = (w, d) => {
  const [wide, deep] = [w - 0.24, d - 0.24];
  return {
    body: rectPath(0, 0, w, d, 0.14),
    soft: rectPath(0, 0, wide, deep, Math.min(wide, deep) * 0.4),
    line:
      ellipsePath(0, 0, wide * 0.55, deep * 0.55) +
      ring(8, (cos, sin) => ellipsePath(cos * wide * 0.38, sin * deep * 0.38, 0.05)),
    of: "wet",
  };
};

/** Lines towards a drain, and the drain. */
const fallTo = (w: number, d: number): string =>
  linePath(-w / 2 + 0.08, -d / 2 + 0.08, -0.06, -0.06) +
  linePath(w / 2 - 0.08, -d / 2 + 0.08, 0.06, -0.06) +
  linePath(-w / 2 + 0.08, d / 2 - 0.08, -0.06, 0.06) +
  linePath(w / 2 - 0.08, d / 2 - 0.08, 0.06, 0.06) +
  ellipsePath(0, 0, 0.12) +
  ellipsePath(0, 0, 0.05);

/** A shower tray with its drain. */
const shower: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, 0.03),
  soft: rectPath(0, 0, w - 0.1, d - 0.1, 0.06),
  line: fallTo(w, d),
});

/** A shower in a corner: a quarter of a circle, with its drain. */
const cornerShower: SymbolMaker = (w, d) => {
  const r = Math.min(w, d);
  const quarter = (by: number): string => {
    const [left, back, radius] = [-w / 2 + by, -d / 2 + by, svgNumber(r - by * 2)];
    return `${linePath(left, back, left + radius, back)}a${radius} ${radius} 0 0 1 ${-radius} ${radius}Z`;
  };
  return {
    body: quarter(0),
    soft: quarter(0.05),
    line: ellipsePath(-r * 0.12, -r * 0.12, 0.12) + ellipsePath(-r * 0.12, -r * 0.12, 0.05),
  };
};

/** A level shower: tiles with a drain, and a pane of glass at its front. */
const walkInShower: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d),
  soft: rectPath(-w * 0.15, d / 2 - 0.03, w * 0.7, 0.06),
  line:
    linePath(-w / 2, -d / 2 + 0.12, w / 2, -d / 2 + 0.12) +
    each(Math.round(w / 0.1) - 1, (at) => {
      const x = -w / 2 + 0.1 * (at + 1);
      return linePath(x, -d / 2 + 0.04, x, -d / 2 + 0.08);
    }) +
    ellipsePath(-w / 2 + 0.25, -0.04, 0.2) +
    ellipsePath(-w / 2 + 0.25, -0.04, 0.04),
});

/** A toilet with its cistern. */
const wc: SymbolMaker = (w, d) => {
  const tank = Math.min(0.18, d * 0.32);
  const bowl = d - tank;
  return {
    body: rectPath(0, -d / 2 + tank / 2, w, tank, 0.03) + ellipsePath(0, tank / 2, w * 0.9, bowl),
    soft: ellipsePath(0, tank / 2 + 0.02, w * 0.62, bowl * 0.68),
    line: rectPath(0, -d / 2 + tank / 2, w * 0.24, tank * 0.3, 0.02),
  };
};

/** A bidet with its tap. */
const bidet: SymbolMaker = (w, d) => ({
  body: `${linePath(-w / 2, d / 2 - w / 2, -w / 2, -d / 2, w / 2, -d / 2, w / 2, d / 2 - w / 2)}a${svgNumber(w / 2)} ${svgNumber(w / 2)} 0 0 1 ${svgNumber(-w)} 0Z`,
  soft: ellipsePath(0, d * 0.08, w * 0.72, d * 0.62),
  line:
    ellipsePath(0, d * 0.06, 0.05) +
    ellipsePath(0, -d / 2 + 0.07, 0.05) +
    linePath(0, -d / 2 + 0.07, 0, -d * 0.14),
});

const urinal: SymbolMaker = (w, d) => ({
  body: rectPath(0, -d / 2 + 0.06, w, 0.12, 0.02) + ellipsePath(0, 0.02, w * 0.84, d - 0.06),
  soft: ellipsePath(0, 0.03, w * 0.52, d * 0.56),
  line: ellipsePath(0, 0.05, 0.04),
});

/** An oval basin with drain and tap, about a place. */
const basinAt = (x: number, w: number, d: number): Required<Pick<PlanSymbol, "soft" | "line">> => ({
  soft: ellipsePath(x, 0.04, w, d),
  line:
    ellipsePath(x, 0.05, 0.05) +
    ellipsePath(x, 0.01 - d / 2, 0.045) +
    linePath(x, 0.01 - d / 2, x, -0.04),
});

/** A washbasin with its tap. */
const washbasin: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, 0.07),
  ...basinAt(0, w * 0.74, d * 0.62),
});

const doubleWashbasin: SymbolMaker = (w, d) => {
  const size = Math.min(0.5, w * 0.36);
  const [left, right] = [basinAt(-w / 4, size, d * 0.6), basinAt(w / 4, size, d * 0.6)];
  return {
    body: rectPath(0, 0, w, d, 0.04),
    soft: left.soft + right.soft,
    line: left.line + right.line,
  };
};

/** A basin in a cabinet, whose doors are in front. */
const vanityUnit: SymbolMaker = (w, d) => {
  const { soft, line } = basinAt(0, Math.min(0.5, w * 0.6), d * 0.56);
  return {
    body: rectPath(0, 0, w, d),
    soft,
    line:
      line +
      linePath(-w / 2, d / 2 - 0.05, w / 2, d / 2 - 0.05) +
      linePath(0, d / 2 - 0.05, 0, d / 2),
  };
};

/** A small basin in a corner. */
const cornerWashbasin: SymbolMaker = (w, d) => ({
  body: closedPath([
    [-w / 2, -d / 2],
    [w / 2, -d / 2],
    [w / 2, -d * 0.1],
    [-w * 0.1, d / 2],
    [-w / 2, d / 2],
  ]),
  soft: ellipsePath(-w * 0.06, -d * 0.06, w * 0.56, d * 0.56),
  line: ellipsePath(-w * 0.06, -d * 0.06, 0.045) + ellipsePath(-w * 0.36, -d * 0.36, 0.05),
});

/** Two pipes between bars, on the wall. */
const towelRadiator: SymbolMaker = (w, d) => ({
  body: rectPath(0, d / 4, w, d / 2, d / 4),
  line:
    linePath(-w / 2 + 0.08, -d / 2, -w / 2 + 0.08, d / 4) +
    linePath(w / 2 - 0.08, -d / 2, w / 2 - 0.08, d / 4),
});

/** A cabin with two benches, and the oven with its stones. */
const sauna: SymbolMaker = (w, d) => {
  const deep = Math.min(0.6, d / 3);
  const slats = (top: number): string =>
    each(4, (at) => {
      const z = top + (deep * (at + 1)) / 5;
      return linePath(-w / 2 + 0.08, z, w / 2 - 0.08, z);
    });
  const [x, z] = [w / 2 - 0.3, d / 2 - 0.3];
  return {
    body: rectPath(0, 0, w, d),
    soft:
      rectPath(0, -d / 2 + 0.06 + deep / 2, w - 0.12, deep) +
      rectPath(0, -d / 2 + 0.06 + deep * 1.5, w - 0.12, deep) +
      rectPath(x, z, 0.4, 0.4, 0.03),
    line:
      slats(-d / 2 + 0.06) +
      slats(-d / 2 + 0.06 + deep) +
      ring(6, (cos, sin) => ellipsePath(x + cos * 0.1, z + sin * 0.1, 0.1)) +
      arcPath(-w / 2 + 0.2, d / 2, 0.7, -90, 0) +
      linePath(-w / 2 + 0.2, d / 2, -w / 2 + 0.2, d / 2 - 0.7),
  };
};

/** Symbols for bathrooms. */
export const bath: SymbolsOf<"bath"> = {
  bathtub,
  corner_bathtub: cornerBathtub,
  freestanding_bathtub: freestandingBathtub,
  whirlpool,
  shower,
  corner_shower: cornerShower,
  walk_in_shower: walkInShower,
  wc,
  bidet,
  urinal,
  washbasin,
  double_washbasin: doubleWashbasin,
  vanity_unit: vanityUnit,
  corner_washbasin: cornerWashbasin,
  bathroom_cabinet: cupboard,
  towel_radiator: towelRadiator,
  sauna,
};
