import { isObject, type Json } from "../model/json.ts";
import { type FloorplanError, problemOf, toFloorplanError } from "./errors.ts";
import { FollowedPlan } from "./followed-plan.ts";
import type { Plan, PlanChanges, TypeOfMessage } from "./messages.ts";
import type { NodeConnection } from "./node-connection.ts";

/** Called with each revision: the whole plan, and what changed; undefined if the plan came whole. */
export type OnFollowed = (plan: Plan, changes: PlanChanges | undefined) => void;

export interface FollowOptions {
  /** Called once if the service sends no changes, but whole plans. */
  readonly onFallback?: () => void;
}

interface Following extends FollowOptions {
  readonly connection: NodeConnection;
  readonly types: {
    /** Not there for who wants whole plans. */
    readonly follow?: TypeOfMessage<"plan/follow">;
    readonly subscribe: TypeOfMessage<"plan/subscribe">;
  };
  readonly onPlan: OnFollowed;
}

type Leave = () => Promise<void>;

/** Milliseconds before the next try when the service refuses, or sends what cannot be read. */
const againMs = 10_000;

/**
 * A subscription by `plan/follow`, or by `plan/subscribe` where there is no such command or nobody wants changes, across
 * reconnects. A service that refuses after a reconnect is asked again.
 */
class Follower {
  readonly #following: Following;
  readonly #onAccepted: () => void;
  /** Called with the refusal of the first try; later ones are repeated. */
  readonly #onRefused: (error: FloorplanError) => void;
  /** Numbers the tries: what comes of an earlier one counts no more. */
  #try = 0;
  #again: ReturnType<typeof setTimeout> | undefined;
  #leave: Leave | undefined;
  #isAccepted = false;
  #hasFallenBack = false;

  constructor(
    following: Following,
    onAccepted: () => void,
    onRefused: (error: FloorplanError) => void,
  ) {
    this.#following = following;
    this.#onAccepted = onAccepted;
    this.#onRefused = onRefused;
    const { connection } = following;
    connection.addEventListener("ready", this.#begin);
    connection.addEventListener("disconnected", this.#forget);
    connection.closed.addEventListener("abort", this.#forget);
    this.#begin();
  }

  async end(): Promise<void> {
    const { connection } = this.#following;
    connection.removeEventListener("ready", this.#begin);
    connection.removeEventListener("disconnected", this.#forget);
    connection.closed.removeEventListener("abort", this.#forget);
    const leave = this.#leave;
    this.#forget();
    await leave?.();
  }

  readonly #begin = (): void => {
    this.#forget();
    if (this.#following.connection.connected) void this.#subscribe();
  };

  readonly #forget = (): void => {
    this.#try += 1;
    clearTimeout(this.#again);
    this.#leave = undefined;
  };

  /** Ends the subscription, whose events lead nowhere, and follows again, after a pause if already the first one did. */
  #startOver(isFirst: boolean): void {
    // A lost connection has ended it, too.
    this.#leave?.().catch(() => undefined);
    this.#forget();
    if (isFirst) this.#beginLater();
    else this.#begin();
  }

  #beginLater(): void {
    this.#again = setTimeout(this.#begin, againMs);
  }

  async #subscribe(): Promise<void> {
    const { connection, onPlan } = this.#following;
    const { socket } = connection;
    const mine = this.#try;
    const followed = new FollowedPlan();
    let isFirst = true;
    const receive = (event: Json): void => {
      if (mine !== this.#try) return;
      const revision = followed.take(event);
      if (revision === undefined) return this.#startOver(isFirst);
      isFirst = false;
      onPlan(revision.plan, revision.changes);
    };
    try {
      const leave = await this.#ask(receive, () => mine === this.#try);
      if (mine === this.#try) this.#accept(leave);
      // After a reconnect, its number may be that of another subscription.
      else if (socket === connection.socket) await leave();
    } catch (error) {
      if (mine === this.#try) this.#refuse(toFloorplanError(error));
    }
  }

  async #ask(receive: (event: Json) => void, isWanted: () => boolean): Promise<Leave> {
    const { connection, onFallback, types } = this.#following;
    // The library's own repetition after a reconnect ignores refusals.
    const options = { resubscribe: false };
    const receivePlan = (plan: Json): void =>
      receive(isObject(plan) ? { rev: plan["rev"] ?? 0, plan } : plan);
    const subscribe = (): Promise<Leave> =>
      connection.subscribeMessage(receivePlan, { type: types.subscribe }, options);
    if (types.follow === undefined) return subscribe();
    try {
      // Never with the revision that is known: a service that was restored from a backup may have given its number to
      // another plan, and the changes since then would be applied to the wrong one.
      return await connection.subscribeMessage(receive, { type: types.follow }, options);
    } catch (error) {
      if (!isWanted() || problemOf(error).code !== "unknown_command") throw error;
    }
    const leave = await subscribe();
    if (!this.#hasFallenBack) onFallback?.();
    this.#hasFallenBack = true;
    return leave;
  }

  #accept(leave: Leave): void {
    this.#leave = leave;
    this.#isAccepted = true;
    this.#onAccepted();
  }

  #refuse(refusal: FloorplanError): void {
    if (this.#isAccepted) return this.#beginLater();
    void this.end();
    this.#onRefused(refusal);
  }
}

/**
 * Follows the plan of a service. Resolves with a function that ends it, once the service has accepted it; rejects with a
 * `FloorplanError` if it refuses.
 */
export const follow = (following: Following): Promise<Leave> =>
  new Promise((resolve, reject) => {
    const follower = new Follower(following, () => resolve(() => follower.end()), reject);
  });
