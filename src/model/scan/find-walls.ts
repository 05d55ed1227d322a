import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { Point } from "../geometry/vector.ts";
import type { OpeningKind } from "../kinds/opening.ts";
import { skewOf, straightened } from "./deskew.ts";
import type { Gap } from "./gaps.ts";
import { evenlyLit, inkOf, inkThreshold, withoutSpecks } from "./ink.ts";
import { type Grid, merit, ofBuildings, snapped } from "./junctions.ts";
import { closedBy, openedBy, type Raster, transposed } from "./raster.ts";
import { pairsOf, type Stretch, stretchesOf } from "./stretches.ts";
import { type ScanRefusal, scanLimits } from "./working-size.ts";
import { joinedWalls, type WallLine, type WallPiece } from "./wall-lines.ts";

/** A wall that was found in a picture, by its middle line, in pixels of the picture. */
export interface FoundWall {
  readonly from: Point;
  readonly to: Point;
  readonly thickness: number;
}

/** An opening that was found in a wall, in pixels of the picture. */
export interface FoundOpening {
  readonly kind: OpeningKind;
  /** The number of its wall in the list of walls. */
  readonly wall: number;
  readonly from: Point;
  readonly to: Point;
  /** A door's hinge, and the far end of its open leaf. */
  readonly leaf?: { readonly hinge: Point; readonly end: Point };
}

/** What was found in a picture. */
export interface FoundPlan {
  readonly walls: readonly FoundWall[];
  readonly openings: readonly FoundOpening[];
}

/** The thickness of walls, in metres. */
const [thinnest, thickest] = [0.055, 0.6];

/** The thickness of walls that are drawn by their faces alone, in metres over both lines. */
const [thinnestHollow, thickestHollow] = [0.07, 0.52];

/** The greatest thickness of a thin line, and its least length as the face of a wall, in metres. */
const [thickestLine, shortestLine] = [0.05, 0.3];

/** The shortest piece of a wall, in metres. */
const shortestPiece = 0.12;

/** Metres between the lines of a hatching, up to which it is filled. */
const widestHatching = 0.08;

const pieceOf = ({ at, from, thickness, to }: Stretch, isHollow: boolean): WallPiece => ({
  at,
  from,
  to,
  thickness,
  isHollow,
});

/** The pieces of walls that are filled, in a mask of what is at least so many pixels thick. */
const filledPieces = (thick: Raster, pixels: number, perMetre: number): readonly WallPiece[] =>
  stretchesOf(thick, {
    thinnest: pixels,
    thickest: thickest * perMetre,
    shortest: shortestPiece * perMetre,
    slender: 1.3,
    slack: Math.max(2, 0.025 * perMetre),
    missing: 4,
  }).map((each) => pieceOf(each, false));

/** The thin lines along the rows that may be faces of walls. */
const linesIn = (ink: Raster, perMetre: number): readonly Stretch[] =>
  stretchesOf(ink, {
    thinnest: 1,
    thickest: Math.max(4, thickestLine * perMetre),
    shortest: shortestLine * perMetre,
    slender: 4,
    slack: 1.5,
    missing: Math.max(4, 0.06 * perMetre),
  });

/** How many times as thick as a usual line a wall is at least where walls may be lines. */
const thickerThanLines = 1.6;

/** The thickness of a usual line, in pixels. */
const usualLine = (lines: readonly Stretch[]): number => {
  const sorted = lines.map(({ thickness }) => thickness).toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
};

/** The pieces of walls that are drawn by their faces alone. */
const hollowPieces = (lines: readonly Stretch[], perMetre: number): readonly WallPiece[] => {
  const [thin, thick] = [thinnestHollow * perMetre, thickestHollow * perMetre];
  return pairsOf(lines, thin, thick, shortestLine * perMetre).map((each) => pieceOf(each, true));
};

/** The pieces without those that mostly lie on others. */
const besides = (
  pieces: readonly WallPiece[],
  others: readonly WallPiece[],
): readonly WallPiece[] =>
  pieces.filter((piece) =>
    others.every(
      (each) =>
        Math.abs(each.at - piece.at) >= (each.thickness + piece.thickness) / 2 ||
        Math.min(each.to, piece.to) - Math.max(each.from, piece.from) < (piece.to - piece.from) / 2,
    ),
  );

/** A picture's ink, and the same with rows and columns exchanged. */
interface Inks {
  readonly lying: Raster;
  readonly standing: Raster;
}

/** Pieces of walls along the rows, and along the columns. */
interface Pieces {
  readonly lying: readonly WallPiece[];
  readonly standing: readonly WallPiece[];
}

/** The walls that pieces make. */
const gridOf = (pieces: Pieces, inks: Inks, perMetre: number): Grid => {
  const { lying, standing } = {
    lying: joinedWalls(pieces.lying, { ink: inks.lying, across: pieces.standing, perMetre }),
    standing: joinedWalls(pieces.standing, { ink: inks.standing, across: pieces.lying, perMetre }),
  };
  const grid = {
    lying: lying.map((line) => snapped(line, standing, perMetre)),
    standing: standing.map((line) => snapped(line, lying, perMetre)),
  };
  return ofBuildings(grid, perMetre);
};

/** The ways in which walls may be drawn, each with the pieces that it would have; the surest first. */
const waysOf = (inks: Inks, perMetre: number): readonly Pieces[] => {
  const lines = {
    lying: linesIn(inks.lying, perMetre),
    standing: linesIn(inks.standing, perMetre),
  };
  const filledIn = (ink: Raster, pixels: number): Pieces => {
    const thick = openedBy(ink, pixels);
    return {
      lying: filledPieces(thick, pixels, perMetre),
      standing: filledPieces(transposed(thick), pixels, perMetre),
    };
  };
  const add = (pieces: readonly WallPiece[], faces: readonly Stretch[]): readonly WallPiece[] => [
    ...pieces,
    ...besides(hollowPieces(faces, perMetre), pieces),
  ];
  const least = Math.max(3, thinnest * perMetre);
  const closed = closedBy(inks.lying, widestHatching * perMetre);
  // In a coarse picture the faces of walls are as thick as thin walls.
  const sure = filledIn(
    closed,
    Math.max(least, usualLine([...lines.lying, ...lines.standing]) * thickerThanLines),
  );
  return [
    filledIn(inks.lying, least),
    filledIn(closed, least),
    { lying: add(sure.lying, lines.lying), standing: add(sure.standing, lines.standing) },
  ];
};

/** By how much a less sure way has to be better. */
const better = 1.35;

/**
 * The walls of a plan in a picture, and the openings in them. `perMetre`: pixels of the picture per metre of the plan. Walls
 * may be filled, hatched or drawn by their faces alone; the plan may be askew. `tell` gets the part of the search that is
 * done, from 0 to 1. The left is a limit: a picture of very many pieces is no plan.
 */
export const findWalls = (
  picture: Raster,
  perMetre: number,
  tell: (part: number) => void = () => undefined,
): Either<ScanRefusal, FoundPlan> => {
  const lit = evenlyLit(picture);
  const threshold = inkThreshold(lit);
  tell(0.1);
  const straight = straightened(lit, skewOf(withoutSpecks(inkOf(lit, threshold))));
  const ink = withoutSpecks(inkOf(straight.picture, threshold));
  const inks = { lying: ink, standing: transposed(ink) };
  tell(0.3);
  const ways = waysOf(inks, perMetre);
  let best: Grid = { lying: [], standing: [] };
  for (const [number, pieces] of ways.entries()) {
    tell(0.5 + number / 6);
    const found = pieces.lying.length + pieces.standing.length;
    if (found > scanLimits.scanPieces) return left({ limit: "scanPieces", found });
    const grid = gridOf(pieces, inks, perMetre);
    if (merit(grid, perMetre) > merit(best, perMetre) * better) best = grid;
  }
  const turned = ([x, y]: Point): Point => straight.placeOf([y, x]);
  return right(
    gathered([
      ...best.lying.map((line) => ({ line, placeOf: straight.placeOf })),
      ...best.standing.map((line) => ({ line, placeOf: turned })),
    ]),
  );
};

/** A wall with what turns a place along and across it into one in the picture. */
interface PlacedLine {
  readonly line: WallLine;
  readonly placeOf: (at: Point) => Point;
}

const openingOf = (gap: Gap, wall: number, { line, placeOf }: PlacedLine): FoundOpening => {
  const { from, kind, leaf, to } = gap;
  const made = { kind, wall, from: placeOf([from, line.at]), to: placeOf([to, line.at]) };
  if (leaf === undefined) return made;
  const hinge = leaf.isHingeFirst ? from : to;
  const end = line.at + (leaf.isUpwards ? -1 : 1) * (to - from);
  return { ...made, leaf: { hinge: placeOf([hinge, line.at]), end: placeOf([hinge, end]) } };
};

const gathered = (lines: readonly PlacedLine[]): FoundPlan => ({
  walls: lines.map(({ line, placeOf }) => ({
    from: placeOf([line.from, line.at]),
    to: placeOf([line.to, line.at]),
    thickness: line.thickness,
  })),
  openings: lines.flatMap((placed, wall) =>
    placed.line.gaps.map((gap) => openingOf(gap, wall, placed)),
  ),
});
