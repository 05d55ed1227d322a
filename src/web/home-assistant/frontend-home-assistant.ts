import type { PlanData } from "../../model/elements/entities.ts";
import type { ServiceCall } from "../../model/bindings/touch-actions.ts";
import type { RegistryLookup } from "../../model/bindings/entity-display.ts";
import type { EntityState, Rendered } from "../../model/bindings/entity-state.ts";
import { stateTexts } from "../../model/bindings/state-text.ts";
import { catchProblem } from "../connection/asking.ts";
import type { Answer } from "../connection/plan-client.ts";
import { oncePerFrame } from "../ui/page-events.ts";
import {
  type Hass,
  type HistoryQuery,
  type HomeAssistant,
  type HomeAssistantState,
  nothingKnown,
  type PastState,
} from "./home-assistant.ts";
import { referencesIn } from "./plan-references.ts";
import { FrontendResources } from "./frontend-resources.ts";
import { askHistory } from "./entity-states.ts";
import { Templates } from "./templates.ts";

const stateIn = ({ states }: Hass, entity: string): EntityState | undefined =>
  Object.hasOwn(states, entity) ? states[entity] : undefined;

type Format = NonNullable<HomeAssistantState["format"]>;

/** Formats states by Home Assistant's page, also past ones, which lack their entity's id; undefined if that fails. */
export const formatBy =
  (formatEntityState: NonNullable<Hass["formatEntityState"]>): Format =>
  (entity, state) => {
    try {
      return formatEntityState({ ...state, entity_id: entity });
    } catch {
      return undefined;
    }
  };

/** Home Assistant as its own page knows it, plus templates over its connection. */
export class FrontendHomeAssistant implements HomeAssistant {
  now: HomeAssistantState;
  #hass: Hass;
  #entities: ReadonlySet<string> = new Set();
  readonly #templates: Templates;
  readonly #resources: FrontendResources;
  readonly #frame: ReturnType<typeof oncePerFrame>;

  /** `changed` is called when `now` changes other than by a new `hass`. */
  constructor(hass: Hass, changed: () => void) {
    this.#hass = hass;
    this.#frame = oncePerFrame(() => {
      const rendered: Rendered = (template) => this.#templates.result(template);
      const { hasErrors } = this.#templates;
      this.now = { ...this.now, icon: this.#told(this.#hass).icon, rendered, hasErrors };
      changed();
    });
    this.#templates = new Templates(hass.connection, this.#frame.ask);
    this.#resources = new FrontendResources(hass.connection, this.#frame.ask);
    this.now = {
      ...nothingKnown,
      standing: "connected",
      control: true,
      stateTexts,
      ...this.#told(hass),
    };
  }

  /** Takes the `hass` that cards get at each change. */
  update(hass: Hass): void {
    const before = this.#hass;
    if (hass === before) return;
    this.#hass = hass;
    if (hass.entities !== before.entities)
      void this.#resources.want(this.#entities, this.#registry);
    const { states, formatEntityState, entities, config } = hass;
    const isSame =
      states === before.states ||
      [...this.#entities].every((entity) => stateIn(hass, entity) === stateIn(before, entity));
    const isShownAlike =
      formatEntityState === before.formatEntityState &&
      entities === before.entities &&
      config === before.config;
    if (isSame && isShownAlike) return;
    const told = this.#told(hass);
    this.now = {
      ...this.now,
      ...(isSame ? {} : { states: told.states }),
      ...(isShownAlike ? {} : { ...told, states: isSame ? this.now.states : told.states }),
    };
  }

  follow(plan: PlanData): void {
    const { entities, templates } = referencesIn(plan);
    this.#entities = entities;
    this.#templates.want(templates);
    void this.#resources.want(entities, this.#registry);
    // Entities of no interest until now may have changed.
    this.now = { ...this.now, states: this.#told(this.#hass).states };
  }

  /** Does nothing: Home Assistant's page has its own words. */
  setLanguage(): void {}

  call({ domain, service, data, target }: ServiceCall): Answer<void> {
    return catchProblem(async () => {
      await this.#hass.callService?.(domain, service, data, target);
    });
  }

  history(past: HistoryQuery): Answer<ReadonlyMap<string, readonly PastState[]>> {
    return catchProblem(() => askHistory(this.#hass.connection, past));
  }

  end(): void {
    this.#templates.end();
    this.#frame.end();
  }

  readonly #registry: RegistryLookup = (entity) => {
    const { platform, translation_key, display_precision } = this.#hass.entities?.[entity] ?? {};
    return { platform, translationKey: translation_key, digits: display_precision };
  };

  #told(
    hass: Hass,
  ): Pick<
    HomeAssistantState,
    "states" | "format" | "icon" | "precisions" | "timeZone" | "temperatureUnit"
  > {
    const { formatEntityState, entities, config, locale } = hass;
    return {
      states: (entity) => stateIn(hass, entity),
      format: formatEntityState && formatBy(formatEntityState),
      icon: (entity, known) => this.#resources.icon(entity, known, this.#registry(entity)),
      precisions: (entity) => entities?.[entity]?.display_precision,
      timeZone: locale?.time_zone === "server" ? config?.time_zone : undefined,
      temperatureUnit: config?.unit_system?.temperature,
    };
  }
}
