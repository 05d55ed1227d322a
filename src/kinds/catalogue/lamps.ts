import { rectPath, linePath, ellipsePath, upTo } from "../../model/geometry/svg-path.ts";
import type { FurnitureType, SymbolMaker } from "../../model/kinds/catalogue/furniture-symbols.ts";

/** Rays around a lamp. */
const rays = (size: number): string =>
  upTo(8)
    .map((at) => {
      const [x, z] = [Math.cos((at * Math.PI) / 4), Math.sin((at * Math.PI) / 4)];
      return linePath(x * size * 0.32, z * size * 0.32, x * size * 0.44, z * size * 0.44);
    })
    .join("");

/** A round lamp with its rays. */
const round: SymbolMaker = (w, d) => {
  const size = Math.min(w, d);
  return { body: ellipsePath(0, 0, size), soft: ellipsePath(0, 0, size * 0.42), line: rays(size) };
};

/** A strip along a wall or a board. */
const strip: SymbolMaker = (w, d) => ({ body: rectPath(0, 0, w, Math.max(d, 0.05), 0.025) });

/** A panel in the ceiling. */
const panel: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, 0.03),
  soft: rectPath(0, 0, w * 0.8, d * 0.8, 0.02),
});

/** A small spot. */
const spot: SymbolMaker = (w, d) => {
  const size = Math.min(w, d);
  return { body: ellipsePath(0, 0, size), soft: ellipsePath(0, 0, size * 0.5) };
};

/** What gives light. */
export const lamps = {
  lamp_ceiling: { size: [0.35, 0.35], symbol: round },
  lamp_pendant: { size: [0.4, 0.4], symbol: round },
  lamp_floor: { size: [0.4, 0.4], symbol: round },
  lamp_table: { size: [0.3, 0.3], symbol: round },
  lamp_panel: { size: [0.5, 0.5], symbol: panel, isOffered: false },
  lamp_spot: { size: [0.5, 0.5], symbol: spot, isOffered: false },
  led_strip: { size: [2, 0.05], symbol: strip },
} as const satisfies Readonly<Record<string, FurnitureType>>;
