import type { Point } from "../../geometry/vector.ts";
import { closedPath, ellipsePath, linePath, rectPath, svgNumber } from "../../geometry/svg-path.ts";
import type { OpeningName } from "../opening.ts";
import { dashedPath, each } from "./symbols/symbol.ts";

/** A part of an opening: an SVG path in metres, `x` along the wall from its middle, positive `z` towards its room. */
export interface OpeningPart {
  /**
   * What it is, as a class name: a leaf, one of glass (`glazed`), the dashed sweep of one, glass in a frame, fine lines,
   * a sash that is open, or floor in a gap of the wall; `shell` is a wall that stands out, `near` only a place to touch.
   */
  readonly kind: "leaf" | "glazed" | "swing" | "glass" | "pane" | "sash" | "gap" | "shell" | "near";
  readonly path: string;
  /** Where the path's origin is, and how far it is turned there in degrees; by default in the middle, and not turned. */
  readonly at?: Point;
  readonly turn?: number;
}

/** What the drawing of an opening depends on. */
export interface OpeningLook {
  /** In metres. */
  readonly width: number;
  /** The faces of the wall: beyond it (negative) and in the room. */
  readonly top: number;
  readonly bottom: number;
  /** 1 if its hinges are at the right, else -1. */
  readonly side: 1 | -1;
  /** 1 if it swings into its room, else -1. */
  readonly swing: 1 | -1;
  /** Whether it is known to be shut, or to be open. */
  readonly isShut: boolean;
  readonly isOpen: boolean;
}

/** Draws the parts of an opening within its gap. */
type OpeningMaker = (look: OpeningLook) => readonly OpeningPart[];

/** Thickness of a leaf in metres. */
const thin = 0.045;

/** A leaf at its hinge, which swings by a quarter of a circle, with its sweep. */
const leafAt = (
  { top, bottom, swing, isShut }: OpeningLook,
  hinge: number,
  width: number,
  kind: "leaf" | "glazed",
): readonly OpeningPart[] => {
  const side = hinge > 0 ? 1 : -1;
  const face = swing > 0 ? bottom : top;
  const sweep = side * swing > 0 ? 0 : 1;
  const [r, x] = [svgNumber(width), hinge - side * width];
  const arc = `${linePath(x, face)}a${r} ${r} 0 0 ${sweep} ${svgNumber(side * width)} ${svgNumber(swing * width)}`;
  return [
    { kind: "near", path: `${arc}${linePath(hinge, face).replace("M", "L")}Z` },
    { kind: "swing", path: arc },
    {
      kind,
      path: rectPath(0, (swing * width) / 2, thin, width, 0.01),
      at: [hinge, face],
      turn: isShut ? side * swing * 90 : 0,
    },
  ];
};

/** Two leaves that meet in the middle. */
const pair =
  (kind: "leaf" | "glazed"): OpeningMaker =>
  (look) => [
    ...leafAt(look, -look.width / 2, look.width / 2, kind),
    ...leafAt(look, look.width / 2, look.width / 2, kind),
  ];

/** A fine arrow along the wall. */
const arrow = (from: number, to: number, z: number): string => {
  const by = from < to ? 0.07 : -0.07;
  return linePath(from, z, to, z) + linePath(to - by, z - 0.05, to, z, to - by, z + 0.05);
};

/** Two panes behind each other; the one at the hinges' side slides over the other. */
const slidingPanes =
  (kind: "leaf" | "glazed"): OpeningMaker =>
  ({ width, top, bottom, side, isOpen }) => {
    const [middle, wide] = [(top + bottom) / 2, width / 2 + 0.04];
    const shut = (side * width) / 4;
    return [
      { kind, path: rectPath((-side * width) / 4, middle - 0.03, wide, thin) },
      { kind, path: rectPath(0, middle + 0.03, wide, thin), at: [isOpen ? -shut * 0.8 : shut, 0] },
      { kind: "pane", path: arrow(shut + side * 0.2, shut - side * 0.2, bottom + 0.1) },
    ];
  };

/** A leaf that slides into the wall at its hinges' side. */
const pocket: OpeningMaker = ({ width, top, bottom, side, isShut, isOpen }) => {
  const middle = (top + bottom) / 2;
  const beside = side * (width + 0.02);
  const away = isShut ? 0 : isOpen ? side * width * 0.95 : side * width * 0.6;
  return [
    { kind: "gap", path: rectPath(beside, middle, width, 0.07) },
    { kind: "leaf", path: rectPath(0, middle, width, thin), at: [away, 0] },
    { kind: "pane", path: arrow(-side * width * 0.1, side * width * 0.3, bottom + 0.08) },
  ];
};

/** Leaves that fold up towards the hinges' side. */
const folding: OpeningMaker = ({ width, top, bottom, side, swing, isShut }) => {
  const count = Math.max(2, Math.round(width / 1.2) * 2);
  const face = swing > 0 ? bottom : top;
  const leaf = width / count;
  const steep = isShut ? 0 : 55;
  const along = leaf * Math.cos((steep * Math.PI) / 180);
  const across = leaf * Math.sin((steep * Math.PI) / 180);
  const start = (side * width) / 2;
  return [
    {
      kind: "near",
      path: rectPath(0, face + (swing * across) / 2, width, Math.max(0.1, across)),
    },
    ...Array.from({ length: count }, (_, at): OpeningPart => {
      const turn = (at % 2 === 0 ? 1 : -1) * steep * -side * swing;
      return {
        kind: "leaf",
        path: rectPath(0, 0, leaf, thin, 0.01),
        at: [start - side * along * (at + 0.5), face + (swing * across) / 2],
        turn,
      };
    }),
    { kind: "swing", path: linePath(start - side * along * count, face, -start, face) },
  ];
};

/** A door that turns: four wings in a drum. */
const revolving: OpeningMaker = ({ width, top, bottom }) => {
  const [middle, r] = [(top + bottom) / 2, width / 2];
  return [
    { kind: "gap", path: ellipsePath(0, middle, width) },
    { kind: "pane", path: ellipsePath(0, middle, width) + ellipsePath(0, middle, 0.08) },
    ...[45, 135].map((turn): OpeningPart => ({
      kind: "leaf",
      path: rectPath(0, 0, r * 1.9, 0.035),
      at: [0, middle],
      turn,
    })),
  ];
};

/** A panel in the wall, and dashed where it is under the ceiling when it is open. */
const garage: OpeningMaker = ({ width, top, bottom, isOpen }) => {
  const deep = Math.min(2.2, width * 0.85);
  const [left, end] = [-width / 2 + 0.05, bottom + deep];
  const sections = each(3, (at) => {
    const z = bottom + (deep * (at + 1)) / 4;
    return dashedPath(left, z, -left, z);
  });
  return [
    { kind: "near", path: rectPath(0, bottom + deep / 2, width, deep) },
    {
      kind: "pane",
      path:
        dashedPath(left, bottom, left, end) +
        dashedPath(left, end, -left, end) +
        dashedPath(-left, end, -left, bottom) +
        (isOpen ? sections : ""),
    },
    ...(isOpen
      ? []
      : [
          {
            kind: "leaf" as const,
            path: rectPath(0, (top + bottom) / 2, width, 0.07),
          },
          {
            kind: "pane" as const,
            path: each(3, (at) => {
              const x = -width / 2 + (width * (at + 1)) / 4;
              return linePath(x, (top + bottom) / 2 - 0.035, x, (top + bottom) / 2 + 0.035);
            }),
          },
        ]),
  ];
};

/** Glass that cannot be opened: one pane. */
const fixed: OpeningMaker = ({ width, top, bottom }) => [
  { kind: "glass", path: rectPath(0, (top + bottom) / 2, width, 0.1) },
  {
    kind: "pane",
    path:
      linePath(-width / 2, top, width / 2, top) + linePath(-width / 2, bottom, width / 2, bottom),
  },
];

/** A window that stands out of the wall with three sides of glass. */
const bay: OpeningMaker = ({ width, top, bottom, isOpen }) => {
  const deep = Math.min(0.7, width * 0.28);
  const [x, inner, out] = [width / 2, width / 2 - deep * 0.6, top - deep];
  const thick = 0.1;
  const side = (by: number): readonly Point[] => [
    [-x - by * 0.8, top],
    [-inner - by * 0.6, out - by],
    [inner + by * 0.6, out - by],
    [x + by * 0.8, top],
  ];
  const glazed = [
    [-x, top, -inner, out],
    [-inner, out, inner, out],
    [inner, out, x, top],
  ] as const;
  return [
    { kind: "shell", path: closedPath(side(thick)) },
    { kind: "gap", path: closedPath(side(0)) },
    ...glazed.map(([fromX, fromZ, toX, toZ]): OpeningPart => {
      const long = Math.hypot(toX - fromX, toZ - fromZ);
      return {
        kind: "glass",
        path: rectPath(0, -thick / 2, long - 0.16, thick),
        at: [(fromX + toX) / 2, (fromZ + toZ) / 2],
        turn: (Math.atan2(toZ - fromZ, toX - fromX) * 180) / Math.PI,
      };
    }),
    { kind: "pane", path: linePath(...side(thick / 2).flat()) + linePath(-x, bottom, x, bottom) },
    ...(isOpen ? [sashAt(-1, inner, out), sashAt(1, inner, out)] : []),
  ];
};

/** One of the two wings of a window that are open into the room. */
const sashAt = (side: -1 | 1, half: number, z: number): OpeningPart => ({
  kind: "sash",
  path: rectPath((-side * half) / 2, 0, half, 0.04, 0.01),
  at: [side * half, z],
  turn: side * -40,
});

/** A window in the slope of a roof: dashed, as it is above the plane in which a plan is cut. */
const roof: OpeningMaker = ({ width, bottom, isOpen }) => {
  const [from, to] = [bottom + 0.15, bottom + 0.15 + Math.max(0.6, width * 1.3)];
  const frame = (by: number): string => {
    const [x, near, far] = [width / 2 - by, from + by, to - by];
    return (
      dashedPath(-x, near, x, near) +
      dashedPath(x, near, x, far) +
      dashedPath(x, far, -x, far) +
      dashedPath(-x, far, -x, near)
    );
  };
  const middle = (from + to) / 2;
  return [
    { kind: "near", path: rectPath(0, middle, width, to - from) },
    { kind: "glass", path: rectPath(0, middle, width - 0.14, to - from - 0.14) },
    { kind: "pane", path: frame(0) + frame(0.07) },
    ...(isOpen
      ? [{ kind: "sash" as const, path: rectPath(0, middle, width - 0.1, 0.05, 0.01) }]
      : [
          {
            kind: "pane" as const,
            path:
              dashedPath(0.07 - width / 2, to - 0.07, 0, from + 0.07) +
              dashedPath(width / 2 - 0.07, to - 0.07, 0, from + 0.07),
          },
        ]),
  ];
};

/** The openings that have a symbol of their own; others are plain doors, windows and gaps. */
const makers: Readonly<Partial<Record<OpeningName, OpeningMaker>>> = {
  double_door: pair("leaf"),
  sliding_door: slidingPanes("leaf"),
  pocket_door: pocket,
  folding_door: folding,
  french_door: pair("glazed"),
  revolving_door: revolving,
  garage_door: garage,
  fixed_window: fixed,
  sliding_window: slidingPanes("glazed"),
  bay_window: bay,
  roof_window: roof,
};

/** The parts of an opening in the order in which they lie above each other; undefined for plain ones. */
export const openingParts = (
  name: OpeningName,
  look: OpeningLook,
): readonly OpeningPart[] | undefined => makers[name]?.(look);
