import { isLeft, isRight, left } from "fp-ts/lib/Either.js";
import type { Connection } from "home-assistant-js-websocket";
import type { Json } from "../../model/json.ts";
import { catchProblem } from "../connection/asking.ts";
import type { Answer } from "../connection/plan-client.ts";
import {
  readRegistrySnapshot,
  type RegistryAnswers,
  type RegistrySnapshot,
} from "./registry-snapshot.ts";
import { FrontendResources } from "./frontend-resources.ts";

/** Milliseconds for which changes are collected, as they seldom come alone. */
export const gatherMs = 500;

/** Milliseconds before Home Assistant is asked again while it is away. */
export const againMs = 15_000;

/** Milliseconds for which read states are fresh enough for a list to choose from. */
const freshMs = 10_000;

/** Home Assistant's command for each answer. */
const commands = {
  entities: "config/entity_registry/list_for_display",
  devices: "config/device_registry/list",
  areas: "config/area_registry/list",
  floors: "config/floor_registry/list",
  states: "get_states",
} as const satisfies Readonly<Record<keyof RegistryAnswers, string>>;

const updates = [
  "entity_registry_updated",
  "device_registry_updated",
  "area_registry_updated",
  "floor_registry_updated",
] as const;

/**
 * Reads Home Assistant's registries, directly or through a service that passes commands on; again when they change and
 * after each reconnect.
 */
export class Registries {
  readonly #ending = new AbortController();
  readonly #onChange: () => void;
  #connection: Connection | undefined;
  #resources: FrontendResources | undefined;
  #answers: RegistryAnswers | undefined;
  #known: RegistrySnapshot | undefined;
  /** Counts connections; answers from earlier ones are ignored. */
  #attempt = 0;
  /** Counts reads; results of earlier ones are ignored. */
  #reads = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #statesAt = 0;
  #language: string | undefined;

  /** `onChange` is called when the registries were read or have changed. */
  constructor(reach: () => Answer<Connection>, onChange: () => void) {
    this.#onChange = onChange;
    void this.#start(reach);
  }

  /** The registries, once read; a new object after each change. */
  get now(): RegistrySnapshot | undefined {
    return this.#known;
  }

  /** Sets the language of words for states (BCP 47); none are requested before. */
  setLanguage(language: string): void {
    // Home Assistant's words do not depend on the region.
    const [code] = language.split("-");
    if (code === this.#language) return;
    this.#language = code;
    if (this.#known !== undefined) this.#want(this.#known);
  }

  /** Reads the states again, unless they are fresh. */
  async refresh(): Promise<void> {
    if (this.#answers === undefined || Date.now() - this.#statesAt < freshMs) return;
    this.#statesAt = Date.now();
    const states = await this.#ask("states");
    if (isRight(states)) this.#take({ ...this.#answers, states: states.right });
  }

  /** Stops following; the connection stays open. */
  close(): void {
    this.#ending.abort();
    clearTimeout(this.#timer);
  }

  async #start(reach: () => Answer<Connection>): Promise<void> {
    const reached = await reach();
    if (isLeft(reached) || this.#ending.signal.aborted) return;
    const connection = reached.right;
    this.#connection = connection;
    this.#resources = new FrontendResources(connection, () => {
      if (this.#answers === undefined || this.#ending.signal.aborted) return;
      this.#readSnapshot(this.#answers);
      this.#onChange();
    });
    const ready = (): void => void this.#follow(connection);
    connection.addEventListener("ready", ready);
    this.#ending.signal.addEventListener("abort", () =>
      connection.removeEventListener("ready", ready),
    );
    ready();
  }

  async #follow(connection: Connection): Promise<void> {
    this.#attempt += 1;
    const mine = this.#attempt;
    clearTimeout(this.#timer);
    // One request first, to find out whether there is a Home Assistant.
    const areas = await this.#ask("areas");
    if (mine !== this.#attempt || this.#ending.signal.aborted) return;
    if (isLeft(areas)) {
      if (areas.left.code === "home_assistant_unavailable")
        this.#timer = setTimeout(() => void this.#follow(connection), againMs);
      return;
    }
    await Promise.all(updates.map((type) => this.#hear(connection, type, mine)));
    await this.#read(mine);
  }

  /** Subscribes to changes until the connection is lost; `ready` follows then. */
  async #hear(connection: Connection, event_type: string, mine: number): Promise<void> {
    const isMine = (): boolean => mine === this.#attempt && !this.#ending.signal.aborted;
    const receive = (): void => {
      if (!isMine()) return;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#read(mine), gatherMs);
    };
    try {
      const leave = await connection.subscribeMessage(
        receive,
        { type: "subscribe_events", event_type },
        { resubscribe: false },
      );
      const end = (): void => {
        if (mine === this.#attempt) leave().catch(() => undefined);
      };
      if (this.#ending.signal.aborted) end();
      else this.#ending.signal.addEventListener("abort", end);
    } catch {
      // An older Home Assistant has no floors; changes that it does not report are read at the next start.
    }
  }

  async #read(mine: number): Promise<void> {
    this.#reads += 1;
    const read = this.#reads;
    this.#statesAt = Date.now();
    const answer = async (name: keyof RegistryAnswers): Promise<Json | undefined> => {
      const given = await this.#ask(name);
      return isRight(given) ? given.right : undefined;
    };
    const [entities, devices, areas, floors, states] = await Promise.all([
      answer("entities"),
      answer("devices"),
      answer("areas"),
      answer("floors"),
      answer("states"),
    ]);
    if (mine !== this.#attempt || read !== this.#reads || this.#ending.signal.aborted) return;
    // Without entities or states the snapshot would be useless; an earlier one is better.
    if (entities === undefined || states === undefined) {
      this.#timer = setTimeout(() => void this.#read(mine), againMs);
      return;
    }
    this.#take({ entities, devices, areas, floors, states });
  }

  #take(answers: RegistryAnswers): void {
    if (this.#ending.signal.aborted) return;
    this.#answers = answers;
    this.#want(this.#readSnapshot(answers));
    this.#onChange();
  }

  /** Requests missing icons and words. */
  #want({ entities, registered }: RegistrySnapshot): void {
    const ids = entities.map(({ id }) => id);
    void this.#resources?.want(ids, registered, this.#language);
  }

  /** Builds the snapshot with the icons and words loaded so far. */
  #readSnapshot(answers: RegistryAnswers): RegistrySnapshot {
    this.#known = readRegistrySnapshot(
      answers,
      (...of) => this.#resources?.icon(...of),
      (...of) => this.#resources?.word(...of),
    );
    return this.#known;
  }

  async #ask(name: keyof RegistryAnswers): Answer<Json> {
    const connection = this.#connection;
    if (connection === undefined) return left({ code: "offline", message: "" });
    return catchProblem(() => connection.sendMessagePromise<Json>({ type: commands[name] }));
  }
}
