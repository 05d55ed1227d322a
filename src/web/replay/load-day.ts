import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Json } from "../../json/json.ts";
import { domainOf, type States } from "../../live/state.ts";
import type { PlanClient, PlanProblem } from "../client/plan-client.ts";
import { problemOf } from "../client/problem.ts";
import { type Day, daysAfter, startOf } from "./day.ts";
import { PastStates } from "./past-states.ts";

/** What looks different by more than its state: lamps by colour, covers by position. Of all else attributes would only be bytes. */
const withAttributes: ReadonlySet<string> = new Set(["light", "cover", "climate", "fan", "valve"]);

const isRich = (entity: string): boolean => withAttributes.has(domainOf(entity));

/**
 * Loads what the entities of a house were on a day, by Home Assistant's own command (its
 * components/history/websocket_api.py). `now` are the states of today. A left: it could not be got.
 */
export const loadDay = async (
  client: PlanClient,
  day: Day,
  entities: readonly string[],
  now: States,
): Promise<Either<PlanProblem, PastStates>> => {
  const reached = await client.connection();
  if (isLeft(reached)) return reached;
  const past = new PastStates();
  const end = Math.min(startOf(daysAfter(day, 1)), Date.now());
  const period = {
    type: "history/history_during_period",
    start_time: new Date(startOf(day)).toISOString(),
    end_time: new Date(end).toISOString(),
    include_start_time_state: true,
    significant_changes_only: false,
    minimal_response: false,
  };
  const parts = [
    { entity_ids: entities.filter(isRich), no_attributes: false },
    { entity_ids: entities.filter((entity) => !isRich(entity)), no_attributes: true },
  ].filter(({ entity_ids: ids }) => ids.length > 0);
  try {
    for (const part of parts)
      past.add(await reached.right.sendMessagePromise<Json>({ ...period, ...part }), now);
    return right(past);
  } catch (error) {
    return left(problemOf(error));
  }
};
