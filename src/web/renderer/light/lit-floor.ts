import type { States } from "../../../model/bindings/entity-state.ts";
import { entitiesOf, type PlanData } from "../../../model/elements/entities.ts";
import type { Floor } from "../../../model/elements/floor.ts";
import { clearFrom } from "../../../model/bindings/opening-state.ts";
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

/** The causes at some states: several layers ask for the same. */
interface Last {
  readonly states: States | undefined;
  readonly causes: Causes;
}

const known = new WeakMap<Floor, Last>();

/** The floor of a scene, for light. */
export const litFloorOf = ({ plan, level, floor, options: { states } }: Scene): LitFloor => {
  const { walls, openings } = plan;
  const last = known.get(floor);
  const isThere = last?.causes.walls === walls && last?.causes.openings === openings;
  if (last !== undefined && isThere && last.states === states)
    return { plan, level, floor, states, causes: last.causes };
  const clear = entitiesOf(plan, "openings")
    .map(({ data }) => clearFrom(data, states))
    .join();
  const isSame = last !== undefined && isThere && last.causes.clear === clear;
  const causes = isSame ? last.causes : { walls, openings, clear };
  known.set(floor, { states, causes });
  return { plan, level, floor, states, causes };
};
