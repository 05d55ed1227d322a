import { closedPath, ellipsePath, linePath, rectPath } from "../../../geometry/svg-path.ts";
import type { Point } from "../../../geometry/vector.ts";
import { crossPath, each, ring, type SymbolMaker, type SymbolsOf } from "./symbol.ts";

/** Rays all around a round lamp. */
const raysAround = (size: number): string =>
  ring(8, (cos, sin) =>
    linePath(cos * size * 0.62, sin * size * 0.62, cos * size * 0.8, sin * size * 0.8),
  );

/** A round lamp of a size: its outline, what is fine in it, and rays while it is on. */
const round =
  (inner: (size: number) => { readonly soft?: string; readonly line: string }): SymbolMaker =>
  (w, d) => {
    const size = Math.min(w, d);
    const { soft = "", line } = inner(size);
    return { body: ellipsePath(0, 0, size), soft, line, lit: soft + raysAround(size) };
  };

/** A lamp at the ceiling: a crossed circle. */
export const ceilingLamp = round((size) => ({
  line: crossPath(size * Math.SQRT1_2, size * Math.SQRT1_2),
}));

/** A shade on a cord. */
const pendant = round((size) => ({
  soft: ellipsePath(0, 0, size * 0.62),
  line: ellipsePath(0, 0, size * 0.12),
}));

/** A shade above three legs. */
const floorLamp = round((size) => ({
  soft: ellipsePath(0, 0, size * 0.3),
  line: ring(3, (cos, sin) =>
    linePath(sin * size * 0.15, -cos * size * 0.15, sin * size * 0.5, -cos * size * 0.5),
  ),
}));

/** A shade above a square foot. */
const tableLamp = round((size) => ({
  soft: rectPath(0, 0, size * 0.44, size * 0.44),
  line: ellipsePath(0, 0, size * 0.12),
}));

/** Points on the half of an ellipse before the back of a lamp. */
const halfRound = (w: number, back: number, depth: number): readonly Point[] =>
  Array.from({ length: 13 }, (_, at): Point => {
    const angle = (at * Math.PI) / 12;
    return [(Math.cos(angle) * w) / 2, back + Math.sin(angle) * depth];
  });

/** A half shade at the wall at its back. */
const wallLamp: SymbolMaker = (w, d) => {
  const back = -d / 2;
  const soft = closedPath(halfRound(w * 0.5, back, d * 0.5));
  const [near, far] = [halfRound(w * 1.3, back, d * 1.3), halfRound(w * 1.7, back, d * 1.7)];
  const rays = near.flatMap((from, at) =>
    at % 2 === 0 ? [linePath(...from, ...(far[at] ?? from))] : [],
  );
  return { body: closedPath(halfRound(w, back, d)), soft, lit: soft + rays.join("") };
};

/** Rays out of both long sides of a lamp. */
const raysBeside = (w: number, d: number): string => {
  const [long, short] = [Math.max(w, d), Math.min(w, d)];
  const count = Math.max(2, Math.min(12, Math.round(long / 0.4)));
  const length = Math.max(0.05, Math.min(0.09, short * 0.4));
  return each(count, (at) => {
    const along = ((at + 0.5) / count - 0.5) * long;
    return [-1, 1]
      .map(
        (side) => [side * (short / 2 + length * 0.7), side * (short / 2 + length * 1.7)] as const,
      )
      .map(([from, to]) =>
        w < d ? linePath(from, along, to, along) : linePath(along, from, along, to),
      )
      .join("");
  });
};

/** A panel in the ceiling. */
const panel: SymbolMaker = (w, d) => {
  const soft = rectPath(0, 0, w * 0.84, d * 0.84);
  return {
    body: rectPath(0, 0, w, d, 0.03),
    soft,
    line: crossPath(w * 0.84, d * 0.84),
    lit: soft + raysBeside(w, d),
  };
};

/** A long lamp, as above a table or in an office: as thick at its ends as in the middle. */
const linear: SymbolMaker = (w, d) => {
  const short = Math.min(w, d);
  const inner = short * 0.6;
  const soft = rectPath(0, 0, w - inner, d - inner, (short - inner) / 2);
  return { body: rectPath(0, 0, w, d, short / 4), soft, lit: soft + raysBeside(w, d) };
};

/** A light strip along a wall or a shelf. */
const strip: SymbolMaker = (w, d) => {
  const deep = Math.max(d, 0.05);
  return { body: rectPath(0, 0, w, deep, Math.min(w, deep) / 2), lit: raysBeside(w, deep) };
};

/** A lamp in a housing that is open at its front, to which it shines. */
const spot: SymbolMaker = (w, d) => {
  const size = Math.min(w, d);
  const at = (x: number, z: number): Point => [x * size, z * size];
  const soft = linePath(...at(-0.3, 0.2), ...at(0.3, 0.2));
  const rays = [-0.5, 0, 0.5]
    .map((turn): readonly [number, number] => [Math.sin(turn), Math.cos(turn)])
    .map(([x, z]) => linePath(...at(x * 0.75, z * 0.75), ...at(x, z)));
  return {
    body: closedPath(
      [
        [-0.2, -0.5],
        [0.2, -0.5],
        [0.26, -0.1],
        [0.46, 0.5],
        [-0.46, 0.5],
        [-0.26, -0.1],
      ].map(([x = 0, z = 0]) => at(x, z)),
    ),
    soft,
    lit: soft + rays.join(""),
  };
};

/** Symbols of lamps. */
export const lamps: SymbolsOf<"lamps"> = {
  lamp_ceiling: ceilingLamp,
  lamp_pendant: pendant,
  lamp_floor: floorLamp,
  lamp_table: tableLamp,
  lamp_wall: wallLamp,
  lamp_panel: panel,
  lamp_spot: spot,
  lamp_linear: linear,
  led_strip: strip,
};
