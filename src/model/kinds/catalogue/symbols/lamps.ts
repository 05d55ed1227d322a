import { closedPath, ellipsePath, linePath, rectPath } from "../../../geometry/svg-path.ts";
import { ring, type SymbolMaker, type SymbolsOf } from "./symbol.ts";

/** A round lamp with rays. */
export const roundLamp: SymbolMaker = (w, d) => {
  const size = Math.min(w, d);
  return {
    body: ellipsePath(0, 0, size),
    soft: ellipsePath(0, 0, size * 0.42),
    line: ring(8, (cos, sin) =>
      linePath(cos * size * 0.32, sin * size * 0.32, cos * size * 0.44, sin * size * 0.44),
    ),
  };
};

/** A light strip along a wall or a shelf. */
const strip: SymbolMaker = (w, d) => ({ body: rectPath(0, 0, w, Math.max(d, 0.05), 0.025) });

/** A ceiling panel. */
const panel: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, 0.03),
  soft: rectPath(0, 0, w * 0.8, d * 0.8, 0.02),
});

const spot: SymbolMaker = (w, d) => {
  const size = Math.min(w, d);
  return { body: ellipsePath(0, 0, size), soft: ellipsePath(0, 0, size * 0.5) };
};

/** A lamp on the wall at its back. */
const wallLamp: SymbolMaker = (w, d) => ({
  body: closedPath([
    [-w / 2, -d / 2],
    [w / 2, -d / 2],
    [w / 3, d / 2],
    [-w / 3, d / 2],
  ]),
  line: linePath(-w * 0.44, -d / 6, w * 0.44, -d / 6),
});

/** A long lamp, as above a table or in an office. */
const linear: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, d / 4),
  soft: rectPath(0, 0, w * 0.9, d * 0.4, d / 8),
});

/** Symbols of lamps. */
export const lamps: SymbolsOf<"lamps"> = {
  lamp_ceiling: roundLamp,
  lamp_pendant: roundLamp,
  lamp_floor: roundLamp,
  lamp_table: roundLamp,
  lamp_wall: wallLamp,
  lamp_panel: panel,
  lamp_spot: spot,
  lamp_linear: linear,
  led_strip: strip,
};
