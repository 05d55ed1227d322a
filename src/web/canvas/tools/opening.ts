import { levelOfEntity } from "../../../model/elements/places.ts";
import {
  inWall,
  kindOf,
  makeOpening,
  type OpeningName,
  openingTypes,
  spanOf,
  type WallName,
} from "../../../model/kinds/opening.ts";
import { nameOfWall, openingWallsOn, wallOf } from "../../../model/elements/opening-walls.ts";
import type { OwnedWall } from "../../../model/elements/rooms.ts";
import {
  distance,
  lengthOf,
  minus,
  nearestOn,
  plus,
  type Point,
  pointAlong,
} from "../../../model/geometry/vector.ts";
import { findRef, newId, type PlanData, type Ref } from "../../../model/elements/entities.ts";
import { freeSpan, nearestFree, takenOn } from "../../../model/editing/openings.ts";
import {
  addElements,
  assignIds,
  newIdsFor,
  renamedRef,
  updateElement,
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

/** The edit of a plan in which the wall's owner has an id, so that openings can name the wall; else the plan as it is. */
const withNamedWall = (
  plan: PlanData,
  { owner, edge }: OwnedWall,
  fresh: ReadonlyMap<Ref, string>,
  edit: (plan: PlanData, name: WallName) => PlanData,
): PlanData => {
  const whole = assignIds(plan, fresh);
  const name = nameOfWall(whole, { owner: renamedRef(owner, fresh), edge });
  return name === undefined ? plan : edit(whole, name);
};

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
  const walls = openingWallsOn(plan, level);
  // Of two owners at the same place, its own comes first, so that it stays in that wall if possible.
  const ordered = walls.toSorted(
    (one, other) => Number(other.owner === home?.owner) - Number(one.owner === home?.owner),
  );
  const editing = beginElementEdit(context, "move", [ref]);
  const newIds = new Map<Ref, ReadonlyMap<Ref, string>>();
  return {
    ...editing,
    move: ({ at, snapping }) => {
      const found = placeOnWall(ordered, plus(centre, minus(at, start)), span.width, snapping);
      if (found === undefined) return {};
      const { wall } = found;
      const others = takenOn(plan, level, wall).filter((each) => each.ref !== ref);
      const place = nearestFree(found.span, lengthOf(wall), others);
      if (place === undefined) return {};
      const fresh = newIds.get(wall.owner) ?? newIdsFor(plan, [wall.owner]);
      newIds.set(wall.owner, fresh);
      editing.preview((now, [named = ref]) =>
        withNamedWall(now, wall, fresh, (whole, name) =>
          updateElement(whole, named, (data) => ({ ...inWall(data, name), ...place })),
        ),
      );
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

  /** Its preview; in walls without a name, openings cannot be drawn yet. */
  const symbolOf = ({ wall, span }: WallPosition): Overlay => {
    const place = nameOfWall(session.state.plan, wall);
    return place === undefined
      ? {}
      : { made: { list: "openings", data: makeOpening("", type, place, span) } };
  };

  /** Finds the opening, or a free place in a wall, under the pointer. */
  const look = ({ at, snapping }: PlanPointer): void => {
    const { plan } = session.state;
    const { level } = view.state;
    const place = placeOnWall(openingWallsOn(plan, level), at, openingTypes[type].width, snapping);
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
    const fresh = newIdsFor(plan, [wall.owner]);
    const id = newId(plan, "openings");
    session.edit({ action: "add", name }, (now) =>
      withNamedWall(now, wall, fresh, (whole, place) =>
        addElements(whole, "openings", makeOpening(id, type, place, span)),
      ),
    );
    view.select([`openings/${id}`]);
    say(texts.tools.added(name));
  };

  return {
    hint: () => {
      const { hints } = texts.tools;
      if (openingWallsOn(session.state.plan, view.state.level).length === 0) return hints.noWalls;
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
