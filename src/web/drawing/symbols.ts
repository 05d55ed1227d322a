import { box, line, oval, upTo } from "./shapes.ts";

/** A plan symbol around its centre, back up, as SVG paths in metres. */
export interface Symbol {
  /** The outline, filled. */
  readonly body: string;
  /** Cushions, basins and the like, filled a little lighter. */
  readonly soft?: string;
  /** Fine lines. */
  readonly line?: string;
}

type Maker = (w: number, d: number) => Symbol;

/** Seats with a back and two arms, with as many cushions. */
const seat =
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
const cupboard: Maker = (w, d) => {
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

const bed: Maker = (w, d) => {
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

const table: Maker = (w, d) => ({
  body: box(0, 0, w, d, Math.min(w, d) / 8),
  line: box(0, 0, w - 0.1, d - 0.1, Math.min(w, d) / 10),
});

const desk: Maker = (w, d) => ({
  body: box(0, 0, w, d, 0.03),
  soft: box(0, -d / 2 + 0.16, Math.min(0.6, w / 2), 0.07, 0.02),
  line: box(0, d / 2 - 0.2, Math.min(0.42, w / 3), 0.14, 0.02),
});

const chair: Maker = (w, d) => ({
  body: box(0, 0.04, w, d - 0.08, 0.1),
  soft: box(0, -d / 2 + 0.05, w * 0.9, 0.09, 0.045),
});

const shelf: Maker = (w, d) => ({
  body: box(0, 0, w, d),
  line: line(-w / 2, -d / 2, w / 2, d / 2) + line(-w / 2, d / 2, w / 2, -d / 2),
});

const wardrobe: Maker = (w, d) => ({
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

const kitchen: Maker = (w, d) => {
  const sink = w > 1.1;
  const hob = w > 0.9 ? w / 2 - 0.45 : 0;
  const ring = Math.min(0.2, d / 3.2);
  return {
    body: box(0, 0, w, d, 0.01),
    soft:
      (sink ? box(-w / 2 + 0.5, 0.02, Math.min(0.5, w / 3), d * 0.6, 0.06) : "") +
      [-1, 1].flatMap((x) => [-1, 1].map((z) => oval(hob + x * 0.14, z * d * 0.22, ring))).join(""),
    line:
      line(-w / 2, d / 2 - 0.04, w / 2, d / 2 - 0.04) +
      (sink ? line(-w / 2 + 0.5, -d / 2 + 0.05, -w / 2 + 0.5, -d * 0.08) : ""),
  };
};

const fridge: Maker = (w, d) => ({
  body: box(0, 0, w, d, 0.03),
  line: [0, 60, 120]
    .map((degrees) => {
      const [x, z] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
      const r = Math.min(w, d) / 4.5;
      return line(-x * r, -z * r, x * r, z * r);
    })
    .concat(line(-w / 2, d / 2 - 0.07, w / 2, d / 2 - 0.07))
    .join(""),
});

const bathtub: Maker = (w, d) => ({
  body: box(0, 0, w, d, 0.06),
  soft: box(0, 0, w - 0.14, d - 0.14, d * 0.38),
  line: oval(-w / 2 + 0.32, 0, 0.07),
});

const shower: Maker = (w, d) => ({
  body: box(0, 0, w, d, 0.03),
  soft: box(0, 0, w - 0.1, d - 0.1, 0.06),
  line:
    line(-w / 2 + 0.08, -d / 2 + 0.08, w / 2 - 0.08, d / 2 - 0.08) +
    line(-w / 2 + 0.08, d / 2 - 0.08, w / 2 - 0.08, -d / 2 + 0.08) +
    oval(0, 0, 0.12),
});

const wc: Maker = (w, d) => ({
  body: box(0, -d / 2 + 0.09, w, 0.18, 0.03) + oval(0, 0.08, w * 0.9, d - 0.18),
  soft: oval(0, 0.1, w * 0.6, (d - 0.18) * 0.66),
});

const washbasin: Maker = (w, d) => ({
  body: box(0, 0, w, d, 0.07),
  soft: oval(0, 0.04, w * 0.72, d * 0.6),
  line: line(0, -d / 2 + 0.04, 0, -0.02) + oval(0, 0.06, 0.04),
});

const television: Maker = (w, d) => ({
  body: box(0, 0, w, d, 0.02),
  soft: box(0, -d / 2 + 0.11, w * 0.72, 0.06, 0.02),
  line: line(-w / 6, -d / 2, -w / 6, d / 2) + line(w / 6, -d / 2, w / 6, d / 2),
});

const rack: Maker = (w, d) => ({
  body: box(0, 0, w, d, 0.02),
  line:
    upTo(5)
      .map((at) => line(-w / 2 + 0.08, -d / 3 + (at * d) / 6, w / 2 - 0.08, -d / 3 + (at * d) / 6))
      .join("") + box(0, 0, w - 0.08, d - 0.08, 0.01),
});

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

const plant: Maker = (w, d) => {
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

const piano: Maker = (w, d) => {
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

const bench: Maker = (w, d) => ({
  body: box(0, 0, w, d, 0.04),
  line:
    line(-w / 2 + 0.04, -d / 6, w / 2 - 0.04, -d / 6) +
    line(-w / 2 + 0.04, d / 6, w / 2 - 0.04, d / 6),
});

const robot: Maker = (w, d) => {
  const size = Math.min(w, d);
  return {
    body: oval(0, 0, size),
    soft: oval(0, 0, size * 0.4),
    line: line(-size * 0.36, -size * 0.28, size * 0.36, -size * 0.28),
  };
};

const printer: Maker = (w, d) => ({
  body: box(0, 0, w, d, 0.04),
  soft: box(0, 0.04, w * 0.6, d * 0.5, 0.02),
});

const makers: ReadonlyMap<string, Maker> = new Map<string, Maker>([
  ["sofa", seat((w) => Math.round((w - 0.3) / 0.75))],
  ["armchair", seat(() => 1)],
  ["bed", bed],
  ["table", table],
  ["desk", desk],
  ["workbench", desk],
  ["chair", chair],
  ["shelf", shelf],
  ["chest", cupboard],
  ["nightstand", cupboard],
  ["wardrobe", wardrobe],
  ["kitchen", kitchen],
  ["fridge", fridge],
  ["bathtub", bathtub],
  ["shower", shower],
  ["wc", wc],
  ["washbasin", washbasin],
  ["tv_wall", television],
  ["rack", rack],
  ["stairs", stairs],
  ["plant", plant],
  ["piano", piano],
  ["bench", bench],
  ["robot_vacuum", robot],
  ["printer", printer],
]);

/** The symbol of a type of furniture in its size in metres; nothing for a type that has none. */
export const symbolOf = (type: string, w: number, d: number): Symbol | undefined =>
  makers.get(type)?.(w, d);
