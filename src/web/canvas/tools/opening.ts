import { makeOpening, type OpeningKind, usualWidth } from "../../../model/kinds/opening.ts";
import { distance, nearestOn } from "../../../model/geometry/vector.ts";
import { wallsOn } from "../../../model/elements/rooms.ts";
import { findRef, idOf, newId, type Ref } from "../../../model/elements/entities.ts";
import { addElements, assignIds, newIdsFor, renamedRef } from "../../../model/editing/change.ts";
import { freeSpan, takenOn } from "../../../model/editing/openings.ts";
import { toolWords } from "./kind-tools.ts";
import { dragOfOpening } from "../../editor/tools/drag-opening.ts";
import type { Drag } from "../../editor/tools/dragging.ts";
import { measuresAlong } from "../../editor/measures/opening-measures.ts";
import { type OnWall, outlineOnWall, placeOnWall } from "../../editor/tools/on-wall.ts";
import { type Overlay, type PlanPointer, type Tool, type ToolContext, tremble } from "./tool.ts";

/** Puts doors, windows or passages into walls, one with each click, and slides those that are there. */
export const openingTool = (context: ToolContext, kind: OpeningKind): Tool => {
  const { session, view, texts, say } = context;
  const { name, hint } = toolWords(kind, texts);
  let overlay: Overlay = {};
  /** Where a click would put one. */
  let found: OnWall | undefined;
  /** The one that is there already. */
  let under: Ref | undefined;
  let pressed: PlanPointer | undefined;
  let dragging: Drag | undefined;

  /** How it would look; a room without an id has none yet to be drawn in. */
  const symbolOf = ({ wall, span }: OnWall): Overlay => {
    const room = findRef(session.state.plan, wall.room);
    const roomId = room === undefined ? undefined : idOf(room.data);
    if (roomId === undefined) return {};
    return { made: { list: "openings", data: makeOpening("", kind, roomId, wall.edge, span) } };
  };

  /** Finds what is under the pointer: an opening, or a wall with room for one. */
  const look = ({ at, snapping }: PlanPointer): void => {
    const { plan } = session.state;
    const { level } = view.state;
    const place = placeOnWall(wallsOn(plan, level), at, usualWidth[kind], snapping);
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

  const put = ({ wall, span }: OnWall): void => {
    const { plan } = session.state;
    const fresh = newIdsFor(plan, [wall.room]);
    const id = newId(plan, "openings");
    session.edit({ action: "add", name }, (now) => {
      const whole = assignIds(now, fresh);
      const room = findRef(whole, renamedRef(wall.room, fresh));
      const roomId = room === undefined ? undefined : idOf(room.data);
      return roomId === undefined
        ? now
        : addElements(whole, "openings", makeOpening(id, kind, roomId, wall.edge, span));
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
      if (isStarting && distance(pointer.at, pressed.at) < tremble * pointer.pixel) return;
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
