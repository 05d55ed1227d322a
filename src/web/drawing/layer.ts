import { guard } from "lit/directives/guard.js";
import { repeat } from "lit/directives/repeat.js";

/** An element of a layer. */
export interface LayerItem {
  /** Its name, which no other one of the layer has. */
  readonly key: string;
  /** What its drawing depends on; while all of it is identical, its nodes stay as they are. */
  readonly causes: unknown[];
  readonly draw: () => unknown;
}

/** Draws the items of a layer in their order; a new revision touches the nodes of what has changed, and no others. */
export const drawLayer = (items: readonly LayerItem[]): unknown =>
  repeat(
    items,
    ({ key }) => key,
    ({ causes, draw }) => guard(causes, draw),
  );
