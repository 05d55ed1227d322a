import { entityFields } from "../bindings/element-bindings.ts";
import { entitiesOf, type PlanData } from "../elements/entities.ts";
import { shownLevel } from "../elements/levels.ts";
import { centreOf, levelOfEntity } from "../elements/places.ts";
import type { Point } from "../geometry/vector.ts";
import { textIn } from "../json.ts";
import { collections } from "../kinds/kinds.ts";
import type { MeshNode } from "./mesh.ts";

/** Where something is on the plan. */
export interface MeshPlace {
  readonly at: Point;
  /** The id of the floor; undefined in a plan without floors. */
  readonly level: string | undefined;
}

/** The nodes of a mesh, as far as the plan says where they are. */
export interface PlacedNodes {
  /** By the id of the node. */
  readonly places: ReadonlyMap<string, MeshPlace>;
  /** The others, in their order. */
  readonly unplaced: readonly MeshNode[];
}

interface Named {
  readonly byEntity: ReadonlyMap<string, MeshPlace>;
  readonly byName: ReadonlyMap<string, MeshPlace>;
}

/** The places that elements give to entities and names. Rooms come last: their sensors stand somewhere in them. */
const placesIn = (plan: PlanData): Named => {
  const byEntity = new Map<string, MeshPlace>();
  const byName = new Map<string, MeshPlace>();
  const lists = [...collections.filter((each) => each !== "rooms"), "rooms" as const];
  for (const list of lists)
    for (const element of entitiesOf(plan, list)) {
      const { data } = element;
      const at = centreOf(plan, element);
      if (at === undefined) continue;
      const place = { at, level: shownLevel(plan, levelOfEntity(plan, element)) };
      for (const field of entityFields) {
        const entity = textIn(data[field]);
        if (entity !== undefined && !byEntity.has(entity)) byEntity.set(entity, place);
      }
      const name = list === "devices" ? textIn(data["name"])?.trim().toLowerCase() : undefined;
      if (name !== undefined && !byName.has(name)) byName.set(name, place);
    }
  return { byEntity, byName };
};

/**
 * Finds the nodes on a plan: each is where an element shows one of its entities, else where a device of the plan has its
 * name, as for a coordinator, which often has no entity.
 */
export const placeNodes = (nodes: readonly MeshNode[], plan: PlanData): PlacedNodes => {
  const { byEntity, byName } = placesIn(plan);
  const places = new Map<string, MeshPlace>();
  const unplaced: MeshNode[] = [];
  for (const node of nodes) {
    const entity = node.entities.find((each) => byEntity.has(each));
    const place =
      entity === undefined ? byName.get(node.name.trim().toLowerCase()) : byEntity.get(entity);
    if (place === undefined) unplaced.push(node);
    else places.set(node.id, place);
  }
  return { places, unplaced };
};
