import { closedPath, ellipsePath, linePath, rectPath } from "../../../geometry/svg-path.ts";
import type { Point } from "../../../geometry/vector.ts";
import { cupboard } from "./living.ts";
import { aroundCorner, each, type SymbolMaker, type SymbolsOf } from "./symbol.ts";

/** A bed with one or two pillows at its back, and its cover turned back at a corner. */
const bed: SymbolMaker = (w, d) => {
  const pillows = w > 1.2 ? 2 : 1;
  const wide = w / pillows;
  const depth = Math.min(0.42, d / 4);
  const top = -d / 2 + depth + 0.22;
  const fold = Math.min(0.5, w * 0.32);
  return {
    body: rectPath(0, 0, w, d, 0.05),
    soft:
      each(pillows, (at) =>
        rectPath(
          -w / 2 + wide * (at + 0.5),
          -d / 2 + 0.1 + depth / 2,
          wide - 0.16,
          depth,
          Math.min(0.1, depth / 4),
        ),
      ) +
      closedPath([
        [-w / 2 + 0.03, top],
        [w / 2 - 0.03 - fold, top],
        [w / 2 - 0.03, top + fold],
        [w / 2 - 0.03, d / 2 - 0.03],
        [-w / 2 + 0.03, d / 2 - 0.03],
      ]),
    line:
      closedPath([
        [w / 2 - 0.03 - fold, top],
        [w / 2 - 0.03, top + fold],
        [w / 2 - 0.03 - fold * 0.85, top + fold * 0.85],
      ]) + linePath(-w / 2 + 0.03, top + 0.16, w / 2 - 0.03 - fold * 0.89, top + 0.16),
  };
};

/** Two beds above each other, with the ladder at the right. */
const bunkBed: SymbolMaker = (w, d) => {
  const { body, soft = "", line = "" } = bed(w - 0.12, d);
  const x = w / 2 - 0.06;
  return {
    body: body + rectPath(w / 2 - 0.05, d / 4, 0.1, 0.5),
    soft,
    line:
      line +
      each(4, (at) =>
        linePath(x - 0.04, d / 4 - 0.18 + at * 0.12, x + 0.06, d / 4 - 0.18 + at * 0.12),
      ),
  };
};

/** A cot with bars all around. */
const cot: SymbolMaker = (w, d) => {
  const { soft = "" } = bed(w - 0.14, d - 0.14);
  const [across, along] = [Math.round(w / 0.12), Math.round(d / 0.12)];
  return {
    body: rectPath(0, 0, w, d, 0.03),
    soft,
    line:
      each(across - 1, (at) => {
        const x = -w / 2 + (w * (at + 1)) / across;
        return linePath(x, -d / 2, x, -d / 2 + 0.05) + linePath(x, d / 2 - 0.05, x, d / 2);
      }) +
      each(along - 1, (at) => {
        const z = -d / 2 + (d * (at + 1)) / along;
        return linePath(-w / 2, z, -w / 2 + 0.05, z) + linePath(w / 2 - 0.05, z, w / 2, z);
      }),
  };
};

const nightstand: SymbolMaker = (w, d) => {
  const size = Math.min(w, d) * 0.5;
  return {
    body: rectPath(0, 0, w, d, 0.02),
    soft: ellipsePath(0, -0.03, size),
    line: ellipsePath(0, -0.03, size * 0.4) + linePath(-w / 2, d / 2 - 0.04, w / 2, d / 2 - 0.04),
  };
};

/** Hangers on a rail between two places. */
const hangers = (left: number, right: number, z: number, d: number): string => {
  const count = Math.max(1, Math.round((right - left - 0.1) / 0.12));
  return (
    linePath(left, z, right, z) +
    each(count, (at) => {
      const x = left + ((right - left) * (at + 0.5)) / count;
      const lean = [0, 0.025, -0.02, 0.01, -0.03][at % 5] ?? 0;
      return linePath(x - lean, z - d * 0.32, x + lean, z + d * 0.32);
    })
  );
};

/** A wardrobe with clothes on a rail. */
const wardrobe: SymbolMaker = (w, d) => {
  const doors = Math.max(1, Math.round(w / 0.75));
  return {
    body: rectPath(0, 0, w, d, 0.015),
    line:
      linePath(-w / 2, d / 2 - 0.04, w / 2, d / 2 - 0.04) +
      each(doors - 1, (at) => {
        const x = -w / 2 + (w * (at + 1)) / doors;
        return linePath(x, d / 2 - 0.04, x, d / 2);
      }) +
      hangers(-w / 2 + 0.04, w / 2 - 0.04, -0.03, d - 0.06),
  };
};

/** A wardrobe whose doors slide past each other. */
const slidingWardrobe: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, 0.01),
  soft:
    rectPath(-w / 4 + 0.03, d / 2 - 0.07, w / 2, 0.035) +
    rectPath(w / 4 - 0.03, d / 2 - 0.03, w / 2, 0.035),
  line: hangers(-w / 2 + 0.04, w / 2 - 0.04, -0.05, d - 0.14),
});

/** A wardrobe across a corner. */
const cornerWardrobe: SymbolMaker = (w, d) => {
  const deep = Math.min(0.6, w * 0.62, d * 0.62);
  const [x, z] = [-w / 2 + deep / 2, -d / 2 + deep / 2];
  return {
    body: aroundCorner(w, d, deep),
    line:
      linePath(w / 2, -d / 2 + deep - 0.06, -w / 2 + deep - 0.06, d / 2) +
      linePath(w / 2 - 0.06, z, x, z, x, d / 2 - 0.06) +
      each(3, (at) => {
        const by = 0.14 + at * 0.12;
        return (
          linePath(w / 2 - by, z - deep * 0.28, w / 2 - by - 0.02, z + deep * 0.22) +
          linePath(x - deep * 0.28, d / 2 - by, x + deep * 0.22, d / 2 - by - 0.02)
        );
      }),
  };
};

/** A table with a mirror at its back and a stool in front. */
const dressingTable: SymbolMaker = (w, d) => {
  const deep = d * 0.56;
  const stool = Math.min(0.38, d * 0.4);
  return {
    body: rectPath(0, -d / 2 + deep / 2, w, deep, 0.02) + ellipsePath(0, d / 2 - stool / 2, stool),
    soft:
      rectPath(0, -d / 2 + 0.05, w * 0.56, 0.05, 0.02) +
      ellipsePath(0, d / 2 - stool / 2, stool * 0.7),
    line:
      linePath(-w / 4, -d / 2 + 0.1, -w / 4, -d / 2 + deep) +
      linePath(w / 4, -d / 2 + 0.1, w / 4, -d / 2 + deep),
  };
};

/** A chest with a padded top that has an edge at three sides. */
const changingTable: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, 0.02),
  soft: rectPath(0, 0.02, w - 0.16, d - 0.14, 0.1),
  line: rectPath(0, -d / 2 + 0.2, w * 0.4, 0.16, 0.07),
});

/** A board with hooks. */
const coatRack: SymbolMaker = (w, d) => {
  const hooks = Math.max(2, Math.round(w / 0.2));
  return {
    body: rectPath(0, -d / 2 + 0.03, w, 0.06),
    line: each(hooks, (at) => {
      const x = -w / 2 + (w * (at + 0.5)) / hooks;
      return linePath(x, -d / 2 + 0.06, x, d / 2 - 0.05) + ellipsePath(x, d / 2 - 0.025, 0.05);
    }),
  };
};

/** A chest with its lid and a star. */
const toyBox: SymbolMaker = (w, d) => {
  const r = Math.min(w, d) * 0.28;
  const corners = Array.from({ length: 10 }, (_, at): Point => {
    const angle = (at * Math.PI) / 5 - Math.PI / 2;
    const far = at % 2 === 0 ? r : r * 0.42;
    return [Math.cos(angle) * far, Math.sin(angle) * far];
  });
  return {
    body: rectPath(0, 0, w, d, 0.04),
    soft: rectPath(0, 0, w - 0.1, d - 0.1, 0.02),
    line: closedPath(corners),
  };
};

/** Symbols for bedrooms, children's rooms and halls. */
export const bedroom: SymbolsOf<"bedroom"> = {
  bed,
  single_bed: bed,
  bunk_bed: bunkBed,
  cot,
  nightstand,
  wardrobe,
  sliding_wardrobe: slidingWardrobe,
  corner_wardrobe: cornerWardrobe,
  chest: cupboard,
  dressing_table: dressingTable,
  changing_table: changingTable,
  coat_rack: coatRack,
  shoe_cabinet: cupboard,
  toy_box: toyBox,
};
