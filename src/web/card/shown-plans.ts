import type { PlanData } from "../../model/elements/entities.ts";
import type { CardConfig } from "./config.ts";
import { servingService } from "./source.ts";
import type { ShownPlan, SourceConfig, Suggestion } from "./suggestions.ts";

const sourceIn = ({ domain, url, token }: CardConfig): SourceConfig =>
  Object.fromEntries(
    Object.entries({ domain, url, token }).filter(([, value]) => value !== undefined),
  );

const shown = new Map<string, ShownPlan>();

let suggest: typeof import("./suggestions.ts").suggestionsFor | undefined;

/** The plans that dashboards of this page show, by their source. */
export const shownPlans = (): readonly ShownPlan[] => [...shown.values()];

/** Remembers that a dashboard shows a plan. */
export const rememberPlan = (config: CardConfig, plan: PlanData): void => {
  // Where they cannot be loaded, Home Assistant offers other cards.
  if (shown.size === 0)
    import("./suggestions.ts").then(
      (loaded) => (suggest = loaded.suggestionsFor),
      () => undefined,
    );
  const source = sourceIn(config);
  shown.set(JSON.stringify(source), { source, plan });
};

/** The cards that Home Assistant may offer for an entity; null if there are none. */
// Called by Home Assistant since 2026.6, see developers.home-assistant.io, "Custom card suggestions".
export const suggestionsNow = (entity: string): readonly Suggestion[] | null =>
  suggest?.(entity, shownPlans()) ?? null;

/** The source of a new card: that of another card, else the service that served this module. */
export const stubConfig = (): SourceConfig => {
  const url = servingService();
  return shownPlans()[0]?.source ?? (url === undefined ? {} : { url });
};
