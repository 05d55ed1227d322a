import { type PlanData, refOf } from "../../model/elements/entities.ts";
import { type Room, roomsOf } from "../../model/elements/rooms.ts";
import { type JsonObject, textIn } from "../../model/json.ts";
import type { RegistryArea, RegistrySnapshot } from "../home-assistant/registry-snapshot.ts";
import { newIdsFor, renamedRef, updateElements, assignIds } from "../../model/editing/change.ts";
import { areaOfRoom, levelOfArea, linked, unlinkedAreas } from "../canvas/entities/areas.ts";
import { foldForSearch } from "./plain.ts";
import type { FieldEdit } from "./set-field.ts";

/** An area and a room that is drawn already, called alike, and linked to none. */
export interface AreaRoomPair {
  readonly area: RegistryArea;
  readonly room: Room;
}

const called = (name: string): string => foldForSearch(name).trim();

/**
 * The areas that no room is linked to, where an unlinked room has their name, without regard to capitals
 * and accents; of several such rooms the one on the area's floor, else the first. A room is that of one area.
 */
export const areasNamedLikeRooms = (
  plan: PlanData,
  house: RegistrySnapshot,
): readonly AreaRoomPair[] => {
  const free = new Set(roomsOf(plan).filter((room) => areaOfRoom(room) === undefined));
  return unlinkedAreas(plan, house).flatMap((area) => {
    const name = called(area.name);
    const rooms = [...free].filter(
      ({ entity }) => name !== "" && called(textIn(entity.data["name"]) ?? "") === name,
    );
    const level = levelOfArea(plan, house, area, undefined);
    const room = rooms.find((each) => each.level === level) ?? rooms[0];
    if (room === undefined) return [];
    free.delete(room);
    return [{ area, room }];
  });
};

/** Links rooms to the areas of their names, and fills in what they do not say themselves, in one change. */
export const linkRoomsByName = (plan: PlanData, pairs: readonly AreaRoomPair[]): FieldEdit => {
  const before = pairs.map(({ room }) => refOf(room.entity));
  // What has no id is found by its place, which an id that another gets may change.
  const ids = newIdsFor(plan, before);
  const refs = before.map((ref) => renamedRef(ref, ids));
  const changes = pairs.map(
    ({ area }) =>
      (data: JsonObject) =>
        linked(data, area),
  );
  const byRef = new Map(
    refs.flatMap((ref, at) => {
      const change = changes[at];
      return change === undefined ? [] : [[ref, change] as const];
    }),
  );
  return {
    change: (now) => (pairs.length === 0 ? now : updateElements(assignIds(now, ids), byRef)),
    refs,
  };
};
