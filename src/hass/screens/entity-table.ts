import {
  changesAsOne,
  type CompressedState,
  type EntitiesEvent,
  type EntityChange,
  stateAfter,
} from "../../home-assistant/shared/entity-events.ts";

/** What became of an entity since the last report: all of it is news, some of it changed, or it is gone. */
export type News = "whole" | "gone" | EntityChange;

interface Entry {
  readonly state: CompressedState;
  /** The state as JSON text, once somebody has asked for it. */
  text: string | undefined;
}

const member = (id: string, text: string): string => `${JSON.stringify(id)}:${text}`;

/** The states of entities, and what has changed of them since the last report. */
export class EntityTable {
  readonly #entries = new Map<string, Entry>();
  #news = new Map<string, News>();

  get hasNews(): boolean {
    return this.#news.size > 0;
  }

  /** Takes in an event. False where it tells how an entity has changed that is not there: of that nothing can be made. */
  apply({ a = {}, c = {}, r = [] }: EntitiesEvent): boolean {
    for (const [id, state] of Object.entries(a)) this.#put(id, state);
    for (const id of r) this.#remove(id);
    return Object.entries(c)
      .map(([id, change]) => this.#change(id, change))
      .every(Boolean);
  }

  /** These are all there are: whatever else is known is gone. */
  replace(states: Readonly<Record<string, CompressedState>>): void {
    for (const id of this.#entries.keys()) if (!Object.hasOwn(states, id)) this.#remove(id);
    for (const [id, state] of Object.entries(states)) this.#put(id, state);
  }

  /** All others are gone. */
  keepOnly(ids: ReadonlySet<string>): void {
    for (const id of this.#entries.keys()) if (!ids.has(id)) this.#remove(id);
  }

  /** What has changed since this was last asked, by entity. */
  takeNews(): ReadonlyMap<string, News> {
    const news = this.#news;
    this.#news = new Map();
    return news;
  }

  /** The event that tells of news; undefined where there is none. */
  eventOf(news: Iterable<readonly [string, News]>): Buffer | undefined {
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

  /** The first event of a subscription: all entities, or those of the wanted that are there. */
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
