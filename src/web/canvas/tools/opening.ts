import { levelOfEntity } from "../../../model/elements/places.ts";
import {
  kindOf,
  makeOpening,
  type OpeningName,
  openingTypes,
  spanOf,
} from "../../../model/kinds/opening.ts";
import { wallOf, wallsOn } from "../../../model/elements/rooms.ts";
import {
  distance,
  lengthOf,
  minus,
  nearestOn,
  plus,
  type Point,
  pointAlong,
} from "../../../model/geometry/vector.ts";
import { findRef, idOf, newId, type Ref } from "../../../model/elements/entities.ts";
import { freeSpan, nearestFree, takenOn } from "../../../model/editing/openings.ts";
import {
  addElements,
  assignIds,
  newIdsFor,
  renamedRef,
  setFields,
} from "../../../model/editing/change.ts";
import {
  beginElementEdit,
  type Drag,
  type Overlay,
  type PlanPointer,
  type Tool,
  type ToolContext,
  dragThreshold,
} from "./tool.ts";
import { measuresAlong } from "../measures/element-measures.ts";
import { type WallPosition, outlineOnWall, placeOnWall } from "../opening-position.ts";
import { pieceWords, toolWords } from "./kind-tools.ts";

/** Drags an opening along its wall or to another one, to the nearest free place. */
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
  // Of two rooms sharing the wall, its own comes first, so that it stays in that room if possible.
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

/** Places openings of a type in walls, one per click, and drags existing ones. */
export const openingTool = (context: ToolContext, type: OpeningName): Tool => {
  const { session, view, texts, say } = context;
  const name = pieceWords({ list: "openings", name: type }, texts);
  const { hint } = toolWords(kindOf(openingTypes[type]), texts);
  let overlay: Overlay = {};
  /** Where a click would place one. */
  let found: WallPosition | undefined;
  /** The existing opening under the pointer. */
  let under: Ref | undefined;
  let pressed: PlanPointer | undefined;
  let dragging: Drag | undefined;

  /** Its preview; in a room without an id, openings cannot be drawn yet. */
  const symbolOf = ({ wall, span }: WallPosition): Overlay => {
    const room = findRef(session.state.plan, wall.room);
    const roomId = room === undefined ? undefined : idOf(room.data);
    if (roomId === undefined) return {};
    return { made: { list: "openings", data: makeOpening("", type, roomId, wall.edge, span) } };
  };

  /** Finds the opening, or a free place in a wall, under the pointer. */
  const look = ({ at, snapping }: PlanPointer): void => {
    const { plan } = session.state;
    const { level } = view.state;
    const place = placeOnWall(wallsOn(plan, level), at, openingTypes[type].width, snapping);
    const along = place === undefined ? 0 : nearestOn(place.wall, at).along;
    const taken = place === undefined ? [] : takenOn(plan, level, place.wall);
    under = taken.find(({ from, to }) => from < along && along < to)?.ref;
    const span = place && freeSpan(place.span, along, place.wall, taken);
    const isFree = place !== undefined && span !== undefined && under === undefined;
    found = isFree ? { wall: place.wall, span } : undefined;
    overlay =
      found === undefined
        ? {}
        : {
            ghost: outlineOnWall(found),
            ...symbolOf(found),
            measures: measuresAlong(plan, found, view.state.measures),
          };
  };

  const put = ({ wall, span }: WallPosition): void => {
    const { plan } = session.state;
    const fresh = newIdsFor(plan, [wall.room]);
    const id = newId(plan, "openings");
    session.edit({ action: "add", name }, (now) => {
      const whole = assignIds(now, fresh);
      const room = findRef(whole, renamedRef(wall.room, fresh));
      const roomId = room === undefined ? undefined : idOf(room.data);
      return roomId === undefined
        ? now
        : addElements(whole, "openings", makeOpening(id, type, roomId, wall.edge, span));
    });
    view.select([`openings/${id}`]);
    say(texts.tools.added(name));
  };

  return {
    hint: () => {
      const { hints } = texts.tools;
      if (wallsOn(session.state.plan, view.state.level).length === 0) return hints.noWalls;
      return under === undefined ? hint : hints.openingHere;
    },
    cursor: () => {
      if (under !== undefined) return "grab";
      return found === undefined ? "not-allowed" : "copy";
    },
    overlay: () => overlay,
    down: (pointer) => {
      look(pointer);
      pressed = pointer;
      if (under !== undefined) view.select([under]);
    },
    move: (pointer) => {
      if (pressed === undefined || under === undefined) return look(pointer);
      const isStarting = dragging === undefined;
      if (isStarting && distance(pointer.at, pressed.at) < dragThreshold * pointer.pixel) return;
      dragging ??= dragOfOpening(context, under, pressed.at);
      overlay = dragging.move(pointer);
    },
    up: (pointer) => {
      const wasUnder = under !== undefined;
      dragging?.commit();
      pressed = dragging = undefined;
      look(pointer);
      if (wasUnder) return;
      if (found !== undefined) put(found);
      else if (under === undefined) say(texts.tools.hints.noWallHere);
      look(pointer);
    },
    cancel: () => {
      const isBusy = dragging !== undefined;
      dragging?.cancel();
      found = under = pressed = dragging = undefined;
      overlay = {};
      return isBusy;
    },
  };
};
