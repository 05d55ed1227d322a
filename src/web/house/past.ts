import type { Connection } from "home-assistant-js-websocket";
import { isObject, type Json, type JsonObject, listIn } from "../../model/json.ts";
import type { HistoryQuery, PastState } from "../home-assistant/home-assistant.ts";
import { chunksOf } from "./portions.ts";

/** Milliseconds of a moment: seconds since 1970, or ISO 8601 in what old versions answer. */
const momentOf = (value: Json | undefined): number => {
  if (typeof value === "number") return value * 1000;
  return typeof value === "string" ? Date.parse(value) : Number.NaN;
};

const objectIn = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

const pastState = (told: Json): readonly PastState[] => {
  const { s, lc, lu, a, state, last_changed, last_updated, attributes } = objectIn(told);
  // An attribute may have changed alone.
  const atMs = momentOf(lu ?? lc ?? last_updated ?? last_changed);
  const text = s ?? state;
  if (typeof text !== "string" || !Number.isFinite(atMs)) return [];
  return [{ state: text, atMs, attributes: objectIn(a ?? attributes) }];
};

/** Asks for the states that entities had (`history/history_during_period`); rejects as the connection does. */
export const askHistory = async (
  connection: Connection,
  { entities, fromMs, toMs, attributes = false }: HistoryQuery,
): Promise<ReadonlyMap<string, readonly PastState[]>> => {
  const past = new Map<string, readonly PastState[]>();
  for (const portion of chunksOf(entities)) {
    const answer = await connection.sendMessagePromise<Json>({
      type: "history/history_during_period",
      start_time: new Date(fromMs).toISOString(),
      end_time: new Date(toMs).toISOString(),
      entity_ids: portion,
      minimal_response: !attributes,
      significant_changes_only: !attributes,
      no_attributes: !attributes,
    });
    const told = objectIn(answer);
    for (const entity of portion) past.set(entity, listIn(told[entity]).flatMap(pastState));
  }
  return past;
};
