import {
  angleOf,
  distance,
  lengthOf,
  middle,
  nearestOn,
  type Point,
  type Wall,
} from "../../geometry/vector.ts";
import type { ImportedOpening } from "../plan-building.ts";
import { beside } from "../sweet-home/walls.ts";
import { openingOfBlock } from "./block-things.ts";
import type { Gap } from "./faces.ts";
import type { DrawnArc, DrawnBlock } from "./drawn.ts";

/** What may be drawn in gaps: arcs that leaves sweep, blocks of openings, and lines such as panes. */
export interface GapContent {
  readonly arcs: readonly DrawnArc[];
  readonly blocks: readonly DrawnBlock[];
  readonly lines: readonly Wall[];
  /** Takes the arcs and lines that are a part of an opening. */
  readonly used: Set<DrawnArc | Wall>;
}

/** Metres from the end of a gap to a hinge, besides half the wall. */
const atHinge = 0.15;

/** Metres from an opening to its wall, besides half its thickness. */
const slackOfOpenings = 0.1;

/** The hinge and the open end of a leaf whose arc begins at an end of a gap. */
const leafIn = ({ from, to, thickness }: Gap, arc: DrawnArc) => {
  const { centre, ends } = arc;
  const width = distance(from, to);
  const radius = distance(centre, ends[0]);
  const away = Math.min(distance(centre, from), distance(centre, to));
  if (away > thickness / 2 + atHinge || radius < width * 0.35 || radius > width * 1.15) return [];
  const [near, far] = ends.toSorted(
    (one, other) => nearestOn({ from, to }, one).away - nearestOn({ from, to }, other).away,
  );
  return near === undefined || far === undefined ? [] : [{ hinge: centre, end: far, radius, arc }];
};

const opening = (
  gap: Gap,
  type: ImportedOpening["type"],
  leaf?: { readonly hinge: Point; readonly end: Point },
): ImportedOpening => ({
  level: "level-1",
  type,
  centre: middle(gap.from, gap.to),
  angle: angleOf(gap),
  width: lengthOf(gap),
  within: gap.thickness / 2 + slackOfOpenings,
  ...(leaf === undefined ? {} : { leaf: { hinge: leaf.hinge, end: leaf.end } }),
});

/** Whether a block is in a gap; of a door it reaches as far as its leaf. */
export const isInGap = (gap: Gap, { middle: at }: DrawnBlock): boolean =>
  nearestOn(gap, at).away < lengthOf(gap) / 2 + gap.thickness;

/** Whether a line lies in a gap, as panes and sills do. */
const isWithin = (gap: Gap, { from, to }: Wall): boolean =>
  [from, to].every((end) => nearestOn(gap, end).away < gap.thickness / 2 + slackOfOpenings);

/** Whether a line is a leaf, or an edge of one: from a hinge to as far as it sweeps. */
const isLeaf = ({ from, to }: Wall, hinge: Point, radius: number): boolean => {
  const [near, far] = [distance(from, hinge), distance(to, hinge)].toSorted((a, b) => a - b);
  return (near ?? Infinity) < atHinge && Math.abs((far ?? 0) - radius) < atHinge;
};

/** The opening in a gap: a door if a leaf's arc begins at its end, a window if there are lines along it, else a passage. */
export const openingInGap = (
  gap: Gap,
  { arcs, blocks, lines, used }: GapContent,
): ImportedOpening => {
  const leaves = arcs.flatMap((arc) => leafIn(gap, arc));
  for (const { arc } of leaves) used.add(arc);
  for (const line of lines)
    if (isWithin(gap, line) || leaves.some(({ hinge, radius }) => isLeaf(line, hinge, radius)))
      used.add(line);
  const [leaf] = leaves;
  const width = lengthOf(gap);
  if (leaf !== undefined) {
    const isPair = leaves.length > 1 && leaf.radius < width * 0.7;
    return opening(gap, isPair ? "double_door" : "door", leaf);
  }
  const block = blocks.find((each) => isInGap(gap, each));
  if (block !== undefined) return opening(gap, openingOfBlock(block.name, width));
  const isGlazed = lines.some((line) => {
    const found = beside(gap, line, gap.thickness / 2 + slackOfOpenings);
    return (
      found !== undefined && found.to - found.from > width * 0.8 && lengthOf(line) < width * 1.2
    );
  });
  return opening(gap, isGlazed ? "window" : "passage");
};
