import { randomBytes } from "node:crypto";
import { EventEmitter } from "node:events";
import { readFileSync } from "node:fs";
import * as t from "io-ts";
import { anyObject } from "../../../src/model/codec.ts";
import { decoded } from "./decoded.ts";

const recordedState = t.type({
  entity_id: t.string,
  state: t.string,
  attributes: anyObject,
});
const recordedCore = t.type({
  config: anyObject,
  states: t.array(recordedState),
  areas: t.array(anyObject),
  floors: t.array(anyObject),
  devices: t.array(anyObject),
  entities: t.array(anyObject),
});

/** An entity's current state, in the terms of `subscribe_entities`; times in seconds. */
export interface EntityState {
  readonly s: string;
  readonly a: Readonly<Record<string, unknown>>;
  readonly c: string;
  readonly lc: number;
  readonly lu: number;
}

/** A template's result: a value, or an error in Home Assistant's words. */
export type Rendered = { readonly result: unknown } | { readonly error: string };

/** A change of an entity; `now` is undefined if it was removed. */
export interface Change {
  readonly id: string;
  readonly before: EntityState | undefined;
  readonly now: EntityState | undefined;
}

interface CoreEvents {
  change: [Change];
  rendered: [string];
  event: [string, Readonly<Record<string, unknown>>];
}

const contextId = (): string => randomBytes(13).toString("hex").toUpperCase();
const inSeconds = (): number => Date.now() / 1000;

/** The double's home: recorded from a real one, and changed by tests. */
export class DoubleCore extends EventEmitter<CoreEvents> {
  readonly config: Readonly<Record<string, unknown>>;
  readonly states = new Map<string, EntityState>();
  /** All states of each entity, oldest first; undefined while it was removed. */
  readonly history: { readonly id: string; readonly state: EntityState }[] = [];
  /** The registries, by their names in `config/NAME_registry/list`. */
  readonly registries: Record<"area" | "floor" | "device" | "entity", readonly unknown[]>;
  /** The ids of the registry's entries, which outlive renames, by entity. */
  readonly entries = new Map<string, string>();
  /** Pictures of cameras and images, as JPEG, by entity. */
  readonly pictures = new Map<string, Buffer>();
  readonly #templates = new Map<string, Rendered>();

  constructor() {
    super();
    // Every connection and subscription listens.
    this.setMaxListeners(0);
    const file = new URL(
      "../../samples/home-assistant/states-and-registries.json",
      import.meta.url,
    );
    const recorded: unknown = JSON.parse(readFileSync(file, "utf8"));
    const { config, states, areas, floors, devices, entities } = decoded(recordedCore, recorded);
    this.config = config;
    this.registries = { area: areas, floor: floors, device: devices, entity: entities };
    for (const { entity_id, state, attributes } of states)
      this.setState(entity_id, state, attributes);
  }

  /** Adds or changes an entity; without attributes it keeps its own. */
  setState(id: string, state: string, attributes?: Readonly<Record<string, unknown>>): string {
    const before = this.states.get(id);
    const lu = inSeconds();
    const lc = before?.s === state ? before.lc : lu;
    const now = { s: state, a: attributes ?? before?.a ?? {}, c: contextId(), lc, lu };
    this.states.set(id, now);
    this.history.push({ id, state: now });
    this.emit("change", { id, before, now });
    return now.c;
  }

  /** Adds or changes entities by id, with their attributes. */
  setStates(states: Readonly<Record<string, Pick<EntityState, "s" | "a">>>): void {
    for (const [id, { s, a }] of Object.entries(states)) this.setState(id, s, a);
  }

  /** Removes an entity. */
  removeState(id: string): void {
    const before = this.states.get(id);
    if (before === undefined) return;
    this.states.delete(id);
    this.emit("change", { id, before, now: undefined });
  }

  /** Gives an entity another id, as its settings in Home Assistant do. */
  rename(from: string, to: string): void {
    const entry = this.entries.get(from) ?? contextId();
    this.entries.delete(from);
    this.entries.set(to, entry);
    const state = this.states.get(from);
    this.removeState(from);
    if (state !== undefined) this.setState(to, state.s, state.a);
    const data = { action: "update", entity_id: to, old_entity_id: from, changes: {} };
    this.emit("event", "entity_registry_updated", data);
  }

  /** Sets a template's result, and notifies its subscribers. */
  setTemplate(template: string, rendered: Rendered): void {
    this.#templates.set(template, rendered);
    this.emit("rendered", template);
  }

  /** A template's result: the test's, or the state that `{{ states('id') }}` asks for. */
  render(template: string): Rendered {
    const told = this.#templates.get(template);
    if (told !== undefined) return told;
    const asked = this.entityOf(template);
    if (asked !== undefined) return { result: this.states.get(asked)?.s ?? "unknown" };
    return { error: `TemplateSyntaxError: the double does not know ${template}` };
  }

  /** The entity of a template that only reads its state. */
  entityOf(template: string): string | undefined {
    return /^\{\{ states\('([^']+)'\) \}\}$/.exec(template)?.[1];
  }

  /** Replaces a registry, and sends the same events as Home Assistant. */
  setRegistry(kind: "area" | "floor" | "device" | "entity", entries: readonly unknown[]): void {
    this.registries[kind] = entries;
    this.emit("event", `${kind}_registry_updated`, { action: "update" });
  }
}
