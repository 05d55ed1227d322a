import type { PlanData } from "../../model/elements/entities.ts";
import type { ServiceCall } from "../../model/bindings/touch-actions.ts";
import { givenIcon } from "../../model/bindings/entity-display.ts";
import type { EntityState, Rendered, States } from "../../model/bindings/entity-state.ts";
import type { StateTexts } from "../../model/bindings/state-text.ts";
import type { Answer } from "../connection/plan-client.ts";
import type { HassConnection } from "../connection/channel-client.ts";

/**
 * Availability of Home Assistant: `connected`; `away`: not connected to the service; `lost`: the service is not
 * reachable; `none`: the service has no Home Assistant; `unknown`: not known yet.
 */
export type Availability = "connected" | "away" | "lost" | "none" | "unknown";

/** Whether there is a Home Assistant whose states may become known at any time. */
export const isThere = ({ standing }: { readonly standing: Availability }): boolean =>
  standing === "connected" || standing === "away" || standing === "lost";

/** A text about an entity; undefined if there is none. */
export type EntityText<Known> = (entity: string, known: Known) => string | undefined;

/** A snapshot of Home Assistant. Each function is a new object if its results changed, else the same. */
export interface HomeAssistantState {
  readonly standing: Availability;
  /** Why Home Assistant is away, in English, if known. */
  readonly reason: string | undefined;
  /** Whether this user may control devices. */
  readonly control: boolean;
  readonly states: States;
  readonly rendered: Rendered;
  /** Whether a template of the plan has an error. */
  readonly hasErrors: boolean;
  /** How states are written. */
  readonly stateTexts: StateTexts | undefined;
  /** Formats a state by Home Assistant's own page; undefined outside of it. */
  readonly format: EntityText<EntityState> | undefined;
  /** Home Assistant's word for a state in the current language, and its icon for an entity. */
  readonly word: EntityText<EntityState>;
  readonly icon: EntityText<EntityState | undefined>;
  /** Home Assistant's word for the value of an attribute, such as a preset. */
  readonly attributeWord: (
    ...of: readonly [entity: string, known: EntityState, attribute: string, value: string]
  ) => string | undefined;
  /** Decimal places of an entity's numbers. */
  readonly precisions: (entity: string) => number | undefined;
  /** IANA time zone for display; undefined is the browser's, as in Home Assistant. */
  readonly timeZone: string | undefined;
  /** The unit of temperatures that lack one, if known. */
  readonly temperatureUnit: string | undefined;
}

/** A past state of an entity. */
export interface PastState {
  readonly state: string;
  /** When it began, in milliseconds since 1970. */
  readonly atMs: number;
  /** Empty unless requested. */
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** A query of the history. */
export interface HistoryQuery {
  readonly entities: readonly string[];
  readonly fromMs: number;
  readonly toMs: number;
  /** Whether to include attributes. */
  readonly attributes?: boolean;
}

/** The Home Assistant of a plan: its states and its services. */
export interface HomeAssistant {
  readonly now: HomeAssistantState;
  /** Sets the language of words for states (BCP 47), unless Home Assistant's own page provides them. */
  setLanguage(language: string): void;
  /** Follows exactly what this plan refers to. */
  follow(plan: PlanData): void;
  call(call: ServiceCall): Answer<void>;
  /** Past states by entity, in order; the first is the one at the beginning. */
  history(past: HistoryQuery): Answer<ReadonlyMap<string, readonly PastState[]>>;
  /** The newest picture of a camera or an image, as a `data:` URL; missing where Home Assistant's page shows it. */
  readonly picture?: (entity: string) => Answer<string>;
  end(): void;
}

/** The state before anything is known. */
export const nothingKnown: HomeAssistantState = {
  standing: "unknown",
  reason: undefined,
  control: false,
  states: () => undefined,
  rendered: () => undefined,
  hasErrors: false,
  stateTexts: undefined,
  format: undefined,
  word: () => undefined,
  attributeWord: () => undefined,
  icon: (_entity, known) => givenIcon(known),
  precisions: () => undefined,
  timeZone: undefined,
  temperatureUnit: undefined,
};

/** An entity of the registry. */
interface HassEntry {
  readonly display_precision?: number;
  readonly platform?: string;
  readonly translation_key?: string;
}

/** The part of Home Assistant's `hass` in use; a new object whenever a state changes. */
export interface Hass extends HassConnection {
  readonly states: Readonly<Record<string, EntityState | undefined>>;
  readonly language?: string;
  /** The user's choice of time zone: the browser's (`local`) or Home Assistant's (`server`). */
  readonly locale?: { readonly time_zone?: string };
  readonly themes?: { readonly darkMode?: boolean };
  readonly config?: {
    readonly time_zone?: string;
    readonly unit_system?: { readonly temperature?: string };
  };
  /** The registry, as far as cards need it. */
  readonly entities?: Readonly<Record<string, HassEntry | undefined>>;
  /** Reads the state's `entity_id`. */
  readonly formatEntityState?: (state: EntityState & { readonly entity_id: string }) => string;
  readonly callService?: (
    domain: string,
    service: string,
    data: ServiceCall["data"],
    target: ServiceCall["target"],
  ) => Promise<unknown>;
}
