import type { Stretch } from "./stretches.ts";
import type { WallLine } from "./wall-lines.ts";

/** Metres that an end of a wall may miss the face of the wall that it meets by. */
const missed = 0.12;

/** The wall across that an end of a wall meets: the row of its middle line, or undefined. */
const metAt = (
  end: number,
  { at, thickness }: Stretch,
  across: readonly Stretch[],
  perMetre: number,
): number | undefined => {
  const slack = missed * perMetre;
  const met = across
    .filter(
      (wall) =>
        Math.abs(wall.at - end) <= wall.thickness / 2 + slack &&
        wall.from <= at + thickness / 2 + slack &&
        wall.to >= at - thickness / 2 - slack,
    )
    .toSorted((one, other) => Math.abs(one.at - end) - Math.abs(other.at - end));
  return met[0]?.at;
};

/** The wall with its ends on the lines of the walls across that it meets. */
export const snapped = (
  line: WallLine,
  across: readonly Stretch[],
  perMetre: number,
): WallLine => ({
  ...line,
  from: metAt(line.from, line, across, perMetre) ?? line.from,
  to: metAt(line.to, line, across, perMetre) ?? line.to,
});

/** Lying and standing walls; those that stand have rows for columns. */
export interface Grid {
  readonly lying: readonly WallLine[];
  readonly standing: readonly WallLine[];
}

/** Whether two walls that are at right angles meet or cross. */
export const meet = (one: Stretch, other: Stretch, slack: number): boolean =>
  other.at >= one.from - slack &&
  other.at <= one.to + slack &&
  one.at >= other.from - slack &&
  one.at <= other.to + slack;

/** The part of the largest connected group of walls that others need in length, as of a building beside it. */
const leastGroup = 0.2;

/** Metres up to which a wall drawn by its faces alone that ends free is taken for furniture. */
const freeHollow = 1.6;

/** Metres up to which any other wall that stands alone at one end is no wall but a column or a stain. */
const freeFilled = 0.35;

const lengthOf = ({ from, to }: Stretch): number => to - from;

/** The walls without those that end free and are so short that they are rather furniture. */
const pruned = (grid: Grid, perMetre: number): Grid => {
  const slack = missed * perMetre;
  const isKept = (line: WallLine, across: readonly WallLine[]): boolean => {
    const most = (line.isHollow ? freeHollow : freeFilled) * perMetre;
    if (lengthOf(line) > most) return true;
    return [line.from, line.to].every((end) =>
      across.some((wall) => meet({ ...line, from: end, to: end }, wall, slack)),
    );
  };
  const lying = grid.lying.filter((line) => isKept(line, grid.standing));
  const standing = grid.standing.filter((line) => isKept(line, grid.lying));
  const isDone = lying.length === grid.lying.length && standing.length === grid.standing.length;
  return isDone ? grid : pruned({ lying, standing }, perMetre);
};

/** The groups of walls that are connected, each as a grid. */
const groupsOf = ({ lying, standing }: Grid, slack: number): readonly Grid[] => {
  const groups: Grid[] = [];
  const left = new Set([...lying, ...standing]);
  for (const first of left) {
    left.delete(first);
    const [group, rest] = [new Set([first]), [first]];
    for (let line = rest.pop(); line !== undefined; line = rest.pop()) {
      const others = lying.includes(line) ? standing : lying;
      for (const other of others) {
        if (group.has(other) || !meet(line, other, slack)) continue;
        left.delete(other);
        group.add(other);
        rest.push(other);
      }
    }
    groups.push({
      lying: lying.filter((line) => group.has(line)),
      standing: standing.filter((line) => group.has(line)),
    });
  }
  return groups;
};

/** What a wall of each kind counts for the size of its group, as what is filled is a wall most surely. */
const sizeOf = ({ lying, standing }: Grid): number =>
  [...lying, ...standing].reduce(
    (sum, line) => sum + lengthOf(line) * (line.isHollow ? 0.6 : 1),
    0,
  );

/** Metres that a building has at least in each direction; words are lower. */
const leastBuilding = 1.5;

/** Whether walls reach as far as those of a building in both directions. */
const isLarge = ({ lying, standing }: Grid, perMetre: number): boolean =>
  [lying, standing].every((lines) => {
    const from = Math.min(...lines.map((line) => line.from));
    const to = Math.max(...lines.map((line) => line.to));
    return to - from >= leastBuilding * perMetre;
  });

/** The walls that belong to buildings: connected with most others, and not short pieces that end free. */
export const ofBuildings = (grid: Grid, perMetre: number): Grid => {
  const groups = groupsOf(pruned(grid, perMetre), missed * perMetre).filter((group) =>
    isLarge(group, perMetre),
  );
  const largest = Math.max(0, ...groups.map(sizeOf));
  const kept = groups.filter((group) => sizeOf(group) >= largest * leastGroup);
  return {
    lying: kept.flatMap(({ lying }) => lying),
    standing: kept.flatMap(({ standing }) => standing),
  };
};

/** Metres of walls for which each end of a wall that stands free has to make up. */
const freeEndCost = 1.5;

/** Metres between the lines of walls that run beside each other, up to which they are rather the faces of one. */
const doubled = 0.55;

/** The length of walls, less what runs so closely beside another that both are rather the faces of one. */
const singleLength = (lines: readonly WallLine[], perMetre: number): number =>
  lines.reduce((sum, line) => {
    const beside = lines.map((other) => {
      const isBeside = other !== line && Math.abs(other.at - line.at) < doubled * perMetre;
      return isBeside ? Math.min(line.to, other.to) - Math.max(line.from, other.from) : 0;
    });
    return sum + lengthOf(line) - Math.max(0, ...beside);
  }, 0);

/** How likely it is that walls are those of a plan, in pixels: their length, less for ends that stand free, as walls seldom do. */
export const merit = ({ lying, standing }: Grid, perMetre: number): number => {
  const freeEnds = (lines: readonly WallLine[], across: readonly WallLine[]): number =>
    lines.reduce((sum, { at, from, thickness, to }) => {
      const isFree = (end: number): boolean =>
        !across.some((wall) =>
          meet({ at, from: end, to: end, thickness }, wall, missed * perMetre),
        );
      return sum + Number(isFree(from)) + Number(isFree(to));
    }, 0);
  const free = freeEnds(lying, standing) + freeEnds(standing, lying);
  const length = singleLength(lying, perMetre) + singleLength(standing, perMetre);
  return Math.max(0, length - free * freeEndCost * perMetre);
};
