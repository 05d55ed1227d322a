import {
  entitiesOf,
  type Entity,
  type PlanData,
  type Ref,
  refOf,
} from "../../../model/elements/entities.ts";
import { firstLevel, levelsOf } from "../../../model/elements/levels.ts";
import { levelOfEntity, roomAround } from "../../../model/elements/places.ts";
import { openingsOf, type Room, roomsOf } from "../../../model/elements/rooms.ts";
import { standingCollections } from "../../../model/kinds/kinds.ts";

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

const leaf = (entity: Entity, children: readonly Entity[] = []): OutlineNode => ({
  id: refOf(entity),
  kind: "entity",
  name: "",
  entity,
  children: children.map((child) => leaf(child)),
});

/** What is on a floor: each room with what is in it, and what is in none. */
interface Floor {
  readonly rooms: Map<Room, Entity[]>;
  readonly elsewhere: Entity[];
}

const childrenOf = (level: string, { rooms, elsewhere }: Floor): readonly OutlineNode[] => {
  const nodes = [...rooms].map(([{ entity }, inside]) => leaf(entity, inside));
  const rest = elsewhere.map((entity) => leaf(entity));
  return rest.length === 0
    ? nodes
    : [...nodes, { id: `elsewhere/${level}`, kind: "elsewhere", name: "", children: rest }];
};

/**
 * Everything in a plan as a tree: floors, their rooms, and in those the openings and what stands
 * there. What is on a floor that does not exist comes after the floors.
 */
export const outlineOf = (plan: PlanData): readonly OutlineNode[] => {
  const known = levelsOf(plan);
  const first = firstLevel(plan) ?? "";
  const floors = new Map<string, Floor>();
  const floorAt = (id = ""): Floor => {
    const floor = floors.get(id) ?? { rooms: new Map<Room, Entity[]>(), elsewhere: [] };
    floors.set(id, floor);
    return floor;
  };
  for (const id of [...known.map((level) => level.id), first]) floorAt(id);
  for (const room of roomsOf(plan)) floorAt(room.level).rooms.set(room, []);
  const items = standingCollections.flatMap((collection) => entitiesOf(plan, collection));
  for (const entity of [...openingsOf(plan), ...items]) {
    const room = roomAround(plan, entity);
    const { rooms, elsewhere } = floorAt(levelOfEntity(plan, entity) ?? first);
    (room === undefined ? elsewhere : rooms.get(room))?.push(entity);
  }
  const names = new Map(known.map(({ id, name }) => [id, name]));
  return [...floors].map(([id, floor]) => ({
    id: `level/${id}`,
    kind: id === first || names.has(id) ? "level" : "unknownLevel",
    name: names.get(id) ?? (id === first ? "" : id),
    level: id === "" ? undefined : id,
    children: childrenOf(id, floor),
  }));
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

/** A node of the outline that is in sight. */
export interface OutlineRow {
  readonly node: OutlineNode;
  /** How deep it lies; 1 is the top. */
  readonly level: number;
  /** Whether what is below it is in sight; undefined where there is nothing below. */
  readonly isOpen: boolean | undefined;
}

/** As many as a person reads through; what is searched for longer is found sooner. */
const maxFound = 200;

/** The rows in sight, and how many more a search has found. */
interface OutlineRows {
  readonly rows: readonly OutlineRow[];
  readonly more: number;
}

/**
 * The rows in sight. Without a search those whose parents are open; with one those that match,
 * below their parents, the first 200 of them.
 */
export const rowsOf = (
  nodes: readonly OutlineNode[],
  open: ReadonlyMap<string, boolean>,
  search: string,
  wordsOf: (node: OutlineNode) => string,
): OutlineRows => {
  let found = 0;
  const matches = (node: OutlineNode): boolean =>
    wordsOf(node).toLocaleLowerCase().includes(search);
  const below = (all: readonly OutlineNode[], level: number): readonly OutlineRow[] =>
    all.flatMap((node): readonly OutlineRow[] => {
      const hasChildren = node.children.length > 0;
      if (search === "") {
        const isOpen = hasChildren ? (open.get(node.id) ?? level === 1) : undefined;
        return [
          { node, level, isOpen },
          ...(isOpen === true ? below(node.children, level + 1) : []),
        ];
      }
      const isMatch = matches(node);
      if (isMatch) found += 1;
      const isFound = isMatch && found <= maxFound;
      const inside = below(node.children, level + 1);
      if (!isFound && inside.length === 0) return [];
      return [{ node, level, isOpen: inside.length > 0 ? true : undefined }, ...inside];
    });
  const rows = below(nodes, 1);
  return { rows, more: Math.max(0, found - maxFound) };
};

/** The row to which a key leads from another one, in a tree; nothing for other keys. */
export const rowAfter = (
  rows: readonly OutlineRow[],
  at: number,
  key: string,
): string | undefined => {
  const parent = rows.findLastIndex(
    ({ level }, position) => position < at && level < (rows[at]?.level ?? 0),
  );
  const to: Readonly<Record<string, number>> = {
    ArrowDown: Math.min(at + 1, rows.length - 1),
    ArrowUp: Math.max(at - 1, 0),
    ArrowRight: rows[at]?.isOpen === true ? at + 1 : at,
    ArrowLeft: parent === -1 ? at : parent,
    Home: 0,
    End: rows.length - 1,
  };
  const position = to[key];
  return position === undefined ? undefined : rows[position]?.node.id;
};
