import type { Connection } from "home-assistant-js-websocket";
import type { Registered, Registry } from "../../live/registered.ts";
import { askFacts } from "./facts.ts";
import type { HouseNow } from "./house.ts";
import { Resources } from "./resources.ts";

/** How entities are shown: with which digits, units, words and icons. */
export type Manners = Pick<HouseNow, "precisions" | "temperatureUnit" | "word" | "icon">;

/** Finds out how Home Assistant shows the entities of which there are states. */
export class Manner {
  readonly #connection: Connection;
  readonly #changed: (manners: Partial<Manners>) => void;
  readonly #resources: Resources;
  #registered: ReadonlyMap<string, Registered> = new Map();
  #entities: ReadonlySet<string> = new Set();
  #language: string | undefined;

  /** `changed` is told what is another. */
  constructor(connection: Connection, changed: (manners: Partial<Manners>) => void) {
    this.#connection = connection;
    this.#changed = changed;
    this.#resources = new Resources(connection, () => changed(this.#said));
  }

  /** There are states of these entities now. Whom it did not ask about yet it asks about. */
  know(entities: Iterable<string>): void {
    const ids = [...entities];
    if (ids.every((id) => this.#entities.has(id))) return;
    this.#entities = new Set(ids);
    this.#want();
    void this.#ask();
  }

  /** Words are wanted in this language (BCP 47). */
  speak(language: string): void {
    // Home Assistant's words are of the language that the page speaks, whatever the region of whoever reads.
    const [code] = language.split("-");
    if (code === this.#language) return;
    this.#language = code;
    this.#want();
    this.#changed(this.#said);
  }

  /** The connection is lost: another Home Assistant may answer next. */
  forget(): void {
    this.#entities = new Set();
  }

  /** New functions, as what they say is another. */
  get #said(): Pick<Manners, "word" | "icon"> {
    return {
      word: (entity, known) => this.#resources.word(entity, known, this.#registry(entity)),
      icon: (entity, known) => this.#resources.icon(entity, known, this.#registry(entity)),
    };
  }

  readonly #registry: Registry = (entity) => this.#registered.get(entity);

  #want(): void {
    this.#resources.want(this.#entities, this.#registry, this.#language);
  }

  async #ask(): Promise<void> {
    const asked = this.#entities;
    const { registered, temperatureUnit } = await askFacts(this.#connection);
    if (asked !== this.#entities) return;
    this.#registered = registered;
    this.#want();
    const precisions = (entity: string): number | undefined => registered.get(entity)?.digits;
    this.#changed({ ...this.#said, precisions, temperatureUnit });
  }
}
