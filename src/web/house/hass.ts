import type { ServiceCall } from "../../model/bindings/touch-actions.ts";
import type { EntityState } from "../../model/bindings/entity-state.ts";
import type { HassConnection as HassConnection } from "../client/inside.ts";

/** An entity of the registry. */
interface HassEntry {
  readonly display_precision?: number;
  readonly platform?: string;
  readonly translation_key?: string;
}

/** What is used of Home Assistant's `hass`, which is a new object whenever a state changes. */
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
