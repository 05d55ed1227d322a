import { entitiesOf, type Entity, type PlanData } from "../../model/elements/entities.ts";
import { levelOf, levelsOf } from "../../model/elements/levels.ts";
import { roomOf } from "../../model/elements/rooms.ts";
import { bindingsOf } from "../../model/bindings/element-bindings.ts";
import { collections } from "../../model/kinds/kinds.ts";
import type { CardConfig } from "./config.ts";
import { servingService } from "./source.ts";

/** The part of a card's configuration that names its source; only the given fields. */
export type SourceConfig = Readonly<Record<string, string>>;

const sourceIn = ({ domain, url, token }: CardConfig): SourceConfig =>
  Object.fromEntries(
    Object.entries({ domain, url, token }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );

/** The newest plan of each source shown on dashboards of this page. */
const shown = new Map<string, { readonly source: SourceConfig; readonly plan: PlanData }>();

/** Remembers that a dashboard shows a plan. */
export const rememberPlan = (config: CardConfig, plan: PlanData): void => {
  const source = sourceIn(config);
  shown.set(JSON.stringify(source), { source, plan });
};

/** The first source that dashboards of this page used, if any. */
const knownSource = (): SourceConfig | undefined => [...shown.values()][0]?.source;

/** A plan that shows an entity, and on which floor; without the floor where there is but one. */
export interface PlanOccurrence {
  readonly source: SourceConfig;
  readonly level: string | undefined;
  /** Name of the floor. */
  readonly floor: string | undefined;
}

const levelIn = (plan: PlanData, { collection, data }: Entity): string | undefined => {
  const room = collection === "openings" ? roomOf(plan, data)?.entity.data : data;
  return room && levelOf(plan, room);
};

/** The remembered plans that show an entity. */
const plansWith = (entity: string): readonly PlanOccurrence[] =>
  [...shown.values()].flatMap(({ source, plan }) => {
    const found = collections
      .flatMap((collection) => entitiesOf(plan, collection))
      .find(({ collection, data }) => bindingsOf(collection, data).entities.includes(entity));
    if (found === undefined) return [];
    const levels = levelsOf(plan);
    if (levels.length < 2) return [{ source, level: undefined, floor: undefined }];
    const level = levelIn(plan, found);
    return [{ source, level, floor: levels.find(({ id }) => id === level)?.name }];
  });

/** A card that Home Assistant offers for an entity; its list adds the name. */
export interface Suggestion {
  readonly label?: string;
  readonly config: Readonly<Record<string, string>>;
}

/** The card's type in a dashboard. */
const type = "custom:floorplan-card";

/**
 * Suggests cards for an entity: plans of this page's dashboards that show it, at its floor. Nothing otherwise, since
 * the user wants to see that entity. A suggestion is saved as it is, without a form.
 */
// Called by Home Assistant since 2026.6, see developers.home-assistant.io, "Custom card suggestions".
export const suggestionsFor = (entity: string): readonly Suggestion[] | null => {
  const found = plansWith(entity).map(({ source, level, floor }): Suggestion => {
    const config = { type, ...source };
    return level === undefined
      ? { config }
      : { label: floor ?? level, config: { ...config, level } };
  });
  return found.length === 0 ? null : found;
};

/** The source of a new card: that of another card, else the service that served this module. */
export const stubConfig = (): SourceConfig => {
  const url = servingService();
  return knownSource() ?? (url === undefined ? {} : { url });
};
