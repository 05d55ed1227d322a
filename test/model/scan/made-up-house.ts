import type { Point } from "../../../src/model/geometry/vector.ts";
import type { OpeningKind } from "../../../src/model/kinds/opening.ts";
import type { Random } from "../../support/random.ts";

/** An opening in a wall of a made-up house, in metres from the wall's start. */
export interface TrueOpening {
  readonly kind: OpeningKind;
  readonly from: number;
  readonly to: number;
  readonly isHingeFirst: boolean;
  readonly isOtherSide: boolean;
}

/** A wall by its middle line, with its openings in order. */
export interface TrueWall {
  readonly from: Point;
  readonly to: Point;
  readonly thickness: number;
  readonly openings: readonly TrueOpening[];
}

/** A room's inside. */
export interface TrueRoom {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly depth: number;
}

/** A house: what is to be found in its drawing. */
export interface House {
  readonly walls: readonly TrueWall[];
  readonly rooms: readonly TrueRoom[];
  readonly width: number;
  readonly depth: number;
}

const between = (random: Random, low: number, high: number): number =>
  low + random.below(1001) * ((high - low) / 1000);

interface Cut {
  readonly isUpright: boolean;
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** Divides a space in rooms; adds the cuts to a list. */
const divided = (random: Random, room: TrueRoom, cuts: Cut[]): readonly TrueRoom[] => {
  const { depth, left, top, width } = room;
  const isUpright = width > depth * between(random, 0.8, 1.25);
  const size = isUpright ? width : depth;
  if (size < 4.4 || (width * depth < 16 && random.below(3) > 0)) return [room];
  const part = between(random, 2, size - 2);
  cuts.push(
    isUpright
      ? { isUpright, at: left + part, from: top, to: top + depth }
      : { isUpright, at: top + part, from: left, to: left + width },
  );
  const halves = isUpright
    ? [
        { ...room, width: part },
        { ...room, left: left + part, width: width - part },
      ]
    : [
        { ...room, depth: part },
        { ...room, top: top + part, depth: depth - part },
      ];
  return halves.flatMap((half) => divided(random, half, cuts));
};

/** The places in a wall where other walls end at it, in metres from its start. */
const joints = (wall: TrueWall, others: readonly TrueWall[]): readonly number[] => {
  const length = Math.hypot(wall.to[0] - wall.from[0], wall.to[1] - wall.from[1]);
  const way: Point = [(wall.to[0] - wall.from[0]) / length, (wall.to[1] - wall.from[1]) / length];
  const found = others.flatMap((other) =>
    other === wall
      ? []
      : [other.from, other.to].flatMap(([x, z]) => {
          const [u, v] = [x - wall.from[0], z - wall.from[1]];
          const [along, aside] = [u * way[0] + v * way[1], u * way[1] - v * way[0]];
          return Math.abs(aside) < 0.02 && along > 0.01 && along < length - 0.01 ? [along] : [];
        }),
  );
  return [0, ...found.toSorted((one, other) => one - other), length];
};

/** Openings in a wall: windows in outer walls and doors in inner ones, mostly one between two walls across. */
const withOpenings = (
  random: Random,
  wall: TrueWall,
  all: readonly TrueWall[],
  isOuter: boolean,
): TrueWall => {
  const places = joints(wall, all);
  const openings = places.slice(1).flatMap((end, index): TrueOpening[] => {
    const [from, to] = [(places[index] ?? 0) + 0.28, end - 0.28];
    if (to - from < 1 || random.below(8) === 0) return [];
    const isDoor = !isOuter || random.below(7) === 0;
    const wide = isDoor ? between(random, 0.72, 0.95) : between(random, 0.6, 1.9);
    const width = Math.min(wide, to - from);
    const start = between(random, from, to - width);
    const kind = isDoor ? (random.below(6) === 0 && !isOuter ? "passage" : "door") : "window";
    const [isHingeFirst, isOtherSide] = [random.below(2) === 0, random.below(2) === 0];
    return [{ kind, from: start, to: start + width, isHingeFirst, isOtherSide }];
  });
  return { ...wall, openings };
};

/** A house of rooms within a rectangle, of which a corner may be missing or cut off. */
export const madeUpHouse = (random: Random): House => {
  const [width, depth] = [between(random, 7.5, 14), between(random, 6, 10.5)];
  const outer = between(random, 0.2, 0.4);
  const inner = between(random, 0.09, 0.17);
  const cuts: Cut[] = [];
  const shape = random.pick(["rectangle", "rectangle", "notch", "cut"] as const);
  const notch: Point = [between(random, 2, 3), between(random, 2, 2.8)];
  const rooms =
    shape === "notch"
      ? [
          { left: 0, top: 0, width: width - notch[0], depth },
          { left: width - notch[0], top: notch[1], width: notch[0], depth: depth - notch[1] },
        ].flatMap((part) => divided(random, part, cuts))
      : divided(random, { left: 0, top: 0, width, depth }, cuts);
  if (shape === "notch")
    cuts.push({ isUpright: true, at: width - notch[0], from: notch[1], to: depth });
  const bevel = shape === "cut" ? 1.4 : 0;
  const corners: readonly Point[] =
    shape === "notch"
      ? [
          [0, 0],
          [width - notch[0], 0],
          [width - notch[0], notch[1]],
          [width, notch[1]],
          [width, depth],
          [0, depth],
        ]
      : [
          [0, 0],
          [width - bevel, 0],
          ...(bevel > 0 ? [[width, bevel] as const] : []),
          [width, depth],
          [0, depth],
        ];
  const outers = corners.map((from, at): TrueWall => {
    return { from, to: corners[(at + 1) % corners.length] ?? from, thickness: outer, openings: [] };
  });
  const inners = cuts.map(({ at, from, isUpright, to }): TrueWall => {
    const [start, end]: readonly [Point, Point] = isUpright
      ? [
          [at, from],
          [at, to],
        ]
      : [
          [from, at],
          [to, at],
        ];
    return { from: start, to: end, thickness: inner, openings: [] };
  });
  const all = [...outers, ...inners];
  const walls = [
    ...outers.map((wall) => withOpenings(random, wall, all, true)),
    ...inners.map((wall) => withOpenings(random, wall, all, false)),
  ];
  return { walls, rooms, width, depth };
};
