import { fromNullable } from "fp-ts/lib/Either.js";
import { refOf } from "../../../model/elements/entities.ts";
import type { Room } from "../../../model/elements/rooms.ts";
import { goodPlace } from "../../../model/geometry/polygon.ts";
import { wallsOf } from "../../../model/geometry/vector.ts";
import { areaOf } from "../../../model/editing/add-remove.ts";
import { measuredCorners } from "../../../model/editing/measured-lengths.ts";
import { noRoom } from "../../model/opening-span.ts";
import { withWallLength } from "../../model/wall-length.ts";
import { squareMetresIn } from "../context.ts";
import type { Measure, ToolContext } from "../../canvas/tools/tool.ts";
import { applyTypedLength } from "./edited.ts";

/** The length of each wall of a room, to be typed, and its area. */
export const roomMeasures = (context: ToolContext, room: Room): readonly Measure[] => {
  const { view, texts, language } = context;
  const { measures: sort } = view.state;
  const ref = refOf(room.entity);
  const corners = measuredCorners(context.session.state.plan, room, sort);
  const walls = wallsOf(corners).map(({ from, to }, edge): Measure => {
    const take = applyTypedLength(context, "reshape", ref, (plan, named, metres) =>
      fromNullable(noRoom)(withWallLength(plan, named, edge, metres, sort)),
    );
    return {
      from,
      to,
      entry: { name: `wall:${edge}`, label: texts.measures.wall(edge + 1), take },
    };
  });
  const place = goodPlace(room.corners);
  const area = texts.measures.area(squareMetresIn(language, areaOf(corners)));
  return corners.length < 3 ? [] : [...walls, { from: place, to: place, text: area }];
};
