import { type Entity, entitiesOf, idOf, type PlanData } from "../../elements/entities.ts";
import { collections, kinds } from "../../kinds/index.ts";
import { isList, isObject } from "../../json/json.ts";
import { firstLevel, shownLevel } from "../../elements/levels.ts";
import { type Box, boxAround, isInside, signedArea } from "../../geometry/polygon.ts";
import { cornersIn, numberIn, textIn } from "../../json/read.ts";
import { type Point } from "../../geometry/vector.ts";
import { outline } from "../../geometry/shapes.ts";

/** A room with a place on the floor that is drawn. */
export interface FloorRoom {
  readonly entity: Entity<"rooms">;
  readonly corners: readonly Point[];
  readonly box: Box;
  /** Whether it lies in the open air, and so has no walls. */
  readonly isOutdoor: boolean;
}

/** The rooms of one level, and what follows from them. */
export interface Floor {
  readonly rooms: readonly FloorRoom[];
  /** The rooms by id, for openings and labels; of two with the same id, the first. */
  readonly byId: ReadonlyMap<string, FloorRoom>;
  /** SVG path along all walls of rooms inside the building. */
  readonly walls: string;
  /** The room inside the building that a place lies in. */
  readonly roomAt: (place: Point) => FloorRoom | undefined;
}

const nowhere: Box = { left: 0, top: 0, width: 0, height: 0 };

const holds = ({ left, top, width, height }: Box, [x, z]: Point): boolean =>
  x >= left && x <= left + width && z >= top && z <= top + height;

const makeFloor = (plan: PlanData, level: string | undefined): Floor => {
  const outdoor = textIn(plan["outdoor"]);
  const first = firstLevel(plan);
  const rooms = entitiesOf(plan, "rooms").flatMap((entity) => {
    const corners = cornersIn(entity.data["points"]);
    if (corners.length === 0 || (textIn(entity.data["level"]) ?? first) !== level) return [];
    const isOutdoor = outdoor !== undefined && idOf(entity.data) === outdoor;
    return [{ entity, corners, box: boxAround(corners) ?? nowhere, isOutdoor }];
  });
  const inner = rooms.filter((room) => !room.isOutdoor);
  return {
    rooms: [...rooms.filter((room) => room.isOutdoor), ...inner],
    byId: new Map(rooms.toReversed().map((room) => [idOf(room.entity.data) ?? "", room])),
    walls: inner.map(({ corners }) => outline(corners)).join(""),
    roomAt: (place) =>
      inner.find((room) => holds(room.box, place) && isInside(place, room.corners)),
  };
};

const known = new WeakMap<
  object,
  { readonly plan: PlanData; readonly floors: Map<string, Floor> }
>();

/** The floor of a level that a plan has, or of the first. Remembered while rooms and levels stay. */
export const floorOf = (plan: PlanData, wanted: string | undefined): Floor => {
  const level = shownLevel(plan, wanted);
  const { rooms } = plan;
  if (!isList(rooms)) return makeFloor(plan, level);
  let entry = known.get(rooms);
  if (
    entry === undefined ||
    entry.plan["levels"] !== plan["levels"] ||
    entry.plan["outdoor"] !== plan["outdoor"]
  ) {
    entry = { plan, floors: new Map() };
    known.set(rooms, entry);
  }
  const floor = entry.floors.get(level ?? "") ?? makeFloor(plan, level);
  entry.floors.set(level ?? "", floor);
  return floor;
};

/** Whether the corners run clockwise on the screen. */
export const isClockwise = (corners: readonly Point[]): boolean => signedArea(corners) > 0;

/** The tracing image of a level, where the plan has a sensible one; its place in metres. */
export const tracingOf = (
  plan: PlanData,
  wanted: string | undefined,
): { readonly url: string; readonly box: Box; readonly opacity: number } | undefined => {
  const level = shownLevel(plan, wanted);
  const { backgrounds } = plan;
  const image = isObject(backgrounds) && level !== undefined ? backgrounds[level] : undefined;
  if (!isObject(image)) return undefined;
  const url = textIn(image["url"]);
  const width = numberIn(image["width"], 10);
  if (url === undefined || width <= 0) return undefined;
  const opacity = Math.max(0, Math.min(1, numberIn(image["opacity"], 0.5)));
  const [left, top] = [numberIn(image["left"], 0), numberIn(image["top"], 0)];
  return { url, opacity, box: { left, top, width, height: numberIn(image["height"], 0) } };
};

/** A sheet for a plan that is still empty, in metres. */
const blank: Box = { left: 0, top: 0, width: 12, height: 8 };

/** The box around all that a level shows, in metres; a plan without anything gets a sheet of 12 by 8. */
export const planBounds = (plan: PlanData, wanted: string | undefined): Box => {
  const level = shownLevel(plan, wanted);
  const first = firstLevel(plan);
  const around = 0.3;
  const points = floorOf(plan, wanted).rooms.flatMap((room) => room.corners);
  // Every revision comes by here with all its items.
  for (const list of collections) {
    if (kinds[list].place !== "point") continue;
    for (const { data } of entitiesOf(plan, list)) {
      const x = numberIn(data["x"], undefined);
      const z = numberIn(data["z"], undefined);
      if (x === undefined || z === undefined || (textIn(data["level"]) ?? first) !== level)
        continue;
      points.push([x - around, z - around], [x + around, z + around]);
    }
  }
  return boxAround(points) ?? blank;
};
