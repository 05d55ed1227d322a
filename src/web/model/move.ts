import { type Entity, entitiesOf, idOf, type PlanData } from "../../elements/entities.ts";
import { type JsonObject } from "../../json/json.ts";
import { boxAround } from "../../geometry/polygon.ts";
import { pointIn } from "../../json/read.ts";
import { type Point, dot, minus, plus, tidyPoint, turned } from "../../geometry/vector.ts";
import { entriesOf, findRefs, type Ref, refOf } from "../../elements/ref.ts";
import { update } from "./change.ts";
import { isInRoom, withCorners } from "./corners.ts";
import { placeOf, rotateItem, withPlace } from "./items.ts";
import { levelOf } from "../../elements/levels.ts";
import { spanOf, wallOfOpening, withSpan } from "./openings.ts";
import { cornersOf, lengthOf } from "./walls.ts";

/** The lists whose elements stand at a point. */
export const itemCollections = ["furniture", "devices", "sensors", "texts"] as const;

/** What moves along with these: the items that stand in the rooms among them. */
export const withContents = (plan: PlanData, refs: readonly Ref[]): readonly Ref[] => {
  const rooms = findRefs(plan, refs)
    .filter(({ collection }) => collection === "rooms")
    .map(({ data }) => ({ data, level: levelOf(plan, data), box: boxAround(cornersOf(data)) }));
  if (rooms.length === 0) return refs;
  const stands = (item: Entity): boolean => {
    const at = placeOf(item.data);
    if (at === undefined) return false;
    const level = levelOf(plan, item.data);
    return rooms.some(
      ({ data, box, ...room }) =>
        room.level === level &&
        box !== undefined &&
        at[0] >= box.left &&
        at[0] <= box.left + box.width &&
        isInRoom(data, at),
    );
  };
  const inside = itemCollections.flatMap((collection) =>
    entitiesOf(plan, collection).flatMap((item) => (stands(item) ? [refOf(item)] : [])),
  );
  return [...new Set([...refs, ...inside])];
};

const moveLabels = (plan: PlanData, rooms: readonly JsonObject[], by: Point): PlanData => {
  const labels = entriesOf(plan["labels"]);
  const moved = rooms.flatMap((room) => {
    const id = idOf(room);
    const at = id === undefined ? undefined : pointIn(labels[id]);
    return id === undefined || at === undefined ? [] : [[id, tidyPoint(plus(at, by))] as const];
  });
  return moved.length === 0
    ? plan
    : { ...plan, labels: { ...labels, ...Object.fromEntries(moved) } };
};

const slide = (plan: PlanData, opening: JsonObject, by: Point): JsonObject => {
  const found = wallOfOpening(plan, opening);
  if (found === undefined) return opening;
  const { wall } = found;
  const span = spanOf(opening);
  const along = lengthOf(wall) === 0 ? 0 : dot(by, minus(wall.to, wall.from)) / lengthOf(wall);
  return withSpan(opening, { ...span, offset: span.offset + along }, wall);
};

/**
 * Moves elements by metres. Rooms take their labels along, and openings on their own slide along
 * their walls; what stands in a room is to be named too (`withContents`).
 */
export const moveBy = (plan: PlanData, refs: readonly Ref[], by: Point): PlanData => {
  const entities = findRefs(plan, refs);
  const rooms = entities.filter(({ collection }) => collection === "rooms");
  const moving = new Set(rooms.map(refOf));
  const changes = new Map<Ref, (data: JsonObject) => JsonObject>();
  for (const { collection, ...entity } of entities) {
    const ref = refOf({ collection, ...entity });
    if (collection === "rooms") {
      changes.set(ref, (data) =>
        withCorners(
          data,
          cornersOf(data).map((corner) => plus(corner, by)),
        ),
      );
    } else if (collection === "openings") {
      const wall = wallOfOpening(plan, entity.data);
      if (wall !== undefined && !moving.has(wall.room))
        changes.set(ref, (data) => slide(plan, data, by));
    } else {
      changes.set(ref, (data) => {
        const at = placeOf(data);
        return at === undefined ? data : withPlace(data, plus(at, by));
      });
    }
  }
  return moveLabels(
    update(plan, changes),
    rooms.map(({ data }) => data),
    by,
  );
};

/** Turns elements clockwise by degrees about a point: furniture turns, everything else is carried round. */
export const rotateBy = (
  plan: PlanData,
  refs: readonly Ref[],
  degrees: number,
  about: Point,
): PlanData => {
  const carried = (at: Point): Point => plus(about, turned(minus(at, about), degrees));
  const changes = findRefs(plan, refs).map(({ collection, ...entity }) => {
    const change = (data: JsonObject): JsonObject => {
      if (collection === "rooms") return withCorners(data, cornersOf(data).map(carried));
      if (collection === "openings") return data;
      if (collection === "furniture") return rotateItem(data, degrees, about);
      const at = placeOf(data);
      return at === undefined ? data : withPlace(data, carried(at));
    };
    return [refOf({ collection, ...entity }), change] as const;
  });
  return update(plan, new Map(changes));
};
