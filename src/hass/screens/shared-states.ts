import type { JsonText } from "../../raw-json/json-text.ts";
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
  /** What changed while it had no room; undefined while it is told of everything. */
  missed: Set<string> | undefined;
}

/** Screens that want the same entities, so that an event is made once for all of them. */
class Audience {
  readonly followers = new Set<Follower>();
  /** Undefined where they want all there are. */
  readonly wanted: ReadonlySet<string> | undefined;
  /** The first event, as long as nothing has changed. */
  whole: JsonText | undefined;

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
  #timer: NodeJS.Timeout | undefined;
  #toldAt = -Infinity;

  /** `periodMs`: the least time between two events. */
  constructor(periodMs: number) {
    this.#periodMs = periodMs;
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

  /** Gives a screen the states at once and then what changes; of the wanted entities alone, where any are named. Returns what ends it. */
  join(screen: Screen, entities: readonly string[]): () => void {
    // The wanted ones in one order, so that screens that want the same are found together.
    const ids = [...new Set(entities)].toSorted();
    const key = ids.join();
    const audience =
      this.#audiences.get(key) ?? new Audience(key === "" ? undefined : new Set(ids));
    this.#audiences.set(key, audience);
    const follower: Follower = { screen, missed: undefined };
    audience.followers.add(follower);
    audience.whole ??= [this.#table.wholeEvent(audience.wanted)];
    screen.emit(audience.whole);
    return () => {
      audience.followers.delete(follower);
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
    this.#timer = setTimeout(() => this.#tell(), ms);
  }

  #tell(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#toldAt = performance.now();
    const all = this.#table.takeNews();
    for (const audience of this.#audiences.values()) {
      const news = audience.concerning(all);
      const event = this.#table.eventOf(news);
      if (event === undefined) continue;
      const json: JsonText = [event];
      for (const follower of audience.followers) this.#tellOne(audience, follower, news, json);
    }
  }

  #tellOne(
    audience: Audience,
    follower: Follower,
    news: ReadonlyMap<string, News>,
    json: JsonText,
  ): void {
    const { screen, missed } = follower;
    if (missed === undefined && screen.hasRoom()) return screen.emit(json);
    follower.missed = missed ?? new Set();
    for (const id of news.keys()) follower.missed.add(id);
    if (missed === undefined) screen.whenRoom(() => this.#catchUp(audience, follower));
  }

  #catchUp(audience: Audience, follower: Follower): void {
    const { missed = new Set<string>() } = follower;
    follower.missed = undefined;
    if (!audience.followers.has(follower)) return;
    const event = this.#table.eventOf([...missed].map((id) => [id, "whole"] as const));
    if (event !== undefined) follower.screen.emit([event]);
  }
}
