import { setTimeout as sleep } from "node:timers/promises";
import { chain, type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { RatedLog } from "../../server/runtime/rated-log.ts";
import { decodeDocument, type DocumentKind, type StoredDocument } from "../stored-document.ts";
import { type Etcd, type EtcdProblem, oneKey } from "./client/etcd.ts";
import { followRange } from "./follow-range.ts";
import type { Keys } from "./keys.ts";
import { coalescing, serial } from "../../server/runtime/coalescing.ts";

/** etcd's default limit of a request is 1.5 MiB, which includes some overhead. */
const maxBytes = 1536 * 1024 - 4096;
/** How often a change is retried because another node was first or its outcome is unknown. */
const maxTries = 50;
const longestPauseMs = 20;

interface State<A> {
  readonly at: number;
  /** etcd's revision of its last change; 0 if there is none. */
  readonly changed: number;
  readonly bytes: Buffer | undefined;
  readonly content: Either<string, A>;
}

/** A decided change, valid while etcd's document is unchanged. */
interface Attempt<B> {
  readonly on: number;
  readonly bytes: Buffer;
  readonly result: B;
  /** Why its outcome is unknown. */
  readonly doubt?: string;
}

/** A document in etcd that nodes share: each holds a copy in memory that a watch updates, and changes it by compare and swap. */
export class EtcdDocument<A> implements StoredDocument<A> {
  readonly place: string;
  readonly #etcd: Etcd;
  readonly #key: string;
  readonly #kind: DocumentKind<A>;
  readonly #watchers = new Set<() => void>();
  #state: State<A>;
  /** The last content that was understood; if none was, why not. */
  #known: Either<string, A>;
  readonly #inTurn = serial();
  #unfollow: () => void = () => undefined;

  private constructor(etcd: Etcd, keys: Pick<Keys, "document">, kind: DocumentKind<A>) {
    this.#etcd = etcd;
    this.#key = keys.document(kind.name);
    this.place = `${this.#key} in etcd`;
    this.#kind = kind;
    this.#state = { at: 0, changed: 0, bytes: undefined, content: right(kind.empty) };
    this.#known = this.#state.content;
  }

  /** Reads the document, and follows it until it is closed. Left: why etcd cannot be read. */
  static async open<A>(
    etcd: Etcd,
    keys: Pick<Keys, "document">,
    kind: DocumentKind<A>,
    log: RatedLog,
  ): Promise<Either<string, EtcdDocument<A>>> {
    const document = new EtcdDocument(etcd, keys, kind);
    const { place } = document;
    const followed = await followRange(etcd, oneKey(document.#key), {
      changed: (changes) => {
        const last = changes.at(-1);
        if (last === undefined) return;
        document.#take(last.changed, last.value === undefined ? 0 : last.changed, last.value);
      },
      boundary: log.boundary,
      interrupted: ({ reason }) =>
        log.warn(
          { place, problem: reason },
          "a document in etcd cannot be followed; it is read again",
        ),
    });
    if (isLeft(followed)) return left(document.#notRead(followed.left));
    document.#unfollow = followed.right;
    // It replaces the initial empty content.
    document.#known = document.#state.content;
    return right(document);
  }

  get isThere(): boolean {
    return this.#state.changed > 0;
  }

  /** While the document cannot be understood, its previous content. Left: why there is none. */
  read(): Either<string, A> {
    return this.#known;
  }

  /** Why it cannot be understood now; undefined if it can. `watch` reports changes of this too. */
  get problem(): string | undefined {
    const { content } = this.#state;
    return isLeft(content) ? content.left : undefined;
  }

  stamp(): string {
    return String(this.#state.changed);
  }

  watch(onChange: () => void): () => void {
    const watcher = (): void => onChange();
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  /** Gets every change made anywhere before the call. Concurrent calls share a request. */
  readonly refresh = coalescing(async (): Promise<Either<string, void>> => {
    const found = await this.#readNow();
    return isLeft(found) ? found : right(undefined);
  });

  /** A node's changes are made one after another: only other nodes' can conflict. */
  change<B>(change: (content: A) => Either<string, readonly [A, B]>): Promise<Either<string, B>> {
    return this.#inTurn(() => this.#change(change));
  }

  close(): void {
    this.#unfollow();
  }

  async #change<B>(
    change: (content: A) => Either<string, readonly [A, B]>,
  ): Promise<Either<string, B>> {
    let attempt: Attempt<B> | undefined;
    for (let tries = 0; tries < maxTries; tries += 1) {
      if (tries > 0) await sleep(Math.random() * longestPauseMs);
      const found = await this.#readNow();
      if (isLeft(found)) return this.#inDoubt(found.left, attempt);
      const state = found.right;
      if (attempt !== undefined && state.bytes?.equals(attempt.bytes) === true)
        return right(attempt.result);
      // What may still be stored is retried unchanged, since only one of the two can be.
      if (attempt?.on !== state.changed) {
        const made = this.#attempt(state, change);
        if (isLeft(made)) return this.#inDoubt(made.left, attempt);
        attempt = made.right;
        if (state.bytes?.equals(attempt.bytes) === true) return right(attempt.result);
      }
      const stored = await this.#store(attempt);
      if (isLeft(stored)) {
        const { kind, reason } = stored.left;
        if (kind !== "unknown") return this.#inDoubt(this.#notChanged(reason), attempt);
        attempt = { ...attempt, doubt: reason };
      } else if (stored.right) return right(attempt.result);
    }
    return this.#inDoubt(
      this.#notChanged(
        `other nodes changed it, or its outcome was unknown, ${maxTries} times in a row`,
      ),
      attempt,
    );
  }

  #attempt<B>(
    state: State<A>,
    change: (content: A) => Either<string, readonly [A, B]>,
  ): Either<string, Attempt<B>> {
    const changed = chain(change)(state.content);
    if (isLeft(changed)) return changed;
    const [next, result] = changed.right;
    const bytes = Buffer.from(JSON.stringify(this.#kind.codec.encode(next)));
    if (bytes.length > maxBytes)
      return left(
        this.#notChanged(
          `it would have ${bytes.length} bytes, and etcd accepts ${maxBytes} for a document`,
        ),
      );
    return right({ on: state.changed, bytes, result });
  }

  /** False if another node was first. */
  async #store({ on, bytes }: Attempt<unknown>): Promise<Either<EtcdProblem, boolean>> {
    const done = await this.#etcd.transact({
      guards: [{ range: oneKey(this.#key), changed: on }],
      then: [{ kind: "put", key: this.#key, value: bytes }],
    });
    if (isLeft(done)) return done;
    const { held, revision } = done.right;
    if (held) this.#take(revision, revision, bytes);
    return right(held);
  }

  #notRead({ reason }: EtcdProblem): string {
    return `${this.place} cannot be read: ${reason}`;
  }

  #notChanged(reason: string): string {
    return `${this.place} cannot be changed: ${reason}`;
  }

  #inDoubt(problem: string, attempt: Attempt<unknown> | undefined): Either<string, never> {
    return left(
      attempt?.doubt === undefined
        ? problem
        : `${problem} (it is unknown whether it was changed before: ${attempt.doubt})`,
    );
  }

  async #readNow(): Promise<Either<string, State<A>>> {
    const found = await this.#etcd.read(oneKey(this.#key));
    if (isLeft(found)) return left(this.#notRead(found.left));
    const { pairs, revision } = found.right;
    const [pair] = pairs;
    return right(this.#take(revision, pair?.changed ?? 0, pair?.value));
  }

  /** Adopts a state that is no older than the known one; returns it in any case. */
  #take(at: number, changed: number, bytes: Buffer | undefined): State<A> {
    const known = this.#state;
    if (changed === known.changed) {
      this.#state = { ...known, at: Math.max(at, known.at) };
      return this.#state;
    }
    const state = { at, changed, bytes, content: this.#contentOf(bytes) };
    if (at < known.at) return state;
    this.#state = state;
    if (!isLeft(state.content) || isLeft(this.#known)) this.#known = state.content;
    for (const watcher of this.#watchers) watcher();
    return state;
  }

  #contentOf(bytes: Buffer | undefined): Either<string, A> {
    if (bytes === undefined) return right(this.#kind.empty);
    return decodeDocument(this.#kind, this.place, bytes.toString());
  }
}
