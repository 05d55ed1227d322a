import type { States } from "../../../model/bindings/entity-state.ts";
import { entitiesOf, type PlanData } from "../../../model/elements/entities.ts";
import type { Floor } from "../floor.ts";
import { clearFrom } from "../opening-state.ts";
import type { Scene } from "../scene.ts";

/** A floor on which light falls, and how far its doors and blinds are open. */
export interface LitFloor {
  readonly plan: PlanData;
  readonly level: string | undefined;
  readonly floor: Floor;
  readonly states: States | undefined;
  /** The same object as long as what stops light stays where it is. */
  readonly causes: object;
}

/** What all light on a floor depends on: its walls, and how far its doors and blinds are open. */
interface Causes {
  readonly walls: unknown;
  readonly openings: unknown;
  readonly clear: string;
}

const last = new WeakMap<Floor, Causes>();

/** The floor of a scene, for light. */
export const litFloorOf = ({ plan, level, floor, options: { states } }: Scene): LitFloor => {
  const clear = entitiesOf(plan, "openings")
    .map(({ data }) => clearFrom(data, states))
    .join();
  const { walls, openings } = plan;
  const known = last.get(floor);
  const isSame = known?.walls === walls && known?.openings === openings && known?.clear === clear;
  const causes = known !== undefined && isSame ? known : { walls, openings, clear };
  last.set(floor, causes);
  return { plan, level, floor, states, causes };
};
