import { box, line, oval, upTo } from "./shapes.ts";
import type { Maker } from "./symbol.ts";

/** A television on its board. */
export const television: Maker = (w, d) => ({
  body: box(0, 0, w, d, 0.02),
  soft: box(0, -d / 2 + 0.11, w * 0.72, 0.06, 0.02),
  line: line(-w / 6, -d / 2, -w / 6, d / 2) + line(w / 6, -d / 2, w / 6, d / 2),
});

/** A rack of servers. */
export const rack: Maker = (w, d) => ({
  body: box(0, 0, w, d, 0.02),
  line:
    upTo(5)
      .map((at) => line(-w / 2 + 0.08, -d / 3 + (at * d) / 6, w / 2 - 0.08, -d / 3 + (at * d) / 6))
      .join("") + box(0, 0, w - 0.08, d - 0.08, 0.01),
});

/** Stairs, with an arrow that leads up. */
export const stairs: Maker = (w, d) => {
  const steps = Math.max(2, Math.round(w / 0.26));
  const [tip, tail] = [w / 2 - 0.12, -w / 2 + 0.1];
  return {
    body: box(0, 0, w, d),
    line:
      upTo(steps - 1)
        .map((at) => {
          const x = -w / 2 + (w * (at + 1)) / steps;
          return line(x, -d / 2, x, d / 2);
        })
        .join("") +
      line(tail, 0, tip, 0) +
      line(tip - 0.12, -0.1, tip, 0, tip - 0.12, 0.1),
  };
};

/** A plant from above. */
export const plant: Maker = (w, d) => {
  const r = Math.min(w, d) / 2;
  const leaves = upTo(7).map((at) => (at * 2 * Math.PI) / 7);
  return {
    body: oval(0, 0, r * 1.1),
    soft: leaves
      .map((angle) => oval(Math.cos(angle) * r * 0.6, Math.sin(angle) * r * 0.6, r * 0.78))
      .join(""),
    line: leaves
      .map((angle) => line(0, 0, Math.cos(angle) * r * 0.75, Math.sin(angle) * r * 0.75))
      .join(""),
  };
};

/** A piano with its keys. */
export const piano: Maker = (w, d) => {
  const keys = Math.min(0.16, d / 3);
  return {
    body: box(0, 0, w, d, 0.02),
    soft: box(0, d / 2 - keys / 2 - 0.02, w - 0.1, keys, 0.01),
    line: upTo((w - 0.2) / 0.08)
      .map((at) =>
        line(-w / 2 + 0.1 + at * 0.08, d / 2 - keys, -w / 2 + 0.1 + at * 0.08, d / 2 - 0.03),
      )
      .join(""),
  };
};

/** A bench of slats. */
export const bench: Maker = (w, d) => ({
  body: box(0, 0, w, d, 0.04),
  line:
    line(-w / 2 + 0.04, -d / 6, w / 2 - 0.04, -d / 6) +
    line(-w / 2 + 0.04, d / 6, w / 2 - 0.04, d / 6),
});

/** A vacuum robot. */
export const robot: Maker = (w, d) => {
  const size = Math.min(w, d);
  return {
    body: oval(0, 0, size),
    soft: oval(0, 0, size * 0.4),
    line: line(-size * 0.36, -size * 0.28, size * 0.36, -size * 0.28),
  };
};

/** A printer. */
export const printer: Maker = (w, d) => ({
  body: box(0, 0, w, d, 0.04),
  soft: box(0, 0.04, w * 0.6, d * 0.5, 0.02),
});
