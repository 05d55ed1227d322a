import { closedPath, ellipsePath, linePath, rectPath } from "../../../geometry/svg-path.ts";
import { roundTable, table } from "./living.ts";
import {
  chairAt,
  each,
  type PlanSymbol,
  type SymbolMaker,
  type SymbolsOf,
  together,
} from "./symbol.ts";

/** A chair with a back. */
const chair: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0.04, w, d - 0.08, 0.1),
  soft: rectPath(0, -d / 2 + 0.05, w * 0.9, 0.09, 0.045),
});

/** Depth of a chair with its gap to the table, in metres. */
const chairDepth = 0.44;

/** Chairs along the two long sides of a table, and at its ends where it is long enough. */
const chairsAround = (w: number, d: number, hasEnds: boolean): readonly PlanSymbol[] => {
  const count = Math.max(1, Math.floor(w / 0.6));
  const [z, x] = [d / 2 + chairDepth / 2, w / 2 + chairDepth / 2];
  const places = Array.from({ length: count }, (_, at) => (w / count) * (at + 0.5) - w / 2);
  return [
    ...places.flatMap((at) => [chairAt(at, -z, [0, -1]), chairAt(at, z, [0, 1])]),
    ...(hasEnds ? [chairAt(-x, 0, [-1, 0]), chairAt(x, 0, [1, 0])] : []),
  ];
};

/** A table with chairs at its sides; without chairs if there is no space for them. */
export const setOf =
  (hasEnds: boolean): SymbolMaker =>
  (w, d) => {
    const [wide, deep] = [w - (hasEnds ? chairDepth * 2 : 0), d - chairDepth * 2];
    return wide < 0.5 || deep < 0.4
      ? table(w, d)
      : together(table(wide, deep), ...chairsAround(wide, deep, hasEnds));
  };

/** A round table with four chairs; without chairs if there is no space for them. */
export const roundSet: SymbolMaker = (w, d) => {
  const size = Math.min(w, d) - chairDepth * 2;
  const away = size / 2 + chairDepth / 2;
  return size < 0.5
    ? roundTable(w, d)
    : together(
        roundTable(size, size),
        chairAt(0, -away, [0, -1]),
        chairAt(0, away, [0, 1]),
        chairAt(-away, 0, [-1, 0]),
        chairAt(away, 0, [1, 0]),
      );
};

/** A slatted bench. */
const bench: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, 0.04),
  line:
    linePath(-w / 2 + 0.04, -d / 6, w / 2 - 0.04, -d / 6) +
    linePath(-w / 2 + 0.04, d / 6, w / 2 - 0.04, d / 6),
});

/** A bench around a corner, at the back and at the left. */
const cornerBench: SymbolMaker = (w, d) => {
  const deep = Math.min(0.5, w / 3, d / 3);
  const back = 0.1;
  return {
    body: closedPath([
      [-w / 2, -d / 2],
      [w / 2, -d / 2],
      [w / 2, -d / 2 + deep],
      [-w / 2 + deep, -d / 2 + deep],
      [-w / 2 + deep, d / 2],
      [-w / 2, d / 2],
    ]),
    soft:
      rectPath(
        back / 2,
        -d / 2 + back + (deep - back) / 2,
        w - back - 0.06,
        deep - back - 0.06,
        0.04,
      ) +
      rectPath(
        -w / 2 + back + (deep - back) / 2,
        deep / 2,
        deep - back - 0.06,
        d - deep - 0.06,
        0.04,
      ),
  };
};

/** A counter to sit at, with a rim towards the guests. */
const bar: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, 0.03),
  soft: rectPath(0, d / 2 - 0.12, w - 0.06, 0.18, 0.02),
  line: linePath(-w / 2, d / 2 - 0.24, w / 2, d / 2 - 0.24),
});

const barStool: SymbolMaker = (w, d) => ({
  body: ellipsePath(0, 0, w, d),
  soft: ellipsePath(0, 0, w * 0.7, d * 0.7),
});

/** A child's chair with a tray in front. */
const highChair: SymbolMaker = (w, d) => ({
  body: rectPath(0, -0.04, w * 0.8, d - 0.08, 0.08) + rectPath(0, d / 2 - 0.1, w, 0.2, 0.08),
  soft:
    rectPath(0, -d / 2 + 0.05, w * 0.7, 0.08, 0.04) +
    rectPath(0, d / 2 - 0.1, w - 0.08, 0.13, 0.06),
  line: each(2, (at) => {
    const x = (at * 2 - 1) * w * 0.28;
    return linePath(x, -d / 2 + 0.12, x, d / 2 - 0.2);
  }),
});

/** Symbols for dining rooms. */
export const dining: SymbolsOf<"dining"> = {
  table,
  round_table: roundTable,
  oval_table: roundTable,
  chair,
  dining_set: setOf(false),
  large_dining_set: setOf(true),
  round_dining_set: roundSet,
  bench,
  corner_bench: cornerBench,
  bar,
  bar_stool: barStool,
  high_chair: highChair,
};
