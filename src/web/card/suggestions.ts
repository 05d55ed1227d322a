import { entitiesOf, type PlanData } from "../../model/elements/entities.ts";
import { levelsOf } from "../../model/elements/levels.ts";
import { levelOfEntity } from "../../model/elements/places.ts";
import { bindingsOf } from "../../model/bindings/element-bindings.ts";
import { collections } from "../../model/kinds/kinds.ts";

/** The part of a card's configuration that names its source; only the given fields. */
export type SourceConfig = Readonly<Record<string, string | undefined>>;

/** The newest plan of a source that a dashboard of this page shows. */
export interface ShownPlan {
  readonly source: SourceConfig;
  readonly plan: PlanData;
}

/** A card that Home Assistant offers for an entity; its list adds the name. */
export interface Suggestion {
  readonly label?: string;
  readonly config: SourceConfig;
}

/** A plan that shows an entity, and on which floor; without the floor where there is but one. */
interface PlanOccurrence {
  readonly source: SourceConfig;
  readonly level: string | undefined;
  /** Name of the floor. */
  readonly floor: string | undefined;
}

const plansWith = (entity: string, shown: readonly ShownPlan[]): readonly PlanOccurrence[] =>
  shown.flatMap(({ source, plan }) => {
    const found = collections
      .flatMap((collection) => entitiesOf(plan, collection))
      .find(({ collection, data }) => bindingsOf(collection, data).entities.includes(entity));
    if (found === undefined) return [];
    const levels = levelsOf(plan);
    if (levels.length < 2) return [{ source, level: undefined, floor: undefined }];
    const level = levelOfEntity(plan, found);
    return [{ source, level, floor: levels.find(({ id }) => id === level)?.name }];
  });

/** The card's type in a dashboard. */
const type = "custom:floorplan-card";

/**
 * Suggests cards for an entity: plans of this page's dashboards that show it, at its floor. None otherwise, since the user
 * wants to see that entity. A suggestion is saved as it is, without a form.
 */
export const suggestionsFor = (
  entity: string,
  shown: readonly ShownPlan[],
): readonly Suggestion[] | null => {
  const found = plansWith(entity, shown).map(({ source, level, floor }): Suggestion => {
    const config = { type, ...source };
    return level === undefined
      ? { config }
      : { label: floor ?? level, config: { ...config, level } };
  });
  return found.length === 0 ? null : found;
};
