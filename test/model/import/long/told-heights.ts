import * as t from "io-ts";
import {
  floorHeightsOf,
  standingHeightsOf,
  wallHeightsOf,
} from "../../../../src/model/elements/heights.ts";
import { levelsOf } from "../../../../src/model/elements/levels.ts";
import { openingWallsOn } from "../../../../src/model/elements/opening-walls.ts";
import {
  cross,
  lengthOf,
  minus,
  nearestOn,
  pointAlong,
  type Wall,
} from "../../../../src/model/geometry/vector.ts";
import { type JsonObject, numberIn, objectsIn } from "../../../../src/model/json.ts";

const pair = t.tuple([t.number, t.number]);

/** What the program has of the heights of a home, in centimetres; round walls are left out. */
export const toldHeights = t.type({
  pieces: t.array(t.type({ x: t.number, y: t.number, elevation: t.number, height: t.number })),
  levels: t.array(
    t.type({ name: t.string, elevation: t.number, height: t.number, thickness: t.number }),
  ),
  walls: t.array(
    t.type({ level: t.string, from: pair, to: pair, thickness: t.number, heights: pair }),
  ),
});

type Told = t.TypeOf<typeof toldHeights>;

/** Whether metres are centimetres, within one of these. */
const isSame = (metres: number, centimetres: number): boolean =>
  Math.abs(metres - centimetres / 100) <= 0.01;

const wrongLevels = (plan: JsonObject, { levels }: Told): readonly string[] =>
  levels.flatMap(({ elevation, height, name, thickness }) => {
    const isThere = levelsOf(plan).some((level) => {
      const is = floorHeightsOf(plan, level.id);
      return (
        level.name === name &&
        isSame(is.elevation, elevation) &&
        isSame(is.height, height) &&
        isSame(is.thickness, thickness)
      );
    });
    return isThere ? [] : [`level ${name} of ${height} at ${elevation}`];
  });

const wrongPieces = (plan: JsonObject, { pieces }: Told): readonly string[] => {
  const placed = (["furniture", "devices"] as const).flatMap((collection) =>
    objectsIn(plan[collection]).map((data) => {
      const { elevation, height } = standingHeightsOf(plan, { collection, data });
      const [x, z] = [numberIn(data["x"], 0), numberIn(data["z"], 0)];
      return { elevation, height: collection === "devices" ? undefined : height, x, z };
    }),
  );
  return pieces.flatMap(({ elevation, height, x, y }) => {
    const isThere = placed.some(
      (each) =>
        isSame(each.x, x) &&
        isSame(each.z, y) &&
        isSame(each.elevation, elevation) &&
        (each.height === undefined || isSame(each.height, height)),
    );
    return isThere ? [] : [`piece at ${x}, ${y} of ${height} at ${elevation}`];
  });
};

const isParallel = (one: Wall, other: Wall): boolean => {
  const area = cross(minus(one.to, one.from), minus(other.to, other.from));
  return Math.abs(area) < 0.05 * lengthOf(one) * lengthOf(other);
};

/** The walls where none of the plan's that run along them is as high, each at three places. */
const wrongWalls = (plan: JsonObject, { walls }: Told): readonly string[] =>
  walls.flatMap(({ from: [x1, y1], heights, level, thickness, to: [x2, y2] }) => {
    const wall = { from: [x1 / 100, y1 / 100], to: [x2 / 100, y2 / 100] } as const;
    const id = levelsOf(plan).find(({ name }) => name === level)?.id;
    const along = openingWallsOn(plan, id).filter((each) => lengthOf(each) > 0);
    return [0.3, 0.5, 0.7].flatMap((share) => {
      const at = pointAlong(wall, lengthOf(wall) * share);
      const wanted = heights[0] + (heights[1] - heights[0]) * share;
      const there = along.filter(
        (each) => nearestOn(each, at).away <= thickness / 200 + 0.03 && isParallel(wall, each),
      );
      const found = there.map((each) => {
        const [start, end] = wallHeightsOf(plan, each);
        return start + ((end - start) * nearestOn(each, at).along) / lengthOf(each);
      });
      return found.length === 0 || found.some((metres) => isSame(metres, wanted))
        ? []
        : [`wall at ${at.join()} of ${wanted}: ${found.join()}`];
    });
  });

/** The heights of a home that its plan has otherwise, by more than 1 cm. */
export const wrongHeights = (plan: JsonObject, told: Told): readonly string[] => [
  ...wrongLevels(plan, told),
  ...wrongPieces(plan, told),
  ...wrongWalls(plan, told),
];
