import type { RegistryEntry, RegistryLookup } from "../../model/bindings/entity-display.ts";
import {
  askDisplayRegistry,
  type CommandConnection,
  FrontendResources,
} from "./frontend-resources.ts";
import type { HomeAssistantState } from "./home-assistant.ts";

/** Milliseconds until what was not answered is asked for again. */
export const againMs = 15_000;

/** Milliseconds over which changes of the registry are gathered: one seldom comes alone. */
export const gatherMs = 500;

/** How entities are shown: with which digits, units, words and icons. */
export type EntityDisplay = Pick<
  HomeAssistantState,
  "precisions" | "temperatureUnit" | "word" | "icon"
>;

/** Finds out how Home Assistant shows the entities of which there are states. */
export class EntityDisplayInfo {
  readonly #connection: CommandConnection;
  readonly #changed: (display: Partial<EntityDisplay>) => void;
  readonly #resources: FrontendResources;
  #registered: ReadonlyMap<string, RegistryEntry> = new Map();
  #entities: ReadonlySet<string> = new Set();
  #language: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `changed` is told what is another. */
  constructor(connection: CommandConnection, changed: (display: Partial<EntityDisplay>) => void) {
    this.#connection = connection;
    this.#changed = changed;
    this.#resources = new FrontendResources(connection, () => changed(this.#said));
  }

  /** There are states of these entities now. Whom it did not ask about yet it asks about. */
  know(entities: Iterable<string>): void {
    const ids = [...entities];
    if (ids.every((id) => this.#entities.has(id))) return;
    this.#entities = new Set(ids);
    void this.#ask();
  }

  /** Words are wanted in this language (BCP 47). */
  setLanguage(language: string): void {
    // Home Assistant's words are of the language that the page speaks, whatever the region of whoever reads.
    const [code] = language.split("-");
    if (code === this.#language) return;
    this.#language = code;
    this.#changed(this.#said);
    if (this.#entities.size > 0) void this.#ask();
  }

  /** The registry is another: it is asked for anew, once for changes that come together. */
  renew(): void {
    if (this.#entities.size === 0) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), gatherMs);
  }

  /** The connection is lost, and another Home Assistant may answer next; or nobody wants to know any more. */
  forget(): void {
    this.#entities = new Set();
    this.#resources.forget();
    clearTimeout(this.#timer);
  }

  /** New functions, as what they say is another. */
  get #said(): Pick<EntityDisplay, "word" | "icon"> {
    return {
      word: (entity, known) => this.#resources.word(entity, known, this.#registry(entity)),
      icon: (entity, known) => this.#resources.icon(entity, known, this.#registry(entity)),
    };
  }

  readonly #registry: RegistryLookup = (entity) => this.#registered.get(entity);

  /** Asks for all that is not known, and again after a while where not all is answered. */
  async #ask(): Promise<void> {
    clearTimeout(this.#timer);
    const asked = this.#entities;
    const want = (): Promise<boolean> =>
      this.#resources.want(this.#entities, this.#registry, this.#language);
    // What is of domains is known without the registry.
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
