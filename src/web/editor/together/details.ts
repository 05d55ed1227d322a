import { isLeft, left, map, right } from "fp-ts/lib/Either.js";
import { isList, isObject, type Json } from "../../../model/json.ts";
import type { Answer, HistoryEntry, PlanClient } from "../../connection/plan-client.ts";
import { numberField, problemOf, textField } from "../../../client/errors.ts";

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
