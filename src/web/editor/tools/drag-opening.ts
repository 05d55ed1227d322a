import { levelOfEntity } from "../../../model/elements/places.ts";
import { spanOf } from "../../../model/kinds/opening.ts";
import { wallOf, wallsOn } from "../../../model/elements/rooms.ts";
import { lengthOf, minus, plus, type Point, pointAlong } from "../../../model/geometry/vector.ts";
import { findRef, idOf, type Ref } from "../../../model/elements/entities.ts";
import { nearestFree, takenOn } from "../../../model/editing/openings.ts";
import { newIdsFor, renamedRef, setFields, assignIds } from "../../../model/editing/change.ts";
import { type Drag, beginElementEdit } from "./dragging.ts";
import { measuresAlong } from "../measures/opening-measures.ts";
import { placeOnWall } from "./on-wall.ts";
import type { ToolContext } from "../../canvas/tools/tool.ts";

/** Slides an opening along its wall, or over to another one; to the nearest place there that no other opening takes. */
export const dragOfOpening = (context: ToolContext, ref: Ref, start: Point): Drag => {
  const { session, view } = context;
  const { plan } = session.state;
  const entity = findRef(plan, ref);
  const opening = entity?.data ?? {};
  const span = spanOf(opening);
  const home = wallOf(plan, opening);
  const centre = home === undefined ? start : pointAlong(home, span.offset);
  const level = entity && levelOfEntity(plan, entity);
  const walls = wallsOn(plan, level);
  // Of two rooms with this wall its own comes first, so that it stays the room's as long as it can.
  const ordered = walls.toSorted(
    (one, other) => Number(other.room === home?.room) - Number(one.room === home?.room),
  );
  const editing = beginElementEdit(context, "move", [ref]);
  const roomIds = new Map<Ref, ReadonlyMap<Ref, string>>();
  return {
    ...editing,
    move: ({ at, snapping }) => {
      const found = placeOnWall(ordered, plus(centre, minus(at, start)), span.width, snapping);
      if (found === undefined) return {};
      const { wall } = found;
      const others = takenOn(plan, level, wall).filter((each) => each.ref !== ref);
      const place = nearestFree(found.span, lengthOf(wall), others);
      if (place === undefined) return {};
      const fresh = roomIds.get(wall.room) ?? newIdsFor(plan, [wall.room]);
      roomIds.set(wall.room, fresh);
      editing.preview((now, [named = ref]) => {
        const whole = assignIds(now, fresh);
        const room = findRef(whole, renamedRef(wall.room, fresh));
        return room === undefined
          ? now
          : setFields(whole, named, { room_id: idOf(room.data), edge: wall.edge, ...place });
      });
      return { measures: measuresAlong(plan, { wall, span: place }, view.state.measures) };
    },
  };
};
