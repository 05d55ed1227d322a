import { box, line, upTo } from "./shapes.ts";
import type { Maker } from "./symbol.ts";

/** Seats with a back and two arms, with as many cushions. */
export const seat =
  (cushions: (w: number) => number): Maker =>
  (w, d) => {
    const arm = Math.min(0.18, w / 6);
    const back = Math.min(0.24, d / 3.5);
    const count = Math.max(1, cushions(w));
    const each = (w - arm * 2) / count;
    return {
      body: box(0, 0, w, d, 0.1),
      soft:
        box(0, -d / 2 + back / 2 + 0.02, w - arm * 1.2, back, 0.06) +
        upTo(count)
          .map((at) =>
            box(-w / 2 + arm + each * (at + 0.5), back / 2, each - 0.03, d - back - 0.08, 0.06),
          )
          .join(""),
    };
  };

/** A box with doors, drawn as lines across. */
export const cupboard: Maker = (w, d) => {
  const doors = Math.max(1, Math.round(w / 0.6));
  return {
    body: box(0, 0, w, d, 0.015),
    line:
      line(-w / 2, d / 2 - 0.05, w / 2, d / 2 - 0.05) +
      upTo(doors - 1)
        .map((at) => {
          const x = -w / 2 + (w * (at + 1)) / doors;
          return line(x, -d / 2, x, d / 2);
        })
        .join(""),
  };
};

/** A bed with one or two pillows, at its back. */
export const bed: Maker = (w, d) => {
  const pillows = w > 1.2 ? 2 : 1;
  const each = w / pillows;
  const depth = Math.min(0.42, d / 4);
  return {
    body: box(0, 0, w, d, 0.05),
    soft:
      upTo(pillows)
        .map((at) =>
          box(-w / 2 + each * (at + 0.5), -d / 2 + 0.1 + depth / 2, each - 0.16, depth, 0.08),
        )
        .join("") + box(0, depth / 2 + 0.1, w - 0.06, d - depth - 0.26, 0.05),
    line: line(-w / 2 + 0.03, -d / 2 + depth + 0.42, w / 2 - 0.03, -d / 2 + depth + 0.42),
  };
};

/** A table, with an edge. */
export const table: Maker = (w, d) => ({
  body: box(0, 0, w, d, Math.min(w, d) / 8),
  line: box(0, 0, w - 0.1, d - 0.1, Math.min(w, d) / 10),
});

/** A desk with a screen and a keyboard. */
export const desk: Maker = (w, d) => ({
  body: box(0, 0, w, d, 0.03),
  soft: box(0, -d / 2 + 0.16, Math.min(0.6, w / 2), 0.07, 0.02),
  line: box(0, d / 2 - 0.2, Math.min(0.42, w / 3), 0.14, 0.02),
});

/** A chair with its back. */
export const chair: Maker = (w, d) => ({
  body: box(0, 0.04, w, d - 0.08, 0.1),
  soft: box(0, -d / 2 + 0.05, w * 0.9, 0.09, 0.045),
});

/** A shelf, crossed out as drawings do for what reaches the ceiling. */
export const shelf: Maker = (w, d) => ({
  body: box(0, 0, w, d),
  line: line(-w / 2, -d / 2, w / 2, d / 2) + line(-w / 2, d / 2, w / 2, -d / 2),
});

/** A wardrobe with clothes on their rail. */
export const wardrobe: Maker = (w, d) => ({
  body: box(0, 0, w, d, 0.015),
  line:
    line(-w / 2 + 0.06, 0, w / 2 - 0.06, 0) +
    upTo((w - 0.2) / 0.18)
      .map((at) => {
        const x = -w / 2 + 0.16 + at * 0.18;
        const lean = at % 3 === 1 ? 0.04 : 0;
        return line(x - lean, -d * 0.3, x + lean, d * 0.3);
      })
      .join(""),
});
