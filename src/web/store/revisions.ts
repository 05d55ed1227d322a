import { isLeft, left, map, right } from "fp-ts/lib/Either.js";
import { entitiesOf, type PlanData } from "../../model/elements/entities.ts";
import { type Change, differences, type Mark } from "../../model/merge/difference.ts";
import type { Answer, HistoryEntry, PlanClient } from "../connection/plan-client.ts";
import { isList, isObject, type Json, listIn } from "../../model/json.ts";
import { numberField, problemOf, textField } from "../../client/errors.ts";
import { collections, isCollection } from "../../model/kinds/kinds.ts";

/** What a stored plan looks like, and what it changed. */
interface RevisionSummary {
  /** As much of the plan as a small picture shows. */
  readonly picture: PlanData;
  /** What is new since the stored plan before it; undefined where that is not stored, or not here yet. */
  readonly changes: readonly Change[] | undefined;
}

/**
 * Looks at stored plans, which may be large: one after the other, each when it is wanted, and keeps of them
 * no more than is shown, and the last one whole, as whoever looks at one looks at the one before it next.
 */
export class RevisionSummaries {
  readonly #client: PlanClient;
  readonly #changed: () => void;
  readonly #glances = new Map<number, RevisionSummary | undefined>();
  #work: Promise<void> = Promise.resolve();
  #last: { readonly rev: number; readonly plan: PlanData } | undefined;

  /** `changed` is called when there is more to see of some revision. */
  constructor(client: PlanClient, changed: () => void) {
    this.#client = client;
    this.#changed = changed;
  }

  /** What is known of a revision by now. */
  of(rev: number): RevisionSummary | undefined {
    return this.#glances.get(rev);
  }

  /** Looks at a revision, once, and compares it with the one stored before it. */
  want(rev: number, before: number | undefined): void {
    if (this.#glances.has(rev)) return;
    this.#glances.set(rev, undefined);
    this.#work = this.#work.then(() => this.#look(rev, before));
  }

  async #look(rev: number, before: number | undefined): Promise<void> {
    const plan = await this.#plan(rev);
    // Without a picture its line still says what it is.
    if (plan === undefined) return;
    const { levels, rooms, openings } = plan;
    const picture = { levels, rooms, openings };
    this.#show(rev, { picture, changes: undefined });
    const old = before === undefined ? undefined : await this.#plan(before);
    if (old !== undefined) this.#show(rev, { picture, changes: differences(old, plan) });
  }

  #show(rev: number, glance: RevisionSummary): void {
    this.#glances.set(rev, glance);
    this.#changed();
  }

  async #plan(rev: number): Promise<PlanData | undefined> {
    if (this.#last?.rev === rev) return this.#last.plan;
    const answer = await this.#client.revision(rev);
    if (isLeft(answer)) return undefined;
    this.#last = { rev, plan: answer.right };
    return answer.right;
  }
}

/** What is told of a stored plan. */
export interface StoredRevision extends HistoryEntry {
  /** The name of whoever saved it, where that is known. */
  readonly by: string | undefined;
}

const detailsOf = (each: Json): readonly StoredRevision[] => {
  const [rev, savedAt] = [numberField(each, "rev"), textField(each, "saved_at")];
  if (rev === undefined || savedAt === undefined || !isObject(each)) return [];
  const counts = {
    rooms: numberField(each, "rooms") ?? 0,
    items: numberField(each, "items") ?? 0,
  };
  return [{ rev, savedAt, ...counts, by: textField(each["by"], "name") || undefined }];
};

/** What a service tells that has never heard of `history/details`. */
const withoutNames = async (client: PlanClient): Answer<readonly StoredRevision[]> =>
  map((entries: readonly HistoryEntry[]) => entries.map((entry) => ({ ...entry, by: undefined })))(
    await client.history(),
  );

/**
 * Every stored plan, newest first, the current one included, and who saved it; of a service that does not know
 * that, the earlier ones without anybody's name.
 */
export const listRevisions = async (client: PlanClient): Answer<readonly StoredRevision[]> => {
  const service = await client.service();
  if (isLeft(service)) return service;
  try {
    const type = `${client.domain}/history/details`;
    const list = await service.right.sendMessagePromise<Json>({ type });
    if (isList(list)) return right(list.flatMap(detailsOf));
  } catch (error) {
    const problem = problemOf(error);
    if (problem.code !== "unknown_command") return left(problem);
  }
  return withoutNames(client);
};

/** Two plans in one drawing. */
interface Comparison {
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
