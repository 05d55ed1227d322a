import type { Connection } from "home-assistant-js-websocket";
import { isObject, type Json, listIn, numberIn, textIn } from "../../model/json.ts";
import type { RegistryEntry } from "../../model/bindings/entity-display.ts";
import { problemOf } from "../../client/errors.ts";

/** What is asked: a connection to Home Assistant, or to a service that speaks as it does. */
export type CommandConnection = Pick<Connection, "sendMessagePromise">;

/** What Home Assistant tells of how its entities are shown. */
export interface DisplayRegistry {
  readonly registered: ReadonlyMap<string, RegistryEntry>;
  readonly temperatureUnit: string | undefined;
}

/** What a row of `config/entity_registry/list_for_display` says (Home Assistant, `RegistryEntry.as_display_dict`). */
export const registeredIn = (row: Json | undefined): RegistryEntry => {
  const { pl, tk, dp } = isObject(row) ? row : {};
  return {
    platform: textIn(pl),
    translationKey: textIn(tk),
    digits: numberIn(dp, undefined),
  };
};

const askOrNothing = async (connection: CommandConnection, type: string): Promise<Json> => {
  try {
    return await connection.sendMessagePromise<Json>({ type });
  } catch (error) {
    // Of an old Home Assistant numbers are written as they come.
    if (problemOf(error).code === "unknown_command") return {};
    throw error;
  }
};

/** Asks what the registry says of entities, and for the unit of temperatures; what is no command is not known, else it rejects as the connection does. */
export const askDisplayRegistry = async (
  connection: CommandConnection,
): Promise<DisplayRegistry> => {
  const [list, config] = await Promise.all([
    askOrNothing(connection, "config/entity_registry/list_for_display"),
    askOrNothing(connection, "get_config"),
  ]);
  const rows = listIn(isObject(list) ? list["entities"] : undefined);
  const units = isObject(config) ? config["unit_system"] : undefined;
  return {
    registered: new Map(
      rows.flatMap((row) => {
        const id = isObject(row) ? textIn(row["ei"]) : undefined;
        return id === undefined ? [] : [[id, registeredIn(row)]];
      }),
    ),
    temperatureUnit: isObject(units) ? textIn(units["temperature"]) : undefined,
  };
};
