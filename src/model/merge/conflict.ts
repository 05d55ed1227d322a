import type { Subject } from "./difference.ts";
import { elementName } from "../elements/references.ts";
import type { Json } from "../json.ts";

/** The side whose value to take where both changed the same thing. */
export type Side = "mine" | "theirs";

/** The value on each of the three sides; undefined where a side has none. */
export interface Versions {
  readonly base: Json | undefined;
  readonly mine: Json | undefined;
  readonly theirs: Json | undefined;
}

/**
 * A conflict: both sides changed something differently, and a person has to choose. Its versions are the whole element;
 * for `order` the keys of the elements in order.
 */
export interface Conflict extends Versions {
  /** Unique within a merge, such as `furniture/sofa_1`. */
  readonly id: string;
  readonly subject: Subject;
  /** The element's key in the merged plan, or in theirs if mine deleted it. Empty for the order of a list. */
  readonly key: string;
  /** The name that people see. */
  readonly name: string;
  /**
   * `fields`: both changed these fields; `whole`: one deleted what the other changed or edited something in, or both
   * added it; `order`: both reordered the list.
   */
  readonly kind: "fields" | "whole" | "order";
  /** The fields to choose; empty unless the kind is `fields`. */
  readonly fields: readonly string[];
  /** The name of the choice that decides this conflict with others; if undefined, its own id. */
  readonly choice?: string;
  /** Elements in it that stay or go with it; missing in conflicts that earlier versions stored. */
  readonly parts?: readonly Part[];
}

/** Something that one side deleted together with a conflict's element, and that the other left unchanged. */
export interface Part {
  readonly subject: Subject;
  readonly key: string;
  /** Undefined if their side deleted it, so that choosing theirs deletes it. */
  readonly theirs: Json | undefined;
}

/** The overlapping changes in one element. */
export type Overlap = Pick<Conflict, "kind" | "fields">;

/** A merged field, list or map of a plan, with its conflicts. */
export interface MergedPart {
  readonly value: Json | undefined;
  readonly conflicts: readonly Conflict[];
}

/** The name of the choice that decides a conflict. */
export const choiceOf = ({ id, choice }: Pick<Conflict, "id" | "choice">): string => choice ?? id;

/** The conflicts grouped by choice, in order; those of a group are decided together. */
export const choicesIn = (
  conflicts: readonly Conflict[],
): readonly (readonly [Conflict, ...Conflict[]])[] => {
  const choices = new Map<string, [Conflict, ...Conflict[]]>();
  for (const conflict of conflicts) {
    const known = choices.get(choiceOf(conflict));
    if (known === undefined) choices.set(choiceOf(conflict), [conflict]);
    else known.push(conflict);
  }
  return [...choices.values()];
};

/** A conflict about an element, with the name that it has in `merged`, or in theirs if that is undefined. */
export const conflictOf = (
  subject: Subject,
  key: string,
  merged: Json | undefined,
  overlap: Overlap,
  versions: Versions,
): Conflict => {
  const name = elementName(merged ?? versions.theirs);
  return { id: `${subject}/${key}`, subject, key, name, ...overlap, ...versions };
};
