import { type Either, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import { Hub } from "../../server/runtime/hub.ts";
import type { RatedLog } from "../../server/runtime/rated-log.ts";
import {
  describeProblem,
  type Etcd,
  type EtcdProblem,
  type Guard,
  type KeyRange,
  oneKey,
  type Operation,
  type Pair,
  transactUntilKnown,
} from "../../storage/etcd/client/etcd.ts";
import { RangeCopy } from "../../storage/etcd/follow-range.ts";
import { encodeHomeMark } from "../../storage/etcd/home.ts";
import type { BesideImport } from "../../storage/etcd/import-home.ts";
import type { HomesKeys, Keys } from "../../storage/etcd/keys.ts";
import { purgeDeleted, purgeUnfinished } from "./cluster-purge.ts";
import {
  decodeEntry,
  type DirectoryEntry,
  encodeEntry,
  newEntry,
  storeIn,
} from "./cluster-record.ts";
import type { DeletedHome, DirectoryProblem, HomeDirectory } from "./home-directory.ts";
import type { HomeRecord } from "./home-record.ts";

/**
 * The homes of a cluster, by their records in etcd. A record names where its home is stored, under a name that no other
 * home ever gets: creating, deleting and restoring a home are one change of a record each, and a node that has not heard
 * of it yet writes to no other home.
 */
export interface ClusterDirectory extends HomeDirectory {
  /** The name under which a home is stored; undefined if there is none, or its record cannot be read. */
  readonly storeOf: (id: string) => string | undefined;
  /**
   * Creates a home that `fill` imports below new keys: its record comes last, and what is left of an interrupted import
   * is purged. Left: also why `fill` failed.
   */
  readonly createFilled: (
    id: string,
    record: HomeRecord,
    fill: (keys: Keys, beside: BesideImport) => Promise<Either<DirectoryProblem, void>>,
  ) => Promise<Either<DirectoryProblem, void>>;
  readonly close: () => void;
}

/** How long a change is repeated of which nobody knows whether it was done. */
const untilKnown = { ms: 10_000, pauseMs: 100, whileAway: false };

/** How long to wait until this node has heard of its own change. */
const heardMs = 5000;

/** Attempts while others change the same record. */
const tries = 20;

const problem = (kind: DirectoryProblem["kind"], message: string) =>
  left<DirectoryProblem>({ kind, message });

const exists = (id: string) => problem("exists", `there is a home ${id} already`);
const notFound = (id: string) => problem("not_found", `there is no home ${id}`);
const failed = (why: EtcdProblem) => problem("failed", describeProblem(why));

const nothingAt = (key: string): Guard => ({ range: oneKey(key), changed: 0 });
const unchanged = ({ key, changed }: Pair): Guard => ({ range: oneKey(key), changed });
const del = (key: string): Operation => ({ kind: "delete", range: oneKey(key) });

class Records implements ClusterDirectory {
  readonly #etcd: Etcd;
  readonly #keys: HomesKeys;
  readonly #copy: RangeCopy<string>;
  readonly #changes: Hub<[id: string]>;
  /** Sorted; cached until a record changes. */
  #sorted: readonly string[] | undefined;

  constructor(etcd: Etcd, keys: HomesKeys, log: RatedLog) {
    this.#etcd = etcd;
    this.#keys = keys;
    this.#changes = new Hub(log.boundary, "a change of a home could not be followed");
    this.#copy = new RangeCopy({
      etcd,
      range: keys.records,
      decode: storeIn,
      now: () => Date.now(),
      log,
      onChange: (key) => {
        this.#sorted = undefined;
        this.#changes.publish(keys.idOf(key));
      },
    });
  }

  open(): Promise<Either<EtcdProblem, void>> {
    return this.#copy.open();
  }

  storeOf(id: string): string | undefined {
    const store = this.#copy.get(this.#keys.record(id))?.value;
    return store === "" ? undefined : store;
  }

  identity(id: string): string | undefined {
    return this.storeOf(id);
  }

  has(id: string): boolean {
    return this.#copy.get(this.#keys.record(id)) !== undefined;
  }

  ids(): readonly string[] {
    return (this.#sorted ??= Array.from(this.#copy.entries(), ([key]) =>
      this.#keys.idOf(key),
    ).toSorted());
  }

  async record(id: string): Promise<Either<DirectoryProblem, HomeRecord>> {
    const found = await this.#find(id);
    return map(({ entry }: { entry: DirectoryEntry }) => entry.record)(found);
  }

  async create(id: string, record: HomeRecord): Promise<Either<DirectoryProblem, void>> {
    const { store, pair } = newEntry(this.#keys, id, record);
    const mark = { key: this.#keys.of(store).home, value: encodeHomeMark(undefined) };
    const done = await this.#put(pair, [nothingAt(pair.key)], [{ kind: "put", ...mark }]);
    if (isLeft(done)) return done;
    return done.right ? right(undefined) : exists(id);
  }

  async createFilled(
    id: string,
    record: HomeRecord,
    fill: (keys: Keys, beside: BesideImport) => Promise<Either<DirectoryProblem, void>>,
  ): Promise<Either<DirectoryProblem, void>> {
    if (this.has(id)) return exists(id);
    const { store, pair } = newEntry(this.#keys, id, record);
    const filled = await fill(this.#keys.of(store), {
      meanwhile: [this.#keys.unfinishedAt(store)],
      guards: [nothingAt(pair.key)],
      last: [{ kind: "put", ...pair }],
    });
    const found = await this.#read(oneKey(pair.key));
    const [there] = isLeft(found) ? [] : found.right;
    if (there === undefined) return filled;
    if (isLeft(filled)) return exists(id);
    await this.#copy.reach(there.changed, heardMs);
    return filled;
  }

  async change(
    id: string,
    change: (record: HomeRecord) => HomeRecord,
  ): Promise<Either<DirectoryProblem, HomeRecord>> {
    for (let count = 1; ; count += 1) {
      const found = await this.#find(id);
      if (isLeft(found)) return found;
      const { entry, pair } = found.right;
      const record = change(entry.record);
      const value = encodeEntry({ store: entry.store, record });
      const done = await this.#put({ key: pair.key, value }, [unchanged(pair)]);
      if (isLeft(done)) return done;
      if (done.right) return right(record);
      if (count === tries) return problem("failed", `others change the home ${id} all the time`);
    }
  }

  async remove(id: string, now: Date): Promise<Either<DirectoryProblem, void>> {
    const found = await this.#read(oneKey(this.#keys.record(id)));
    if (isLeft(found)) return found;
    const [pair] = found.right;
    if (pair === undefined) return notFound(id);
    const aside = { key: this.#keys.deletedAt(id, now.toISOString()), value: pair.value };
    const done = await this.#put(aside, [unchanged(pair), nothingAt(aside.key)], [del(pair.key)]);
    if (isLeft(done)) return done;
    return done.right ? right(undefined) : problem("failed", `the home ${id} was just changed`);
  }

  async deleted(): Promise<readonly DeletedHome[]> {
    const found = await this.#read(this.#keys.deleted);
    if (isLeft(found)) throw new Error(found.left.message);
    const homes = found.right.map(({ key }) => {
      const [id, deletedAt] = this.#keys.deletionOf(key);
      return { id, deletedAt };
    });
    return homes.toSorted((a, b) => (a.deletedAt < b.deletedAt ? 1 : -1));
  }

  async restore(id: string): Promise<Either<DirectoryProblem, void>> {
    const found = await this.#read(this.#keys.deletedOf(id));
    if (isLeft(found)) return found;
    const newest = found.right.at(-1);
    if (newest === undefined && this.has(id)) return exists(id);
    if (newest === undefined)
      return problem("not_found", `there is no deleted home ${id}, or no longer`);
    const entry = { key: this.#keys.record(id), value: newest.value };
    const guards = [nothingAt(entry.key), unchanged(newest)];
    const done = await this.#put(entry, guards, [del(newest.key)]);
    if (isLeft(done)) return done;
    return done.right ? right(undefined) : exists(id);
  }

  async purge(before: Date): Promise<Either<DirectoryProblem, readonly string[]>> {
    const unfinished = await purgeUnfinished(this.#etcd, this.#keys);
    if (isLeft(unfinished)) return failed(unfinished.left);
    const purged = await purgeDeleted(this.#etcd, this.#keys, before);
    return isLeft(purged) ? failed(purged.left) : purged;
  }

  watch(onChange: (id: string) => void): () => void {
    return this.#changes.subscribe(onChange);
  }

  close(): void {
    this.#copy.close();
  }

  async #read(range: KeyRange): Promise<Either<DirectoryProblem, readonly Pair[]>> {
    const found = await this.#etcd.read(range);
    return isLeft(found) ? failed(found.left) : right(found.right.pairs);
  }

  async #find(
    id: string,
  ): Promise<Either<DirectoryProblem, { entry: DirectoryEntry; pair: Pair }>> {
    const found = await this.#read(oneKey(this.#keys.record(id)));
    if (isLeft(found)) return found;
    const [pair] = found.right;
    if (pair === undefined) return notFound(id);
    const decoded = decodeEntry(pair.value);
    return isLeft(decoded)
      ? problem("failed", `the record of the home ${id} cannot be read: ${decoded.left}`)
      : right({ entry: decoded.right, pair });
  }

  /**
   * Puts a key, if the guards hold, and does what goes with it; this node has heard of it when it resolves. False if a
   * guard does not hold.
   */
  async #put(
    entry: { readonly key: string; readonly value: Buffer },
    guards: readonly Guard[],
    also: readonly Operation[] = [],
  ): Promise<Either<DirectoryProblem, boolean>> {
    const done = await transactUntilKnown(
      this.#etcd,
      {
        guards,
        then: [{ kind: "put", ...entry }, ...also],
        otherwise: [{ kind: "get", range: oneKey(entry.key) }],
      },
      untilKnown,
    );
    if (isLeft(done)) return failed(done.left);
    const { held, found, revision } = done.right;
    const [[there] = []] = found;
    // An earlier attempt may have put it, and its answer was lost: no two values name the same store.
    if (!held && there?.value.equals(entry.value) !== true) return right(false);
    await this.#copy.reach(there?.changed ?? revision, heardMs);
    return right(true);
  }
}

/** Reads the records of a cluster's homes, and follows them. Left: why they cannot be read. */
export const openClusterDirectory = async (
  etcd: Etcd,
  keys: HomesKeys,
  log: RatedLog,
): Promise<Either<string, ClusterDirectory>> => {
  const records = new Records(etcd, keys, log);
  const opened = await records.open();
  return isLeft(opened)
    ? left(`the records of the homes cannot be read: ${describeProblem(opened.left)}`)
    : right(records);
};
