import { knownSource, plansWith, type SourceConfig } from "./shown-plans.ts";
import { servingService } from "./served-from.ts";

/** A card that Home Assistant's list of cards offers for an entity; its name is added by the list. */
export interface Suggestion {
  readonly label?: string;
  readonly config: Readonly<Record<string, string>>;
}

/** The type by which a dashboard names the card. */
const type = "custom:floorplan-card";

/**
 * What to offer for an entity: the plans of the page's dashboards on which it stands, with its floor. Nothing
 * otherwise, as whoever chooses an entity wants to see that. A choice is saved as it is, without a form.
 */
// Home Assistant asks for it since 2026.6, see developers.home-assistant.io, "Custom card suggestions".
export const suggestionsFor = (entity: string): readonly Suggestion[] | null => {
  const found = plansWith(entity).map(({ source, level, floor }): Suggestion => {
    const config = { type, ...source };
    return level === undefined
      ? { config }
      : { label: floor ?? level, config: { ...config, level } };
  });
  return found.length === 0 ? null : found;
};

/** Where a new card has its plan from: where another has it from, else the service that served the card's module. */
export const stubConfig = (): SourceConfig => {
  const url = servingService();
  return knownSource() ?? (url === undefined ? {} : { url });
};
