import type { Entity } from "../../model/elements/entities.ts";

/** Whose details are wanted: some entities', the one that matters most first, or a room's. */
export type DetailsSubject =
  | { readonly kind: "entities"; readonly entities: readonly string[] }
  | { readonly kind: "room"; readonly room: Entity };
