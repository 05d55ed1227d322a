import type { OpeningKind } from "../kinds/opening.ts";
import { type Raster, valueAt } from "./raster.ts";
import type { Stretch } from "./stretches.ts";

/** Where a door's leaf hangs in a lying wall, and where it opens to. */
export interface Leaf {
  readonly isHingeFirst: boolean;
  readonly isUpwards: boolean;
}

/** An opening in a lying wall, in pixels along it. */
export interface Gap {
  readonly kind: OpeningKind;
  readonly from: number;
  readonly to: number;
  /** Of a door with one leaf. */
  readonly leaf?: Leaf;
}

/** Where the wall stands around a gap. */
export interface GapPlace extends Stretch {
  /** Whether the wall itself ends at both sides, as at the jambs of a door, and not at a wall across. */
  readonly isBetweenJambs: boolean;
}

/** Widths of openings in metres: from which on a gap is one, and up to which it is a door, a wide one and a window. */
const least = 0.3;
const door = [0.5, 1.4] as const;
const wideDoor = [1, 2.6] as const;
const widestWindow = 4;

/** The part of an arc, or of a line, that has to be drawn. */
const [arcDrawn, lineDrawn] = [0.6, 0.8];

/** Whether there is ink at a place or beside it. */
const isInked = (ink: Raster, x: number, y: number, around: number): boolean => {
  const [column, row] = [Math.round(x - 0.5), Math.round(y - 0.5)];
  for (let aside = -around; aside <= around; aside += 1)
    for (let along = -around; along <= around; along += 1)
      if (valueAt(ink, column + along, row + aside) === 1) return true;
  return false;
};

/** Places along a quarter of a circle at which ink is looked for, without its ends, where the leaf and the wall are. */
const angles = Array.from({ length: 21 }, (_, at) => ((at + 2) / 24) * (Math.PI / 2));

/** The part of a quarter of a circle that is drawn. */
const arcPart = (
  ink: Raster,
  hinge: number,
  row: number,
  radius: number,
  { isHingeFirst, isUpwards }: Leaf,
): number => {
  const around = Math.max(1, Math.round(radius * 0.025));
  const drawn = angles.filter((angle) =>
    isInked(
      ink,
      hinge + (isHingeFirst ? 1 : -1) * radius * Math.cos(angle),
      row + (isUpwards ? -1 : 1) * radius * Math.sin(angle),
      around,
    ),
  );
  return drawn.length / angles.length;
};

const ways: readonly Leaf[] = [true, false].flatMap((isHingeFirst) =>
  [true, false].map((isUpwards) => ({ isHingeFirst, isUpwards })),
);

/** The rows about which a door may turn: the faces of its wall and its middle. */
const pivots = ({ at, thickness }: Stretch): readonly number[] => [
  at,
  at - thickness / 2,
  at + thickness / 2,
];

/** How a door with one leaf opens that is drawn at a gap, by its arc. */
const leafAt = (ink: Raster, place: Stretch): Leaf | undefined => {
  const { from, to } = place;
  let best: Leaf | undefined;
  let most = arcDrawn;
  for (const leaf of ways)
    for (const row of pivots(place))
      for (const size of [1, 0.95, 1.05, 0.9, 1.1]) {
        const part = arcPart(ink, leaf.isHingeFirst ? from : to, row, (to - from) * size, leaf);
        if (part > most) [most, best] = [part, leaf];
      }
  return best;
};

/** Whether a door with two leaves is drawn at a gap. */
const isDoubleAt = (ink: Raster, place: Stretch): boolean =>
  [true, false].some((isUpwards) =>
    pivots(place).some((row) =>
      [true, false].every((isHingeFirst) => {
        const { from, to } = place;
        const leaf = { isHingeFirst, isUpwards };
        return arcPart(ink, isHingeFirst ? from : to, row, (to - from) / 2, leaf) > arcDrawn;
      }),
    ),
  );

/** Pixels of a wall's thickness from which on the lines of a pane are drawn apart. */
const apart = 8;

/** Whether lines go on through a gap within the faces of its wall, as those of a pane. */
const hasPane = (ink: Raster, { at, from, thickness, to }: Stretch): boolean => {
  let [lines, isOnLine] = [0, false];
  for (let row = Math.floor(at - thickness / 2); row <= at + thickness / 2; row += 1) {
    let drawn = 0;
    for (let x = Math.round(from); x < Math.round(to); x += 1)
      if (valueAt(ink, x, row) + valueAt(ink, x, row - 1) + valueAt(ink, x, row + 1) > 0)
        drawn += 1;
    const isLine = drawn >= lineDrawn * (to - from);
    if (isLine && !isOnLine) lines += 1;
    isOnLine = isLine;
  }
  return lines >= (thickness < apart ? 1 : 2);
};

/**
 * What a gap in a lying wall is. `perMetre`: pixels; `isSure`: whether it is an opening only if one is drawn. Undefined if the
 * wall does not go on there; "wall" if the gap is too small for an opening.
 */
export const openingIn = (
  ink: Raster,
  place: GapPlace,
  perMetre: number,
): Gap | "wall" | undefined => {
  const { from, isBetweenJambs, to } = place;
  const metres = (to - from) / perMetre;
  const isWithin = ([low, high]: readonly [number, number]): boolean =>
    metres >= low && metres <= high;
  if (metres < least) return "wall";
  const leaf = isWithin(door) ? leafAt(ink, place) : undefined;
  if (leaf !== undefined) return { kind: "door", from, to, leaf };
  if (isWithin(wideDoor) && isDoubleAt(ink, place)) return { kind: "door", from, to };
  if (metres <= widestWindow && hasPane(ink, place)) return { kind: "window", from, to };
  return isBetweenJambs && isWithin(door) ? { kind: "passage", from, to } : undefined;
};
