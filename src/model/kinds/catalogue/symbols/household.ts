import { closedPath, ellipsePath, linePath, rectPath } from "../../../geometry/svg-path.ts";
import { each, ring, type SymbolMaker, type SymbolsOf } from "./symbol.ts";

/** A washing machine with its drum, and the detergent drawer at the back. */
const washingMachine: SymbolMaker = (w, d) => {
  const drum = Math.min(w, d) * 0.62;
  return {
    body: rectPath(0, 0, w, d, 0.03),
    soft: ellipsePath(0, 0.05, drum),
    line:
      ellipsePath(0, 0.05, drum * 0.68) +
      linePath(-w / 2, -d / 2 + 0.1, w / 2, -d / 2 + 0.1) +
      linePath(-w / 6, -d / 2, -w / 6, -d / 2 + 0.1) +
      ellipsePath(w / 3, -d / 2 + 0.05, 0.05),
  };
};

/** A tumble dryer with the blades of its drum. */
const tumbleDryer: SymbolMaker = (w, d) => {
  const drum = Math.min(w, d) * 0.62;
  return {
    body: rectPath(0, 0, w, d, 0.03),
    soft: ellipsePath(0, 0.05, drum),
    line:
      ring(3, (cos, sin) =>
        linePath(
          cos * drum * 0.14,
          0.05 + sin * drum * 0.14,
          cos * drum * 0.4,
          0.05 + sin * drum * 0.4,
        ),
      ) +
      ellipsePath(0, 0.05, drum * 0.28) +
      linePath(-w / 2, -d / 2 + 0.1, w / 2, -d / 2 + 0.1) +
      ellipsePath(w / 3, -d / 2 + 0.05, 0.05),
  };
};

const utilitySink: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, 0.03),
  soft: rectPath(0, 0.03, w - 0.12, d - 0.18, 0.03),
  line:
    ellipsePath(0, 0.05, 0.07) +
    ellipsePath(0, -d / 2 + 0.06, 0.05) +
    linePath(0, -d / 2 + 0.06, 0, -0.04) +
    linePath(-w / 2 + 0.06, d / 2 - 0.06, -0.05, 0.08) +
    linePath(w / 2 - 0.06, d / 2 - 0.06, 0.05, 0.08),
});

/** An ironing board with the iron on its rest. */
const ironingBoard: SymbolMaker = (w, d) => {
  const [x, r] = [w / 2 - 0.18, d / 2];
  return {
    body: closedPath([
      [-w / 2 + 0.02, -d * 0.08],
      [-w / 3, -d * 0.4],
      [-w / 6, -r],
      [w / 2, -r],
      [w / 2, r],
      [-w / 6, r],
      [-w / 3, d * 0.4],
      [-w / 2 + 0.02, d * 0.08],
    ]),
    soft: closedPath([
      [x + 0.1, -d * 0.2],
      [x + 0.1, d * 0.2],
      [x - 0.06, d * 0.16],
      [x - 0.16, 0],
      [x - 0.06, -d * 0.16],
    ]),
    line: linePath(w / 2 - 0.36, -r, w / 2 - 0.36, r),
  };
};

/** A rack with lines for washing, and its wings. */
const dryingRack: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d, 0.03),
  line:
    each(7, (at) => {
      const z = -d / 2 + (d * (at + 1)) / 8;
      return linePath(-w / 2 + 0.04, z, w / 2 - 0.04, z);
    }) +
    linePath(-w / 4, -d / 2, -w / 4, d / 2) +
    linePath(w / 4, -d / 2, w / 4, d / 2),
});

/** A round basket, woven. */
const laundryBasket: SymbolMaker = (w, d) => {
  const size = Math.min(w, d);
  return {
    body: ellipsePath(0, 0, size),
    soft: ellipsePath(0, 0, size * 0.72),
    line: ring(16, (cos, sin) =>
      linePath(cos * size * 0.37, sin * size * 0.37, cos * size * 0.48, sin * size * 0.48),
    ),
  };
};

/** A radiator in front of the wall, with its elements and the valve at the right. */
const heater: SymbolMaker = (w, d) => {
  const count = Math.max(2, Math.round(w / 0.08));
  return {
    body: rectPath(-0.03, 0, w - 0.06, d),
    line:
      each(count - 1, (at) => {
        const x = -w / 2 + ((w - 0.06) * (at + 1)) / count;
        return linePath(x, -d / 2, x, d / 2);
      }) + ellipsePath(w / 2 - 0.03, 0, 0.05),
  };
};

/** A boiler with its flame. */
const boiler: SymbolMaker = (w, d) => {
  const r = Math.min(w, d) * 0.3;
  return {
    body: rectPath(0, 0, w, d, 0.03),
    soft: ellipsePath(0, 0, r * 2.1),
    line: closedPath([
      [0, -r * 0.85],
      [r * 0.3, -r * 0.3],
      [r * 0.45, r * 0.25],
      [r * 0.2, r * 0.7],
      [-r * 0.2, r * 0.7],
      [-r * 0.45, r * 0.25],
      [-r * 0.25, -r * 0.1],
      [-r * 0.1, -r * 0.3],
    ]),
  };
};

const waterTank: SymbolMaker = (w, d) => {
  const size = Math.min(w, d);
  return {
    body: ellipsePath(0, 0, size),
    soft: ellipsePath(0, 0, size * 0.78),
    line: [-0.1, 0.08]
      .map((z) =>
        linePath(
          -size * 0.24,
          z * size,
          -size * 0.12,
          (z - 0.07) * size,
          0,
          z * size,
          size * 0.12,
          (z + 0.07) * size,
          size * 0.24,
          z * size,
        ),
      )
      .join(""),
  };
};

/** The unit outside with its fan. */
const heatPump: SymbolMaker = (w, d) => {
  const size = Math.min(w * 0.5, d * 0.84);
  const x = -w / 2 + size / 2 + 0.1;
  return {
    body: rectPath(0, 0, w, d, 0.02),
    soft: ellipsePath(x, 0, size),
    line:
      ring(4, (cos, sin) => linePath(x, 0, x + cos * size * 0.45, sin * size * 0.45)) +
      ellipsePath(x, 0, size * 0.24) +
      each(5, (at) => {
        const line = w / 2 - 0.08 - at * 0.07;
        return linePath(line, -d / 2 + 0.06, line, d / 2 - 0.06);
      }),
  };
};

/** A flat box with the sign of electricity. */
const fuseBox: SymbolMaker = (w, d) => ({
  body: rectPath(0, 0, w, d),
  soft: closedPath([
    [-w / 2, -d / 2],
    [w / 2, -d / 2],
    [-w / 2, d / 2],
  ]),
});

const wasteBin: SymbolMaker = (w, d) => {
  const size = Math.min(w, d);
  return {
    body: ellipsePath(0, 0, size),
    soft: ellipsePath(0, 0, size * 0.74),
    line: rectPath(0, -size * 0.1, size * 0.3, size * 0.08, 0.02),
  };
};

const robot: SymbolMaker = (w, d) => {
  const size = Math.min(w, d);
  return {
    body: ellipsePath(0, 0, size),
    soft: ellipsePath(0, 0, size * 0.4),
    line: linePath(-size * 0.36, -size * 0.28, size * 0.36, -size * 0.28),
  };
};

/** Symbols for utility rooms and machines. */
export const household: SymbolsOf<"household"> = {
  washing_machine: washingMachine,
  tumble_dryer: tumbleDryer,
  utility_sink: utilitySink,
  ironing_board: ironingBoard,
  drying_rack: dryingRack,
  laundry_basket: laundryBasket,
  heater,
  boiler,
  water_tank: waterTank,
  heat_pump: heatPump,
  fuse_box: fuseBox,
  waste_bin: wasteBin,
  robot_vacuum: robot,
};
