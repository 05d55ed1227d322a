import { angleOf, lengthOf, type Point, wallsOf as edgesOf } from "../../geometry/vector.ts";

/** Degrees of a round wall that become one straight line, as of arcs in curves. */
const perLine = 15;

/** The longest edges that are taken for parts of something round, in metres. */
const longestPart = 0.3;

/** By how many degrees an outline turns at a corner, from -180 to 180. */
const turnBetween = (before: number, after: number): number => {
  const turn = (((after - before) % 360) + 360) % 360;
  return turn > 180 ? turn - 360 : turn;
};

/**
 * An outline of which the finely divided round parts have a corner every 15° at most, as evenly as before: both sides of a round
 * wall keep the corners that face each other. Corners at long edges, and sharp ones, stay.
 */
export const withCoarseArcs = (outline: readonly Point[]): readonly Point[] => {
  const edges = edgesOf(outline).filter((edge) => lengthOf(edge) > 0);
  const corners = edges.map((edge, at) => {
    const before = edges.at(at - 1) ?? edge;
    const turn = turnBetween(angleOf(before), angleOf(edge));
    const isShort = lengthOf(before) < longestPart && lengthOf(edge) < longestPart;
    return { point: edge.from, turn, isFine: isShort && Math.abs(turn) < perLine * 0.99 };
  });
  const first = corners.findIndex(({ isFine }) => !isFine);
  if (first === -1) return corners.map(({ point }) => point);
  const kept: Point[] = [];
  let arc: typeof corners = [];
  const endArc = (): void => {
    const whole = arc.reduce((sum, { turn }) => sum + turn, 0);
    const lines = Math.max(1, Math.ceil(Math.abs(whole) / perLine - 1e-6));
    let [turned, next] = [0, 1];
    for (const { point, turn } of arc) {
      // The middle of a corner's turn is where the arc has that direction.
      if (next < lines && Math.abs(turned + turn / 2) >= (Math.abs(whole) * next) / lines - 1e-6) {
        kept.push(point);
        next += 1;
      }
      turned += turn;
    }
    arc = [];
  };
  for (const corner of [...corners.slice(first), ...corners.slice(0, first)])
    if (corner.isFine) arc.push(corner);
    else {
      endArc();
      kept.push(corner.point);
    }
  endArc();
  return kept;
};
