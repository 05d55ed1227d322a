import type { Point, Wall } from "../../geometry/vector.ts";

/** A straight line on a layer. Places are the plan's: metres, with z down the page. */
export interface DrawnLine extends Wall {
  readonly layer: string;
  /** Whether it is a part of an arc of a polyline. */
  readonly isRound: boolean;
}

/** A part of a circle, such as a leaf of a door sweeps: its centre, and both its ends. */
export interface DrawnArc {
  /** Undefined of one in a block that stands for a thing. */
  readonly layer: string | undefined;
  readonly centre: Point;
  readonly ends: readonly [Point, Point];
}

/** A text where it begins, or around its middle. */
export interface DrawnText {
  readonly layer: string;
  readonly at: Point;
  readonly text: string;
}

/** A block that stands for a thing: its middle, its size in its own direction, and that in degrees. */
export interface DrawnBlock {
  readonly name: string;
  readonly layer: string;
  readonly middle: Point;
  readonly size: Point;
  readonly angle: number;
}

/** What is drawn, sorted by what it is. */
export interface PlacedEntities {
  readonly lines: DrawnLine[];
  readonly arcs: DrawnArc[];
  /** Closed outlines, whose lines are among the lines too. */
  readonly outlines: { readonly layer: string; readonly corners: readonly Point[] }[];
  readonly texts: DrawnText[];
  readonly blocks: DrawnBlock[];
  readonly dimensions: Wall[];
}

export const nothingDrawn = (): PlacedEntities => ({
  lines: [],
  arcs: [],
  outlines: [],
  texts: [],
  blocks: [],
  dimensions: [],
});

/** The places between which all lies that has an extent. */
export const pointsOf = ({ lines, arcs, blocks }: PlacedEntities): readonly Point[] => [
  ...lines.flatMap(({ from, to }) => [from, to]),
  ...arcs.flatMap(({ ends }) => ends),
  ...blocks.map(({ middle }) => middle),
];
