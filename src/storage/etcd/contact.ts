import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Boundary, Guarded } from "../../server/runtime/boundary.ts";
import { type Etcd, type EtcdProblem, oneKey } from "./client/etcd.ts";
import { mayHaveQuorum } from "./client/member-status.ts";
import type { Keys } from "./keys.ts";
import { coalescing } from "../../server/runtime/coalescing.ts";
import { endsWithin } from "../../server/runtime/time.ts";

/**
 * Whether a node knows what the others do. `no quorum`: no node can save, so this one serves what it has. `cut off`:
 * others may continue without it, so it serves nobody.
 */
export type ContactState = "in touch" | "no quorum" | "cut off";

/** A monotonic clock. Times are milliseconds. */
export interface Clock {
  readonly now: () => number;
  /** Calls back repeatedly; the returned function ends that. */
  readonly every: (ms: number, tick: Guarded) => () => void;
}

const ownClock: Clock = {
  now: () => performance.now(),
  every: (ms, tick) => {
    const timer = setInterval(tick, ms).unref();
    return () => clearInterval(timer);
  },
};

interface ContactSetup {
  readonly etcd: Etcd;
  readonly keys: Pick<Keys, "home">;
  readonly limits: { readonly clusterCutOffMs: number };
  /** Must not throw. */
  readonly onChange: (state: ContactState) => void;
  readonly boundary: Boundary;
  readonly clock?: Clock;
}

/** A node asks etcd itself after this fraction of the time until it counts as cut off. */
const asksIn = 5;
const ticksIn = 20;

/**
 * Judges by etcd's answers whether this node is in touch with its cluster. An answer counts for the moment of its
 * request: it may have waited while the process was paused. The state is computed on demand, so that a process that
 * was paused does not believe itself in touch.
 */
export class Contact {
  readonly #setup: ContactSetup;
  readonly #clock: Clock;
  readonly #askMs: number;
  readonly #ask: () => void;
  readonly #lookAround: () => void;
  readonly #end: () => void;
  #heardAt: number;
  /** When the unanswered request was sent. */
  #asking: number | undefined;
  #isUnanswered = false;
  /** When the reachable members were last too few for a quorum. */
  #nobodyAt = -Infinity;
  /** Others may have continued without this node: their changes are unknown until etcd answers. */
  #isCutOff = false;
  #isLooking = false;
  #told: ContactState = "in touch";
  #isClosed = false;

  /** Create it right after an answer of etcd. */
  constructor(setup: ContactSetup) {
    this.#setup = setup;
    this.#clock = setup.clock ?? ownClock;
    this.#askMs = setup.limits.clusterCutOffMs / asksIn;
    this.#heardAt = this.#clock.now();
    const { boundary } = setup;
    const what = "the contact with the cluster could not be checked";
    this.#ask = boundary(what, () => this.#askNow());
    this.#lookAround = boundary(what, () => this.#look());
    const tick = boundary(what, () => this.#tick());
    this.#end = this.#clock.every(setup.limits.clusterCutOffMs / ticksIn, tick);
  }

  get state(): ContactState {
    const now = this.#clock.now();
    const quietMs = now - this.#heardAt;
    if (quietMs <= this.#askMs) return "in touch";
    const { clusterCutOffMs } = this.#setup.limits;
    // Members that come back are silent while they start, and had no time to continue without this node.
    this.#isCutOff ||= now - Math.max(this.#heardAt, this.#nobodyAt) > clusterCutOffMs;
    if (this.#isCutOff) return "cut off";
    if (quietMs > clusterCutOffMs) return "no quorum";
    const waitsMs = this.#asking === undefined ? 0 : now - this.#asking;
    return this.#isUnanswered || waitsMs > this.#askMs ? "no quorum" : "in touch";
  }

  /** etcd has answered a request made at that time with current data. */
  heard(askedAt: number): void {
    if (askedAt <= this.#heardAt) return;
    this.#heardAt = askedAt;
    this.#isUnanswered = false;
    this.#isCutOff = false;
    this.#tell();
  }

  /**
   * The same etcd, with its answers observed. Lease renewals and watch events do not count: they may come from a member
   * that has lost the others.
   */
  through(etcd: Etcd): Etcd {
    const listen = async <A>(
      ask: () => Promise<Either<EtcdProblem, A>>,
    ): Promise<Either<EtcdProblem, A>> => {
      const askedAt = this.#clock.now();
      const answer = await ask();
      if (!isLeft(answer)) this.heard(askedAt);
      return answer;
    };
    return {
      transact: (transaction, ms) => listen(() => etcd.transact(transaction, ms)),
      // An old revision says nothing about the present.
      read: (range, at) =>
        at === undefined ? listen(() => etcd.read(range)) : etcd.read(range, at),
      watch: (range, from, watcher) => etcd.watch(range, from, watcher),
      lease: (seconds) => listen(() => etcd.lease(seconds)),
      renew: (lease) => etcd.renew(lease),
      keep: (lease, seconds) => etcd.keep(lease, seconds),
      revoke: (lease) => listen(() => etcd.revoke(lease)),
      members: () => etcd.members(),
      close: () => etcd.close(),
    };
  }

  close(): void {
    this.#isClosed = true;
    this.#end();
  }

  #tick(): void {
    this.#tell();
    if (this.#clock.now() - this.#heardAt <= this.#askMs) return;
    if (this.#asking === undefined) this.#ask();
    if (!this.#isLooking) this.#lookAround();
  }

  async #askNow(): Promise<void> {
    const askedAt = this.#clock.now();
    this.#asking = askedAt;
    const { etcd, keys } = this.#setup;
    const answer = await etcd.read(oneKey(keys.home)).finally(() => (this.#asking = undefined));
    if (isLeft(answer)) this.#isUnanswered = true;
    else this.heard(askedAt);
    this.#tell();
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    const at = this.#clock.now();
    const members = await this.#setup.etcd.members().finally(() => (this.#isLooking = false));
    if (!mayHaveQuorum(members)) this.#nobodyAt = at;
    this.#tell();
  }

  #tell(): void {
    const { state } = this;
    if (state === this.#told || this.#isClosed) return;
    this.#told = state;
    this.#setup.onChange(state);
  }
}

interface AdmissionSetup {
  readonly etcd: Pick<Etcd, "members">;
  readonly contact: Pick<Contact, "state">;
  /** Resolves when this node has everything saved anywhere before. Left: why that cannot be known. */
  readonly caughtUp: () => Promise<Either<string, void>>;
}

/** Milliseconds of waiting for etcd before the members are asked for their state, and between two such requests. */
const lookMs = 1000;

const cutOff = "this node is cut off from the others: try another one, or try again later";

/**
 * Admits users once this node has everything saved anywhere before, so that no user sees an older plan than at another
 * node. Left: why nobody is admitted now.
 *
 * Without a quorum that cannot be known, and nobody can save: the node shows what it has, which may lack the last
 * moment's saves. The members are asked right then whether there is a quorum: those that went silent may continue, and
 * those that stopped may start again.
 */
export const makeAdmission = ({
  etcd,
  contact,
  caughtUp,
}: AdmissionSetup): (() => Promise<Either<string, void>>) => {
  const noneHasQuorum = coalescing(async () => !mayHaveQuorum(await etcd.members()));
  return async () => {
    if (contact.state === "cut off") return left(cutOff);
    // Saves a wait for answers that will not come.
    if (contact.state === "no quorum" && (await noneHasQuorum())) return right(undefined);
    const caught = caughtUp();
    const answered = caught.then(
      () => false,
      () => false,
    );
    while (!(await endsWithin(answered, lookMs)))
      if (await Promise.race([noneHasQuorum(), answered])) return right(undefined);
    const done = await caught;
    return isLeft(done) && (await noneHasQuorum()) ? right(undefined) : done;
  };
};
