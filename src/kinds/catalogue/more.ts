import { box, line, oval, upTo } from "../../geometry/shapes.ts";
import { sleeping } from "./sleeping.ts";
import type { FurnitureType, Maker } from "./furniture-type.ts";

/** Stairs, with an arrow that leads up. */
const stairs: Maker = (w, d) => {
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

/** A bench of slats. */
const bench: Maker = (w, d) => ({
  body: box(0, 0, w, d, 0.04),
  line:
    line(-w / 2 + 0.04, -d / 6, w / 2 - 0.04, -d / 6) +
    line(-w / 2 + 0.04, d / 6, w / 2 - 0.04, d / 6),
});

/** A vacuum robot. */
const robot: Maker = (w, d) => {
  const size = Math.min(w, d);
  return {
    body: oval(0, 0, size),
    soft: oval(0, 0, size * 0.4),
    line: line(-size * 0.36, -size * 0.28, size * 0.36, -size * 0.28),
  };
};

/** A rack of servers. */
const rack: Maker = (w, d) => ({
  body: box(0, 0, w, d, 0.02),
  line:
    upTo(5)
      .map((at) => line(-w / 2 + 0.08, -d / 3 + (at * d) / 6, w / 2 - 0.08, -d / 3 + (at * d) / 6))
      .join("") + box(0, 0, w - 0.08, d - 0.08, 0.01),
});

/** A printer. */
const printer: Maker = (w, d) => ({
  body: box(0, 0, w, d, 0.04),
  soft: box(0, 0.04, w * 0.6, d * 0.5, 0.02),
});

/** What stands anywhere. */
export const more = {
  stairs: { size: [2.6, 0.9], symbol: stairs },
  bench: { size: [1.3, 0.4], atWall: true, symbol: bench },
  workbench: { size: [1.8, 0.7], atWall: true, symbol: sleeping.desk.symbol },
  robot_vacuum: { size: [0.35, 0.35], atWall: true, symbol: robot },
  rack: { size: [0.5, 0.5], symbol: rack, isOffered: false },
  printer: { size: [0.5, 0.5], symbol: printer, isOffered: false },
} as const satisfies Readonly<Record<string, FurnitureType>>;
