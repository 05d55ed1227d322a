import { map } from "fp-ts/lib/Either.js";
import { numberField, textField } from "../../client/errors.ts";
import type { PlanData } from "../../model/elements/entities.ts";
import { isList, isObject, type Json } from "../../model/json.ts";
import { askService } from "./asking.ts";
import type { Answer, PlanSource, SavedAt } from "./plan-client.ts";

/** A source of earlier plans. */
export interface RevisionSource {
  /** When each stored plan was saved, oldest first, the current one last. */
  times(): Answer<readonly SavedAt[]>;
  revision(rev: number): Answer<PlanData>;
}

/** When a history entry was saved; empty if it does not say. */
export const timeOf = (each: Json): readonly SavedAt[] => {
  const rev = numberField(each, "rev");
  const savedAt = textField(each, "saved_at");
  return rev === undefined || savedAt === undefined ? [] : [{ rev, savedAt }];
};

/** A plan as the service has it. */
export const askRevision = (
  source: Pick<PlanSource, "domain" | "service">,
  rev: number,
): Answer<PlanData> =>
  askService(source, `${source.domain}/history/get`, { rev }, "plan", (plan) =>
    isObject(plan) ? plan : undefined,
  );

/** The earlier plans of a source, of which it shows as much as of the current one. */
export const pastPlansOf = (source: PlanSource): RevisionSource => ({
  times: () =>
    askService(source, `${source.domain}/history/times`, {}, "list", (list) =>
      isList(list) ? list.flatMap(timeOf) : undefined,
    ),
  revision: async (rev) =>
    map((plan: PlanData) => source.shownOf?.(plan) ?? plan)(await askRevision(source, rev)),
});
