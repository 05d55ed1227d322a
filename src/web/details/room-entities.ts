import { entitiesOf, type Entity, type PlanData } from "../../model/elements/entities.ts";
import { placeOf } from "../../model/elements/places.ts";
import { levelOf } from "../../model/elements/levels.ts";
import { isInRoom, roomIdOf, roomsOf } from "../../model/elements/rooms.ts";
import { listIn, textIn } from "../../model/json.ts";
import { standingCollections } from "../../model/kinds/kinds.ts";
import { isEntityId } from "../../model/bindings/entity-state.ts";

/** The entities of a room: its own, then those of what stands in it, then those of its doors and windows; each once. */
export const entitiesOfRoom = (plan: PlanData, { key, data }: Entity): readonly string[] => {
  const room = roomsOf(plan).find(({ entity }) => entity.key === key);
  const own = [data["temperature"], data["humidity"], ...listIn(data["sheet_extra"])];
  const within = standingCollections.flatMap((list) =>
    entitiesOf(plan, list).flatMap(({ data: thing }) => {
      const place = placeOf(thing);
      const isHere =
        room !== undefined &&
        place !== undefined &&
        levelOf(plan, thing) === room.level &&
        isInRoom(room, place);
      return isHere ? [thing["entity"]] : [];
    }),
  );
  const walls = entitiesOf(plan, "openings").flatMap(({ data: opening }) =>
    room?.id !== undefined && roomIdOf(opening) === room.id
      ? [opening["lock"], opening["blind"], opening["contact"]]
      : [],
  );
  const all = [...own, ...within, ...walls].flatMap((each) => textIn(each) ?? []);
  return [...new Set(all.filter(isEntityId))];
};
