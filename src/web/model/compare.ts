import { type Change, differences, type Mark } from "../../model/merge/difference.ts";
import { entitiesOf, type PlanData } from "../../model/elements/entities.ts";
import { collections, isCollection } from "../../model/kinds/kinds.ts";
import { type Json, listIn } from "../../model/json.ts";

/** Two plans in one drawing. */
export interface Comparison {
  /** The second plan, with what only the first has added to it. */
  readonly plan: PlanData;
  /** What differs, by `${collection}/${key}` of that plan. */
  readonly marks: ReadonlyMap<string, Mark>;
  readonly changes: readonly Change[];
}

/** How `after` differs from `before`, for a drawing and for words. */
export const comparePlans = (before: PlanData, after: PlanData): Comparison => {
  const changes = differences(before, after);
  const marks = new Map<string, Mark>();
  const removed = new Map<string, Json[]>();
  for (const { kind, subject, key, before: gone } of changes) {
    if (kind === "reordered" || !isCollection(subject)) continue;
    marks.set(`${subject}/${key}`, kind);
    if (kind !== "removed" || gone === undefined) continue;
    removed.set(subject, [...(removed.get(subject) ?? []), gone]);
  }
  const lists = [...removed].map(
    ([subject, gone]) => [subject, [...listIn(after[subject]), ...gone]] as const,
  );
  const plan: PlanData = { ...after, ...Object.fromEntries(lists) };
  // What was removed may be called differently among the others: it is found by its object.
  for (const collection of collections) {
    const gone = new Set(removed.get(collection));
    if (gone.size === 0) continue;
    for (const { key, data } of entitiesOf(plan, collection))
      if (gone.has(data)) marks.set(`${collection}/${key}`, "removed");
  }
  return { plan, marks, changes };
};
