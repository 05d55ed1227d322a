import { ellipsePath, linePath, rectPath } from "../../../geometry/svg-path.ts";
import {
  aroundCorner,
  crossPath,
  dashedPath,
  dashedRect,
  dividers,
  each,
  type PlanSymbol,
  ring,
  ringHole,
  type SymbolMaker,
  type SymbolsOf,
} from "./symbol.ts";

/** The edge of a worktop in front, and the doors below as short lines. */
const front = (w: number, d: number, unit = 0.6): string =>
  linePath(-w / 2, d / 2 - 0.04, w / 2, d / 2 - 0.04) +
  dividers(w, Math.max(1, Math.round(w / unit)), d / 2 - 0.04, d / 2);

/** Four rings about a place: two large ones across from each other, and two small ones. */
const fourRings = (
  [x, z, w, d]: readonly [x: number, z: number, w: number, d: number],
  ringAt: (x: number, z: number, size: number) => string,
): string =>
  [-1, 1]
    .flatMap((right) =>
      [-1, 1].map((down) => {
        const size = Math.min(w, d) * (right === down ? 0.38 : 0.3);
        return ringAt(x + right * w * 0.24, z + down * d * 0.24, size);
      }),
    )
    .join("");

/** The rings of a hob about a place. */
const rings = (x: number, z: number, w: number, d: number): string =>
  fourRings(
    [x, z, w, d],
    (atX, atZ, size) => ellipsePath(atX, atZ, size) + ellipsePath(atX, atZ, size * 0.4),
  );

/** The glass of a hob about a place, with its rings left out. */
const hobGlass = (x: number, z: number, w: number, d: number): string =>
  rectPath(x, z, w, d, 0.02) + fourRings([x, z, w, d], ringHole);

/** A basin about a place with its drain, and the tap at its back. */
const basin = (
  x: number,
  z: number,
  w: number,
  d: number,
): Required<Pick<PlanSymbol, "soft" | "line">> => ({
  soft: rectPath(x, z, w, d, 0.07),
  line:
    ellipsePath(x, z, 0.06) +
    ellipsePath(x, z - d / 2 - 0.035, 0.04) +
    linePath(x, z - d / 2 - 0.03, x, z - d * 0.2),
});

/** A drainer beside a basin. */
const drainer = (x: number, z: number, w: number, d: number): string =>
  each(5, (at) => {
    const line = x - w / 2 + (w * (at + 0.5)) / 5;
    return linePath(line, z - d / 2, line, z + d / 2);
  });

/** Kitchen units: a sink at the left and a hob at the right, as far as there is space for them. */
const kitchen: SymbolMaker = (w, d) => {
  const hasSink = w > 1.3;
  const hob = w > 0.9 ? w / 2 - 0.5 : 0;
  const side = Math.min(0.56, w - 0.08);
  const left = -w / 2 + 0.34;
  const sink = hasSink ? basin(left, 0.03, 0.42, d * 0.6) : undefined;
  return {
    body: rectPath(0, 0, w, d, 0.01),
    soft: rectPath(hob, -0.02, side, d - 0.14, 0.02) + (sink?.soft ?? ""),
    deep: hobGlass(hob, -0.02, side, d - 0.14),
    line:
      front(w, d) +
      rings(hob, -0.02, side, d - 0.14) +
      (sink?.line ?? "") +
      (w > 1.9 ? drainer(left + 0.46, 0.03, 0.32, d * 0.5) : ""),
  };
};

const counter: SymbolMaker = (w, d) => ({ body: rectPath(0, 0, w, d), line: front(w, d) });

/** A worktop around a corner, at the back and at the left. */
const cornerCounter: SymbolMaker = (w, d) => {
  const deep = Math.min(0.6, w * 0.67, d * 0.67);
  return {
    body: aroundCorner(w, d, deep),
    line:
      linePath(w / 2, -d / 2 + deep - 0.05, -w / 2 + deep - 0.05, d / 2) +
      linePath(-w / 2, -d / 2, deep / 2 - 0.025, deep / 2 - 0.025),
  };
};

/** A block in the middle of a kitchen, with a hob and a counter to sit at. */
const island: SymbolMaker = (w, d) => {
  const side = Math.min(0.56, d * 0.62);
  return {
    body: rectPath(0, 0, w, d, 0.03),
    soft: rectPath(-w / 5, -d / 2 + 0.08 + side / 2, Math.min(0.6, w / 2.5), side, 0.02),
    deep: hobGlass(-w / 5, -d / 2 + 0.08 + side / 2, Math.min(0.6, w / 2.5), side),
    line:
      rings(-w / 5, -d / 2 + 0.08 + side / 2, Math.min(0.6, w / 2.5), side) +
      linePath(-w / 2, d / 2 - Math.min(0.24, d / 4), w / 2, d / 2 - Math.min(0.24, d / 4)),
  };
};

const sinkUnit: SymbolMaker = (w, d) => {
  const [wide, deep] = [Math.min(0.46, w * 0.46), d * 0.6];
  const { soft, line } = basin(-w / 2 + 0.07 + wide / 2, 0.02, wide, deep);
  const rest = w - wide - 0.24;
  return {
    body: rectPath(0, 0, w, d),
    soft,
    line:
      front(w, d) + line + (rest > 0.15 ? drainer(w / 2 - 0.07 - rest / 2, 0.02, rest, deep) : ""),
  };
};

const doubleSink: SymbolMaker = (w, d) => {
  const [wide, deep] = [w / 2 - 0.1, d * 0.6];
  const [left, right] = [basin(-w / 4, 0.02, wide, deep), basin(w / 4, 0.02, wide, deep)];
  const tap = 0.02 - deep / 2 - 0.04;
  return {
    body: rectPath(0, 0, w, d),
    soft: left.soft + right.soft,
    line:
      front(w, d) +
      ellipsePath(-w / 4, 0.02, 0.06) +
      ellipsePath(w / 4, 0.02, 0.06) +
      ellipsePath(0, tap, 0.045) +
      linePath(0, tap, -0.12, 0),
  };
};

/** A hob in a worktop. */
const hob: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d),
  soft: rectPath(0, -0.02, w - 0.06, d - 0.12, 0.02),
  deep: hobGlass(0, -0.02, w - 0.06, d - 0.12),
  line: front(w, d, w) + rings(0, -0.02, w - 0.06, d - 0.12),
});

/** A cooker: four rings, with the oven's knobs and handle at the front. */
const oven: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, 0.02),
  soft: rectPath(0, -0.05, w - 0.06, d - 0.16, 0.02),
  deep: hobGlass(0, -0.05, w - 0.06, d - 0.16),
  line:
    rings(0, -0.05, w - 0.06, d - 0.16) +
    linePath(-w / 2, d / 2 - 0.07, w / 2, d / 2 - 0.07) +
    each(4, (at) => ellipsePath(-w / 4 + (at * w) / 6, d / 2 - 0.035, 0.035)),
});

/** A wide cooker with five rings. */
const rangeCooker: SymbolMaker = (w, d) => {
  const [wide, deep] = [w - 0.06, d - 0.16];
  const large = Math.min(wide * 0.3, deep * 0.6);
  return {
    body: rectPath(0, 0, w, d, 0.02),
    soft: rectPath(0, -0.05, wide, deep, 0.02),
    line:
      rings(0, -0.05, wide * 1.32, deep) +
      ellipsePath(0, -0.05, large) +
      ellipsePath(0, -0.05, large * 0.4) +
      linePath(-w / 2, d / 2 - 0.07, w / 2, d / 2 - 0.07) +
      each(6, (at) => ellipsePath(-w / 3 + (at * w) / 7.5, d / 2 - 0.035, 0.035)),
  };
};

/** A hood above head height: dashed, with its flue. */
const hood: SymbolMaker = (w, d) => ({
  body: rectPath(0, -d / 4, w * 0.36, d / 2),
  line:
    dashedRect(w, d) +
    dashedPath(-w / 2, d / 2, -w * 0.18, 0) +
    dashedPath(w / 2, d / 2, w * 0.18, 0),
});

/** A fridge with a snowflake. */
const fridge: SymbolMaker = (w, d) => {
  const r = Math.min(w, d) / 4.5;
  return {
    body: rectPath(0, 0, w, d, 0.03),
    line:
      ring(6, (cos, sin) => {
        const [x, z] = [cos * r, sin * r];
        const [barbX, barbZ] = [cos * r * 0.6, sin * r * 0.6];
        const across = r * 0.22;
        return (
          linePath(0, -0.035, x, z - 0.035) +
          linePath(barbX - sin * across, barbZ + cos * across - 0.035, x * 0.42, z * 0.42 - 0.035) +
          linePath(barbX + sin * across, barbZ - cos * across - 0.035, x * 0.42, z * 0.42 - 0.035)
        );
      }) + linePath(-w / 2, d / 2 - 0.07, w / 2, d / 2 - 0.07),
  };
};

/** A fridge and a freezer side by side, with two doors. */
const doubleFridge: SymbolMaker = (w, d) => {
  const { line = "", ...rest } = fridge(w, d);
  return {
    ...rest,
    line:
      line +
      linePath(0, d / 2 - 0.07, 0, d / 2) +
      linePath(-0.04, d / 2 - 0.02, -0.16, d / 2 - 0.02) +
      linePath(0.04, d / 2 - 0.02, 0.16, d / 2 - 0.02),
  };
};

/** A chest freezer with its lid. */
const chestFreezer: SymbolMaker = (w, d) => {
  const { line = "" } = fridge(Math.min(w, d), Math.min(w, d));
  return {
    body: rectPath(0, 0, w, d, 0.03),
    soft: rectPath(0, 0, w - 0.1, d - 0.1, 0.03),
    line: line.slice(0, line.lastIndexOf("M")),
  };
};

/** A dishwasher: its rack with plates. */
const dishwasher: SymbolMaker = (w, d) => {
  const wide = w - 0.14;
  return {
    body: rectPath(0, 0, w, d, 0.02),
    soft: rectPath(0, -0.03, wide, d - 0.18, 0.05),
    line:
      each(7, (at) => {
        const x = -wide / 2 + (wide * (at + 1)) / 8;
        return linePath(x, -d / 2 + 0.12, x, d / 2 - 0.18);
      }) + linePath(-w / 2, d / 2 - 0.06, w / 2, d / 2 - 0.06),
  };
};

const microwave: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, 0.02),
  soft: rectPath(-w * 0.1, 0, w * 0.66, d - 0.08, 0.02),
  deep: rectPath(-w * 0.1, d / 2 - 0.03, w * 0.66, 0.03),
  line:
    ellipsePath(-w * 0.1, 0, Math.min(w * 0.6, d * 0.62)) +
    each(3, (at) => ellipsePath(w * 0.37, -d / 4 + (at * d) / 4, 0.03)),
});

/** A cabinet up to the ceiling. */
const tallCabinet: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d),
  line: crossPath(w, d),
});

/** A cabinet above a worktop: dashed, as a plan is cut below it. */
const wallCabinet: SymbolMaker = (w, d) => ({
  body: rectPath(0, -d / 2 + 0.01, w, 0.02),
  line: dashedRect(w, d) + dashedPath(-w / 2, d / 2, w / 2, -d / 2),
});

/** A cooler with bottles. */
const wineCooler: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, 0.02),
  soft: [-1, 0, 1]
    .flatMap((x) => [-1, 0, 1].map((z) => ellipsePath(x * w * 0.27, z * d * 0.25 - 0.03, 0.1)))
    .join(""),
  line: linePath(-w / 2, d / 2 - 0.06, w / 2, d / 2 - 0.06),
});

/** Symbols for kitchens. */
export const kitchens: SymbolsOf<"kitchen"> = {
  kitchen,
  counter,
  corner_counter: cornerCounter,
  kitchen_island: island,
  kitchen_sink: sinkUnit,
  double_sink: doubleSink,
  hob,
  oven,
  range_cooker: rangeCooker,
  extractor_hood: hood,
  fridge,
  double_fridge: doubleFridge,
  chest_freezer: chestFreezer,
  dishwasher,
  microwave,
  tall_cabinet: tallCabinet,
  wall_cabinet: wallCabinet,
  wine_cooler: wineCooler,
};
