import { type Entity, type PlanData, type Ref, refOf } from "../elements/entities.ts";
import { type Floor, floorOf, keptByFloor } from "../elements/floor.ts";
import { standingHeightsOf } from "../elements/heights.ts";
import { elementsOn, placeOf, rotationOf, sizeOf } from "../elements/places.ts";
import { isInRoom } from "../elements/rooms.ts";
import type { Point } from "../geometry/vector.ts";
import { type JsonObject, textIn } from "../json.ts";
import { hangsAbove, isLamp } from "../kinds/catalogue/furniture.ts";
import { bodyOf, deviceBodyOf } from "./bodies/bodies.ts";
import { groundDrop } from "./floors.ts";
import type { Part } from "./material.ts";
import type { Vector } from "./mesh.ts";
import type { Solid, SolidRole } from "./solid.ts";

/** The least width, depth and height of a body, in metres: as the drawing has them, and what is flat is still seen. */
const [leastSize, leastHeight] = [0.03, 0.002];

/** A solid that was made of an element with this height. */
interface Kept {
  readonly height: number;
  readonly solid: Solid;
}

/** The last solid of each element: most stay as they are while others are moved. */
const kept = new WeakMap<JsonObject, Kept>();

/** Where elements stand: a floor, and how far the ground at a place there is from its surface. */
interface Ground {
  readonly plan: PlanData;
  readonly level: string | undefined;
  readonly groundAt: (place: Point) => number;
}

/** Rooms outdoors lie lower than the house. */
const groundOf = (plan: PlanData, { level, rooms, roomAt }: Floor): Ground => {
  const outdoors = rooms.filter(({ isOutdoor }) => isOutdoor);
  const isOutdoors = (place: Point): boolean =>
    outdoors.some((room) => isInRoom(room, place)) && roomAt(place) === undefined;
  return { plan, level, groundAt: (place) => (isOutdoors(place) ? -groundDrop : 0) };
};

/** What an element is as a body. */
interface BodyOfElement {
  readonly role: SolidRole;
  readonly type: string;
  readonly make: (height: number) => readonly Part[];
}

/** The solid of an element; undefined if it has no place. */
const solidAt = (
  { plan, level, groundAt }: Ground,
  entity: Entity,
  { role, type, make }: BodyOfElement,
): Solid | undefined => {
  const { data } = entity;
  const place = placeOf(data);
  if (place === undefined) return undefined;
  const { elevation, height } = standingHeightsOf(plan, entity);
  const y = elevation + groundAt(place);
  const known = kept.get(data);
  const isKept = known?.height === height && known.solid.at[1] === y;
  const ref = refOf(entity);
  if (known !== undefined && isKept && known.solid.level === level && known.solid.ref === ref)
    return known.solid;
  const solid: Solid = {
    name: textIn(data["name"]) ?? type,
    ref,
    level,
    role,
    parts: make(Math.max(leastHeight, height)),
    at: [place[0], y, place[1]],
    rotation: rotationOf(data),
  };
  kept.set(data, { height, solid });
  return solid;
};

const pieceOf = (ground: Ground, entity: Entity): Solid | undefined => {
  const type = textIn(entity.data["type"]) ?? "furniture";
  const [w, d] = sizeOf(entity).map((metres) => Math.max(leastSize, Math.abs(metres)));
  return solidAt(ground, entity, {
    role: "furniture",
    type,
    make: (height) => bodyOf(type, [w ?? leastSize, height, d ?? leastSize]),
  });
};

const deviceOf = (ground: Ground, entity: Entity): Solid | undefined => {
  const isSensor = entity.collection === "sensors";
  const type = isSensor ? "sensor" : (textIn(entity.data["kind"]) ?? "generic");
  return solidAt(ground, entity, {
    role: "device",
    type,
    make: (height) => deviceBodyOf(type, height),
  });
};

/** The fields of a plan, besides its rooms, on which the heights of what stands on a floor depend. */
const heightCauses = ["levels", "ceiling_height"] as const;

const makeFurniture = keptByFloor(["furniture", ...heightCauses], (plan, floor) => {
  const ground = groundOf(plan, floor);
  return elementsOn(plan, floor.level, ["furniture"])
    .map((each) => pieceOf(ground, each))
    .filter((solid) => solid !== undefined);
});

const makeDevices = keptByFloor(["devices", "sensors", ...heightCauses], (plan, floor) => {
  const ground = groundOf(plan, floor);
  return elementsOn(plan, floor.level, ["devices", "sensors"])
    .map((each) => deviceOf(ground, each))
    .filter((solid) => solid !== undefined);
});

/** The furniture, the devices and the sensors of a floor where they stand or hang. Equal pieces share their parts. */
export const furnishingOn = (plan: PlanData, level: string | undefined): readonly Solid[] => {
  const floor = floorOf(plan, level);
  return [...makeFurniture(plan, floor), ...makeDevices(plan, floor)];
};

/** A lamp of a floor. */
export interface Lamp {
  readonly name: string;
  readonly ref: Ref;
  /** The element in the plan. */
  readonly data: JsonObject;
  /** Where its light comes from: `x` and `z` in the plan, `y` above the surface of its floor, in metres. */
  readonly at: Vector;
}

/** Which part of its height a standing lamp has its light at; one that hangs has it at its lower end. */
const shadeAt = 0.85;

/** The lamps of a floor, and where their light comes from. */
export const lampsOf = (plan: PlanData, level: string | undefined): readonly Lamp[] => {
  const floor = floorOf(plan, level);
  const { groundAt } = groundOf(plan, floor);
  return elementsOn(plan, floor.level, ["furniture"]).flatMap((entity): readonly Lamp[] => {
    const { data } = entity;
    const type = textIn(data["type"]) ?? "";
    const place = placeOf(data);
    if (place === undefined || !isLamp(type)) return [];
    const { elevation, height } = standingHeightsOf(plan, entity);
    const y = elevation + (hangsAbove(type) ? 0 : height * shadeAt) + groundAt(place);
    return [
      {
        name: textIn(data["name"]) ?? type,
        ref: refOf(entity),
        data,
        at: [place[0], y, place[1]],
      },
    ];
  });
};
