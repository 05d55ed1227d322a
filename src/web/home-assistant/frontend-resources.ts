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
  attributeWord,
  entityIcon,
  type RegistryEntry,
  type RegistryLookup,
  stateWord,
  type TranslatedEntity,
} from "../../model/bindings/entity-display.ts";
import { problemOf } from "../../client/errors.ts";
import { domainOf, type EntityState } from "../../model/bindings/entity-state.ts";

/** A connection to Home Assistant, or to a service that passes commands on. */
export type CommandConnection = Pick<Connection, "sendMessagePromise">;

/** How Home Assistant displays its entities. */
export interface DisplayRegistry {
  readonly registered: ReadonlyMap<string, RegistryEntry>;
  readonly temperatureUnit: string | undefined;
}

/** Reads a row of `config/entity_registry/list_for_display` (Home Assistant, `RegistryEntry.as_display_dict`). */
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
    // An old Home Assistant lacks the command; numbers then stay as they are.
    if (problemOf(error).code === "unknown_command") return {};
    throw error;
  }
};

/**
 * Requests the display registry and the unit of temperatures; empty if the command is unknown, otherwise rejects as the
 * connection does.
 */
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

/** Home Assistant's tables for domains, and for entities of an integration. */
type Category = "entity_component" | "entity";

/**
 * Home Assistant's icons and words for entities, each requested once, on demand. Tables of our own would be those of
 * one version, and in three languages.
 */
export class FrontendResources {
  readonly #connection: CommandConnection;
  readonly #changed: () => void;
  #language: string | undefined;
  /** Keys that are loaded or loading. */
  readonly #asked = new Set<string>();
  readonly #icons = { components: new Map<string, Json>(), platforms: new Map<string, Json>() };
  /** Words by language, in case the user switches back. */
  readonly #words = new Map<string, Map<string, string>>();

  /** `changed` is called when more is loaded. */
  constructor(connection: CommandConnection, changed: () => void) {
    this.#connection = connection;
    this.#changed = changed;
  }

  /** Home Assistant's icon for an entity, if loaded. */
  icon(
    entity: string,
    known: EntityState | undefined,
    registered: RegistryEntry | undefined,
  ): string | undefined {
    return entityIcon(entity, known, registered, this.#icons);
  }

  /** Its word for a state in the current language, if loaded. */
  word(
    entity: string,
    known: EntityState,
    registered: RegistryEntry | undefined,
  ): string | undefined {
    const of = this.#translated(entity, known, registered);
    return of && stateWord(of, known.state);
  }

  /** Its word for the value of an attribute in the current language, if loaded. */
  attributeWord(
    entity: string,
    known: EntityState,
    registered: RegistryEntry | undefined,
    [attribute, value]: readonly [attribute: string, value: string],
  ): string | undefined {
    const of = this.#translated(entity, known, registered);
    return of && attributeWord(of, attribute, value);
  }

  /** Reloads everything on demand, as another Home Assistant may answer from now on; old data stays until then. */
  forget(): void {
    this.#asked.clear();
  }

  /**
   * Requests missing icons of some entities, and words for their states if a language is given. Resolves with whether
   * everything is loaded or loading.
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

  #translated(
    entity: string,
    { attributes }: EntityState,
    registered: RegistryEntry | undefined,
  ): TranslatedEntity | undefined {
    const translations = this.#words.get(this.#language ?? "");
    return translations && { entity, attributes, registered, translations };
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
      if (problemOf(error).code === "unknown_command") return true;
      for (const name of integration) this.#asked.delete(keyOf(name));
      return false;
    }
  }
}
