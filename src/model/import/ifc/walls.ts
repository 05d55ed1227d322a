import { maxHeight } from "../../elements/heights.ts";
import { maxThickness, minThickness } from "../../elements/rooms.ts";
import { signedArea } from "../../geometry/polygon.ts";
import {
  lengthOf,
  minus,
  type Point,
  roundForStorage,
  times,
  wallsOf as edgesOf,
} from "../../geometry/vector.ts";
import { wallsOfFaces } from "../dxf/faces.ts";
import { mostCommon } from "../plan-building.ts";
import type { HomeWall } from "../sweet-home/walls.ts";
import { boxAlong, type PlanShape } from "./plan-shape.ts";
import { withCoarseArcs } from "./round-outline.ts";
import type { Storey } from "./storeys.ts";
import type { Turns } from "../turns.ts";

/** A wall of a building as lines, before it is known which heights are usual. */
export interface BuildingWall {
  readonly storey: Storey;
  readonly lines: readonly Pick<HomeWall, "from" | "to" | "thickness">[];
  readonly isRound: boolean;
  /** Of its upper edge above the storey's floor, in metres. */
  readonly height: number;
  readonly isCut: boolean;
}

/** What happens while the lines of walls are found. */
interface WallReading {
  readonly turns: Turns;
  /** Refuses a wall in which each face has so many others beside it on average. */
  readonly checkNear: (near: number) => void;
  /** Refuses a building with outlines of so many edges, of which each is compared with the others of its outline. */
  readonly checkEdges: (edges: number) => void;
}

/** The part of its rectangle that a straight wall fills at least: less where it is mitred at its ends. */
const leastFilled = 0.6;

/** The direction of the longest edge of an outline, of length 1. */
const directionOf = (outline: readonly Point[]): Point => {
  let [best, longest]: [Point, number] = [[1, 0], 0];
  for (const edge of edgesOf(outline)) {
    const length = lengthOf(edge);
    if (length > longest) [best, longest] = [times(minus(edge.to, edge.from), 1 / length), length];
  }
  return best;
};

/** A straight wall by its outline; undefined if that is no rectangle, not even a mitred one. */
const straightOf = (outline: readonly Point[]): BuildingWall["lines"][number] | undefined => {
  const { from, to, across } = boxAlong(outline, directionOf(outline));
  const filled = Math.abs(signedArea(outline)) / 2 / (lengthOf({ from, to }) * across);
  const isThick = across > Math.min(maxThickness, lengthOf({ from, to }) * 1.5);
  if (!(filled >= leastFilled) || isThick || across < minThickness) return undefined;
  return { from, to, thickness: across };
};

/** The line of a wall and its thickness, if it is straight, with all of its layers together. */
export const straightWall = ({
  hull,
  outlines,
}: PlanShape): BuildingWall["lines"][number] | undefined =>
  straightOf(outlines.length === 1 ? (outlines[0] ?? []) : hull);

/** The lines of a wall: one if it is straight, with all of its layers together, else as many as its faces make. */
const linesOf = async (
  shape: PlanShape,
  { checkEdges, checkNear, turns }: WallReading,
): Promise<Pick<BuildingWall, "lines" | "isRound">> => {
  const whole = straightWall(shape);
  if (whole !== undefined) return { lines: [whole], isRound: false };
  const lines: BuildingWall["lines"][number][] = [];
  let isRound = false;
  for (const outline of shape.outlines) {
    const straight = straightOf(outline);
    if (straight !== undefined) {
      lines.push(straight);
      continue;
    }
    const edges = edgesOf(withCoarseArcs(outline));
    checkEdges(edges.length);
    const faces = await wallsOfFaces(edges, "", {
      turn: () => turns.take(),
      checkNear,
    });
    // A wall around a corner has two or three lines, and a round one has many.
    isRound ||= faces.length > 3;
    for (const { from, to, thickness } of faces) lines.push({ from, to, thickness });
  }
  return { lines, isRound };
};

/** Metres by which a wall reaches into a storey at least, to be there too. */
const reaching = 1.5;

/** A wall on its storey, and on those above into which it reaches. */
export const buildingWalls = async (
  shape: PlanShape,
  own: Storey,
  storeys: readonly Storey[],
  reading: WallReading,
): Promise<readonly BuildingWall[]> => {
  const { lines, isRound } = await linesOf(shape, reading);
  const { isCut, top } = shape;
  const above = storeys.filter(
    ({ bottom, pitch }) =>
      bottom > own.bottom &&
      Math.min(top, bottom + (pitch ?? maxHeight)) - bottom >= reaching &&
      storeys.every((other) => other === own || other.bottom !== own.bottom),
  );
  return [own, ...above].map((storey) => ({
    storey,
    lines,
    isRound,
    isCut,
    height: top - storey.bottom,
  }));
};

/** The usual height of a storey's ceiling by the heights of its spaces, else by those of its walls; undefined if unknown. */
export const ceilingOf = (
  spaces: readonly (readonly [height: number, area: number])[],
  walls: readonly BuildingWall[],
): number | undefined => {
  const whole = walls.filter(({ isCut }) => !isCut);
  const heights =
    spaces.length > 0
      ? spaces
      : whole.map(
          ({ height, lines }) =>
            [height, lines.reduce((sum, line) => sum + lengthOf(line), 0)] as const,
        );
  const usual = mostCommon(
    heights.map(([height]) => roundForStorage(Math.round(height * 100) / 100)),
    heights.map(([, weight]) => weight),
  );
  return usual !== undefined && usual > 0 && usual <= maxHeight ? usual : undefined;
};

/** Metres by which a wall may end below the ceiling, and reach beyond the next floor, and still be as high as its room. */
const aroundCeiling = 0.1;

/** Whether a wall goes up to the ceiling, or through it to the slab above. */
const isWhole = ({ height, isCut, storey }: BuildingWall, ceiling: number): boolean => {
  const most = storey.pitch ?? ceiling * 1.5;
  return isCut || (height >= ceiling - aroundCeiling && height <= most + aroundCeiling);
};

/** The walls of a building as those of a plan, each as high as its floor or as it is. */
export const planWalls = (
  walls: readonly BuildingWall[],
  ceilingOn: (level: string) => number,
): readonly HomeWall[] =>
  walls.flatMap((wall) => {
    const { level } = wall.storey;
    const ceiling = ceilingOn(level);
    const own = Math.max(0, Math.min(maxHeight, roundForStorage(wall.height)));
    const height = isWhole(wall, ceiling) ? ceiling : own;
    return wall.lines.map(({ from, to, thickness }): HomeWall => ({
      from,
      to,
      thickness: Math.max(minThickness, Math.min(maxThickness, thickness)),
      level,
      isRound: wall.isRound,
      heights: [height, height],
    }));
  });
