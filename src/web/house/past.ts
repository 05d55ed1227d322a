import type { Connection } from "home-assistant-js-websocket";
import { isObject, type Json, type JsonObject, listIn } from "../../json/json.ts";
import { numberIn, textIn } from "../../json/read.ts";
import type { Past, PastState } from "./house.ts";
import { portionsOf } from "./portions.ts";

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
export const askPast = async (
  connection: Connection,
  { entities, fromMs, toMs, attributes = false }: Past,
): Promise<ReadonlyMap<string, readonly PastState[]>> => {
  const past = new Map<string, readonly PastState[]>();
  for (const portion of portionsOf(entities)) {
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

/** What Home Assistant tells once of numbers. */
export interface Facts {
  readonly digits: ReadonlyMap<string, number>;
  readonly temperatureUnit: string | undefined;
}

const asked = async (connection: Connection, type: string): Promise<Json> => {
  try {
    return await connection.sendMessagePromise<Json>({ type });
  } catch {
    // Then numbers are written as they come.
    return {};
  }
};

/** Asks for how many digits numbers have (`dp` of the registry), and for the unit of temperatures; what is refused is not known. */
export const askFacts = async (connection: Connection): Promise<Facts> => {
  const [registry, config] = await Promise.all([
    asked(connection, "config/entity_registry/list_for_display"),
    asked(connection, "get_config"),
  ]);
  const digits = listIn(objectIn(registry)["entities"]).flatMap((each) => {
    const { ei, dp } = objectIn(each);
    const number = numberIn(dp, undefined);
    return typeof ei === "string" && number !== undefined ? [[ei, number] as const] : [];
  });
  const { unit_system } = objectIn(config);
  return {
    digits: new Map(digits),
    temperatureUnit: textIn(objectIn(unit_system)["temperature"]),
  };
};
