import { type ResizeGrip, resizeItem } from "../../model/editing/transform.ts";
import {
  cornersOf,
  isTurnable,
  placeOf,
  pointsAround,
  rotationOf,
  sizeOf,
} from "../../model/elements/places.ts";
import {
  angleOf,
  dot,
  endsOf,
  fitSpan,
  fullTurn,
  minLine,
  lengthOf,
  middle,
  minus,
  nearestOn,
  plus,
  type Point,
  roundForStorage,
  tidyPoint,
  times,
  turned,
  wallsOf,
} from "../../model/geometry/vector.ts";
import { minWidth, spanOf, withSpan } from "../../model/kinds/opening.ts";
import { wallOf } from "../../model/elements/opening-walls.ts";
import { kinds } from "../../model/kinds/kinds.ts";
import type { JsonObject } from "../../model/json.ts";
import {
  type Entity,
  findRef,
  listOfRef,
  type PlanData,
  type Ref,
} from "../../model/elements/entities.ts";
import { boxAround } from "../../model/geometry/polygon.ts";
import { setFields, updateElement } from "../../model/editing/change.ts";
import { moveZoneCorner, moveZoneSide } from "../../model/editing/zones.ts";
import { pullWall } from "../../model/editing/pull-wall.ts";
import { moveCorner } from "../../model/editing/reshape-rooms.ts";
import { labelPlace, putLabel } from "../../model/editing/room-annotations.ts";
import { roundingOf, snapAngle, type Snapping } from "./snapping.ts";
import { atLeastApart, moveStandingEnd } from "../../model/editing/standing-walls.ts";

/** A handle of a selected element. */
export interface Handle {
  readonly kind: "corner" | "wall" | "end" | "side" | "turn" | "label";
  /** Index of its corner, wall, end or side. */
  readonly index: number;
  readonly at: Point;
  /** Unit vector of its offset from the element on the screen, or zero. */
  readonly away: Point;
  /** Angle of the drag direction in degrees, for the cursor. */
  readonly angle: number;
  /** Length of its wall or side in metres; a short one has no room for a handle on the screen. */
  readonly span: number;
  /** Metres from the middle of its piece, and those that a side handle beside it has; infinite if there is none. */
  readonly reach: Point;
}

const grips: readonly ResizeGrip[] = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
];

/** Creates a handle; it is shown however small its element is, unless `more` says otherwise. */
const makeHandle = (
  kind: Handle["kind"],
  index: number,
  at: Point,
  more: Partial<Handle> = {},
): Handle => ({
  kind,
  index,
  at,
  away: [0, 0],
  angle: 45,
  span: Infinity,
  reach: [Infinity, Infinity],
  ...more,
});

/** The walls of an outline, and its corners above them. */
const outlineHandles = (corners: readonly Point[]): readonly Handle[] => {
  const walls = wallsOf(corners).map((wall, index) => {
    const [angle, span] = [angleOf(wall) + 90, lengthOf(wall)];
    return makeHandle("wall", index, middle(wall.from, wall.to), { angle, span });
  });
  return [...walls, ...corners.map((at, index) => makeHandle("corner", index, at))];
};

const roomHandles = (plan: PlanData, room: JsonObject): readonly Handle[] => {
  const corners = cornersOf(room);
  const { width = 0, height = 0 } = boxAround(corners) ?? {};
  const span = Math.min(width, height);
  const label =
    corners.length === 0 ? [] : [makeHandle("label", 0, labelPlace(plan, room), { span })];
  return [...outlineHandles(corners), ...label];
};

const openingHandles = (plan: PlanData, opening: JsonObject): readonly Handle[] => {
  const wall = wallOf(plan, opening);
  if (wall === undefined) return [];
  const angle = angleOf(wall);
  return endsOf(wall, spanOf(opening)).map((at, index) =>
    makeHandle("end", index, at, { away: turned([index === 0 ? -1 : 1, 0], angle), angle }),
  );
};

const pieceHandles = (piece: Entity): readonly Handle[] => {
  const centre = placeOf(piece.data);
  if (centre === undefined || !isTurnable(piece)) return [];
  const [w, d] = sizeOf(piece);
  const rotation = rotationOf(piece.data);
  const sides = grips.map((grip, index) => {
    const [right, front] = grip;
    const at = plus(centre, turned([(right * w) / 2, (front * d) / 2], rotation));
    const angle = rotation + (right === 0 ? 90 : 0);
    const reach: Point = right === 0 ? [d / 2, w / 2] : [w / 2, d / 2];
    return makeHandle("side", index, at, {
      away: turned(grip, rotation),
      angle,
      span: Math.max(w, d),
      reach,
    });
  });
  const back = sides
    .slice(0, 1)
    .map(({ at, away, reach }) => makeHandle("turn", 0, at, { away, reach }));
  return [...sides, ...back];
};

/** The handles of a selected element; elements that can only be moved have none. */
export const handlesOf = (plan: PlanData, ref: Ref): readonly Handle[] => {
  const entity = findRef(plan, ref);
  if (entity === undefined) return [];
  switch (kinds[entity.collection].place) {
    case "polygon":
      return entity.collection === "rooms"
        ? roomHandles(plan, entity.data)
        : outlineHandles(cornersOf(entity.data));
    case "wall":
      return openingHandles(plan, entity.data);
    case "point":
      return pieceHandles(entity);
    case "line":
      return pointsAround(plan, entity).map((at, index) => makeHandle("end", index, at));
  }
};

/** A name unique among the handles of an element. */
export const handleName = ({ kind, index }: Handle): string => `${kind}:${index}`;

/** Finds a handle by name. */
export const findHandle = (plan: PlanData, ref: Ref, name: string): Handle | undefined =>
  handlesOf(plan, ref).find((handle) => handleName(handle) === name);

const actions: Readonly<Record<Handle["kind"], string>> = {
  corner: "reshape",
  wall: "reshape",
  end: "resize",
  side: "resize",
  turn: "rotate",
  label: "label",
};

/** The undo label of dragging a handle. */
export const actionOf = ({ kind }: Handle): string => actions[kind];

/** Restricts a movement to across the wall. */
export const acrossWall = ({ angle }: Handle, by: Point): Point => {
  const normal = turned([1, 0], angle);
  return times(normal, dot(by, normal));
};

const dragEnd = (plan: PlanData, ref: Ref, index: number, to: Point): PlanData =>
  updateElement(plan, ref, (opening) => {
    const wall = wallOf(plan, opening);
    if (wall === undefined) return opening;
    const { offset, width } = spanOf(opening);
    const fixed = index === 0 ? offset + width / 2 : offset - width / 2;
    const { along } = nearestOn(wall, to);
    const free =
      index === 0
        ? Math.max(0, Math.min(along, fixed - minWidth))
        : Math.min(lengthOf(wall), Math.max(along, fixed + minWidth));
    const span = { offset: (free + fixed) / 2, width: Math.abs(free - fixed) };
    return withSpan(opening, fitSpan(span, lengthOf(wall)));
  });

/** Drags a handle to a point that is already snapped. */
export const dragHandle = (
  plan: PlanData,
  ref: Ref,
  handle: Handle,
  to: Point,
  snapping: Pick<Snapping, "isOn" | "isOverImage">,
): PlanData => {
  const { kind, index } = handle;
  switch (kind) {
    case "corner":
      return listOfRef(ref) === "zones"
        ? moveZoneCorner(plan, ref, index, to)
        : moveCorner(plan, ref, index, to);
    case "wall": {
      const by = acrossWall(handle, minus(to, handle.at));
      return listOfRef(ref) === "zones"
        ? moveZoneSide(plan, ref, index, by)
        : pullWall(plan, ref, index, by);
    }
    case "label":
      return putLabel(plan, ref, to);
    case "end": {
      const entity = findRef(plan, ref);
      if (entity?.collection === "walls") return moveStandingEnd(plan, ref, index, to);
      if (entity === undefined || kinds[entity.collection].place !== "line")
        return dragEnd(plan, ref, index, to);
      const other = pointsAround(plan, entity)[1 - index] ?? to;
      const end = atLeastApart(other, handle.at, to, minLine);
      return setFields(plan, ref, { [index === 0 ? "from" : "to"]: tidyPoint(end) });
    }
    case "side": {
      const grip = grips[index];
      const piece = findRef(plan, ref);
      const round = snapping.isOn ? roundingOf(snapping) : roundForStorage;
      return grip === undefined || piece === undefined
        ? plan
        : updateElement(plan, ref, () => resizeItem(piece, grip, to, round));
    }
    case "turn": {
      const centre = placeOf(findRef(plan, ref)?.data ?? {});
      if (centre === undefined) return plan;
      const [x, z] = minus(to, centre);
      // At 0 degrees, the back of an item is up.
      const degrees = (Math.atan2(x, -z) * 180) / Math.PI;
      return setFields(plan, ref, { rotation: fullTurn(snapAngle(degrees, snapping.isOn)) });
    }
  }
};
