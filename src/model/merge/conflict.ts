import type { Subject } from "./difference.ts";
import { elementName } from "../elements/references.ts";
import type { Json } from "../json.ts";

/** Whose value is taken where both changed the same thing. */
export type Side = "mine" | "theirs";

/** One thing as the three sides have it; undefined where a side has none. */
export interface Versions {
  readonly base: Json | undefined;
  readonly mine: Json | undefined;
  readonly theirs: Json | undefined;
}

/**
 * Something that both sides changed in different ways, for a person to choose. Its versions are the
 * whole element; for `order` the elements' keys in their order.
 */
export interface Conflict extends Versions {
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
  /** The name of the choice that decides it along with others; where it is missing, its own id. */
  readonly choice?: string;
  /** What stands on it and goes or stays with it; missing in what earlier versions kept. */
  readonly parts?: readonly Part[];
}

/** Something that one side deleted along with what a conflict is about, and the other left as it was. */
export interface Part {
  readonly subject: Subject;
  readonly key: string;
  /** Undefined where they deleted it, and it goes if theirs is chosen. */
  readonly theirs: Json | undefined;
}

/** What overlaps in one thing. */
export type Overlap = Pick<Conflict, "kind" | "fields">;

/** A field, list or map of a plan with the edits of both sides, and what overlaps in it. */
export interface MergedPart {
  readonly value: Json | undefined;
  readonly conflicts: readonly Conflict[];
}

/** The name of the choice that decides a conflict. */
export const choiceOf = ({ id, choice }: Pick<Conflict, "id" | "choice">): string => choice ?? id;

/** The conflicts by what decides them, in their order: those of one list are decided together. */
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

/** The conflict about a thing that a person calls as it is called in `merged`, or in theirs without that. */
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
