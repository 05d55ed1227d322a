import type { Boundary, Guarded } from "../../server/runtime/boundary.ts";
import { pause } from "../../server/runtime/time.ts";
import type { Change, Etcd, EtcdProblem, KeyRange, Watcher } from "./client/etcd.ts";

/** Bytes of recent events that are kept: what comes between the read of a range and its watch. */
const recentBytes = 4 * 1024 * 1024;
/** What an event takes besides its value. */
const eventBytes = 256;
/** Pause before a watch that etcd refuses is tried again. */
const againMs = 1000;

interface SharedWatchSetup {
  readonly etcd: Pick<Etcd, "watch">;
  /** All that is watched. */
  readonly range: KeyRange;
  /** The group of a key. A watched range lies within one group, so that an event concerns few watchers. */
  readonly groupOf: (key: string) => string;
  /** Wraps each watcher: a bug in one ends that one. */
  readonly boundary: Boundary;
  /** Bytes of recent events that are kept. */
  readonly recentBytes?: number;
}

const isIn = (key: string, { from, end }: KeyRange): boolean => key >= from && key < end;

/** The last events of a range, in order. */
class RecentEvents {
  readonly #most: number;
  #events: Change[] = [];
  #bytes = 0;
  /** Every event from this revision of etcd on is there. */
  #first: number;

  constructor(most: number, first: number) {
    this.#most = most;
    this.#first = first;
  }

  get first(): number {
    return this.#first;
  }

  add(changes: readonly Change[]): void {
    for (const change of changes) {
      this.#events.push(change);
      this.#bytes += bytesOf(change);
    }
    if (this.#bytes <= this.#most) return;
    let gone = 0;
    // Down to half, so that the list is rarely copied.
    for (const change of this.#events) {
      if (this.#bytes <= this.#most / 2) break;
      this.#bytes -= bytesOf(change);
      this.#first = change.changed + 1;
      gone += 1;
    }
    this.#events = this.#events.slice(gone);
  }

  /** Those of a range from a revision on. */
  since(from: number, range: KeyRange): readonly Change[] {
    let at = this.#events.length;
    while (at > 0 && (this.#events[at - 1]?.changed ?? 0) >= from) at -= 1;
    return this.#events.slice(at).filter(({ key }) => isIn(key, range));
  }
}

const bytesOf = ({ key, value }: Change): number => eventBytes + key.length + (value?.length ?? 0);

/** One of those who share the watch. */
class Subscriber {
  readonly range: KeyRange;
  /** Ends a watch of its own, which it has until the shared one leads on from there. */
  endOwn: (() => void) | undefined;
  isOver = false;
  readonly #changed: Guarded<[readonly Change[]]>;
  readonly #reached: Guarded<[number]>;
  readonly #ended: Guarded<[EtcdProblem]>;
  readonly #leave: (subscriber: Subscriber) => void;
  /** The first revision of etcd that was not fully reported. */
  #next: number;

  constructor(
    range: KeyRange,
    from: number,
    { changed, reached, ended }: Watcher,
    boundary: Boundary,
    leave: (subscriber: Subscriber) => void,
  ) {
    this.range = range;
    this.#next = from;
    this.#leave = leave;
    const bug = (): void => this.end({ kind: "away", reason: "an event could not be handled" });
    this.#changed = boundary("a change in etcd could not be handled", changed, bug);
    this.#reached = boundary("a watch's progress could not be handled", reached, bug);
    this.#ended = boundary("the end of a watch could not be handled", ended);
  }

  get next(): number {
    return this.#next;
  }

  /** Reports those of the changes, in order, that are its own and new. */
  take(changes: readonly Change[]): void {
    if (this.isOver) return;
    const fresh = changes.filter(
      ({ key, changed }) => changed >= this.#next && isIn(key, this.range),
    );
    const last = fresh.at(-1);
    if (last === undefined) return;
    this.#next = last.changed + 1;
    this.#changed(fresh);
  }

  reach(revision: number): void {
    if (this.isOver || revision < this.#next) return;
    this.#next = revision + 1;
    this.#reached(revision);
  }

  close(): void {
    this.isOver = true;
    this.endOwn?.();
    this.#leave(this);
  }

  end(problem: EtcdProblem): void {
    if (this.isOver) return;
    this.close();
    this.#ended(problem);
  }
}

/**
 * One watch of etcd for many ranges. Each watcher gets its events in order and once, as from a watch of its own, from
 * any revision on: what the shared watch has passed comes from the events that it keeps, and what is older than those
 * from a watch of its own, until it has caught up.
 */
export class SharedWatch {
  readonly #setup: SharedWatchSetup;
  readonly #groups = new Map<string, Set<Subscriber>>();
  readonly #over = new AbortController();
  readonly #startLater: Guarded;
  readonly #joinNow: Guarded<[Subscriber]>;
  #recent: RecentEvents | undefined;
  /** The first revision of etcd that was not fully handed out. */
  #next = 0;
  #endWatch: () => void = () => undefined;

  constructor(setup: SharedWatchSetup) {
    this.#setup = setup;
    this.#startLater = setup.boundary("a shared watch could not be started", async () => {
      const { signal } = this.#over;
      await pause(againMs, signal, false);
      if (!signal.aborted) this.#start();
    });
    this.#joinNow = setup.boundary(
      "a range could not be watched",
      (subscriber: Subscriber) => this.#join(subscriber),
      (subscriber) => subscriber.end({ kind: "away", reason: "the range could not be watched" }),
    );
  }

  /** As `Etcd.watch`, for a range within one group. */
  readonly watch: Etcd["watch"] = (range, from, watcher) => {
    const { boundary } = this.#setup;
    const leave = (subscriber: Subscriber): void => this.#leave(subscriber);
    const subscriber = new Subscriber(range, from, watcher, boundary, leave);
    if (this.#recent === undefined) {
      this.#continueFrom(from);
      this.#start();
    }
    this.#joinSoon(subscriber);
    return () => subscriber.close();
  };

  /** The watchers, for tests and measurements. */
  get size(): number {
    let size = 0;
    for (const group of this.#groups.values()) size += group.size;
    return size;
  }

  /** Nothing more is reported. */
  close(): void {
    this.#over.abort();
    this.#endWatch();
    for (const subscriber of this.#all()) subscriber.close();
  }

  #continueFrom(revision: number): void {
    this.#next = revision;
    this.#recent = new RecentEvents(this.#setup.recentBytes ?? recentBytes, revision);
  }

  #start(): void {
    this.#endWatch = this.#setup.etcd.watch(this.#setup.range, this.#next, {
      changed: (changes) => this.#changed(changes),
      reached: (revision) => {
        this.#next = Math.max(this.#next, revision + 1);
        for (const group of this.#groups.values())
          for (const subscriber of group) subscriber.reach(revision);
      },
      ended: (problem) => this.#ended(problem),
    });
  }

  #changed(changes: readonly Change[]): void {
    const last = changes.at(-1);
    if (last === undefined) return;
    this.#next = last.changed + 1;
    this.#recent?.add(changes);
    const ofGroup = new Map<string, Change[]>();
    for (const change of changes) {
      const group = this.#setup.groupOf(change.key);
      if (!this.#groups.has(group)) continue;
      const before = ofGroup.get(group);
      if (before === undefined) ofGroup.set(group, [change]);
      else before.push(change);
    }
    for (const [group, own] of ofGroup)
      for (const subscriber of this.#groups.get(group) ?? []) subscriber.take(own);
  }

  #ended(problem: EtcdProblem): void {
    const subscribers = this.#all();
    this.#groups.clear();
    // Everybody reads again, at a revision that is no older.
    if (problem.kind === "compacted") {
      this.#continueFrom(problem.oldest);
      this.#start();
    } else this.#startLater();
    for (const subscriber of subscribers) subscriber.end(problem);
  }

  #all(): readonly Subscriber[] {
    return [...this.#groups.values()].flatMap((group) => Array.from(group));
  }

  /** Not before the caller goes on, who does not expect an event yet. */
  #joinSoon(subscriber: Subscriber): void {
    queueMicrotask(() => this.#joinNow(subscriber));
  }

  /** Reports what the shared watch has passed, and from then on what it reports. */
  #join(subscriber: Subscriber): void {
    if (subscriber.isOver || this.#over.signal.aborted) return;
    const { next, range } = subscriber;
    if (this.#recent === undefined || next < this.#recent.first) return this.#catchUp(subscriber);
    const group = this.#setup.groupOf(range.from);
    const others = this.#groups.get(group);
    if (others === undefined) this.#groups.set(group, new Set([subscriber]));
    else others.add(subscriber);
    subscriber.take(this.#recent.since(next, range));
  }

  #catchUp(subscriber: Subscriber): void {
    const { etcd } = this.#setup;
    const joinIfThere = (): void => {
      if (subscriber.isOver || subscriber.next < (this.#recent?.first ?? Infinity)) return;
      subscriber.endOwn?.();
      subscriber.endOwn = undefined;
      this.#joinSoon(subscriber);
    };
    subscriber.endOwn = etcd.watch(subscriber.range, subscriber.next, {
      changed: (changes) => {
        subscriber.take(changes);
        joinIfThere();
      },
      reached: (revision) => {
        subscriber.reach(revision);
        joinIfThere();
      },
      ended: (problem) => subscriber.end(problem),
    });
  }

  #leave(subscriber: Subscriber): void {
    const name = this.#setup.groupOf(subscriber.range.from);
    const group = this.#groups.get(name);
    if (group?.delete(subscriber) === true && group.size === 0) this.#groups.delete(name);
  }
}
