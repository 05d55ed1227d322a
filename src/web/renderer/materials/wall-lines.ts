import { areApart, type Box } from "../../../model/geometry/polygon.ts";
import {
  isAlong,
  isSame,
  lengthOf,
  middle,
  minus,
  nearestOn,
  plus,
  type Point,
  pointAlong,
  times,
  touching,
  turned,
  type Wall,
} from "../../../model/geometry/vector.ts";
import { linePath } from "../../../model/geometry/svg-path.ts";
import { entitiesOf, type PlanData } from "../../../model/elements/entities.ts";
import { isInRoom, reachOf, type Room } from "../../../model/elements/rooms.ts";
import { kindOf } from "../../../model/kinds/opening.ts";
import type { Floor } from "../../../model/elements/floor.ts";
import { placeOfOpening } from "../../../model/elements/opening-place.ts";

/** Lines along walls, of one thickness. */
export interface WallLines {
  readonly path: string;
  /** Thickness of the walls in metres, from face to face. */
  readonly width: number;
  /** Twice the distance from the line to the face outside the building, in metres. */
  readonly outerWidth: number;
}

/** What is left of a wall without the parts along others. */
const without = (wall: Wall, others: readonly Wall[]): readonly Wall[] => {
  const spans = others
    .filter((other) => isAlong(wall, other))
    .map(({ from, to }) => {
      const ends = [from, to].map((end) => nearestOn(wall, end).along);
      return [Math.min(...ends), Math.max(...ends)] as const;
    })
    .toSorted(([one], [other]) => one - other);
  let done = 0;
  const left: Wall[] = [];
  for (const [start, end] of [...spans, [lengthOf(wall), Infinity] as const]) {
    if (start - done >= touching)
      left.push({ from: pointAlong(wall, done), to: pointAlong(wall, start) });
    done = Math.max(done, end);
  }
  return left;
};

/** The SVG path along lines around a room, in which lines that meet are joined. */
const joined = (lines: readonly Wall[]): string => {
  const meets = lines.map(({ from }, at) => {
    const before = lines.at(at - 1);
    return before !== undefined && isSame(before.to, from);
  });
  const start = meets.indexOf(false);
  if (start === -1)
    return lines.length === 0 ? "" : `${linePath(...lines.flatMap((line) => line.from))}Z`;
  const inOrder = [...lines.slice(start), ...lines.slice(0, start)];
  return inOrder
    .map(({ from, to }, at) =>
      meets[(start + at) % lines.length] === true
        ? linePath(...to).replace("M", "L")
        : linePath(...from, ...to),
    )
    .join("");
};

/** Lines around each indoor room of a floor without some parts, by the thickness of the walls. */
const linesAround = (
  floor: Floor,
  others: (room: Room) => readonly Wall[],
): readonly WallLines[] => {
  const found = new Map<string, WallLines>();
  for (const room of floor.rooms) {
    if (room.isOutdoor) continue;
    const taken = others(room);
    const keyOf = (edge: number): string => {
      const { half, outer } = reachOf(room, edge);
      return `${half} ${outer}`;
    };
    for (const key of new Set(room.walls.map((_, edge) => keyOf(edge)))) {
      const [half = 0, outer = 0] = key.split(" ").map(Number);
      const walls = room.walls.filter((_, edge) => half > 0 && keyOf(edge) === key);
      const path = joined(walls.flatMap((wall) => without(wall, taken)));
      const all = (found.get(key)?.path ?? "") + path;
      if (half > 0) found.set(key, { path: all, width: half * 2, outerWidth: outer * 2 });
    }
  }
  return [...found.values()];
};

/** How far beside a wall it is looked for a room, in metres: as for the openings in it. */
const beside = 0.2;

/** The parts of a wall that have the same rooms at their sides all along: it is cut where a wall near it ends. */
const partsOf = (wall: Wall, near: readonly Room[]): readonly Wall[] => {
  const length = lengthOf(wall);
  const cuts = near
    .flatMap(({ walls }) => walls.map(({ from }) => nearestOn(wall, from).along))
    .filter((along) => along > touching && along < length - touching)
    .toSorted((one, other) => one - other);
  const ends = [0, ...cuts, length];
  return ends.slice(1).flatMap((end, at) => {
    const start = ends[at] ?? end;
    return end - start < touching
      ? []
      : [{ from: pointAlong(wall, start), to: pointAlong(wall, end) }];
  });
};

/** Whether there are rooms at both sides of a wall. */
const isBetween = (wall: Wall, rooms: readonly Room[]): boolean => {
  const [x, z] = times(minus(wall.to, wall.from), beside / lengthOf(wall));
  const centre = middle(wall.from, wall.to);
  return [plus(centre, [-z, x]), plus(centre, [z, -x])].every((side) =>
    rooms.some((room) => isInRoom(room, side)),
  );
};

const outer = new WeakMap<Floor, readonly WallLines[]>();

/** The walls around the building, also of rooms that lie within others or partly over them. */
export const outerLines = (floor: Floor): readonly WallLines[] => {
  const made =
    outer.get(floor) ??
    linesAround(floor, (room) => {
      const near = floor.rooms.filter(
        ({ isOutdoor, box }) => !isOutdoor && !areApart(room.box, box, beside),
      );
      return room.walls
        .flatMap((wall) => partsOf(wall, near))
        .filter((part) => isBetween(part, near));
    });
  outer.set(floor, made);
  return made;
};

interface Cut {
  readonly openings: unknown;
  readonly lines: readonly WallLines[];
}

const cut = new WeakMap<Floor, Cut>();

const gapsOf = (floor: Floor, plan: PlanData): readonly Wall[] =>
  entitiesOf(plan, "openings").flatMap((opening) => {
    const place =
      kindOf(opening.data) === "window" ? undefined : placeOfOpening(plan, floor, opening);
    if (place === undefined || place.isStanding === true) return [];
    const end = (side: number): Point =>
      plus(place.centre, turned([(side * place.width) / 2, 0], place.angle));
    return [{ from: end(-1), to: end(1) }];
  });

/** Whether a point is in a box, or less than a metre beside it. */
const isNear = ({ left, top, width, height }: Box, [x, z]: Point): boolean =>
  x >= left - 1 && x <= left + width + 1 && z >= top - 1 && z <= top + height + 1;

/** The walls without their doors and passages; below a window there is a wall. */
export const solidLines = (floor: Floor, plan: PlanData): readonly WallLines[] => {
  const { openings } = plan;
  const known = cut.get(floor);
  if (known !== undefined && known.openings === openings) return known.lines;
  const gaps = gapsOf(floor, plan);
  const lines = linesAround(floor, ({ box }) => gaps.filter(({ from }) => isNear(box, from)));
  cut.set(floor, { openings, lines });
  return lines;
};
