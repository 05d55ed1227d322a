import { chainOf, Entity } from "./entity.ts";
import type { StepFile } from "./step-file.ts";
import type { Turns } from "../turns.ts";

/** The relations that say where an element belongs, with the positions of what is inside and of what is around it. */
const containing: readonly (readonly [type: string, inner: number, outer: number])[] = [
  ["IFCRELCONTAINEDINSPATIALSTRUCTURE", 4, 5],
  ["IFCRELAGGREGATES", 5, 4],
  ["IFCRELNESTS", 5, 4],
  ["IFCRELVOIDSELEMENT", 5, 4],
  ["IFCRELFILLSELEMENT", 5, 4],
];

/** How the elements of a building belong together. */
export class Building {
  readonly step: StepFile;
  readonly #outer = new Map<number, Entity>();
  readonly #parts = new Map<number, Entity[]>();
  readonly #fillings = new Map<number, Entity>();
  readonly #types = new Map<number, Entity>();
  readonly #contained: Entity[] = [];

  private constructor(step: StepFile) {
    this.step = step;
  }

  /** Reads the relations of a file. */
  static async read(step: StepFile, turns: Turns): Promise<Building> {
    const building = new Building(step);
    for (const kind of containing)
      for (const relation of Entity.all(step, [kind[0]])) {
        await turns.take();
        building.#contain(relation, kind);
      }
    for (const relation of Entity.all(step, ["IFCRELDEFINESBYTYPE"])) {
      await turns.take();
      const type = relation.ref(5);
      if (type !== undefined) for (const { id } of relation.refs(4)) building.#types.set(id, type);
    }
    return building;
  }

  #contain(relation: Entity, [type, innerAt, outerAt]: (typeof containing)[number]): void {
    const outer = relation.ref(outerAt);
    if (outer === undefined) return;
    const isOne = type === "IFCRELVOIDSELEMENT" || type === "IFCRELFILLSELEMENT";
    for (const each of isOne ? [relation.needed(innerAt)] : relation.refs(innerAt)) {
      if (!this.#outer.has(each.id)) this.#outer.set(each.id, outer);
      if (type === "IFCRELCONTAINEDINSPATIALSTRUCTURE") this.#contained.push(each);
      if (type === "IFCRELFILLSELEMENT") this.#fillings.set(outer.id, each);
      if (type !== "IFCRELAGGREGATES") continue;
      const parts = this.#parts.get(outer.id);
      if (parts === undefined) this.#parts.set(outer.id, [each]);
      else parts.push(each);
    }
  }

  /** What storeys, spaces and the like contain, besides spaces. */
  get contained(): readonly Entity[] {
    return this.#contained;
  }

  /** An element, what contains it, what contains that, and so on. Refuses a circle. */
  around(element: Entity): readonly Entity[] {
    return chainOf(element, ({ id }) => this.#outer.get(id));
  }

  /** What an element consists of. */
  partsOf({ id }: Entity): readonly Entity[] {
    return this.#parts.get(id) ?? [];
  }

  /** The door or the window in an opening; undefined if it is empty. */
  fillingOf({ id }: Entity): Entity | undefined {
    return this.#fillings.get(id);
  }

  /** The type of an element, such as an `IfcDoorStyle`; undefined if it has none. */
  typeOf({ id }: Entity): Entity | undefined {
    return this.#types.get(id);
  }
}
