import { type Either, fromNullable, isLeft, isRight, right } from "fp-ts/lib/Either.js";
import {
  type Entity,
  findRef,
  findRefs,
  type PlanData,
  type Ref,
  refOf,
} from "../../../model/elements/entities.ts";
import type { Texts } from "../../i18n/editor-translator.ts";
import { assignIds, newIdsFor, renamedRef } from "../../../model/editing/change.ts";
import {
  overlappingOpening,
  noRoom,
  type PlacementProblem,
  withOpeningAt,
} from "../../../model/editing/openings.ts";
import { entityName } from "../tools/kind-tools.ts";
import {
  beginElementEdit,
  type LengthEntry,
  type Measure,
  type ToolContext,
} from "../tools/tool.ts";
import { levelFieldFor } from "../../../model/elements/levels.ts";
import {
  distance,
  endsOf,
  nearestOn,
  times,
  type Wall,
  wallsOf,
} from "../../../model/geometry/vector.ts";
import type { Ghost } from "../../renderer/draw-plan.ts";
import { distancesOf, stepOf, ways } from "../../../model/editing/distances.ts";
import { moveBy } from "../../../model/editing/transform.ts";
import { wallOf } from "../../../model/elements/opening-walls.ts";
import { type OwnedWall, type Room, roomsOf } from "../../../model/elements/rooms.ts";
import { spanOf } from "../../../model/kinds/opening.ts";
import { measuredCorners, type MeasureMode } from "../../../model/editing/measured-lengths.ts";
import { effectsOn } from "../../../model/editing/wall-effects.ts";
import { type LengthWay, withWallLength } from "../../../model/editing/wall-length.ts";
import { effectsText, waysOf } from "./wall-ways.ts";
import type { WallPosition } from "../opening-position.ts";
import { interiorPoint } from "../../../model/geometry/polygon.ts";
import { areaOf } from "../../../model/editing/add-remove.ts";
import type { EditorContext } from "../component.ts";
import { hundredthsIn } from "../formats.ts";
import { directionOnPlan } from "../seen-directions.ts";
import { kinds } from "../../../model/kinds/kinds.ts";

/** The reason why a length cannot be applied. */
const refusalText = (no: PlacementProblem, texts: Texts): string =>
  no.why === "taken" ? texts.measures.taken(entityName(no.by, texts)) : texts.measures.noFit;

/** Applies a typed length as one undo step; the left of `change` is the refusal. */
const applyTypedLength =
  (
    context: ToolContext,
    action: string,
    ref: Ref,
    change: (
      plan: PlanData,
      ref: Ref,
      metres: number,
      way?: LengthWay,
    ) => Either<PlacementProblem, PlanData>,
  ): LengthEntry["take"] =>
  (metres, _, way) => {
    const { plan } = context.session.state;
    const ids = newIdsFor(plan, [ref]);
    // Tried first, so that a refusal leaves no trace.
    const tried = change(assignIds(plan, ids), renamedRef(ref, ids), metres, way);
    if (isLeft(tried)) return { problem: refusalText(tried.left, context.texts) };
    const editing = beginElementEdit(context, action, [ref]);
    editing.preview((now, [named = ref]) => {
      const changed = change(now, named, metres, way);
      return isRight(changed) ? changed.right : now;
    });
    editing.commit();
    return {};
  };

/** Editable distances of an element to its neighbours; editing moves it as a whole. */
const itemMeasures = (context: ToolContext, item: Entity): readonly Measure[] => {
  const { session, view, texts } = context;
  const { turn, measures: sort } = view.state;
  const found = distancesOf(session.state.plan, item, sort);
  return ways.flatMap((seen): readonly Measure[] => {
    const way = directionOnPlan(turn, seen);
    const line = found.get(way);
    if (line === undefined) return [];
    const { from, to } = line;
    const take = applyTypedLength(context, "move", refOf(item), (plan, named, metres) =>
      right(moveBy(plan, [named], times(stepOf[way], distance(from, to) - metres))),
    );
    const entry = { name: seen, label: texts.measures.directions[seen], take };
    return [{ from, to, isLine: true, entry }];
  });
};

/** Distances of a preview to its neighbours, not editable yet. */
export const ghostMeasures = (
  { session, view }: Pick<ToolContext, "session" | "view">,
  { list, data }: Ghost,
): readonly Measure[] => {
  const { plan } = session.state;
  const { level, measures: sort } = view.state;
  const there = { ...data, ...levelFieldFor(plan, level) };
  const item: Entity = { collection: list, key: "", index: -1, data: there };
  return [...distancesOf(plan, item, sort).values()].map(({ from, to }) => ({
    from,
    to,
    isLine: true,
  }));
};

/** The measured part of a wall's line: between the faces of adjoining walls, or all of it. */
const measuredWall = (plan: PlanData, wall: OwnedWall, sort: MeasureMode): Wall => {
  const room = roomsOf(plan).find(({ entity }) => refOf(entity) === wall.owner);
  const corners = room === undefined ? [] : measuredCorners(plan, room, sort);
  const [from, to] = [corners[wall.edge], corners[(wall.edge + 1) % corners.length]];
  return from === undefined || to === undefined
    ? wall
    : { from: nearestOn(wall, from).point, to: nearestOn(wall, to).point };
};

/** Metres along a wall's line from its stored start to where it is measured from. */
export const measuredStart = (plan: PlanData, wall: OwnedWall, sort: MeasureMode): number =>
  nearestOn(wall, measuredWall(plan, wall, sort).from).along;

/** The lengths of the wall on both sides of an opening, and the opening's width. */
export const measuresAlong = (
  plan: PlanData,
  { wall, span }: WallPosition,
  sort: MeasureMode,
): readonly [Measure, Measure, Measure] => {
  const [from, to] = endsOf(wall, span);
  const whole = measuredWall(plan, wall, sort);
  return [
    { from: whole.from, to: from },
    { from, to },
    { from: to, to: whole.to },
  ];
};

/** Editable lengths of an opening in its wall; changing the width keeps the end nearer to the wall's start. */
export const openingMeasures = (context: ToolContext, opening: Entity): readonly Measure[] => {
  const { session, view, texts } = context;
  const { measures: sort } = view.state;
  const { plan } = session.state;
  const wall = wallOf(plan, opening.data);
  if (wall === undefined) return [];
  const whole = measuredWall(plan, wall, sort);
  const [start, end] = [nearestOn(wall, whole.from).along, nearestOn(wall, whole.to).along];
  const taken = (spanFor: (metres: number, offset: number, width: number) => [number, number]) =>
    applyTypedLength(context, "move", refOf(opening), (now, named, metres) => {
      const { offset: wasAt, width: wasWide } = spanOf(opening.data);
      const [offset, width] = spanFor(metres, wasAt, wasWide);
      return withOpeningAt(now, named, { offset, width });
    });
  const [before, own, after] = measuresAlong(plan, { wall, span: spanOf(opening.data) }, sort);
  const [toStart = "", toEnd = ""] = texts.measures.ends;
  return [
    {
      ...before,
      entry: {
        name: "start",
        label: toStart,
        take: taken((metres, _, width) => [start + metres + width / 2, width]),
      },
    },
    {
      ...own,
      entry: {
        name: "width",
        label: texts.measures.width,
        take: taken((metres, offset, width) => [offset - width / 2 + metres / 2, metres]),
      },
    },
    {
      ...after,
      entry: {
        name: "end",
        label: toEnd,
        take: taken((metres, _, width) => [end - metres - width / 2, width]),
      },
    },
  ];
};

/** The editing of a wall's length; afterwards the status line says what became of other rooms. */
export const wallEntry = (context: ToolContext, room: Room, edge: number): LengthEntry => {
  const { session, view, texts } = context;
  const ref = refOf(room.entity);
  const apply = applyTypedLength(context, "reshape", ref, (plan, named, metres, way) =>
    fromNullable(noRoom)(withWallLength(plan, named, edge, metres, view.state.measures, way)),
  );
  return {
    name: `wall:${edge}`,
    label: texts.measures.wall(edge + 1),
    take: (metres, isDone, way) => {
      const { plan } = session.state;
      const outcome = apply(metres, isDone, way);
      const [named = ref] = view.state.selection;
      const done = effectsText(effectsOn(plan, session.state.plan, named), context, "did");
      if (outcome.problem === undefined && done !== "") context.say(done);
      return outcome;
    },
    ways: waysOf(context, room, edge),
  };
};

/** Editable lengths of a room's walls, and its area. */
const roomMeasures = (context: ToolContext, room: Room): readonly Measure[] => {
  const { view, texts, language } = context;
  const { measures: sort } = view.state;
  const corners = measuredCorners(context.session.state.plan, room, sort);
  const walls = wallsOf(corners).map(({ from, to }, edge): Measure => ({
    from,
    to,
    entry: wallEntry(context, room, edge),
  }));
  const place = interiorPoint(room.corners);
  const area = texts.measures.area(hundredthsIn(language, areaOf(corners)));
  return corners.length < 3 ? [] : [...walls, { from: place, to: place, text: area }];
};

/** The measures of a single selected element. */
export const selectedMeasures = (context: ToolContext): readonly Measure[] => {
  const { session, view } = context;
  const { plan } = session.state;
  const [only = "", ...others] = view.state.selection;
  const entity =
    others.length > 0 || view.state.tool !== "select" ? undefined : findRef(plan, only);
  if (entity === undefined) return [];
  switch (kinds[entity.collection].place) {
    case "polygon": {
      const room = roomsOf(plan).find((each) => refOf(each.entity) === refOf(entity));
      return room === undefined ? [] : roomMeasures(context, room);
    }
    case "wall":
      return openingMeasures(context, entity);
    case "point":
      return itemMeasures(context, entity);
    case "line":
      return [];
  }
};

/** The refusal of a value in a field if it would move the selected opening over another; undefined otherwise. */
export const openingRefusal = (
  name: string,
  metres: number,
  { session, view, texts }: Pick<EditorContext, "session" | "view" | "texts">,
): string | undefined => {
  const { plan } = session.state;
  const [only, ...others] = findRefs(plan, view.state.selection);
  if (only?.collection !== "openings" || others.length > 0) return undefined;
  const by = overlappingOpening(plan, only, { ...spanOf(only.data), [name]: metres });
  return by && refusalText({ why: "taken", by }, texts);
};
