import { closedPath, ellipsePath, linePath, rectPath } from "../../../geometry/svg-path.ts";
import { roundSet, setOf } from "./dining.ts";
import { roundTable } from "./living.ts";
import {
  chairAt,
  crossPath,
  dividers,
  each,
  ring,
  type SymbolMaker,
  type SymbolsOf,
  together,
} from "./symbol.ts";

/** A desk with a screen and a keyboard. */
const desk: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, 0.03),
  soft: rectPath(0, -d / 2 + 0.16, Math.min(0.6, w / 2), 0.07, 0.02),
  deep: rectPath(0, -d / 2 + 0.16, Math.min(0.6, w / 2), 0.07, 0.02),
  line: rectPath(0, d / 2 - 0.2, Math.min(0.42, w / 3), 0.14, 0.02),
});

/** A desk around a corner, at the back and at the left, with a screen across. */
const cornerDesk: SymbolMaker = (w, d) => {
  const deep = Math.min(0.7, w * 0.5, d * 0.5);
  const [x, z] = [-w / 2, -d / 2];
  const at = (along: number, away: number): readonly [number, number] => [
    x + away + along,
    z + away - along,
  ];
  const [[fromX, fromZ], [toX, toZ]] = [at(-0.2, deep * 0.5), at(0.2, deep * 0.5)];
  const screen = closedPath([
    [fromX, fromZ],
    [toX, toZ],
    [toX + 0.05, toZ + 0.05],
    [fromX + 0.05, fromZ + 0.05],
  ]);
  return {
    body: closedPath([
      [x, z],
      [w / 2, z],
      [w / 2, z + deep],
      [x + deep + 0.18, z + deep],
      [x + deep, z + deep + 0.18],
      [x + deep, d / 2],
      [x, d / 2],
    ]),
    soft: screen,
    deep: screen,
    line:
      linePath(...at(-0.15, deep * 0.8), ...at(0.15, deep * 0.8), ...at(0.15, deep * 0.94)) +
      linePath(...at(0.15, deep * 0.94), ...at(-0.15, deep * 0.94), ...at(-0.15, deep * 0.8)),
  };
};

/** A swivel chair: seat, back, arms and the star of its foot. */
const officeChair: SymbolMaker = (w, d) => {
  const size = Math.min(w, d);
  return {
    body:
      rectPath(0, size * 0.04, size * 0.66, size * 0.64, size * 0.18) +
      rectPath(0, -size * 0.41, size * 0.7, size * 0.14, size * 0.07),
    soft:
      rectPath(-size * 0.39, size * 0.02, size * 0.1, size * 0.42, size * 0.05) +
      rectPath(size * 0.39, size * 0.02, size * 0.1, size * 0.42, size * 0.05),
    line: ring(5, (cos, sin) =>
      linePath(0, size * 0.04, sin * size * 0.24, size * 0.04 - cos * size * 0.24),
    ),
  };
};

/** An oval table with chairs along its sides. */
const conferenceTable: SymbolMaker = (w, d) => {
  const set = setOf(true)(w, d);
  const [wide, deep] = [w - 0.88, d - 0.88];
  return wide < 0.5 || deep < 0.4
    ? roundTable(w, d)
    : {
        ...set,
        line:
          linePath(-wide / 2 + 0.3, 0, wide / 2 - 0.3, 0) +
          rectPath(0, 0, wide - 0.12, deep - 0.12, 0.1),
      };
};

/** A counter around a place to work, with a chair behind it. */
const receptionDesk: SymbolMaker = (w, d) => {
  const deep = Math.min(0.55, d * 0.45);
  const high = 0.22;
  return together(
    {
      body: closedPath([
        [-w / 2, -d / 2],
        [-w / 2 + deep, -d / 2],
        [-w / 2 + deep, d / 2 - deep],
        [w / 2 - deep, d / 2 - deep],
        [w / 2 - deep, -d / 2],
        [w / 2, -d / 2],
        [w / 2, d / 2],
        [-w / 2, d / 2],
      ]),
      line: linePath(
        -w / 2 + high,
        -d / 2,
        -w / 2 + high,
        d / 2 - high,
        w / 2 - high,
        d / 2 - high,
        w / 2 - high,
        -d / 2,
      ),
    },
    chairAt(0, -d / 2 + 0.3, [0, -1]),
  );
};

const filingCabinet: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, 0.01),
  soft: rectPath(0, d / 2 - 0.09, w * 0.4, 0.04, 0.015),
  line: linePath(-w / 2, d / 2 - 0.05, w / 2, d / 2 - 0.05) + crossPath(w, d - 0.3),
});

/** Narrow doors with slots. */
const locker: SymbolMaker = (w, d) => {
  const doors = Math.max(1, Math.round(w / 0.3));
  return {
    body: rectPath(0, 0, w, d),
    line:
      linePath(-w / 2, d / 2 - 0.05, w / 2, d / 2 - 0.05) +
      dividers(w, doors, -d / 2, d / 2) +
      each(doors, (at) => {
        const x = -w / 2 + (w * (at + 0.5)) / doors;
        return linePath(x - 0.05, -d / 8, x + 0.05, -d / 8) + linePath(x - 0.05, 0, x + 0.05, 0);
      }),
  };
};

const printer: SymbolMaker = (w, d) => ({
  body: rectPath(0, -d * 0.06, w, d * 0.8, 0.04) + rectPath(0, d * 0.4, w * 0.6, d * 0.2, 0.01),
  soft: rectPath(0, -d * 0.1, w * 0.66, d * 0.4, 0.02),
  line:
    linePath(-w * 0.2, -d * 0.16, w * 0.2, -d * 0.16) +
    linePath(-w * 0.2, -d * 0.08, w * 0.2, -d * 0.08) +
    linePath(-w * 0.2, d * 0.42, w * 0.2, d * 0.42),
});

const photocopier: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w * 0.62, d, 0.03) + rectPath(w * 0.4, 0, w * 0.18, d * 0.6, 0.02),
  soft: rectPath(0, -d * 0.08, w * 0.5, d * 0.6, 0.02),
  line:
    rectPath(-w * 0.4, 0, w * 0.18, d * 0.44) +
    rectPath(0, d * 0.36, w * 0.36, d * 0.14, 0.01) +
    linePath(w * 0.34, 0, w * 0.46, 0),
});

/** A board on the wall, with a ledge for pens. */
const whiteboard: SymbolMaker = (w, d) => ({
  body: rectPath(0, -d / 4, w, d / 2),
  line: rectPath(0, d / 4, w * 0.5, d / 2),
});

/** A rack of servers, with its rails. */
const rack: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, 0.02),
  soft: rectPath(0, 0, w - 0.14, d - 0.2, 0.01),
  line:
    each(5, (at) => {
      const z = -d / 3 + (at * d) / 6;
      return linePath(-w / 2 + 0.12, z, w / 2 - 0.12, z);
    }) + linePath(-w / 2, d / 2 - 0.05, w / 2, d / 2 - 0.05),
});

/** A workbench: boards, a vice at the left and tools. */
const workbench: SymbolMaker = (w, d) => ({
  body: rectPath(0, -0.03, w, d - 0.06, 0.01) + rectPath(-w / 2 + 0.28, d / 2 - 0.03, 0.24, 0.06),
  line:
    linePath(-w / 2, -d / 4, w / 2, -d / 4) +
    linePath(-w / 2 + 0.28, d / 2 - 0.06, -w / 2 + 0.28, d / 2 - 0.2) +
    ellipsePath(w / 5, 0.06, 0.16) +
    linePath(w / 5 + 0.08, 0.06, w / 5 + 0.3, 0.06),
});

/** Symbols for studies, offices and workshops. */
export const work: SymbolsOf<"work"> = {
  desk,
  corner_desk: cornerDesk,
  office_chair: officeChair,
  conference_table: conferenceTable,
  meeting_table: roundSet,
  reception_desk: receptionDesk,
  filing_cabinet: filingCabinet,
  locker,
  printer,
  photocopier,
  whiteboard,
  rack,
  workbench,
};
