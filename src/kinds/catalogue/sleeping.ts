import { rectPath, linePath, upTo } from "../../model/geometry/svg-path.ts";
import type { FurnitureType, SymbolMaker } from "../../model/kinds/catalogue/furniture-symbols.ts";

/** A bed with one or two pillows, at its back. */
const bed: SymbolMaker = (w, d) => {
  const pillows = w > 1.2 ? 2 : 1;
  const each = w / pillows;
  const depth = Math.min(0.42, d / 4);
  return {
    body: rectPath(0, 0, w, d, 0.05),
    soft:
      upTo(pillows)
        .map((at) =>
          rectPath(-w / 2 + each * (at + 0.5), -d / 2 + 0.1 + depth / 2, each - 0.16, depth, 0.08),
        )
        .join("") + rectPath(0, depth / 2 + 0.1, w - 0.06, d - depth - 0.26, 0.05),
    line: linePath(-w / 2 + 0.03, -d / 2 + depth + 0.42, w / 2 - 0.03, -d / 2 + depth + 0.42),
  };
};

/** A box with doors, drawn as lines across. */
const cupboard: SymbolMaker = (w, d) => {
  const doors = Math.max(1, Math.round(w / 0.6));
  return {
    body: rectPath(0, 0, w, d, 0.015),
    line:
      linePath(-w / 2, d / 2 - 0.05, w / 2, d / 2 - 0.05) +
      upTo(doors - 1)
        .map((at) => {
          const x = -w / 2 + (w * (at + 1)) / doors;
          return linePath(x, -d / 2, x, d / 2);
        })
        .join(""),
  };
};

/** A wardrobe with clothes on their rail. */
const wardrobe: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, 0.015),
  line:
    linePath(-w / 2 + 0.06, 0, w / 2 - 0.06, 0) +
    upTo((w - 0.2) / 0.18)
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

/** Furniture of bedrooms and studies. */
export const sleeping = {
  bed: { size: [1.8, 2.05], atWall: true, symbol: bed },
  nightstand: { size: [0.45, 0.4], atWall: true, symbol: cupboard },
  wardrobe: { size: [1.5, 0.6], atWall: true, symbol: wardrobe },
  chest: { size: [1, 0.45], atWall: true, symbol: cupboard },
  desk: { size: [1.6, 0.8], atWall: true, symbol: desk },
} as const satisfies Readonly<Record<string, FurnitureType>>;
