import {
  closedPath,
  ellipsePath,
  linePath,
  rectPath,
  svgNumber,
} from "../../../geometry/svg-path.ts";
import {
  arcPath,
  crossPath,
  dashedPath,
  dashedRect,
  each,
  type SymbolMaker,
  type SymbolsOf,
} from "./symbol.ts";

/** Depth of a tread, in metres. */
const tread = 0.27;

/** Treads across a flight along `x`, from one end to the other. */
const treadsAlongX = (from: number, to: number, top: number, bottom: number): string => {
  const count = Math.max(2, Math.round(Math.abs(to - from) / tread));
  return each(count + 1, (at) => {
    const x = from + ((to - from) * at) / count;
    return linePath(x, top, x, bottom);
  });
};

/** Treads across a flight along `z`, from one end to the other. */
const treadsAlongZ = (from: number, to: number, left: number, right: number): string => {
  const count = Math.max(2, Math.round(Math.abs(to - from) / tread));
  return each(count + 1, (at) => {
    const z = from + ((to - from) * at) / count;
    return linePath(left, z, right, z);
  });
};

/** An arrow up along points, with a dot where it begins. */
const arrowUp = (...at: readonly number[]): string => {
  const [beforeX = 0, beforeZ = 0, x = 0, z = 0] = at.slice(-4);
  const long = Math.hypot(x - beforeX, z - beforeZ) || 1;
  const [cos, sin] = [(x - beforeX) / long, (z - beforeZ) / long];
  const barb = (side: number): readonly [number, number] => [
    x - cos * 0.14 - sin * 0.08 * side,
    z - sin * 0.14 + cos * 0.08 * side,
  ];
  return (
    ellipsePath(at[0] ?? 0, at[1] ?? 0, 0.07) +
    linePath(...at) +
    linePath(...barb(1), x, z, ...barb(-1))
  );
};

/** A straight flight with an arrow that points up. */
const straight: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d),
  line: treadsAlongX(-w / 2, w / 2, -d / 2, d / 2) + arrowUp(-w / 2 + 0.1, 0, w / 2 - 0.12, 0),
});

/** Two flights at a right angle with a landing in the corner: from the right at the bottom, up at the left. */
const lShaped: SymbolMaker = (w, d) => {
  const wide = Math.min(0.95, w * 0.45, d * 0.45);
  const [left, top, z] = [-w / 2, -d / 2, d / 2 - wide / 2];
  return {
    body: closedPath([
      [left, top],
      [left + wide, top],
      [left + wide, d / 2 - wide],
      [w / 2, d / 2 - wide],
      [w / 2, d / 2],
      [left, d / 2],
    ]),
    line:
      treadsAlongX(w / 2, left + wide, d / 2 - wide, d / 2) +
      treadsAlongZ(d / 2 - wide, top, left, left + wide) +
      arrowUp(w / 2 - 0.1, z, left + wide / 2, z, left + wide / 2, top + 0.12),
  };
};

/** Two flights beside each other with a landing at the right. */
const uShaped: SymbolMaker = (w, d) => {
  const wide = Math.min(d / 2 - 0.04, 1.1);
  const landing = Math.min(wide, w / 3);
  const [end, z] = [w / 2 - landing, d / 2 - wide / 2];
  return {
    body: rectPath(0, 0, w, d),
    soft: rectPath((-w / 2 + end) / 2, 0, end + w / 2, d - wide * 2),
    line:
      treadsAlongX(-w / 2, end, d / 2 - wide, d / 2) +
      treadsAlongX(-w / 2, end, -d / 2, -d / 2 + wide) +
      arrowUp(-w / 2 + 0.1, z, w / 2 - landing / 2, z, w / 2 - landing / 2, -z, -w / 2 + 0.12, -z),
  };
};

/** Two flights at a right angle whose steps turn around the corner. */
const winder: SymbolMaker = (w, d) => {
  const wide = Math.min(0.95, w * 0.45, d * 0.45);
  const [left, top, z] = [-w / 2, -d / 2, d / 2 - wide / 2];
  const [x, inner] = [left + wide, d / 2 - wide];
  // Three steps turn around the corner, by 30° each.
  const third = wide * Math.tan(Math.PI / 6);
  return {
    body: closedPath([
      [left, top],
      [x, top],
      [x, inner],
      [w / 2, inner],
      [w / 2, d / 2],
      [left, d / 2],
    ]),
    line:
      treadsAlongX(w / 2, x, inner, d / 2) +
      treadsAlongZ(inner, top, left, x) +
      linePath(x, inner, x - third, d / 2) +
      linePath(x, inner, left, inner + third) +
      ellipsePath(w / 2 - 0.1, z, 0.07) +
      linePath(w / 2 - 0.1, z, x, z) +
      arcPath(x, inner, wide / 2, 90, 180) +
      linePath(x - wide / 2, inner, x - wide / 2, top + 0.12) +
      linePath(
        x - wide / 2 - 0.08,
        top + 0.26,
        x - wide / 2,
        top + 0.12,
        x - wide / 2 + 0.08,
        top + 0.26,
      ),
  };
};

/** A place around the middle, by its direction in degrees. */
const onCircle = (degrees: number, away: number): readonly [number, number] => [
  Math.cos((degrees * Math.PI) / 180) * away,
  Math.sin((degrees * Math.PI) / 180) * away,
];

/** Steps around a post, with an arrow that turns up. */
const spiral: SymbolMaker = (w, d) => {
  const r = Math.min(w, d) / 2;
  const [post, steps, far] = [0.09, 12, r * 0.62];
  const [first, last] = [30, 360];
  const tip = last - 14;
  const barb = (away: number, back: number): readonly [number, number] =>
    onCircle(tip - back, away);
  return {
    body: ellipsePath(0, 0, r * 2),
    soft: ellipsePath(0, 0, post * 2),
    line:
      each(steps, (index) => {
        const degrees = first + ((last - first) * index) / (steps - 1);
        return linePath(...onCircle(degrees, post), ...onCircle(degrees, r));
      }) +
      ellipsePath(...onCircle(first + 12, far), 0.07) +
      arcPath(0, 0, far, first + 12, tip) +
      linePath(...barb(far + 0.09, 12), ...onCircle(tip, far), ...barb(far - 0.09, 14)),
  };
};

/** A ladder to a hatch, which is dashed. */
const loftLadder: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d * 0.62),
  line:
    treadsAlongX(-w / 2, w / 2, -d * 0.25, d * 0.25) +
    linePath(-w / 2, -d * 0.25, w / 2, -d * 0.25) +
    linePath(-w / 2, d * 0.25, w / 2, d * 0.25) +
    dashedRect(w, d),
});

/** A ramp that rises along its arrow. */
const ramp: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d),
  line:
    linePath(-w / 2, -d / 2, w / 2, 0, -w / 2, d / 2) + arrowUp(-w / 2 + 0.3, 0, w / 2 - 0.3, 0),
});

/** A lift: its cabin crossed, with the door in front. */
const lift: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d),
  soft: rectPath(0, -0.03, w - 0.24, d - 0.26),
  line:
    crossPath(w - 0.24, d - 0.3) +
    rectPath(0, d / 2 - 0.04, w * 0.56, 0.08) +
    linePath(0, d / 2 - 0.08, 0, d / 2),
});

/** Lines at 45 degrees within a rectangle, as of cut material. */
const hatched = (w: number, d: number): string => {
  const [step, sum] = [0.07, w + d];
  return each(Math.floor(sum / step), (index) => {
    const at = step * (index + 0.5);
    const [fromX, fromZ] = at < w ? [at, 0] : [w, at - w];
    const [toX, toZ] = at < d ? [0, at] : [at - d, d];
    return linePath(fromX - w / 2, fromZ - d / 2, toX - w / 2, toZ - d / 2);
  });
};

/** A round column, hatched as it is cut. */
const column: SymbolMaker = (w, d) => {
  const r = Math.min(w, d) / 2;
  return {
    body: ellipsePath(0, 0, r * 2),
    line: each(7, (index) => {
      const away = r * (-0.9 + 0.3 * index);
      const half = Math.sqrt(Math.max(0, r * r - away * away));
      const turned = Math.SQRT1_2;
      const [x, z] = [away * turned, away * turned];
      return linePath(x - half * turned, z + half * turned, x + half * turned, z - half * turned);
    }),
  };
};

const squareColumn: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d),
  line: hatched(w, d),
});

/** A chimney: hatched walls around its flue, half of which is in shadow. */
const chimney: SymbolMaker = (w, d) => {
  const [wide, deep] = [w * 0.5, d * 0.5];
  const shade = closedPath([
    [-wide / 2, -deep / 2],
    [wide / 2, -deep / 2],
    [-wide / 2, deep / 2],
  ]);
  return {
    body: rectPath(0, 0, w, d),
    soft: rectPath(0, 0, wide, deep),
    deep: shade,
    line: shade,
  };
};

/** A window in the roof: dashed, as it is above, with its diagonals. */
const skylight: SymbolMaker = (w, d) => ({
  body: rectPath(0, svgNumber(-d / 2 + 0.02), w, 0.04),
  line:
    dashedRect(w, d) +
    dashedRect(w - 0.14, d - 0.14) +
    dashedPath(-w / 2 + 0.07, d / 2 - 0.07, w / 2 - 0.07, -d / 2 + 0.07),
});

/** Symbols for stairs and parts of the building. */
export const stairs: SymbolsOf<"stairs"> = {
  stairs: straight,
  l_stairs: lShaped,
  u_stairs: uShaped,
  winder_stairs: winder,
  spiral_stairs: spiral,
  loft_ladder: loftLadder,
  ramp,
  lift,
  column,
  square_column: squareColumn,
  chimney,
  skylight,
};
