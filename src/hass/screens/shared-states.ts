import type { Boundary } from "../../boundary.ts";
import type { JsonText } from "../../raw-json/json-text.ts";
import { isEntityId } from "../../live/state.ts";
import type { EntitiesEvent } from "./entity-change.ts";
import { EntityTable, type News } from "./entity-table.ts";

/** Where a screen gets events that only the newest of is of use. */
export interface Screen {
  readonly emit: (event: JsonText) => void;
  /** Whether it has read most of what it was sent. */
  readonly hasRoom: () => boolean;
  /** Calls back once it has; never where it is gone. */
  readonly whenRoom: (callback: () => void) => void;
}

interface Follower {
  readonly screen: Screen;
  /** The first report that it was not given for want of room; undefined while it is given all. */
  missedFrom: number | undefined;
}

/** Screens that want the same entities, so that an event is made once for all of them. */
class Audience {
  readonly followers = new Set<Follower>();
  /** Undefined where they want all there are. */
  readonly wanted: ReadonlySet<string> | undefined;
  /** The first event, as long as nothing has changed. */
  whole: JsonText | undefined;
  /** What those are told who missed the reports from one on until the newest, by the number of that one. */
  readonly missed = new Map<number, JsonText | undefined>();

  constructor(wanted: ReadonlySet<string> | undefined) {
    this.wanted = wanted;
  }

  concerning(news: ReadonlyMap<string, News>): ReadonlyMap<string, News> {
    const { wanted } = this;
    if (wanted === undefined) return news;
    return new Map([...news].filter(([id]) => wanted.has(id)));
  }
}

/**
 * The states that many screens show, told to all of them. A change after a pause is told at once, more of them
 * together, so that however many there are a screen has an event in each period at the most. States are not
 * revisions: a screen that reads slowly gets the newest of each entity once it has room, and not each in turn.
 */
export class SharedStates {
  readonly #table = new EntityTable();
  readonly #audiences = new Map<string, Audience>();
  readonly #periodMs: number;
  readonly #tellInTime: () => void;
  /** In which report an entity was last, since somebody has missed one, or in the newest. */
  readonly #reportedIn = new Map<string, number>();
  #reports = 0;
  #behind = 0;
  #timer: NodeJS.Timeout | undefined;
  #toldAt = -Infinity;

  /** `periodMs`: the least time between two events. */
  constructor(periodMs: number, boundary: Boundary) {
    this.#periodMs = periodMs;
    this.#tellInTime = boundary("states could not be told", () => this.#tell());
  }

  /** Something changed. */
  apply(event: EntitiesEvent): void {
    this.#table.apply(event);
    this.#tellSoon();
  }

  /** These are all the states there are now. */
  replace(states: NonNullable<EntitiesEvent["a"]>): void {
    this.#table.replace(states);
    this.#tellSoon();
  }

  /** Of any others nothing is known now. */
  keepOnly(ids: ReadonlySet<string>): void {
    this.#table.keepOnly(ids);
    this.#tellSoon();
  }

  /** Gives a screen the states at once and then what changes; of the wanted entities alone, where any text is named. Returns what ends it. */
  join(screen: Screen, entities: readonly string[]): () => void {
    // The wanted ones in one order, so that screens that want the same are found together.
    const ids = [...new Set(entities)].filter(isEntityId).toSorted();
    const isAll = entities.length === 0;
    const key = isAll ? "all" : JSON.stringify(ids);
    const audience = this.#audiences.get(key) ?? new Audience(isAll ? undefined : new Set(ids));
    this.#audiences.set(key, audience);
    const follower: Follower = { screen, missedFrom: undefined };
    audience.followers.add(follower);
    audience.whole ??= [this.#table.wholeEvent(audience.wanted)];
    screen.emit(audience.whole);
    return () => {
      audience.followers.delete(follower);
      if (follower.missedFrom !== undefined) this.#caughtUp(follower);
      if (audience.followers.size === 0) this.#audiences.delete(key);
    };
  }

  /** Tells nobody anything any more. */
  close(): void {
    clearTimeout(this.#timer);
    this.#audiences.clear();
  }

  #tellSoon(): void {
    if (!this.#table.hasNews) return;
    for (const audience of this.#audiences.values()) audience.whole = undefined;
    if (this.#timer !== undefined) return;
    const ms = this.#toldAt + this.#periodMs - performance.now();
    if (ms <= 0) return this.#tell();
    this.#timer = setTimeout(this.#tellInTime, ms);
  }

  #tell(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#toldAt = performance.now();
    const all = this.#table.takeNews();
    this.#reports += 1;
    if (this.#behind === 0) this.#reportedIn.clear();
    // Before anybody is told: who misses this report may have room again at once.
    for (const id of all.keys()) this.#reportedIn.set(id, this.#reports);
    for (const audience of this.#audiences.values()) {
      audience.missed.clear();
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
      const missed = this.#missedFrom(audience, missedFrom);
      if (missed !== undefined) screen.emit(missed);
    });
  }

  #caughtUp(follower: Follower): void {
    follower.missedFrom = undefined;
    this.#behind -= 1;
  }

  /** All that was reported from a report on, as it is now: made once for all who missed the same. */
  #missedFrom(audience: Audience, report: number): JsonText | undefined {
    const { missed, wanted } = audience;
    if (missed.has(report)) return missed.get(report);
    const ids = [...this.#reportedIn].filter(
      ([id, last]) => last >= report && wanted?.has(id) !== false,
    );
    const event = this.#table.eventOf(ids.map(([id]) => [id, "whole"] as const));
    const json: JsonText | undefined = event && [event];
    missed.set(report, json);
    return json;
  }
}
