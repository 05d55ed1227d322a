import { maxElevation, minElevation } from "../../elements/heights.ts";
import { roundForStorage } from "../../geometry/vector.ts";
import { checkLimit } from "../refusal.ts";
import type { Building } from "./building.ts";
import { Entity } from "./entity.ts";
import type { Placements } from "./placement.ts";

/** A storey as a floor. Heights are in metres. */
export interface Storey {
  /** The id of its floor. */
  readonly level: string;
  readonly name: string;
  /** Of its floor above the file's origin. */
  readonly bottom: number;
  /** Of its floor above the ground. */
  readonly elevation: number;
  /** From its floor to the next one; undefined of the highest. */
  readonly pitch: number | undefined;
}

/** The height above the ground above which the lowest storey is counted from the sea instead. */
const aboveSea = 50;

/** Metres between two storeys, at least; closer ones of several buildings lie side by side. */
const leastPitch = 0.5;

/** The storeys of buildings, the lowest first. */
export class Storeys {
  readonly all: readonly Storey[];
  readonly #building: Building;
  readonly #byId = new Map<number, Storey>();

  /** `metres`: of the file's unit; `only`: the name of the only floor of a building without storeys. */
  constructor(building: Building, placements: Placements, metres: number, only: string) {
    this.#building = building;
    const { step } = building;
    const entities = Entity.all(step, ["IFCBUILDINGSTOREY"]);
    checkLimit(step.limits, "importFloors", entities.length, step.file);
    const houses = Entity.all(step, ["IFCBUILDING"]);
    const found = entities
      .map((entity) => {
        const placement = entity.ref(5);
        const told = entity.number(9);
        const bottom =
          placement === undefined ? (told ?? 0) * metres : placements.of(placement).at[2] * metres;
        const house = building.around(entity).find(({ type }) => type === "IFCBUILDING");
        const own = entity.text(2) || entity.text(7);
        const name =
          houses.length > 1 && house !== undefined
            ? `${house.text(7) || house.text(2)} ${own}`
            : own;
        return {
          entity,
          name: name.trim(),
          bottom,
          above: told === undefined ? bottom : told * metres,
        };
      })
      .toSorted((one, other) => one.bottom - other.bottom);
    const lowest = found.reduce((least, { above }) => Math.min(least, above), Infinity);
    const sea = lowest > aboveSea ? lowest : 0;
    const bottoms = found.map(({ bottom }) => bottom);
    this.all =
      found.length === 0
        ? [{ level: "level-1", name: only, bottom: 0, elevation: 0, pitch: undefined }]
        : found.map(({ entity, name, bottom, above }, at): Storey => {
            const next = bottoms.find((each) => each > bottom + leastPitch);
            const storey = {
              level: `level-${at + 1}`,
              name: name === "" ? `${at + 1}` : name,
              bottom,
              elevation: Math.max(
                minElevation,
                Math.min(maxElevation, roundForStorage(above - sea)),
              ),
              pitch: next === undefined ? undefined : next - bottom,
            };
            this.#byId.set(entity.id, storey);
            return storey;
          });
  }

  /** The storey that contains an element; else the highest one whose floor is not above `bottom`, in metres. */
  of(element: Entity, bottom: number): Storey {
    for (const { id } of this.#building.around(element)) {
      const storey = this.#byId.get(id);
      if (storey !== undefined) return storey;
    }
    return this.at(bottom);
  }

  /** The highest storey whose floor is not above a height, with some slack; else the lowest one. */
  at(height: number): Storey {
    const [lowest, ...others] = this.all;
    let best = lowest;
    for (const storey of others) if (storey.bottom <= height + leastPitch) best = storey;
    return best ?? { level: "level-1", name: "", bottom: 0, elevation: 0, pitch: undefined };
  }
}
