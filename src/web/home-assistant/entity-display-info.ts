import type { RegistryEntry, RegistryLookup } from "../../model/bindings/entity-display.ts";
import {
  askDisplayRegistry,
  type CommandConnection,
  FrontendResources,
} from "./frontend-resources.ts";
import type { HomeAssistantState } from "./home-assistant.ts";

/** Milliseconds before unanswered requests are repeated. */
export const againMs = 15_000;

/** Milliseconds for which changes of the registry are collected, as they seldom come alone. */
export const gatherMs = 500;

/** How entities are displayed: precision, units, words and icons. */
export type EntityDisplay = Pick<
  HomeAssistantState,
  "precisions" | "temperatureUnit" | "word" | "attributeWord" | "icon"
>;

/** Finds out how Home Assistant displays the entities whose states are known. */
export class EntityDisplayInfo {
  readonly #connection: CommandConnection;
  readonly #changed: (display: Partial<EntityDisplay>) => void;
  readonly #resources: FrontendResources;
  #registered: ReadonlyMap<string, RegistryEntry> = new Map();
  #entities: ReadonlySet<string> = new Set();
  #language: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `changed` gets what has changed. */
  constructor(connection: CommandConnection, changed: (display: Partial<EntityDisplay>) => void) {
    this.#connection = connection;
    this.#changed = changed;
    this.#resources = new FrontendResources(connection, () => changed(this.#said));
  }

  /** Takes the entities that have states, and requests information about new ones. */
  know(entities: Iterable<string>): void {
    const ids = [...entities];
    if (ids.every((id) => this.#entities.has(id))) return;
    this.#entities = new Set(ids);
    void this.#ask();
  }

  /** Sets the language of words (BCP 47). */
  setLanguage(language: string): void {
    // Without the region, as the page's own words have none.
    const [code] = language.split("-");
    if (code === this.#language) return;
    this.#language = code;
    this.#changed(this.#said);
    if (this.#entities.size > 0) void this.#ask();
  }

  /** Reloads the registry after a change, once for changes that come together. */
  renew(): void {
    if (this.#entities.size === 0) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), gatherMs);
  }

  /**
   * Forgets the entities and stops requests: another Home Assistant may answer after a lost connection, or nobody needs
   * this any more.
   */
  forget(): void {
    this.#entities = new Set();
    this.#resources.forget();
    clearTimeout(this.#timer);
  }

  /** New functions, because their results have changed. */
  get #said(): Pick<EntityDisplay, "word" | "attributeWord" | "icon"> {
    return {
      attributeWord: (entity, known, attribute, value) =>
        this.#resources.attributeWord(entity, known, this.#registry(entity), [attribute, value]),
      word: (entity, known) => this.#resources.word(entity, known, this.#registry(entity)),
      icon: (entity, known) => this.#resources.icon(entity, known, this.#registry(entity)),
    };
  }

  readonly #registry: RegistryLookup = (entity) => this.#registered.get(entity);

  /** Requests everything missing, and retries later if not all of it was answered. */
  async #ask(): Promise<void> {
    clearTimeout(this.#timer);
    const asked = this.#entities;
    const want = (): Promise<boolean> =>
      this.#resources.want(this.#entities, this.#registry, this.#language);
    // Words and icons of domains do not need the registry.
    const ofDomains = want();
    const facts = await askDisplayRegistry(this.#connection).catch(() => undefined);
    if (asked !== this.#entities) return;
    if (facts !== undefined) {
      const { registered, temperatureUnit } = facts;
      this.#registered = registered;
      const precisions = (entity: string): number | undefined => registered.get(entity)?.digits;
      this.#changed({ ...this.#said, precisions, temperatureUnit });
    }
    const isAnswered = [await want(), await ofDomains, facts !== undefined].every(Boolean);
    if (asked !== this.#entities || isAnswered) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), againMs);
  }
}
