import { createHash } from "node:crypto";
import {
  changesAsOne,
  type CompressedState,
  type EntitiesEvent,
  type EntityChange,
  stateAfter,
} from "./entity-events.ts";
import type { Boundary, Guarded } from "../../server/runtime/boundary.ts";
import type { JsonText } from "../../plan/raw-json/raw-json.ts";
import { isEntityId } from "../../model/bindings/entity-state.ts";

/** An entity's change since the last report: `whole` if all of it must be sent. */
type StateChange = "whole" | "gone" | EntityChange;

interface SharedState {
  readonly state: CompressedState;
  /** The state as JSON, once needed. */
  text: string | undefined;
}

const member = (id: string, text: string): string => `${JSON.stringify(id)}:${text}`;

/** The states of entities, and their changes since the last report. */
class EntityTable {
  readonly #entries = new Map<string, SharedState>();
  #news = new Map<string, StateChange>();

  get hasNews(): boolean {
    return this.#news.size > 0;
  }

  /** Applies an event. False if it changes an entity that is unknown. */
  apply({ a = {}, c = {}, r = [] }: EntitiesEvent): boolean {
    for (const [id, state] of Object.entries(a)) this.#put(id, state);
    for (const id of r) this.#remove(id);
    return Object.entries(c)
      .map(([id, change]) => this.#change(id, change))
      .every(Boolean);
  }

  /** Replaces all states. */
  replace(states: Readonly<Record<string, CompressedState>>): void {
    for (const id of this.#entries.keys()) if (!Object.hasOwn(states, id)) this.#remove(id);
    for (const [id, state] of Object.entries(states)) this.#put(id, state);
  }

  /** Drops all other entities. */
  keepOnly(ids: ReadonlySet<string>): void {
    for (const id of this.#entries.keys()) if (!ids.has(id)) this.#remove(id);
  }

  /** The changes since the last call, by entity. */
  takeNews(): ReadonlyMap<string, StateChange> {
    const news = this.#news;
    this.#news = new Map();
    return news;
  }

  /** The event that reports changes; undefined if there are none. */
  eventOf(news: Iterable<readonly [string, StateChange]>): Buffer | undefined {
    const parts = { a: new Array<string>(), c: new Array<string>(), r: new Array<string>() };
    for (const [id, what] of news) {
      if (typeof what === "object") parts.c.push(member(id, JSON.stringify(what)));
      else {
        const text = what === "whole" ? this.#textOf(id) : undefined;
        if (text === undefined) parts.r.push(JSON.stringify(id));
        else parts.a.push(member(id, text));
      }
    }
    const { a, c, r } = parts;
    const fields = [
      ...(a.length > 0 ? [`"a":{${a.join()}}`] : []),
      ...(c.length > 0 ? [`"c":{${c.join()}}`] : []),
      ...(r.length > 0 ? [`"r":[${r.join()}]`] : []),
    ];
    return fields.length === 0 ? undefined : Buffer.from(`{${fields.join()}}`);
  }

  /** The first event of a subscription: all known entities, or the wanted ones. */
  wholeEvent(wanted: Iterable<string> = this.#entries.keys()): Buffer {
    const members: string[] = [];
    for (const id of wanted) {
      const text = this.#textOf(id);
      if (text !== undefined) members.push(member(id, text));
    }
    return Buffer.from(`{"a":{${members.join()}}}`);
  }

  #textOf(id: string): string | undefined {
    const entry = this.#entries.get(id);
    if (entry === undefined) return undefined;
    return (entry.text ??= JSON.stringify(entry.state));
  }

  #put(id: string, state: CompressedState): void {
    const text = JSON.stringify(state);
    if (this.#textOf(id) === text) return;
    this.#entries.set(id, { state, text });
    this.#news.set(id, "whole");
  }

  #remove(id: string): void {
    if (this.#entries.delete(id)) this.#news.set(id, "gone");
  }

  #change(id: string, change: EntityChange): boolean {
    const known = this.#entries.get(id);
    if (known === undefined) return false;
    this.#entries.set(id, { state: stateAfter(known.state, change), text: undefined });
    const before = this.#news.get(id);
    if (before === "whole") return true;
    const sum = typeof before === "object" ? changesAsOne(before, change) : change;
    this.#news.set(id, sum ?? "whole");
    return true;
  }
}

/** A screen's view of events of which only the newest matters. */
export interface Screen {
  readonly emit: (event: JsonText) => void;
  /** Whether it has read most of what it was sent. */
  readonly hasRoom: () => boolean;
  /** Calls back once it has; never if the screen is gone. */
  readonly whenRoom: (callback: () => void) => void;
}

interface Follower {
  readonly screen: Screen;
  /** The first report that was skipped for lack of room; undefined if none was. */
  missedFrom: number | undefined;
}

/** Screens that want the same entities, so that each event is made once for all of them. */
class Audience {
  readonly followers = new Set<Follower>();
  /** Identifies the audience. */
  readonly key: string;
  /** Undefined for all entities. */
  readonly wanted: ReadonlySet<string> | undefined;

  constructor(key: string, wanted: ReadonlySet<string> | undefined) {
    this.key = key;
    this.wanted = wanted;
  }

  concerning(news: ReadonlyMap<string, StateChange>): ReadonlyMap<string, StateChange> {
    const { wanted } = this;
    if (wanted === undefined) return news;
    return new Map([...news].filter(([id]) => wanted.has(id)));
  }
}

/** An event that brings a screen up to date; other screens may need the same. */
interface MadeEvent {
  readonly audience: Audience;
  /** The first report that was skipped; undefined for a new screen. */
  readonly from: number | undefined;
  readonly json: JsonText | undefined;
}

/**
 * The states that many screens show. A change after a pause is reported at once and later ones together, so that a
 * screen gets at most one event per period. States are not revisions: a slow screen gets only the newest state of each
 * entity once it has room.
 */
export class SharedStates {
  readonly #table = new EntityTable();
  readonly #audiences = new Map<string, Audience>();
  readonly #periodMs: number;
  readonly #tellInTime: Guarded;
  /** The last report on each entity, since some screen has skipped one; otherwise of the newest report only. */
  readonly #reportedIn = new Map<string, number>();
  /**
   * The last such event since something changed. Only one is kept, since for each of many audiences it may be as
   * large as all states.
   */
  #made: MadeEvent | undefined;
  #reports = 0;
  #behind = 0;
  #timer: NodeJS.Timeout | undefined;
  #toldAt = -Infinity;

  /** `periodMs`: the least milliseconds between two events. */
  constructor(periodMs: number, boundary: Boundary) {
    this.#periodMs = periodMs;
    this.#tellInTime = boundary("states could not be reported", () => this.#tell());
  }

  /** Applies an event. False if it changes an entity that is unknown. */
  apply(event: EntitiesEvent): boolean {
    const isWhole = this.#table.apply(event);
    this.#tellSoon();
    return isWhole;
  }

  /** Replaces all states. */
  replace(states: NonNullable<EntitiesEvent["a"]>): void {
    this.#table.replace(states);
    this.#tellSoon();
  }

  /** Drops all other entities. */
  keepOnly(ids: ReadonlySet<string>): void {
    this.#table.keepOnly(ids);
    this.#tellSoon();
  }

  /**
   * Gives a screen the states at once and then their changes: of all entities, or of those listed. The returned
   * function ends it.
   */
  join(screen: Screen, entities?: readonly string[]): () => void {
    const audience = this.#audienceOf(entities);
    const follower: Follower = { screen, missedFrom: undefined };
    audience.followers.add(follower);
    const whole = this.#lacking(audience, undefined);
    if (whole !== undefined) screen.emit(whole);
    return () => {
      audience.followers.delete(follower);
      if (follower.missedFrom !== undefined) this.#caughtUp(follower);
      if (audience.followers.size === 0) this.#audiences.delete(audience.key);
    };
  }

  /** Ends all reports. */
  close(): void {
    clearTimeout(this.#timer);
    this.#audiences.clear();
  }

  /** The audience for a list of entities. Does not retain the list: a new audience keeps the valid ids only. */
  #audienceOf(entities: readonly string[] | undefined): Audience {
    // Sorted, so that the order of a list does not matter.
    const ids = entities && [...new Set(entities)].filter(isEntityId).toSorted();
    const key =
      ids === undefined ? "all" : createHash("sha256").update(ids.join()).digest("base64");
    const known = this.#audiences.get(key);
    if (known !== undefined) return known;
    const audience = new Audience(key, ids && new Set(ids));
    this.#audiences.set(key, audience);
    return audience;
  }

  #tellSoon(): void {
    if (!this.#table.hasNews) return;
    this.#made = undefined;
    if (this.#timer !== undefined) return;
    const ms = this.#toldAt + this.#periodMs - performance.now();
    if (ms <= 0) return this.#tell();
    this.#timer = setTimeout(this.#tellInTime, ms).unref();
  }

  #tell(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#toldAt = performance.now();
    this.#made = undefined;
    const all = this.#table.takeNews();
    this.#reports += 1;
    if (this.#behind === 0) this.#reportedIn.clear();
    // Noted first: a screen that skips this report may have room again at once.
    for (const id of all.keys()) this.#reportedIn.set(id, this.#reports);
    for (const audience of this.#audiences.values()) {
      const news = audience.concerning(all);
      const event = this.#table.eventOf(news);
      if (event === undefined) continue;
      const json: JsonText = [event];
      for (const follower of audience.followers) this.#tellOne(audience, follower, json);
    }
  }

  #tellOne(audience: Audience, follower: Follower, json: JsonText): void {
    const { screen } = follower;
    if (follower.missedFrom !== undefined) return;
    if (screen.hasRoom()) return screen.emit(json);
    follower.missedFrom = this.#reports;
    this.#behind += 1;
    screen.whenRoom(() => {
      const { missedFrom } = follower;
      if (missedFrom === undefined) return;
      this.#caughtUp(follower);
      const missed = this.#lacking(audience, missedFrom);
      if (missed !== undefined) screen.emit(missed);
    });
  }

  #caughtUp(follower: Follower): void {
    follower.missedFrom = undefined;
    this.#behind -= 1;
  }

  /**
   * The event that brings a screen up to date: all states of its audience, or those reported since `from`. Made once
   * for screens that need the same.
   */
  #lacking(audience: Audience, from: number | undefined): JsonText | undefined {
    if (this.#made?.audience === audience && this.#made.from === from) return this.#made.json;
    const event =
      from === undefined ? this.#table.wholeEvent(audience.wanted) : this.#since(audience, from);
    const json: JsonText | undefined = event && [event];
    this.#made = { audience, from, json };
    return json;
  }

  #since({ wanted }: Audience, report: number): Buffer | undefined {
    const ids = [...this.#reportedIn].filter(
      ([id, last]) => last >= report && wanted?.has(id) !== false,
    );
    return this.#table.eventOf(ids.map(([id]) => [id, "whole"] as const));
  }
}
