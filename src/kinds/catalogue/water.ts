import { rectPath, linePath, ellipsePath } from "../../model/geometry/svg-path.ts";
import type { FurnitureType, SymbolMaker } from "../../model/kinds/catalogue/furniture-symbols.ts";

/** A kitchen unit with sink and hob, as far as there is space. */
const kitchen: SymbolMaker = (w, d) => {
  const sink = w > 1.1;
  const hob = w > 0.9 ? w / 2 - 0.45 : 0;
  const ring = Math.min(0.2, d / 3.2);
  return {
    body: rectPath(0, 0, w, d, 0.01),
    soft:
      (sink ? rectPath(-w / 2 + 0.5, 0.02, Math.min(0.5, w / 3), d * 0.6, 0.06) : "") +
      [-1, 1]
        .flatMap((x) => [-1, 1].map((z) => ellipsePath(hob + x * 0.14, z * d * 0.22, ring)))
        .join(""),
    line:
      linePath(-w / 2, d / 2 - 0.04, w / 2, d / 2 - 0.04) +
      (sink ? linePath(-w / 2 + 0.5, -d / 2 + 0.05, -w / 2 + 0.5, -d * 0.08) : ""),
  };
};

/** A fridge with the star of cold. */
const fridge: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, 0.03),
  line: [0, 60, 120]
    .map((degrees) => {
      const [x, z] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
      const r = Math.min(w, d) / 4.5;
      return linePath(-x * r, -z * r, x * r, z * r);
    })
    .concat(linePath(-w / 2, d / 2 - 0.07, w / 2, d / 2 - 0.07))
    .join(""),
});

/** A cooker: four rings over an oven, whose handle is at the front. */
const oven: SymbolMaker = (w, d) => {
  const ring = Math.min(w, d) * 0.32;
  const places = [-1, 1].flatMap((x) => [-1, 1].map((z) => [x, z] as const));
  return {
    body: rectPath(0, 0, w, d, 0.02),
    soft: places
      .map(([x, z]) => ellipsePath(x * w * 0.23, z * d * 0.21 - 0.03, ring * (x === z ? 1 : 0.8)))
      .join(""),
    line:
      linePath(-w / 2, d / 2 - 0.06, w / 2, d / 2 - 0.06) +
      linePath(-w / 3, d / 2 - 0.025, w / 3, d / 2 - 0.025),
  };
};

/** A washing machine with its drum, and the drawer for the powder at the back. */
const washingMachine: SymbolMaker = (w, d) => {
  const drum = Math.min(w, d) * 0.62;
  return {
    body: rectPath(0, 0, w, d, 0.03),
    soft: ellipsePath(0, 0.05, drum),
    line:
      ellipsePath(0, 0.05, drum * 0.68) +
      linePath(-w / 2, -d / 2 + 0.1, w / 2, -d / 2 + 0.1) +
      linePath(-w / 6, -d / 2, -w / 6, -d / 2 + 0.1),
  };
};

/** A bathtub. */
const bathtub: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, 0.06),
  soft: rectPath(0, 0, w - 0.14, d - 0.14, d * 0.38),
  line: ellipsePath(-w / 2 + 0.32, 0, 0.07),
});

/** A shower with its drain. */
const shower: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, 0.03),
  soft: rectPath(0, 0, w - 0.1, d - 0.1, 0.06),
  line:
    linePath(-w / 2 + 0.08, -d / 2 + 0.08, w / 2 - 0.08, d / 2 - 0.08) +
    linePath(-w / 2 + 0.08, d / 2 - 0.08, w / 2 - 0.08, -d / 2 + 0.08) +
    ellipsePath(0, 0, 0.12),
});

/** A toilet with its cistern. */
const wc: SymbolMaker = (w, d) => ({
  body: rectPath(0, -d / 2 + 0.09, w, 0.18, 0.03) + ellipsePath(0, 0.08, w * 0.9, d - 0.18),
  soft: ellipsePath(0, 0.1, w * 0.6, (d - 0.18) * 0.66),
});

/** A washbasin with its tap. */
const washbasin: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, 0.07),
  soft: ellipsePath(0, 0.04, w * 0.72, d * 0.6),
  line: linePath(0, -d / 2 + 0.04, 0, -0.02) + ellipsePath(0, 0.06, 0.04),
});

/** Furniture of kitchens and bathrooms. */
export const water = {
  kitchen: { size: [2.4, 0.6], atWall: true, symbol: kitchen },
  fridge: { size: [0.6, 0.65], atWall: true, symbol: fridge },
  oven: { size: [0.6, 0.6], atWall: true, symbol: oven },
  washing_machine: { size: [0.6, 0.6], atWall: true, symbol: washingMachine },
  bathtub: { size: [1.7, 0.75], atWall: true, symbol: bathtub },
  shower: { size: [0.9, 0.9], symbol: shower },
  wc: { size: [0.4, 0.55], atWall: true, symbol: wc },
  washbasin: { size: [0.6, 0.45], atWall: true, symbol: washbasin },
} as const satisfies Readonly<Record<string, FurnitureType>>;
