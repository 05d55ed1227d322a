import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Boundary } from "../server/runtime/boundary.ts";
import { BoundedMap } from "../server/runtime/bounded-map.ts";
import { type CloseReason, closeReasons } from "../server/websocket/close.ts";
import { endsWithin } from "../server/runtime/time.ts";
import type { wakerLimits } from "./home-limits.ts";
import type { HomeState } from "./homes.ts";
import type { WakingLine } from "./waking-line.ts";

type WakerLimits = Readonly<typeof wakerLimits> & {
  /** Time without a user after which a home falls asleep. */
  readonly homeIdle: number;
  /** The longest time to finish what a home is doing, such as an upload, before it falls asleep. */
  readonly stopMs: number;
};

/** An open home, to be closed when it falls asleep. */
export interface Closable {
  /** Answers what was received, and closes its connections with the reason. */
  readonly finish: (why: CloseReason) => Promise<void>;
  /** Ends what is left of its connections, and closes everything; nothing that was acknowledged is lost. */
  readonly close: () => Promise<void>;
}

/** Why a home cannot be used: too many want one, or it cannot be opened, with a sentence for people. */
export type WakeRefusal =
  | { readonly kind: "overloaded"; readonly message: string }
  | { readonly kind: "failed"; readonly message: string };

/** A home in use: it stays awake until one of the functions is called; later calls do nothing. */
export interface Lease<H> {
  readonly home: H;
  readonly release: () => void;
  /** The same; a home that nobody else has used since it woke sleeps at once. */
  readonly releaseToSleep: () => void;
}

/** What a waker needs. */
export interface WakerParts<H> {
  /** Opens a home. Left: why it cannot be opened, for people. */
  readonly open: (id: string) => Promise<Either<string, H>>;
  /** Where homes wait for their turn to be opened; shared with those who wake others. */
  readonly line: WakingLine;
  /** Whether a home is opened at once, whoever waits; none is by default. */
  readonly skipsLine?: (id: string) => boolean;
  /** How many may be opened or awake at a time; an idle one makes room for another. */
  readonly most: number;
  readonly limits: WakerLimits;
  readonly boundary: Boundary;
}

/** A home that is not asleep. */
interface Slot<H> {
  state: Exclude<HomeState, "asleep">;
  home: H | undefined;
  users: number;
  /** How often it was used since it woke. */
  uses: number;
  /** Those who wait for it: each tells whether they have left. */
  waiting: Set<() => boolean>;
  idle: NodeJS.Timeout | undefined;
  /** Called when the last user has gone. */
  unused: () => void;
  /** Resolves when it is awake, asleep, or free again. */
  settled: Promise<unknown>;
  problem: WakeRefusal | undefined;
}

const overloaded = (name: string, value: number): WakeRefusal => ({
  kind: "overloaded",
  message: `too many homes are wanted at once (${name}, ${value}): try again`,
});

/**
 * Wakes homes for those who use them, and puts them to sleep when nobody has for a while. Each home is opened once at a
 * time, and only after it was closed. Those who come meanwhile wait, within limits.
 */
export class Waker<H extends Closable> {
  readonly #parts: WakerParts<H>;
  readonly #slots = new Map<string, Slot<H>>();
  readonly #failed: BoundedMap<string, WakeRefusal>;
  /** Slots of those that wait in the line. */
  #inLine = 0;
  #isClosing = false;

  constructor(parts: WakerParts<H>) {
    this.#parts = parts;
    this.#failed = new BoundedMap(parts.limits.homesWaiting);
  }

  state(id: string): HomeState {
    return this.#slots.get(id)?.state ?? "asleep";
  }

  /** A home that is awake now; it may fall asleep at any later turn. */
  peek(id: string): H | undefined {
    const slot = this.#slots.get(id);
    return slot?.state === "awake" ? slot.home : undefined;
  }

  /** The same; one that is being woken is waited for. */
  async woken(id: string): Promise<H | undefined> {
    const slot = this.#slots.get(id);
    if (slot?.state === "waking") await slot.settled.catch(() => undefined);
    return this.peek(id);
  }

  /** The homes that are awake now. */
  *awake(): Generator<readonly [id: string, home: H]> {
    for (const [id, { home, state }] of this.#slots)
      if (home !== undefined && state === "awake") yield [id, home];
  }

  /** How many homes are in each state but asleep. */
  get counts(): Readonly<Record<Exclude<HomeState, "asleep">, number>> {
    const counts = { waking: 0, awake: 0, falling_asleep: 0, held: 0 };
    for (const { state } of this.#slots.values()) counts[state] += 1;
    return counts;
  }

  /**
   * Wakes a home if it sleeps, and keeps it awake until the lease is released. `hasLeft`: whether nobody wants it any
   * more; a home does not wake for those who have left before its turn.
   */
  async use(id: string, hasLeft = (): boolean => false): Promise<Either<WakeRefusal, Lease<H>>> {
    const until = performance.now() + this.#parts.limits.homesWaitMs;
    for (;;) {
      const slot = this.#slots.get(id) ?? this.#wake(id);
      if ("kind" in slot) return left(slot);
      if (slot.state === "awake" && slot.home !== undefined)
        return right(this.#lease(id, slot, slot.home));
      const leftMs = until - performance.now();
      slot.waiting.add(hasLeft);
      const isSettled = leftMs > 0 && (await endsWithin(slot.settled, leftMs));
      slot.waiting.delete(hasLeft);
      if (!isSettled || hasLeft())
        return left(overloaded("homes-wait-ms", this.#parts.limits.homesWaitMs));
      if (slot.problem !== undefined) return left(slot.problem);
    }
  }

  /** Puts a home to sleep, and keeps everybody else waiting while `work` runs. */
  async whileAsleep<A>(id: string, why: CloseReason, work: () => Promise<A>): Promise<A> {
    for (let slot = this.#slots.get(id); slot !== undefined; slot = this.#slots.get(id)) {
      if (slot.state === "awake") this.#sleep(id, slot, why);
      await slot.settled;
    }
    const held = this.#slot("held");
    this.#slots.set(id, held);
    const working = work();
    held.settled = working.catch(() => undefined);
    try {
      return await working;
    } finally {
      this.#slots.delete(id);
      this.#failed.delete(id);
    }
  }

  /** Wakes nobody any more, and puts all to sleep; after an error it continues, and rejects at the end. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#parts.line.close();
    const ended: Promise<unknown>[] = [];
    while (this.#slots.size > 0) {
      for (const [id, slot] of this.#slots)
        if (slot.state === "awake") this.#sleep(id, slot, closeReasons.stopping);
      const ending = Array.from(this.#slots.values(), ({ settled }) => settled);
      ended.push(...ending);
      await Promise.allSettled(ending);
    }
    await Promise.all(ended);
  }

  #slot(state: Slot<H>["state"]): Slot<H> {
    return {
      state,
      home: undefined,
      users: 0,
      uses: 0,
      waiting: new Set(),
      idle: undefined,
      unused: () => undefined,
      settled: Promise.resolve(),
      problem: undefined,
    };
  }

  #wake(id: string): Slot<H> | WakeRefusal {
    const failed = this.#failed.get(id);
    if (failed !== undefined) return failed;
    const { line, limits, skipsLine } = this.#parts;
    if (this.#isClosing) return { kind: "overloaded", message: closeReasons.stopping.reason };
    const skips = skipsLine?.(id) === true;
    if (!skips && line.isFull) return overloaded("homes-waiting", limits.homesWaiting);
    const slot = this.#slot("waking");
    this.#slots.set(id, slot);
    slot.settled = skips ? this.#open(id, slot) : this.#openInTurn(id, slot);
    this.#parts.boundary("a home could not be opened", () => slot.settled)();
    return slot;
  }

  async #openInTurn(id: string, slot: Slot<H>): Promise<void> {
    const { line } = this.#parts;
    this.#inLine += 1;
    const entered = await line.enter();
    this.#inLine -= 1;
    if (!entered) return this.#fail(id, slot, closeReasons.stopping.reason);
    try {
      // Otherwise somebody who asks for one after another, and leaves, would keep everybody else waiting.
      if ([...slot.waiting].every((hasLeft) => hasLeft())) return void this.#slots.delete(id);
      await this.#open(id, slot);
    } finally {
      line.leave();
    }
  }

  async #open(id: string, slot: Slot<H>): Promise<void> {
    const { most, limits, open } = this.#parts;
    if (this.#slots.size - this.#inLine > most && !this.#makeRoom()) {
      // Those that do not exist are refused in the same words.
      slot.problem = overloaded("homes-awake", limits.homesAwake);
      this.#slots.delete(id);
      return;
    }
    try {
      const opened = await open(id);
      if (isLeft(opened)) return this.#fail(id, slot, opened.left);
      slot.home = opened.right;
      slot.state = "awake";
      this.#waitForUsers(id, slot);
    } catch (error) {
      this.#fail(id, slot, "it could not be opened, for a reason that the service logged");
      throw error;
    }
  }

  #fail(id: string, slot: Slot<H>, message: string): void {
    slot.problem = { kind: "failed", message };
    this.#slots.delete(id);
    this.#failed.set(id, slot.problem);
    const forget = this.#parts.boundary("a failed home could not be forgotten", () =>
      this.#failed.delete(id),
    );
    setTimeout(forget, this.#parts.limits.homesFailedMs).unref();
  }

  #lease(id: string, slot: Slot<H>, home: H): Lease<H> {
    slot.users += 1;
    slot.uses += 1;
    clearTimeout(slot.idle);
    let isReleased = false;
    const release = (): void => {
      if (isReleased) return;
      isReleased = true;
      slot.users -= 1;
      if (slot.users === 0) slot.unused();
      this.#waitForUsers(id, slot);
    };
    const releaseToSleep = (): void => {
      if (isReleased) return;
      release();
      const isWanted = slot.uses > 1 || slot.waiting.size > 0;
      if (slot.state === "awake" && !isWanted) this.#sleep(id, slot, closeReasons.asleep);
    };
    return { home, release, releaseToSleep };
  }

  #waitForUsers(id: string, slot: Slot<H>): void {
    if (slot.users > 0 || slot.state !== "awake") return;
    clearTimeout(slot.idle);
    // Last in the order in which homes make room.
    this.#slots.delete(id);
    this.#slots.set(id, slot);
    const sleep = this.#parts.boundary("a home could not fall asleep", () => {
      if (slot.users === 0 && slot.state === "awake") this.#sleep(id, slot, closeReasons.asleep);
    });
    slot.idle = setTimeout(sleep, this.#parts.limits.homeIdle).unref();
  }

  #sleep(id: string, slot: Slot<H>, why: CloseReason): void {
    clearTimeout(slot.idle);
    slot.state = "falling_asleep";
    slot.settled = this.#close(slot, why).finally(() => this.#slots.delete(id));
    this.#parts.boundary("a home could not be closed", () => slot.settled)();
  }

  async #close(slot: Slot<H>, why: CloseReason): Promise<void> {
    const { home } = slot;
    const unused = new Promise<void>((resolve) => {
      slot.unused = resolve;
      if (slot.users === 0) resolve();
    });
    const finished = Promise.all([home?.finish(why), unused]);
    await endsWithin(finished, this.#parts.limits.stopMs);
    await home?.close();
  }

  /** Puts the home to sleep that nobody has used for longest; false if all are in use. */
  #makeRoom(): boolean {
    for (const [id, slot] of this.#slots) {
      if (slot.state !== "awake" || slot.users > 0) continue;
      this.#sleep(id, slot, closeReasons.asleep);
      return true;
    }
    return false;
  }
}
