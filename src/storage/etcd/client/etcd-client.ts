import { type Either, map } from "fp-ts/lib/Either.js";
import { type Boundary, uncaught } from "../../../boundary.ts";
import { RequestDispatcher } from "./request-dispatcher.ts";
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
import { grant, renew, revoke } from "../../../cluster/etcd/leases.ts";
import { MemberChannel, type Tls } from "./member-channel.ts";
import { memberStatus } from "./member-status.ts";
import { memberList } from "./methods.ts";
import { MemberOrder } from "../../../cluster/etcd/members.ts";
import { read } from "./kv.ts";
import { etcdAnswer } from "../../../cluster/etcd/problems.ts";
import { AuthToken } from "./auth-token.ts";
import { transact } from "../../../cluster/etcd/transact.ts";
import { Watch } from "./watch.ts";

/** Where etcd is, and who one is there. */
export interface EtcdOptions {
  /** Of all members, such as `http://10.0.0.1:2379`; the first is asked first. */
  readonly urls: readonly string[];
  /** A user of etcd with its password. */
  readonly user?: string;
  readonly password?: string;
  /** For urls that begin with `https:`. */
  readonly tls?: Tls;
  /** How many milliseconds a member has for an answer, until another one is asked. */
  readonly answerMs: number;
  /** Around what members tell and what comes due; a bug there ends the process where undefined. */
  readonly boundary?: Boundary | undefined;
}

/** An etcd cluster, spoken with over gRPC. */
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
    return etcdAnswer(this.#dispatcher, await transact(this.#dispatcher, transaction, ms));
  }

  async read(
    range: KeyRange,
    at?: number,
  ): Promise<Either<EtcdProblem, { readonly revision: number; readonly pairs: readonly Pair[] }>> {
    return etcdAnswer(this.#dispatcher, await read(this.#dispatcher, range, at), range);
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
    return etcdAnswer(this.#dispatcher, await grant(this.#dispatcher, seconds));
  }

  async renew(lease: string): Promise<Either<EtcdProblem, boolean>> {
    return etcdAnswer(this.#dispatcher, await renew(this.#dispatcher, lease));
  }

  keep(lease: string, seconds: number): () => void {
    const renewed = this.#dispatcher.boundary("a lease could not be renewed", () =>
      this.renew(lease),
    );
    const timer = setInterval(renewed, (seconds * 1000) / 3).unref();
    return () => clearInterval(timer);
  }

  async revoke(lease: string): Promise<Either<EtcdProblem, void>> {
    return etcdAnswer(this.#dispatcher, await revoke(this.#dispatcher, lease));
  }

  async members(): Promise<readonly Member[]> {
    const before = this.#seen;
    this.#seen = await Promise.all(
      this.#channels.map((channel, at) => memberStatus(channel, this.#tokens.current, before[at])),
    );
    return this.#seen;
  }

  /** How many members the cluster has that vote, whether they are among the addresses or not. */
  async voters(): Promise<Either<EtcdProblem, number>> {
    const asked = await this.#dispatcher.ask(
      memberList,
      { linearizable: true },
      { repeatable: true },
    );
    const counted = map(
      ({ members }: { readonly members: readonly { isLearner: boolean }[] }) =>
        members.filter(({ isLearner }) => !isLearner).length,
    )(asked);
    return etcdAnswer(this.#dispatcher, counted);
  }

  close(): void {
    this.#dispatcher.close();
    for (const watch of this.#watches) watch.close();
    this.#watches.clear();
    for (const channel of this.#channels) channel.close();
  }
}
