import { randomInt } from "node:crypto";
import { type Either, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import { type MemberRequest, RequestDispatcher } from "./request-dispatcher.ts";
import type { Failure } from "./failure.ts";
import { MemberChannel, type Tls } from "./member-channel.ts";
import { leaseGrant, leaseKeepAlive, leaseRevoke, memberList } from "./methods.ts";
import type {
  Etcd,
  EtcdProblem,
  KeyRange,
  Member,
  Pair,
  Transaction,
  TransactionResult,
  Watcher,
} from "./etcd.ts";
import { Watch } from "./watch.ts";
import { type Boundary, uncaught } from "../../../server/runtime/boundary.ts";
import { memberStatus } from "./member-status.ts";
import { MemberOrder } from "./hedged-request.ts";
import { read, transact } from "./kv.ts";
import { AuthToken } from "./auth-token.ts";

const repeatable = true;

const renewOn = (
  { boundary }: RequestDispatcher,
  member: MemberChannel,
  lease: string,
  token: string | undefined,
  ms: number,
): Promise<Either<Failure, boolean>> =>
  new Promise((resolve) => {
    const done = (answer: Either<Failure, boolean>): void => {
      clearTimeout(late);
      resolve(answer);
      stream.cancel();
    };
    const failed = boundary(
      "the end of a lease's renewal could not be handled",
      (failure: Failure) => done(left(failure)),
    );
    const stream = member.stream(leaseKeepAlive, token, failed);
    const late = setTimeout(
      () => done(left({ kind: "unknown", reason: `${member.url}: no answer in time` })),
      ms,
    );
    stream.once("data", ({ TTL }: { readonly TTL: string }) => done(right(Number(TTL) > 0)));
    stream.write({ ID: lease });
  });

/** How long etcd is asked for its oldest revision. */
const oldestMs = 5000;

/** etcd reports what it has compacted to watches only. */
const oldestRevision = (
  dispatcher: RequestDispatcher,
  range: KeyRange,
): Promise<number | undefined> =>
  new Promise((resolve) => {
    const done = (oldest: number | undefined): void => {
      clearTimeout(late);
      watch.close();
      resolve(oldest);
    };
    const late = setTimeout(() => done(undefined), oldestMs);
    const watch = new Watch(dispatcher, range, 1, {
      changed: () => done(undefined),
      reached: () => done(undefined),
      ended: (problem) => done(problem.kind === "compacted" ? problem.oldest : undefined),
    });
  });

/** Turns a failure into the problem for the caller that asked for the range. */
const problemOf = async (
  dispatcher: RequestDispatcher,
  { kind, reason }: Failure,
  range: KeyRange | undefined,
): Promise<EtcdProblem> => {
  switch (kind) {
    case "away":
    case "unknown":
    case "no-space":
    case "refused":
      return { kind, reason };
    case "token":
    case "exists":
    case "ended":
      return { kind: "refused", reason };
    case "compacted": {
      const oldest = range === undefined ? undefined : await oldestRevision(dispatcher, range);
      return oldest === undefined ? { kind: "away", reason } : { kind, reason, oldest };
    }
  }
};

/** The members of etcd, and the credentials for them. */
export interface EtcdOptions {
  /** All members, such as `http://10.0.0.1:2379`; the first is asked first. */
  readonly urls: readonly string[];
  readonly user?: string;
  readonly password?: string;
  /** For `https:` addresses. */
  readonly tls?: Tls;
  /** Milliseconds that a member has for an answer before another one is asked. */
  readonly answerMs: number;
  /** Wraps events and timers; if undefined, a bug in them ends the process. */
  readonly boundary?: Boundary | undefined;
}

/** An etcd cluster, over gRPC. */
export class EtcdClient implements Etcd {
  readonly #channels: readonly MemberChannel[];
  readonly #tokens: AuthToken;
  readonly #dispatcher: RequestDispatcher;
  readonly #watches = new Set<Watch>();
  #seen: readonly Member[] = [];

  constructor({ urls, user, password = "", tls, answerMs, boundary }: EtcdOptions) {
    if (urls.length === 0) throw new Error("a cluster has members");
    this.#channels = urls.map((url) => new MemberChannel(url, tls));
    this.#tokens = new AuthToken(user === undefined ? undefined : { user, password });
    this.#dispatcher = new RequestDispatcher(
      new MemberOrder(this.#channels),
      this.#tokens,
      answerMs,
      boundary ?? uncaught,
    );
  }

  async transact(
    transaction: Transaction,
    ms?: number,
  ): Promise<Either<EtcdProblem, TransactionResult>> {
    return this.#described(await transact(this.#dispatcher, transaction, ms));
  }

  async read(
    range: KeyRange,
    at?: number,
  ): Promise<Either<EtcdProblem, { readonly revision: number; readonly pairs: readonly Pair[] }>> {
    return this.#described(await read(this.#dispatcher, range, at), range);
  }

  watch(range: KeyRange, from: number, watcher: Watcher): () => void {
    const watch = new Watch(this.#dispatcher, range, from, {
      ...watcher,
      ended: (problem) => {
        this.#watches.delete(watch);
        watcher.ended(problem);
      },
    });
    this.#watches.add(watch);
    return () => {
      this.#watches.delete(watch);
      watch.close();
    };
  }

  async lease(seconds: number): Promise<Either<EtcdProblem, string>> {
    // Chosen here, so that the request can be repeated.
    const ID = String(randomInt(1, 2 ** 48 - 1));
    const answer = await this.#dispatcher.ask(leaseGrant, { ID, TTL: seconds }, { repeatable });
    // With 48 random bits, an existing lease is this one, from a request whose answer was lost.
    const granted = isLeft(answer) && answer.left.kind === "exists" ? right(undefined) : answer;
    return this.#described(map(() => ID)(granted));
  }

  async renew(lease: string): Promise<Either<EtcdProblem, boolean>> {
    const dispatcher = this.#dispatcher;
    const work: MemberRequest<boolean> = {
      kind: leaseKeepAlive.path,
      // The client may have been closed while it waited for a token, and opens no stream then.
      once: async (member, ms, token) =>
        dispatcher.closed
          ? left({ kind: "away", reason: "the client is closed" })
          : renewOn(dispatcher, member, lease, token, ms),
    };
    return this.#described(await dispatcher.perform(work, { repeatable }));
  }

  keep(lease: string, seconds: number): () => void {
    const renewed = this.#dispatcher.boundary("a lease could not be renewed", () =>
      this.renew(lease),
    );
    const timer = setInterval(renewed, (seconds * 1000) / 3).unref();
    return () => clearInterval(timer);
  }

  async revoke(lease: string): Promise<Either<EtcdProblem, void>> {
    const answer = await this.#dispatcher.ask(leaseRevoke, { ID: lease }, { repeatable });
    const hasEnded = !isLeft(answer) || answer.left.kind === "ended";
    return hasEnded ? right(undefined) : this.#described(answer);
  }

  async members(): Promise<readonly Member[]> {
    const before = this.#seen;
    this.#seen = await Promise.all(
      this.#channels.map((channel, at) => memberStatus(channel, this.#tokens.current, before[at])),
    );
    return this.#seen;
  }

  /** The number of voting members, whether among the addresses or not. */
  async voters(): Promise<Either<EtcdProblem, number>> {
    const asked = await this.#dispatcher.ask(memberList, { linearizable: true }, { repeatable });
    if (isLeft(asked)) return this.#described(asked);
    return right(asked.right.members.filter(({ isLearner }) => !isLearner).length);
  }

  close(): void {
    this.#dispatcher.close();
    for (const watch of this.#watches) watch.close();
    this.#watches.clear();
    for (const channel of this.#channels) channel.close();
  }

  /** Turns a failure into what `Etcd` returns. */
  async #described<Answer>(
    answer: Either<Failure, Answer>,
    range?: KeyRange,
  ): Promise<Either<EtcdProblem, Answer>> {
    return isLeft(answer)
      ? left(await problemOf(this.#dispatcher, answer.left, range))
      : right(answer.right);
  }
}
