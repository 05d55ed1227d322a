import { ellipsePath, linePath, rectPath, rangeTo } from "../../geometry/svg-path.ts";

/** A plan symbol around its centre, back at the top, as SVG paths in metres. */
export interface PlanSymbol {
  /** The outline, filled. */
  readonly body: string;
  /** Cushions, basins and the like, filled in a lighter shade. */
  readonly soft?: string;
  /** Fine lines. */
  readonly line?: string;
}

/** Draws a symbol of a given width and depth in metres. */
export type SymbolMaker = (w: number, d: number) => PlanSymbol;

/** A type of furniture, without its translations. */
export interface FurnitureType {
  /** Its usual width and depth, in metres. */
  readonly size: readonly [w: number, d: number];
  readonly symbol: SymbolMaker;
  /** Whether it usually stands with its back to a wall. */
  readonly atWall?: boolean;
  /** Whether it is a plant, drawn in green. */
  readonly isGreen?: boolean;
  /** False for types that are drawn but not in the palette. */
  readonly isOffered?: boolean;
}

/** A seat with a back, two arms and cushions. */
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
        rangeTo(count)
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

/** A table with an edge. */
const table: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, Math.min(w, d) / 8),
  line: rectPath(0, 0, w - 0.1, d - 0.1, Math.min(w, d) / 10),
});

/** A chair with a back. */
const chair: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0.04, w, d - 0.08, 0.1),
  soft: rectPath(0, -d / 2 + 0.05, w * 0.9, 0.09, 0.045),
});

/** A shelf, crossed out like anything that reaches the ceiling in a floor plan. */
const shelf: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d),
  line: linePath(-w / 2, -d / 2, w / 2, d / 2) + linePath(-w / 2, d / 2, w / 2, -d / 2),
});

/** A television on its stand. */
const television: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, 0.02),
  soft: rectPath(0, -d / 2 + 0.11, w * 0.72, 0.06, 0.02),
  line: linePath(-w / 6, -d / 2, -w / 6, d / 2) + linePath(w / 6, -d / 2, w / 6, d / 2),
});

const piano: SymbolMaker = (w, d) => {
  const keys = Math.min(0.16, d / 3);
  return {
    body: rectPath(0, 0, w, d, 0.02),
    soft: rectPath(0, d / 2 - keys / 2 - 0.02, w - 0.1, keys, 0.01),
    line: rangeTo((w - 0.2) / 0.08)
      .map((at) =>
        linePath(-w / 2 + 0.1 + at * 0.08, d / 2 - keys, -w / 2 + 0.1 + at * 0.08, d / 2 - 0.03),
      )
      .join(""),
  };
};

/** A plant seen from above. */
const plant: SymbolMaker = (w, d) => {
  const r = Math.min(w, d) / 2;
  const leaves = rangeTo(7).map((at) => (at * 2 * Math.PI) / 7);
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

/** Furniture for living and dining rooms. */
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

/** A bed with one or two pillows at its back. */
const bed: SymbolMaker = (w, d) => {
  const pillows = w > 1.2 ? 2 : 1;
  const each = w / pillows;
  const depth = Math.min(0.42, d / 4);
  return {
    body: rectPath(0, 0, w, d, 0.05),
    soft:
      rangeTo(pillows)
        .map((at) =>
          rectPath(-w / 2 + each * (at + 0.5), -d / 2 + 0.1 + depth / 2, each - 0.16, depth, 0.08),
        )
        .join("") + rectPath(0, depth / 2 + 0.1, w - 0.06, d - depth - 0.26, 0.05),
    line: linePath(-w / 2 + 0.03, -d / 2 + depth + 0.42, w / 2 - 0.03, -d / 2 + depth + 0.42),
  };
};

/** A cupboard whose doors are lines across. */
const cupboard: SymbolMaker = (w, d) => {
  const doors = Math.max(1, Math.round(w / 0.6));
  return {
    body: rectPath(0, 0, w, d, 0.015),
    line:
      linePath(-w / 2, d / 2 - 0.05, w / 2, d / 2 - 0.05) +
      rangeTo(doors - 1)
        .map((at) => {
          const x = -w / 2 + (w * (at + 1)) / doors;
          return linePath(x, -d / 2, x, d / 2);
        })
        .join(""),
  };
};

/** A wardrobe with clothes on a rail. */
const wardrobe: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, 0.015),
  line:
    linePath(-w / 2 + 0.06, 0, w / 2 - 0.06, 0) +
    rangeTo((w - 0.2) / 0.18)
      .map((at) => {
        const x = -w / 2 + 0.16 + at * 0.18;
        const lean = at % 3 === 1 ? 0.04 : 0;
        return linePath(x - lean, -d * 0.3, x + lean, d * 0.3);
      })
      .join(""),
});

/** A desk with a screen and a keyboard. */
const desk: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, 0.03),
  soft: rectPath(0, -d / 2 + 0.16, Math.min(0.6, w / 2), 0.07, 0.02),
  line: rectPath(0, d / 2 - 0.2, Math.min(0.42, w / 3), 0.14, 0.02),
});

/** Furniture for bedrooms and studies. */
export const sleeping = {
  bed: { size: [1.8, 2.05], atWall: true, symbol: bed },
  nightstand: { size: [0.45, 0.4], atWall: true, symbol: cupboard },
  wardrobe: { size: [1.5, 0.6], atWall: true, symbol: wardrobe },
  chest: { size: [1, 0.45], atWall: true, symbol: cupboard },
  desk: { size: [1.6, 0.8], atWall: true, symbol: desk },
} as const satisfies Readonly<Record<string, FurnitureType>>;

/** A kitchen unit with hob and, if wide enough, a sink. */
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

/** A fridge with a snowflake. */
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

/** A cooker: four rings, with the oven's handle at the front. */
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

/** A washing machine with its drum, and the detergent drawer at the back. */
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

/** Furniture for kitchens and bathrooms. */
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
