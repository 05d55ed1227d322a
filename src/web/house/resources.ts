import type { Connection } from "home-assistant-js-websocket";
import { isObject, type Json, type JsonObject } from "../../json/json.ts";
import { entityIcon } from "../../live/entity-icon.ts";
import type { Registered, Registry } from "../../live/registered.ts";
import { domainOf, type EntityState } from "../../live/state.ts";
import { stateWord } from "../../live/state-word.ts";
import { problemOf } from "../client/problem.ts";

/** Home Assistant's tables for whatever is in a domain, and those that an integration has for its own entities. */
type Category = "entity_component" | "entity";

const unknownTo: ReadonlySet<string> = new Set(["unknown_command", "unauthorized"]);

/**
 * The icons and words that Home Assistant has for entities, each asked for once, when such an entity is wanted:
 * in place of tables of our own, which would be those of one version, and in three languages.
 */
export class Resources {
  readonly #connection: Connection;
  readonly #changed: () => void;
  #language: string | undefined;
  /** What was asked for, and is here or on its way. */
  readonly #asked = new Set<string>();
  readonly #icons = { components: new Map<string, Json>(), platforms: new Map<string, Json>() };
  #words = new Map<string, string>();

  /** `changed` is called when more is known. */
  constructor(connection: Connection, changed: () => void) {
    this.#connection = connection;
    this.#changed = changed;
  }

  /** The icon that Home Assistant shows for an entity, as far as its icons are here. */
  icon(
    entity: string,
    known: EntityState | undefined,
    registered: Registered | undefined,
  ): string | undefined {
    return entityIcon(entity, known, registered, this.#icons);
  }

  /** The word that it has for a state, in the language that was wanted last. */
  word(entity: string, known: EntityState, registered: Registered | undefined): string | undefined {
    return stateWord(entity, known, registered, this.#words);
  }

  /** Asks for what is missing of the icons of some entities, and of the words for their states where a language is given. */
  want(entities: Iterable<string>, registry: Registry, language?: string): void {
    if (language !== this.#language) this.#words = new Map();
    this.#language = language;
    const domains = new Set<string>();
    const platforms = new Set<string>();
    for (const entity of entities) {
      domains.add(domainOf(entity));
      const { platform, translationKey } = registry(entity) ?? {};
      if (platform !== undefined && translationKey !== undefined) platforms.add(platform);
    }
    for (const [category, names] of [
      ["entity_component", domains],
      ["entity", platforms],
    ] as const) {
      const into = category === "entity" ? this.#icons.platforms : this.#icons.components;
      void this.#ask("frontend/get_icons", { category }, names, (resources) => {
        for (const [name, icons] of Object.entries(resources))
          if (icons !== undefined) into.set(name, icons);
      });
      if (language === undefined) continue;
      const words = this.#words;
      const fields = { category, language };
      void this.#ask("frontend/get_translations", fields, names, (resources) => {
        for (const [key, word] of Object.entries(resources))
          if (typeof word === "string") words.set(key, word);
      });
    }
  }

  async #ask(
    type: string,
    fields: { readonly category: Category; readonly language?: string },
    names: ReadonlySet<string>,
    take: (resources: JsonObject) => void,
  ): Promise<void> {
    const keyOf = (name: string): string => JSON.stringify([type, fields, name]);
    const integration = [...names].filter((name) => !this.#asked.has(keyOf(name))).toSorted();
    if (integration.length === 0) return;
    for (const name of integration) this.#asked.add(keyOf(name));
    try {
      const answer = await this.#connection.sendMessagePromise<Json>({
        type,
        ...fields,
        integration,
      });
      const resources = isObject(answer) ? answer["resources"] : undefined;
      if (!isObject(resources)) return;
      take(resources);
      this.#changed();
    } catch (error) {
      // An old Home Assistant has none; whoever was not reached is asked at the next occasion.
      if (unknownTo.has(problemOf(error).code)) return;
      for (const name of integration) this.#asked.delete(keyOf(name));
    }
  }
}
