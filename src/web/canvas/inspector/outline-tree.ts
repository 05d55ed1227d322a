import {
  entitiesOf,
  type Entity,
  type PlanData,
  type Ref,
  refOf,
} from "../../../model/elements/entities.ts";
import { firstLevel, levelsOf } from "../../../model/elements/levels.ts";
import { levelOfEntity, roomAround } from "../../../model/elements/places.ts";
import { openingsOf } from "../../../model/elements/opening-walls.ts";
import { type Room, roomsOf } from "../../../model/elements/rooms.ts";
import { collectionsInRooms } from "../../../model/kinds/kinds.ts";

/** A node of the outline: a floor, a room, an element, or the rest of a floor. */
export interface OutlineNode {
  /** Unique in the outline, and stable for an element across changes. */
  readonly id: string;
  readonly kind: "level" | "unknownLevel" | "elsewhere" | "entity";
  /** The level's name or id; empty for others. */
  readonly name: string;
  /** The level's id, for a level. */
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

/** The contents of a floor: each room with its elements, and elements outside of rooms. */
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
 * The plan as a tree: floors, their rooms, and in those the openings and elements. Elements on a missing floor come
 * after the floors.
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
  const items = collectionsInRooms.flatMap((collection) => entitiesOf(plan, collection));
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

/** The ids of the ancestors of the node with a ref, from the top. */
export const pathTo = (nodes: readonly OutlineNode[], ref: Ref): readonly string[] => {
  for (const node of nodes) {
    if (node.id === ref) return [];
    const holds = node.children.some(({ id }) => id === ref);
    const below = holds ? [] : pathTo(node.children, ref);
    if (holds || below.length > 0) return [node.id, ...below];
  }
  return [];
};

/** A visible node of the outline. */
export interface OutlineRow {
  readonly node: OutlineNode;
  /** Depth; 1 is the top. */
  readonly level: number;
  /** Whether it is expanded; undefined without children. */
  readonly isOpen: boolean | undefined;
}

/** The most search results; a longer search text narrows them down. */
const maxFound = 200;

/** The visible rows, and the number of further search results. */
interface OutlineRows {
  readonly rows: readonly OutlineRow[];
  readonly more: number;
}

/**
 * The visible rows. Without a search, those with expanded parents; with one, the matches below their parents, at most
 * 200.
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

/** The row to which a key moves in the tree; undefined for other keys. */
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
