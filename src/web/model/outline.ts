import { entitiesOf, type Entity, type PlanData } from "../../elements/entities.ts";
import { collections } from "../../kinds/index.ts";
import { type Box, boxAround, isInside } from "../../geometry/polygon.ts";
import { cornersIn, numberIn, textIn } from "../../json/read.ts";
import { type Point } from "../../geometry/vector.ts";
import { type Ref, refOf } from "../../elements/ref.ts";
import { firstLevel, levelOf, levelsOf } from "../../elements/levels.ts";

/** A floor, a room, something in it, or the rest of a floor, as the outline lists them. */
export interface OutlineNode {
  /** Unique in the outline, and the same for the same thing of a changed plan. */
  readonly id: string;
  readonly kind: "level" | "unknownLevel" | "elsewhere" | "entity";
  /** The level's name or id; empty for others. */
  readonly name: string;
  /** The level's id, where it is one. */
  readonly level?: string | undefined;
  readonly entity?: Entity;
  readonly children: readonly OutlineNode[];
}

interface Shape {
  readonly id: string | undefined;
  readonly entity: Entity;
  readonly corners: readonly Point[];
  readonly box: Box | undefined;
}

const isIn = ({ corners, box }: Shape, [x, z]: Point): boolean =>
  box !== undefined &&
  x >= box.left &&
  z >= box.top &&
  x <= box.left + box.width &&
  z <= box.top + box.height &&
  isInside([x, z], corners);

const leaf = (entity: Entity): OutlineNode => ({
  id: refOf(entity),
  kind: "entity",
  name: "",
  entity,
  children: [],
});

/** The things of a floor: its rooms with what stands in them, and the rest. */
const contentOf = (
  level: string | undefined,
  shapes: readonly Shape[],
  openings: ReadonlyMap<string, readonly Entity[]>,
  items: readonly Entity[],
): readonly OutlineNode[] => {
  const inRoom = new Map<Shape, Entity[]>();
  const elsewhere: Entity[] = [];
  for (const item of items) {
    const at: Point = [numberIn(item.data["x"], NaN), numberIn(item.data["z"], NaN)];
    const shape = shapes.find((each) => isIn(each, at));
    if (shape === undefined) elsewhere.push(item);
    else inRoom.set(shape, [...(inRoom.get(shape) ?? []), item]);
  }
  const rooms = shapes.map((shape): OutlineNode => {
    const own = shape.id === undefined ? [] : (openings.get(shape.id) ?? []);
    return {
      ...leaf(shape.entity),
      children: [...own, ...(inRoom.get(shape) ?? [])].map(leaf),
    };
  });
  return elsewhere.length === 0
    ? rooms
    : [
        ...rooms,
        {
          id: `elsewhere/${level ?? ""}`,
          kind: "elsewhere",
          name: "",
          children: elsewhere.map(leaf),
        },
      ];
};

const grouped = <Value>(
  values: readonly Value[],
  keyOf: (value: Value) => string,
): ReadonlyMap<string, readonly Value[]> => {
  const groups = new Map<string, Value[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group === undefined) groups.set(keyOf(value), [value]);
    else group.push(value);
  }
  return groups;
};

const roomId = ({ data }: Entity): string => textIn(data["room_id"]) ?? "";

/**
 * Everything in a plan as a tree: floors, their rooms, and in those the openings and what stands
 * there. What is on a floor that does not exist comes after the floors.
 */
export const outlineOf = (plan: PlanData): readonly OutlineNode[] => {
  const level = ({ data }: Entity): string => levelOf(plan, data) ?? "";
  const rooms = entitiesOf(plan, "rooms");
  const roomKeys = new Set(rooms.map(({ key }) => key));
  const allOpenings = entitiesOf(plan, "openings");
  const openings = grouped(allOpenings, roomId);
  const items = collections
    .filter((collection) => collection !== "rooms" && collection !== "openings")
    .flatMap((collection) => entitiesOf(plan, collection));
  const lost = allOpenings.filter((opening) => !roomKeys.has(roomId(opening)));
  const shapes = grouped(
    rooms.map((entity): Shape => {
      const corners = cornersIn(entity.data["points"]);
      return { id: textIn(entity.data["id"]), entity, corners, box: boxAround(corners) };
    }),
    ({ entity }) => level(entity),
  );
  const itemsByLevel = grouped(items, level);
  const known = levelsOf(plan);
  const first = firstLevel(plan) ?? "";
  const ids = new Set([...known.map(({ id }) => id), first]);
  const unknown = [...shapes.keys(), ...itemsByLevel.keys()].filter((id) => !ids.has(id));
  const nodeOf = (id: string, name: string, kind: OutlineNode["kind"]): OutlineNode => {
    const extra = id === first ? lost : [];
    const own = [...extra, ...(itemsByLevel.get(id) ?? [])];
    const children = contentOf(id, shapes.get(id) ?? [], openings, own);
    return { id: `level/${id}`, kind, name, level: id === "" ? undefined : id, children };
  };
  const floors = known.length === 0 ? [{ id: "", name: "" }] : known;
  return [
    ...floors.map(({ id, name }) => nodeOf(id, name, "level")),
    ...[...new Set(unknown)].map((id) => nodeOf(id, id, "unknownLevel")),
  ];
};

/** The nodes above the one with that ref, from the top. */
export const pathTo = (nodes: readonly OutlineNode[], ref: Ref): readonly string[] => {
  for (const node of nodes) {
    if (node.id === ref) return [];
    const holds = node.children.some(({ id }) => id === ref);
    const below = holds ? [] : pathTo(node.children, ref);
    if (holds || below.length > 0) return [node.id, ...below];
  }
  return [];
};
