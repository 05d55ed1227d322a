import type { Conflict } from "./state.ts";

/** A named limit is reached; the same request may succeed later. */
export interface Overloaded {
  readonly kind: "overloaded";
  /** Name of the setting. */
  readonly limit: string;
  readonly value: number;
}

/** The plan cannot be read or saved: it is still being loaded, was refused, or its storage failed. */
export interface NotLoaded {
  readonly kind: "not-loaded";
  readonly reason: string;
}

/** Why no plan can be saved any more, in the sentence that answers saves. */
export const storageFailed = (why: string): string =>
  `the storage failed, and plans cannot be saved until a restart: ${why}`;

/** Nobody knows whether the save was made, or will be: the newest plan will tell. */
export interface OutcomeUnknown {
  readonly kind: "outcome-unknown";
  readonly reason: string;
}

/** Why a save was not made, or is not known to be. */
export type SaveError = Conflict | NotLoaded | Overloaded | OutcomeUnknown;
