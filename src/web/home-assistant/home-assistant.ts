import type { PlanData } from "../../model/elements/entities.ts";
import type { ServiceCall } from "../../model/bindings/touch-actions.ts";
import { givenIcon } from "../../model/bindings/entity-display.ts";
import type { EntityState, Rendered, States } from "../../model/bindings/entity-state.ts";
import type { Answer } from "../connection/plan-client.ts";
import type { HassConnection } from "../connection/channel-client.ts";

/**
 * How Home Assistant stands: it is connected; it is away, so that nothing is known; the line to the service is
 * lost; there is none, so that there is nothing to be known; or which of them is not known yet.
 */
export type Availability = "connected" | "away" | "lost" | "none" | "unknown";

/** Whether there is a Home Assistant, of which something may be known again at any moment. */
export const isThere = ({ standing }: { readonly standing: Availability }): boolean =>
  standing === "connected" || standing === "away" || standing === "lost";

/** What is said of an entity by its state; nothing where there is nothing to be said. */
export type EntityText<Known> = (entity: string, known: Known) => string | undefined;

/** What is known of Home Assistant at a moment. Each of the functions is a new one when what it gives has changed, and else the same. */
export interface HomeAssistantState {
  readonly standing: Availability;
  /** Why Home Assistant is away, in English, where that was told. */
  readonly reason: string | undefined;
  /** Whether this user may switch. */
  readonly control: boolean;
  readonly states: States;
  readonly rendered: Rendered;
  /** How Home Assistant's own page puts a state into words; nothing outside of it. */
  readonly format: EntityText<EntityState> | undefined;
  /** The word that Home Assistant has for a state in the language of the page, and the icon that it shows for an entity. */
  readonly word: EntityText<EntityState>;
  readonly icon: EntityText<EntityState | undefined>;
  /** Digits behind the point of an entity's numbers. */
  readonly precisions: (entity: string) => number | undefined;
  /** IANA name of the time zone in which times are told; the browser's where nothing is said, as in Home Assistant. */
  readonly timeZone: string | undefined;
  /** The unit of temperatures that come without one, where it is known. */
  readonly temperatureUnit: string | undefined;
}

/** A state that an entity once had. */
export interface PastState {
  readonly state: string;
  /** When it began, in milliseconds since 1970. */
  readonly atMs: number;
  /** Empty unless they were asked for. */
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** What is asked of the past. */
export interface HistoryQuery {
  readonly entities: readonly string[];
  readonly fromMs: number;
  readonly toMs: number;
  /** Whether attributes are wanted, too. */
  readonly attributes?: boolean;
}

/** The Home Assistant of a plan: what is known of it, and what can be done by it. */
export interface HomeAssistant {
  readonly now: HomeAssistantState;
  /** Words for its states are wanted in this language (BCP 47), where Home Assistant's own page does not say them. */
  setLanguage(language: string): void;
  /** Follows what this plan names, and nothing else. */
  follow(plan: PlanData): void;
  call(call: ServiceCall): Answer<void>;
  /** The states that entities had, by entity, in their order; the first of each is the one at the beginning. */
  history(past: HistoryQuery): Answer<ReadonlyMap<string, readonly PastState[]>>;
  end(): void;
}

/** A Home Assistant of which nothing is known yet. */
export const nothingKnown: HomeAssistantState = {
  standing: "unknown",
  reason: undefined,
  control: false,
  states: () => undefined,
  rendered: () => undefined,
  format: undefined,
  word: () => undefined,
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

/** What is used of `hass`, Home Assistant's own name for what it gives its cards: a new object whenever a state changes. */
export interface Hass extends HassConnection {
  readonly states: Readonly<Record<string, EntityState | undefined>>;
  readonly language?: string;
  /** What somebody has chosen in their profile: times as the browser has them (`local`), or Home Assistant (`server`). */
  readonly locale?: { readonly time_zone?: string };
  readonly themes?: { readonly darkMode?: boolean };
  readonly config?: {
    readonly time_zone?: string;
    readonly unit_system?: { readonly temperature?: string };
  };
  /** The registry, as far as cards need it. */
  readonly entities?: Readonly<Record<string, HassEntry | undefined>>;
  /** It asks the state for its `entity_id`. */
  readonly formatEntityState?: (state: EntityState & { readonly entity_id: string }) => string;
  readonly callService?: (
    domain: string,
    service: string,
    data: ServiceCall["data"],
    target: ServiceCall["target"],
  ) => Promise<unknown>;
}
