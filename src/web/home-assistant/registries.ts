import { isLeft, isRight, left } from "fp-ts/lib/Either.js";
import type { Connection } from "home-assistant-js-websocket";
import { isObject, type Json, textIn } from "../../model/json.ts";
import { catchProblem } from "../connection/channel-client.ts";
import type { Answer } from "../connection/plan-client.ts";
import {
  readRegistrySnapshot,
  type RegistryAnswers,
  type RegistrySnapshot,
} from "./registry-snapshot.ts";
import { FrontendResources } from "./frontend-resources.ts";

/** An entity whose id changed. */
export interface Rename {
  readonly from: string;
  readonly to: string;
}

/** The rename in an `entity_registry_updated` event, if any. */
export const renameIn = (event: Json): Rename | undefined => {
  const data = isObject(event) ? event["data"] : undefined;
  if (!isObject(data) || data["action"] !== "update") return undefined;
  const [from, to] = [textIn(data["old_entity_id"]), textIn(data["entity_id"])];
  return from === undefined || to === undefined || from === to ? undefined : { from, to };
};

/** Combines successive renames into renames from the first id to the last. */
export const joined = (renames: readonly Rename[]): readonly Rename[] => {
  const firstOf = new Map<string, string>();
  for (const { from, to } of renames) {
    const first = firstOf.get(from) ?? from;
    firstOf.delete(from);
    firstOf.set(to, first);
  }
  return [...firstOf].flatMap(([to, from]) => (from === to ? [] : [{ from, to }]));
};

/** Callbacks about changes of the registries. */
export interface RegistriesListener {
  /** The registries were read or have changed. */
  readonly changed: () => void;
  /** Entities were renamed; called after `changed`. */
  readonly renamed: (renames: readonly Rename[]) => void;
}

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
  readonly #listener: RegistriesListener;
  #connection: Connection | undefined;
  #resources: FrontendResources | undefined;
  #answers: RegistryAnswers | undefined;
  #known: RegistrySnapshot | undefined;
  /** Counts connections; answers from earlier ones are ignored. */
  #attempt = 0;
  /** Counts reads; results of earlier ones are ignored. */
  #reads = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #renames: readonly Rename[] = [];
  #statesAt = 0;
  #language: string | undefined;

  constructor(reach: () => Answer<Connection>, listener: RegistriesListener) {
    this.#listener = listener;
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
      this.#listener.changed();
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
    // Renames reported before the connection was lost may be outdated.
    this.#renames = [];
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
    const receive = (event: Json): void => {
      if (isMine()) this.#changed(event, mine);
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

  #changed(event: Json, mine: number): void {
    const rename = renameIn(event);
    if (rename !== undefined) this.#renames = [...this.#renames, rename];
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#read(mine), gatherMs);
  }

  async #read(mine: number): Promise<void> {
    this.#reads += 1;
    const read = this.#reads;
    // Renames that arrive during this read may not be in the answer; they trigger the next read.
    const renames = this.#renames;
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
    this.#renames = this.#renames.slice(renames.length);
    this.#take({ entities, devices, areas, floors, states });
    const all = joined(renames);
    if (all.length > 0) this.#listener.renamed(all);
  }

  #take(answers: RegistryAnswers): void {
    if (this.#ending.signal.aborted) return;
    this.#answers = answers;
    this.#want(this.#readSnapshot(answers));
    this.#listener.changed();
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
