import { entitiesOf, type List, type PlanData } from "../../src/model/elements/entities.ts";
import type { Point } from "../../src/model/geometry/vector.ts";
import type { JsonObject } from "../../src/model/json.ts";
import {
  type RegistrySnapshot,
  readRegistrySnapshot,
} from "../../src/web/home-assistant/registry-snapshot.ts";

/** The elements of a list of a plan. */
export const dataOf = (plan: PlanData, list: List): readonly JsonObject[] =>
  entitiesOf(plan, list).map(({ data }) => data);
/** An entity of the registry, as far as a test is about it. */
export interface Entry {
  readonly id: string;
  readonly name?: string;
  readonly area?: string;
  readonly class?: string;
  readonly isAside?: boolean;
}

/** A snapshot with these entities, areas and floors, in Home Assistant's words. */
export const snapshotOf = (
  entries: readonly Entry[],
  areas: readonly JsonObject[] = [],
  floors: readonly JsonObject[] = [],
): RegistrySnapshot =>
  readRegistrySnapshot({
    entities: {
      entities: entries.map(({ id, area, isAside }) => ({ ei: id, ai: area, hb: isAside })),
    },
    devices: [],
    areas,
    floors,
    states: entries.map(({ id, name, class: device_class }) => ({
      entity_id: id,
      state: "on",
      attributes: { friendly_name: name ?? id, device_class },
    })),
  });

/** Corners of a room of 4 by 3 metres. */
export const square: readonly Point[] = [
  [0, 0],
  [4, 0],
  [4, 3],
  [0, 3],
];
