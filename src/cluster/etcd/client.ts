import { type Either, map } from "fp-ts/lib/Either.js";
import { type Boundary, uncaught } from "../../boundary.ts";
import { Asking } from "./asking.ts";
import type {
  Etcd,
  EtcdProblem,
  KeyRange,
  Member,
  Pair,
  Transacted,
  Transaction,
  Watcher,
} from "./etcd.ts";
import { grant, renew, revoke } from "./leases.ts";
import { MemberChannel, type Tls } from "./member-channel.ts";
import { memberStatus } from "./member-status.ts";
import { memberList } from "./methods.ts";
import { Members } from "./members.ts";
import { read } from "./read.ts";
import { told } from "./problems.ts";
import { Tokens } from "./tokens.ts";
import { transact } from "./transact.ts";
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
  readonly #tokens: Tokens;
  readonly #asking: Asking;
  readonly #watches = new Set<Watch>();
  #seen: readonly Member[] = [];

  constructor({ urls, user, password = "", tls, answerMs, boundary }: EtcdOptions) {
    if (urls.length === 0) throw new Error("a cluster has members");
    this.#channels = urls.map((url) => new MemberChannel(url, tls));
    this.#tokens = new Tokens(user === undefined ? undefined : { user, password });
    this.#asking = new Asking(
      new Members(this.#channels),
      this.#tokens,
      answerMs,
      boundary ?? uncaught,
    );
  }

  async transact(transaction: Transaction, ms?: number): Promise<Either<EtcdProblem, Transacted>> {
    return told(this.#asking, await transact(this.#asking, transaction, ms));
  }

  async read(
    range: KeyRange,
    at?: number,
  ): Promise<Either<EtcdProblem, { readonly revision: number; readonly pairs: readonly Pair[] }>> {
    return told(this.#asking, await read(this.#asking, range, at), range);
  }

  watch(range: KeyRange, from: number, watcher: Watcher): () => void {
    const watch = new Watch(this.#asking, range, from, {
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
    return told(this.#asking, await grant(this.#asking, seconds));
  }

  async renew(lease: string): Promise<Either<EtcdProblem, boolean>> {
    return told(this.#asking, await renew(this.#asking, lease));
  }

  keep(lease: string, seconds: number): () => void {
    const renewed = this.#asking.boundary("a lease could not be renewed", () => this.renew(lease));
    const timer = setInterval(renewed, (seconds * 1000) / 3).unref();
    return () => clearInterval(timer);
  }

  async revoke(lease: string): Promise<Either<EtcdProblem, void>> {
    return told(this.#asking, await revoke(this.#asking, lease));
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
    const asked = await this.#asking.ask(memberList, { linearizable: true }, { repeatable: true });
    const counted = map(
      ({ members }: { readonly members: readonly { isLearner: boolean }[] }) =>
        members.filter(({ isLearner }) => !isLearner).length,
    )(asked);
    return told(this.#asking, counted);
  }

  close(): void {
    this.#asking.close();
    for (const watch of this.#watches) watch.close();
    this.#watches.clear();
    for (const channel of this.#channels) channel.close();
  }
}
