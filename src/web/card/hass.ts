import type { Hass as HassConnection } from "../client/connect.ts";
import type { EntityState } from "../drawing/index.ts";

/** What the card uses of Home Assistant's `hass`, which is a new object whenever a state changes. */
export interface Hass extends HassConnection {
  readonly states: Readonly<Record<string, EntityState | undefined>>;
  readonly language?: string;
  readonly themes?: { readonly darkMode?: boolean };
  callService(
    domain: string,
    service: string,
    data: Readonly<Record<string, unknown>>,
    target?: Readonly<Record<string, unknown>>,
  ): Promise<unknown>;
}
