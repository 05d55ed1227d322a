import type { Subject } from "./difference.ts";
import type { Json } from "../json/json.ts";

/** Whose value is taken where both changed the same thing. */
export type Side = "mine" | "theirs";

/** Something that both sides changed in different ways, for a person to choose. */
export interface Conflict {
  /** Unique within a merge: `furniture/sofa_1`. */
  readonly id: string;
  readonly subject: Subject;
  /** The element's key in the merged plan, or in theirs where mine has deleted it. Empty for the order of a list. */
  readonly key: string;
  /** What a person calls it. */
  readonly name: string;
  /** `fields`: both changed these fields; `whole`: one deleted what the other changed or built upon, or both added it; `order`: both reordered the list. */
  readonly kind: "fields" | "whole" | "order";
  /** The fields to choose between; empty where the kind is not `fields`. */
  readonly fields: readonly string[];
  /** The values on the three sides: the whole element, undefined where there is none; for `order` the elements' keys in their order. */
  readonly base: Json | undefined;
  readonly mine: Json | undefined;
  readonly theirs: Json | undefined;
}
