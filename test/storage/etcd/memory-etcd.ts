import { setImmediate as turn } from "node:timers/promises";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type {
  Etcd,
  EtcdProblem,
  KeyRange,
  Member,
  Transaction,
  TransactionResult,
  Watcher,
} from "../../../src/storage/etcd/client/etcd.ts";
import type { MemoryStore } from "./memory-store.ts";

/** What befalls a call. */
export type Fault =
  /** It is done and answered. */
  | "none"
  /** Nobody is reached. */
  | "away"
  /** It is done, and the answer is lost. */
  | "lost"
  /** It is lost on its way. */
  | "never"
  /** Rights are gone. */
  | "refused"
  /** The answer is lost, and it is done when that resolves. */
  | { readonly later: Promise<void> };

/** How a node's connection with etcd is; a test changes it as it likes. */
export interface Weather {
  /** Asked at every call that changes something; `name` is the method's. */
  call: (name: "transact" | "lease" | "renew" | "revoke", transaction?: Transaction) => Fault;
  /** Asked at every read. */
  read: () => "none" | "away" | "refused";
  /** How long each way of a call takes. */
  wire: () => Promise<void>;
  /** How long until a watch goes on. */
  watch: () => Promise<void>;
  /** How many revisions of etcd a watch tells at a time. */
  atOnce: () => number;
}

/** Everything goes well, in a turn of the event loop each. */
export const fairWeather = (): Weather => ({
  call: () => "none",
  read: () => "none",
  wire: () => turn(),
  watch: () => turn(),
  atOnce: () => 1,
});

const away = (kind: "away" | "unknown" | "refused"): Either<EtcdProblem, never> =>
  left({ kind, reason: `etcd in memory: ${kind}` });

/** An etcd without a network or a disk: one node's connection with what all share. */
export class MemoryEtcd implements Etcd {
  readonly weather: Weather;
  readonly #store: MemoryStore;
  readonly #watches = new Set<() => void>();

  constructor(store: MemoryStore, weather: Weather = fairWeather()) {
    this.#store = store;
    this.weather = weather;
  }

  transact(transaction: Transaction): Promise<Either<EtcdProblem, TransactionResult>> {
    const fault = this.weather.call("transact", transaction);
    return this.#call(fault, () => this.#store.transact(transaction));
  }

  async read(range: KeyRange, at?: number): ReturnType<Etcd["read"]> {
    const fault = this.weather.read();
    await this.weather.wire();
    if (fault !== "none") return away(fault);
    const read = this.#store.read(range, at);
    await this.weather.wire();
    return read;
  }

  watch(range: KeyRange, from: number, watcher: Watcher): () => void {
    let isOver = false;
    const end = (): void => {
      isOver = true;
      this.#watches.delete(end);
    };
    this.#watches.add(end);
    const follow = async (): Promise<void> => {
      let next = from;
      for (;;) {
        await this.weather.watch();
        if (isOver) return;
        const changed = this.#store.change();
        const found = this.#store.changes(range, next, this.weather.atOnce());
        if (isLeft(found)) {
          end();
          return watcher.ended(found.left);
        }
        const { changes } = found.right;
        const isNew = found.right.next > next;
        next = found.right.next;
        if (changes.length > 0) watcher.changed(changes);
        else if (isNew) watcher.reached(next - 1);
        if (!isNew) await changed;
      }
    };
    void follow();
    return end;
  }

  lease(): ReturnType<Etcd["lease"]> {
    return this.#call(this.weather.call("lease"), () => this.#store.lease());
  }

  renew(lease: string): ReturnType<Etcd["renew"]> {
    return this.#call(this.weather.call("renew"), () => right(this.#store.renew(lease)));
  }

  keep(lease: string, seconds: number): () => void {
    const timer = setInterval(() => void this.renew(lease), (seconds * 1000) / 3).unref();
    return () => clearInterval(timer);
  }

  revoke(lease: string): ReturnType<Etcd["revoke"]> {
    return this.#call(this.weather.call("revoke"), () => right(this.#store.revoke(lease)));
  }

  async members(): Promise<readonly Member[]> {
    return [{ url: "memory", state: "leading", version: "3.5.0", problem: undefined }];
  }

  close(): void {
    for (const end of this.#watches) end();
  }

  async #call<A>(fault: Fault, run: () => Either<EtcdProblem, A>): Promise<Either<EtcdProblem, A>> {
    await this.weather.wire();
    if (typeof fault === "object") {
      void fault.later.then(run);
      return away("unknown");
    }
    if (fault === "away" || fault === "refused") return away(fault);
    if (fault === "never") return away("unknown");
    const result = run();
    await this.weather.wire();
    return fault === "lost" ? away("unknown") : result;
  }
}
