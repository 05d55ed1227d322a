import type { Connection } from "home-assistant-js-websocket";
import {
  isObject,
  type Json,
  type JsonObject,
  listIn,
  numberIn,
  textIn,
} from "../../model/json.ts";
import {
  entityIcon,
  type RegistryEntry,
  type RegistryLookup,
  stateWord,
} from "../../model/bindings/entity-display.ts";
import { problemOf } from "../../client/errors.ts";
import { domainOf, type EntityState } from "../../model/bindings/entity-state.ts";

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

/** Home Assistant's tables for whatever is in a domain, and those that an integration has for its own entities. */
type Category = "entity_component" | "entity";

/**
 * The icons and words that Home Assistant has for entities, each asked for once, when such an entity is wanted:
 * in place of tables of our own, which would be those of one version, and in three languages.
 */
export class FrontendResources {
  readonly #connection: CommandConnection;
  readonly #changed: () => void;
  #language: string | undefined;
  /** What was asked for, and is here or on its way. */
  readonly #asked = new Set<string>();
  readonly #icons = { components: new Map<string, Json>(), platforms: new Map<string, Json>() };
  /** By language: whoever changes it may come back to one. */
  readonly #words = new Map<string, Map<string, string>>();

  /** `changed` is called when more is known. */
  constructor(connection: CommandConnection, changed: () => void) {
    this.#connection = connection;
    this.#changed = changed;
  }

  /** The icon that Home Assistant shows for an entity, as far as its icons are here. */
  icon(
    entity: string,
    known: EntityState | undefined,
    registered: RegistryEntry | undefined,
  ): string | undefined {
    return entityIcon(entity, known, registered, this.#icons);
  }

  /** The word that it has for a state, in the language that was wanted last. */
  word(
    entity: string,
    known: EntityState,
    registered: RegistryEntry | undefined,
  ): string | undefined {
    const words = this.#words.get(this.#language ?? "");
    return words && stateWord(entity, known, registered, words);
  }

  /** Another Home Assistant may answer from now on: what is here stays until it does. */
  forget(): void {
    this.#asked.clear();
  }

  /**
   * Asks for what is missing of the icons of some entities, and of the words for their states where a language is
   * given. Resolves with whether all was answered, or is on its way already.
   */
  async want(
    entities: Iterable<string>,
    registry: RegistryLookup,
    language?: string,
  ): Promise<boolean> {
    this.#language = language;
    const domains = new Set<string>();
    const platforms = new Set<string>();
    for (const entity of entities) {
      domains.add(domainOf(entity));
      const { platform, translationKey } = registry(entity) ?? {};
      if (platform !== undefined && translationKey !== undefined) platforms.add(platform);
    }
    const asked: Promise<boolean>[] = [];
    for (const [category, names] of [
      ["entity_component", domains],
      ["entity", platforms],
    ] as const) {
      const into = category === "entity" ? this.#icons.platforms : this.#icons.components;
      const takeIcons = (resources: JsonObject): void => {
        for (const [name, icons] of Object.entries(resources))
          if (icons !== undefined) into.set(name, icons);
      };
      asked.push(this.#ask("frontend/get_icons", { category }, names, takeIcons));
      if (language === undefined) continue;
      const words = this.#words.get(language) ?? new Map<string, string>();
      this.#words.set(language, words);
      const takeWords = (resources: JsonObject): void => {
        for (const [key, word] of Object.entries(resources))
          if (typeof word === "string") words.set(key, word);
      };
      const fields = { category, language };
      asked.push(this.#ask("frontend/get_translations", fields, names, takeWords));
    }
    return (await Promise.all(asked)).every((isAnswered) => isAnswered);
  }

  async #ask(
    type: string,
    fields: { readonly category: Category; readonly language?: string },
    names: ReadonlySet<string>,
    take: (resources: JsonObject) => void,
  ): Promise<boolean> {
    const keyOf = (name: string): string => JSON.stringify([type, fields, name]);
    const integration = [...names].filter((name) => !this.#asked.has(keyOf(name))).toSorted();
    if (integration.length === 0) return true;
    for (const name of integration) this.#asked.add(keyOf(name));
    try {
      const answer = await this.#connection.sendMessagePromise<Json>({
        type,
        ...fields,
        integration,
      });
      const resources = isObject(answer) ? answer["resources"] : undefined;
      if (isObject(resources)) take(resources);
      this.#changed();
      return true;
    } catch (error) {
      // An old Home Assistant has none.
      if (problemOf(error).code === "unknown_command") return true;
      for (const name of integration) this.#asked.delete(keyOf(name));
      return false;
    }
  }
}
