import type { Point } from "../../geometry/vector.ts";
import type { Mesh } from "../mesh.ts";
import { prism } from "../prism.ts";
import { hollow } from "./basins.ts";
import { bar, block, type BodyMaker, drum, part, times } from "./body.ts";
import { cornerOutline, rectangle } from "./outlines.ts";

/** A pole with the head of a shower above, at the back. */
const showerPole = (x: number, z: number, h: number, reach: number): readonly Mesh[] => {
  const r = Math.min(0.012, reach / 12, h / 30);
  const top = h * 0.97;
  return [
    bar([x, h * 0.4, z], [x, top, z], r),
    bar([x, top - r, z], [x, top - r, z + reach], r),
    drum(x, z + reach, reach * 0.7, reach * 0.7, [top - h * 0.03, top - r], 12),
  ];
};

/** A shower tray with its drain, and glass at the left and in front. */
export const shower: BodyMaker = (w, h, d) => {
  const [tray, glass] = [Math.min(0.06, h / 10), Math.min(0.01, w / 10, d / 10)];
  const size = Math.min(w, d);
  return [
    part(
      "ceramic",
      ...hollow(rectangle(0, 0, w, d), rectangle(0, 0, w * 0.9, d * 0.9), [0, tray], tray * 0.5),
    ),
    part(
      "glass",
      block((glass - w) / 2, 0, glass, d, [tray, h]),
      block(-w * 0.2, (d - glass) / 2, w * 0.6 - glass, glass, [tray, h]),
    ),
    part(
      "metal",
      drum(0, 0, size * 0.13, size * 0.13, [tray * 0.5, tray * 0.7], 12),
      ...showerPole(w * 0.1, -d * 0.47, h, size * 0.25),
    ),
  ];
};

/** A shower in a corner: a quarter of an oval, with glass around it. */
export const cornerShower: BodyMaker = (w, h, d) => {
  const tray = Math.min(0.06, h / 10);
  const edge = Math.min(w, d);
  const pane = (from: number, to: number): readonly Point[] => {
    const at = (far: number, step: number): Point => {
      const angle = ((from + ((to - from) * step) / 4) * Math.PI) / 180;
      return [-w / 2 + w * far * Math.cos(angle), -d / 2 + d * far * Math.sin(angle)];
    };
    return [...times(5, (step) => at(1, step)), ...times(5, (step) => at(0.985, 4 - step))];
  };
  return [
    part("ceramic", prism(cornerOutline(w, d, 0), [0, tray])),
    part("glass", prism(pane(0, 42), [tray, h]), prism(pane(48, 90), [tray, h])),
    part(
      "metal",
      drum(-w * 0.12, -d * 0.12, edge * 0.13, edge * 0.13, [tray, tray * 1.1], 12),
      ...showerPole(-w * 0.4, -d * 0.4, h, edge * 0.25),
    ),
  ];
};

/** A level shower: tiles with a drain at the back, and a pane of glass at its front. */
export const walkInShower: BodyMaker = (w, h, d) => {
  const [floor, glass] = [Math.min(0.02, h / 20), Math.min(0.01, d / 10)];
  return [
    part("stone", block(0, 0, w, d, [0, floor])),
    part("glass", block(-w * 0.15, (d - glass) / 2, w * 0.7, glass, [floor, h])),
    part(
      "metal",
      block(0, -d * 0.42, w * 0.8, d * 0.06, [floor, floor * 1.2]),
      ...showerPole(-w * 0.15, -d * 0.47, h, Math.min(w, d) * 0.25),
    ),
  ];
};
