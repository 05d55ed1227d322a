import type { DeviceName } from "../../model/kinds/catalogue/devices.ts";
import type { FurnitureGroup, FurnitureName } from "../../model/kinds/catalogue/furniture.ts";
import type { Collection } from "../../model/kinds/kinds.ts";
import type { OpeningKind } from "../../model/kinds/opening.ts";

/** A single thing of each list. */
export type ThingWords = Readonly<Record<Collection, string>>;

/** Things by what they are more closely. */
export interface TypeWords {
  readonly openings: Readonly<Record<OpeningKind, string>>;
  readonly furniture: Readonly<Record<FurnitureName, string>>;
  readonly devices: Readonly<Record<DeviceName, string>>;
}

/** The titles of the groups of furniture. */
export type GroupWords = Readonly<Record<FurnitureGroup, string>>;

/** What the editor says of the things of a list. */
export interface KindWords {
  /** Several of them, as a title. */
  readonly many: string;
  /** What can be done with one that is selected. */
  readonly selected: string;
  /** Asks what one is called, where it is not just its name. */
  readonly question?: string;
  /** Names that are often given. */
  readonly proposals?: readonly string[];
  /** What each of its tools is called, and expects first. */
  readonly tools: Readonly<Record<string, { readonly name: string; readonly hint: string }>>;
}
