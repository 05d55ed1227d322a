import { keptByFloor } from "../../elements/floor.ts";
import { cross, distance, dot, minus, plus, type Point, times } from "../../geometry/vector.ts";
import { wallLinesOn } from "./wall-lines.ts";
import { type WallNetwork, wallNetwork, type WallPiece } from "./wall-network.ts";

/** A piece of wall as it leaves a joint: its direction there, and how far its faces are to the left and the right of it. */
interface Leaving {
  readonly piece: number;
  readonly end: 0 | 1;
  readonly way: Point;
  readonly left: number;
  readonly right: number;
}

/** The gap at a joint between two pieces that follow each other clockwise on the screen. */
interface Gap {
  readonly joint: Point;
  readonly one: Leaving;
  readonly next: Leaving;
  /** How far along each of them their faces meet; undefined if they end square. */
  readonly meeting: readonly [along: number, nextAlong: number] | undefined;
}

/** As in SVG: the farthest that faces meet from their joint, as a multiple of the distance of the faces. */
const mitreLimit = 4;

/** The cosine below which pieces are nearly in line, where faces at different distances would meet far away. */
const nearlyInLine = -0.97;

/** Metres that are left of a face between the corners at its ends, at least. */
const shortestFace = 1e-3;

const toTheRight = ([x, z]: Point, metres: number): Point => [-z * metres, x * metres];

const meetingOf = (one: Leaving, next: Leaving): Gap["meeting"] => {
  if (one === next) return undefined;
  const [sine, cosine] = [cross(one.way, next.way), dot(one.way, next.way)];
  const [depth, nextDepth] = [one.right, next.left];
  if (cosine < nearlyInLine && Math.abs(depth - nextDepth) > 1e-6) return undefined;
  // Faces in line meet at the joint.
  const isStraight = cosine < 0 && Math.abs(sine) < 1e-6;
  const along = isStraight ? 0 : (nextDepth + depth * cosine) / sine;
  const nextAlong = isStraight ? 0 : (depth + nextDepth * cosine) / sine;
  const far = Math.hypot(along, depth);
  return far <= mitreLimit * Math.max(depth, nextDepth) ? [along, nextAlong] : undefined;
};

/** The pieces at each joint, clockwise on the screen. */
const leavingAt = ({ pieces }: WallNetwork): ReadonlyMap<number, readonly Leaving[]> => {
  const found = new Map<number, Leaving[]>();
  pieces.forEach(({ ends, from, to, left, right }, piece) => {
    const way = times(minus(to, from), 1 / distance(from, to));
    const both: readonly Leaving[] = [
      { piece, end: 0, way, left, right },
      { piece, end: 1, way: times(way, -1), left: right, right: left },
    ];
    for (const each of both) {
      const joint = ends[each.end];
      found.set(joint, [...(found.get(joint) ?? []), each]);
    }
  });
  const angle = ({ way: [x, z] }: Leaving): number => Math.atan2(z, x);
  for (const leaving of found.values()) leaving.sort((one, next) => angle(one) - angle(next));
  return found;
};

const gapsOf = (network: WallNetwork): readonly Gap[] =>
  [...leavingAt(network)].flatMap(([number, leaving]) =>
    leaving.map((one, at): Gap => {
      const next = leaving[(at + 1) % leaving.length] ?? one;
      const joint = network.joints[number] ?? [0, 0];
      return { joint, one, next, meeting: meetingOf(one, next) };
    }),
  );

/** The gaps beside a piece: to its right at its start and its end, and to its left. */
interface Sides {
  readonly right: [start: number, end: number];
  readonly left: [start: number, end: number];
}

const sidesOf = (pieces: readonly WallPiece[], gaps: readonly Gap[]): readonly Sides[] => {
  const sides = pieces.map((): Sides => ({ right: [-1, -1], left: [-1, -1] }));
  gaps.forEach(({ one, next }, at) => {
    // What leaves the end of a piece has its right to the left of the piece.
    const [beside, besideNext] = [sides[one.piece], sides[next.piece]];
    if (beside) beside[one.end === 0 ? "right" : "left"][one.end] = at;
    if (besideNext) besideNext[next.end === 0 ? "left" : "right"][next.end] = at;
  });
  return sides;
};

/** The gaps with square ends wherever corners at both ends of a face would pass each other, as on short pieces. */
const untangled = (
  pieces: readonly WallPiece[],
  given: readonly Gap[],
  sides: readonly Sides[],
): readonly Gap[] => {
  const gaps = [...given];
  const alongOf = (at: number, piece: number, end: 0 | 1): number => {
    const gap = gaps[at];
    if (gap?.meeting === undefined) return 0;
    return gap.one.piece === piece && gap.one.end === end ? gap.meeting[0] : gap.meeting[1];
  };
  const square = (at: number): void => {
    const gap = gaps[at];
    if (gap !== undefined) gaps[at] = { ...gap, meeting: undefined };
  };
  for (let isTangled = true; isTangled;) {
    isTangled = false;
    pieces.forEach(({ from, to }, piece) => {
      const length = distance(from, to);
      for (const [start, end] of [sides[piece]?.right, sides[piece]?.left].filter(
        (side) => side !== undefined,
      )) {
        const [before, after] = [alongOf(start, piece, 0), alongOf(end, piece, 1)];
        if (before + after <= length - shortestFace || Math.max(before, after) <= 0) continue;
        if (before > 0) square(start);
        if (after > 0) square(end);
        isTangled = true;
      }
    });
  }
  return gaps;
};

/** The corners between the joint and the face of a piece that lies before a gap, or after it. */
const cornersAt = (gap: Gap | undefined, side: "one" | "next"): readonly Point[] => {
  if (gap === undefined) return [];
  const { joint, one, next, meeting } = gap;
  const face = plus(joint, toTheRight(one.way, one.right));
  if (meeting !== undefined) return [plus(face, times(one.way, meeting[0]))];
  const nextFace = plus(joint, toTheRight(next.way, -next.left));
  if (side === "next") return [nextFace];
  // Around a sharp corner, the piece before the gap also covers what is between both faces.
  const isAround =
    one !== next && cross(one.way, next.way) < 0 && dot(one.way, next.way) > nearlyInLine;
  return isAround ? [nextFace, face] : [face];
};

/**
 * The outline of each piece of a network, mitred with its neighbours: the outlines fill the joints without gaps, and do not
 * overlap but where a piece is too short or an angle too sharp for a mitre.
 */
const wallOutlines = (network: WallNetwork): readonly (readonly Point[])[] => {
  const { pieces } = network;
  const raw = gapsOf(network);
  const sides = sidesOf(pieces, raw);
  const gaps = untangled(pieces, raw, sides);
  return pieces.map(({ from, to }, piece) => {
    const { right = [-1, -1], left = [-1, -1] } = sides[piece] ?? {};
    const chains = [
      [from],
      cornersAt(gaps[right[0]], "one"),
      cornersAt(gaps[right[1]], "next"),
      [to],
      cornersAt(gaps[left[1]], "one"),
      cornersAt(gaps[left[0]], "next"),
    ];
    return chains.flat();
  });
};

/** The walls of a floor as seen from above: the pieces, and the outline of each. */
export interface WallPlan extends WallNetwork {
  readonly outlines: readonly (readonly Point[])[];
}

/** The fields of a plan, besides its rooms, on which walls depend. */
export const wallCauses = ["walls", "levels", "ceiling_height", "wall_thickness"] as const;

/** The walls of a floor as seen from above. */
export const wallPlanOf = keptByFloor(wallCauses, (plan, floor): WallPlan => {
  const network = wallNetwork(wallLinesOn(plan, floor), floor);
  return { ...network, outlines: wallOutlines(network) };
});
