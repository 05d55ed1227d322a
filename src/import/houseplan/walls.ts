import { plus, type Point, tidyPoint, times } from "../../model/geometry/vector.ts";
import type { JsonObject } from "../../model/json.ts";
import { leastThickness, mostThickness } from "../../elements/wall-thickness.ts";
import { mostCommon } from "../most-common.ts";
import type { Losses } from "../losses.ts";
import { refuse } from "../../model/import/refusal.ts";
import type { Source } from "../../model/import/json-source.ts";
import { pointOf, type Space } from "../../model/import/houseplan/space.ts";

/** A thickness in metres that a wall can have. */
const thicknessOf = (cm: Source): number => {
  const metres = cm.metres(0.01);
  if (!(metres >= leastThickness && metres <= mostThickness))
    refuse("badNumber", cm.file, { place: cm.place });
  return metres;
};

interface Line {
  readonly from: Point;
  readonly to: Point;
  readonly thickness: number;
}

/** The outline of a room that was begun and not closed: a wall between each two of its points. */
const linesOfDraft = (space: Space, draft: Source): readonly Line[] => {
  const points = draft.field("points").list();
  const segments = draft.field("segments").list();
  return segments.flatMap((segment, at) => {
    const [from, to] = [points[at], points[at + 1]];
    if (from === undefined || to === undefined) return [];
    return [
      {
        from: pointOf(space, from),
        to: pointOf(space, to),
        thickness: thicknessOf(segment.field("cm")),
      },
    ];
  });
};

/** A column is a wall as long as it is thick. */
const lineOfColumn = (space: Space, column: Source): Line => {
  const thickness = thicknessOf(column.field("cm"));
  const angle = ((column.field("angle").number() ?? 0) * Math.PI) / 180;
  const half = times([Math.cos(angle), Math.sin(angle)], thickness / 2);
  const centre = pointOf(space, column.field("center"));
  return { from: plus(centre, times(half, -1)), to: plus(centre, half), thickness };
};

/** The walls of no room of a space: partitions, outlines that were not closed, columns. */
export const wallsOf = (space: Space, losses: Losses): readonly JsonObject[] => {
  const { source } = space;
  const partitions = source
    .field("partitions")
    .list()
    .map((wall) => ({
      from: pointOf(space, wall.field("a")),
      to: pointOf(space, wall.field("b")),
      thickness: thicknessOf(wall.field("cm")),
    }));
  const columns = source.field("wall_columns").list();
  for (const column of columns)
    if (column.field("shape").text() === "circle") losses.add("roundColumns");
  const lines: readonly Line[] = [
    ...partitions,
    ...source
      .field("room_drafts")
      .list()
      .flatMap((draft) => linesOfDraft(space, draft)),
    ...columns.map((column) => lineOfColumn(space, column)),
  ];
  return lines.map(({ from, to, thickness }) => ({
    level: space.id,
    from: tidyPoint(from),
    to: tidyPoint(to),
    thickness,
  }));
};

/** The thickness that most walls of rooms have, in metres; walls of another one are losses. */
export const usualThickness = (spaces: readonly Space[], losses: Losses): number | undefined => {
  const all = spaces.flatMap(({ source }) =>
    source
      .field("walls")
      .list()
      .map((wall) => thicknessOf(wall.field("cm"))),
  );
  const usual = mostCommon(all);
  losses.add("wallThickness", "", all.filter((each) => each !== usual).length);
  return usual;
};
