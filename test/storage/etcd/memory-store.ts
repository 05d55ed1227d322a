import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type {
  Change,
  EtcdProblem,
  Guard,
  KeyRange,
  Operation,
  Pair,
  Transaction,
  TransactionResult,
} from "../../../src/storage/etcd/client/etcd.ts";

/** A key at one of its changes. */
interface Version {
  readonly key: string;
  /** Undefined where that change deleted it. */
  readonly value: Buffer | undefined;
  readonly changed: number;
  readonly lease: string | undefined;
}

const maxOperations = 128;
const requestBytes = 1.5 * 1024 * 1024;

const isIn = (key: string, { from, end }: KeyRange): boolean => key >= from && key < end;

const refused = (reason: string): Either<EtcdProblem, never> => left({ kind: "refused", reason });

/** What etcd says of a transaction whatever its guards come to. */
const whyMalformed = ({ guards, then, otherwise = [] }: Transaction): string | undefined => {
  if (Math.max(guards.length, then.length, otherwise.length) > maxOperations)
    return "etcdserver: too many operations in txn request";
  const bytes = then.reduce((sum, each) => sum + (each.kind === "put" ? each.value.length : 0), 0);
  if (bytes > requestBytes) return "etcdserver: request is too large";
  for (const operations of [then, otherwise]) {
    const puts = operations.flatMap((each) =>
      each.kind === "put" || each.kind === "keep" ? [each.key] : [],
    );
    const deletes = operations.flatMap((each) => (each.kind === "delete" ? [each.range] : []));
    const isTwice = puts.some((key, at) => puts.indexOf(key) !== at);
    if (isTwice || puts.some((key) => deletes.some((range) => isIn(key, range))))
      return "etcdserver: duplicate key given in txn request";
  }
  return undefined;
};

/** What an etcd cluster has agreed on, in memory, with the rules of etcd 3.5 for what it takes. */
export class MemoryStore {
  /** The newest revision; etcd begins with 1. */
  revision = 1;
  /** Whether the quota is reached. */
  isFull = false;
  #oldest = 0;
  #leases = 0;
  readonly #live = new Set<string>();
  readonly #versions: Version[] = [];
  #newest = new Map<string, Version>();
  #onChange: (() => void)[] = [];

  /** Resolves when something has changed. */
  change(): Promise<void> {
    return new Promise((resolve) => this.#onChange.push(resolve));
  }

  transact(transaction: Transaction): Either<EtcdProblem, TransactionResult> {
    const malformed = whyMalformed(transaction);
    if (malformed !== undefined) return refused(malformed);
    const writes = transaction.then.some(({ kind }) => kind === "put");
    if (this.isFull && writes)
      return left({ kind: "no-space", reason: "etcdserver: mvcc: database space exceeded" });
    const held = transaction.guards.every((guard) => this.#holds(guard));
    const operations = held ? transaction.then : (transaction.otherwise ?? []);
    const problem = this.#whyRefused(operations);
    if (problem !== undefined) return refused(problem);
    const found = this.#do(operations);
    return right({ held, revision: this.revision, found });
  }

  read(
    range: KeyRange,
    at = this.revision,
  ): Either<EtcdProblem, { readonly revision: number; readonly pairs: readonly Pair[] }> {
    if (at < this.#oldest) return left(this.#compacted());
    return right({ revision: this.revision, pairs: this.#pairs(range, at) });
  }

  /** What changed in a range at the next revisions from one on, of at most so many, and the revision after them. */
  changes(
    range: KeyRange,
    from: number,
    most: number,
  ): Either<EtcdProblem, { readonly changes: readonly Change[]; readonly next: number }> {
    if (from < this.#oldest) return left(this.#compacted());
    const next = Math.min(this.revision + 1, from + most);
    const changes = this.#versions.filter(
      ({ key, changed }) => changed >= from && changed < next && isIn(key, range),
    );
    return right({ changes, next });
  }

  lease(): Either<EtcdProblem, string> {
    if (this.isFull)
      return left({ kind: "no-space", reason: "etcdserver: mvcc: database space exceeded" });
    this.#leases += 1;
    const lease = String(this.#leases);
    this.#live.add(lease);
    return right(lease);
  }

  renew(lease: string): boolean {
    return this.#live.has(lease);
  }

  revoke(lease: string): void {
    if (!this.#live.delete(lease)) return;
    const bound = [...this.#newest.values()].filter((each) => each.lease === lease);
    if (bound.length === 0) return;
    this.revision += 1;
    for (const { key } of bound) this.#put(key, undefined, undefined);
    this.#told();
  }

  /** All leases end, as after a long silence of those who hold them. */
  endLeases(): void {
    for (const lease of this.#live) this.revoke(lease);
  }

  /** Forgets what was before a revision. */
  compact(revision: number): void {
    this.#oldest = Math.max(this.#oldest, revision);
    this.#told();
  }

  /** Every change that ever was of a range, also what is compacted. */
  everything(range: KeyRange): readonly Change[] {
    return this.#versions.filter(({ key }) => isIn(key, range));
  }

  /** All keys that are there. */
  get keys(): readonly string[] {
    return [...this.#newest.values()].flatMap(({ key, value }) =>
      value === undefined ? [] : [key],
    );
  }

  /** The keys that a lease holds. */
  get bound(): readonly string[] {
    return [...this.#newest.values()].flatMap(({ key, lease }) =>
      lease === undefined ? [] : [key],
    );
  }

  #holds({ range, changed }: Guard): boolean {
    const pairs = this.#pairs(range, this.revision);
    return changed === 0
      ? pairs.length === 0
      : pairs.length > 0 && pairs.every((pair) => pair.changed === changed);
  }

  #whyRefused(operations: readonly Operation[]): string | undefined {
    for (const each of operations) {
      if (each.kind === "keep" && this.#newest.get(each.key)?.value === undefined)
        return "etcdserver: key not found";
      if (each.kind === "put" && each.lease !== undefined && !this.#live.has(each.lease))
        return "etcdserver: requested lease not found";
    }
    return undefined;
  }

  #do(operations: readonly Operation[]): readonly (readonly Pair[])[] {
    const before = this.#versions.length;
    this.revision += 1;
    const found: (readonly Pair[])[] = [];
    for (const each of operations) {
      if (each.kind === "get") found.push(this.#pairs(each.range, this.revision));
      if (each.kind === "put") this.#put(each.key, each.value, each.lease);
      if (each.kind === "keep") this.#put(each.key, this.#newest.get(each.key)?.value, undefined);
      if (each.kind === "delete")
        for (const { key } of this.#pairs(each.range, this.revision))
          this.#put(key, undefined, undefined);
    }
    if (this.#versions.length === before) this.revision -= 1;
    else this.#told();
    return found;
  }

  #put(key: string, value: Buffer | undefined, lease: string | undefined): void {
    // A copy: etcd's values have been through a wire.
    const copy = value && Buffer.from(value);
    const version = { key, value: copy, changed: this.revision, lease };
    this.#versions.push(version);
    this.#newest.set(key, version);
  }

  #pairs(range: KeyRange, at: number): readonly Pair[] {
    const newest = new Map<string, Version>();
    const all = at >= this.revision ? this.#newest.values() : this.#versions;
    for (const version of all)
      if (version.changed <= at && isIn(version.key, range)) newest.set(version.key, version);
    return [...newest.values()]
      .flatMap(({ value, ...rest }) => (value === undefined ? [] : [{ ...rest, value }]))
      .toSorted((one, other) => (one.key < other.key ? -1 : 1));
  }

  #compacted(): EtcdProblem {
    const reason = "etcdserver: mvcc: required revision has been compacted";
    return { kind: "compacted", reason, oldest: this.#oldest };
  }

  #told(): void {
    for (const resolve of this.#onChange.splice(0)) resolve();
  }
}

/** What must have gone well, as a test prepares something. */
export const done = <A>(result: Either<EtcdProblem, A>): A => {
  if (isLeft(result)) throw new Error(result.left.reason);
  return result.right;
};
