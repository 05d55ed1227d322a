import { isLeft, left, map, right } from "fp-ts/lib/Either.js";
import { entitiesOf, type PlanData } from "../../model/elements/entities.ts";
import { type Change, differences, type Mark } from "../../model/merge/difference.ts";
import type { Answer, HistoryEntry, PlanClient } from "../connection/plan-client.ts";
import { isList, isObject, type Json, listIn } from "../../model/json.ts";
import { numberField, problemOf, textField } from "../../client/errors.ts";
import { collections, isCollection } from "../../model/kinds/kinds.ts";

/** A preview of a revision and its changes. */
interface RevisionSummary {
  /** The plan reduced to what a thumbnail shows. */
  readonly picture: PlanData;
  /** Changes since the previous revision; undefined if that is not stored or not loaded yet. */
  readonly changes: readonly Change[] | undefined;
}

/**
 * Loads revisions on demand, one at a time since they may be large, and keeps only what is shown, plus the last plan as
 * a whole, since the next request is usually for its neighbour.
 */
export class RevisionSummaries {
  readonly #client: PlanClient;
  readonly #changed: () => void;
  readonly #glances = new Map<number, RevisionSummary | undefined>();
  #work: Promise<void> = Promise.resolve();
  #last: { readonly rev: number; readonly plan: PlanData } | undefined;

  /** `changed` is called when more of a revision is loaded. */
  constructor(client: PlanClient, changed: () => void) {
    this.#client = client;
    this.#changed = changed;
  }

  /** What is loaded of a revision so far. */
  of(rev: number): RevisionSummary | undefined {
    return this.#glances.get(rev);
  }

  /** Loads a revision once, and compares it with the previous one. */
  want(rev: number, before: number | undefined): void {
    if (this.#glances.has(rev)) return;
    this.#glances.set(rev, undefined);
    this.#work = this.#work.then(() => this.#look(rev, before));
  }

  async #look(rev: number, before: number | undefined): Promise<void> {
    const plan = await this.#plan(rev);
    // Without a picture, its line still describes it.
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

/** A stored revision. */
export interface StoredRevision extends HistoryEntry {
  /** The name of its author, if known. */
  readonly by: string | undefined;
  /** The id of its author, if known. */
  readonly byId?: string | undefined;
}

const detailsOf = (each: Json): readonly StoredRevision[] => {
  const [rev, savedAt] = [numberField(each, "rev"), textField(each, "saved_at")];
  if (rev === undefined || savedAt === undefined || !isObject(each)) return [];
  const counts = {
    rooms: numberField(each, "rooms") ?? 0,
    items: numberField(each, "items") ?? 0,
  };
  return [
    {
      rev,
      savedAt,
      ...counts,
      by: textField(each["by"], "name") || undefined,
      byId: textField(each["by"], "id"),
    },
  ];
};

/** The fallback for services without `history/details`. */
const withoutNames = async (client: PlanClient): Answer<readonly StoredRevision[]> =>
  map((entries: readonly HistoryEntry[]) => entries.map((entry) => ({ ...entry, by: undefined })))(
    await client.history(),
  );

/**
 * Every stored revision with its author, newest first, including the current one; from older services only the earlier
 * ones, without authors.
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
  /** The second plan plus everything that only the first one has. */
  readonly plan: PlanData;
  /** Marks of the differences, by `${collection}/${key}` of that plan. */
  readonly marks: ReadonlyMap<string, Mark>;
  readonly changes: readonly Change[];
}

/** Compares two plans for display as a drawing and in words. */
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
  // A removed element may have another key in the joint plan, so it is looked up by identity.
  for (const collection of collections) {
    const gone = new Set(removed.get(collection));
    if (gone.size === 0) continue;
    for (const { key, data } of entitiesOf(plan, collection))
      if (gone.has(data)) marks.set(`${collection}/${key}`, "removed");
  }
  return { plan, marks, changes };
};
