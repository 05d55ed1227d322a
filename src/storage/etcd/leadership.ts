import { isLeft } from "fp-ts/lib/Either.js";
import type { Boundary } from "../../server/runtime/boundary.ts";
import { coalescing } from "../../server/runtime/coalescing.ts";
import type { SharedStorage } from "../storage.ts";
import { type Etcd, oneKey } from "./client/etcd.ts";

/** Seconds without a sign of life after which another node leads. */
const defaultTtl = 10;

/** The part of that after which a node that gets no answer stops, so that it has stopped when another begins. */
const sureShare = 0.6;

interface LeadershipSetup {
  readonly etcd: Pick<Etcd, "read" | "transact" | "lease" | "renew" | "revoke">;
  /** The key of whoever leads. */
  readonly key: string;
  /** This node leads now, or no longer. */
  readonly onChange: (leads: boolean) => void;
  readonly boundary: Boundary;
  /** Seconds. */
  readonly ttl?: number;
}

/**
 * Of all nodes of a home one at a time leads, by a key of etcd under a lease. While a node cannot reach the cluster, it does not.
 * A node that was paused for longer than the lease may lead for a moment beside another.
 */
export class Leadership {
  readonly #setup: LeadershipSetup;
  readonly #ttlMs: number;
  readonly #tryNow = coalescing(() => this.#try());
  readonly #rounds: NodeJS.Timeout;
  readonly #checks: NodeJS.Timeout;
  /** Our lease, once its key is there. */
  #lease: string | undefined;
  /** By the monotonic clock, in milliseconds. */
  #sureUntil = -Infinity;
  #leads = false;
  #isOver = false;

  constructor(setup: LeadershipSetup) {
    this.#setup = setup;
    this.#ttlMs = 1000 * (setup.ttl ?? defaultTtl);
    const { boundary } = setup;
    const round = boundary("a node could not try to lead", this.#tryNow);
    const check = boundary("whether a node leads could not be told", () => this.#tell());
    this.#rounds = setInterval(round, this.#ttlMs / 5).unref();
    this.#checks = setInterval(check, this.#ttlMs / 20).unref();
    round();
  }

  /** Leads no more, without telling so; another node may at once, if the cluster can be reached. */
  async leave(): Promise<void> {
    this.#isOver = true;
    clearInterval(this.#rounds);
    clearInterval(this.#checks);
    await this.#tryNow();
    if (this.#lease !== undefined) await this.#setup.etcd.revoke(this.#lease);
  }

  async #try(): Promise<void> {
    if (this.#isOver) return;
    const began = performance.now();
    if (await this.#isMine()) this.#sureUntil = began + sureShare * this.#ttlMs;
    this.#tell();
  }

  /** Whether the key is ours for another lease from now on. */
  async #isMine(): Promise<boolean> {
    const { etcd, key, ttl = defaultTtl } = this.#setup;
    if (this.#lease !== undefined) {
      const lives = await etcd.renew(this.#lease);
      if (isLeft(lives) || lives.right) return !isLeft(lives);
      this.#lease = undefined;
      this.#sureUntil = -Infinity;
    }
    const found = await etcd.read(oneKey(key));
    if (isLeft(found) || found.right.pairs.length > 0) return false;
    const lease = await etcd.lease(ttl);
    if (isLeft(lease)) return false;
    const taken = await etcd.transact({
      guards: [{ range: oneKey(key), changed: 0 }],
      then: [{ kind: "put", key, value: Buffer.alloc(0), lease: lease.right }],
    });
    if (!isLeft(taken) && taken.right.held) {
      this.#lease = lease.right;
      return true;
    }
    // Also if it is unknown whether the key is there: it would stay for as long as the lease is renewed.
    await etcd.revoke(lease.right);
    return false;
  }

  #tell(): void {
    const leads = performance.now() < this.#sureUntil && !this.#isOver;
    if (leads === this.#leads || this.#isOver) return;
    this.#leads = leads;
    this.#setup.onChange(leads);
  }
}

/** One leadership for all on this node that has something to do which only one node may. */
export const sharedLeadership = (
  setup: Omit<LeadershipSetup, "onChange">,
): SharedStorage["lead"] => {
  const listeners = new Set<(leads: boolean) => void>();
  let leadership: Leadership | undefined;
  let leads = false;
  const onChange = (now: boolean): void => {
    leads = now;
    for (const tell of listeners) tell(now);
  };
  return (listener) => {
    const tell = setup.boundary("whether this node leads could not be taken", listener);
    listeners.add(tell);
    leadership ??= new Leadership({ ...setup, onChange });
    if (leads) tell(true);
    return async () => {
      if (!listeners.delete(tell) || listeners.size > 0) return;
      const last = leadership;
      leadership = undefined;
      leads = false;
      await last?.leave();
    };
  };
};
