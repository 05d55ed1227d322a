import { type Either, isLeft, mapLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { coalescing } from "../server/coalescing.ts";
import type { RatedLog } from "../server/rated-log.ts";
import type { Clock } from "../host/users/clock.ts";
import { type HassProblem, hassProblem, isTemporary } from "../home-assistant/upstream/status.ts";

/** A user as `config/auth/list` tells of it (homeassistant `components/config/auth.py`). */
const hassUserCodec = t.type({
  id: t.string,
  is_owner: t.boolean,
  is_active: t.boolean,
  /** May log in from a local address alone. */
  local_only: t.union([t.boolean, t.undefined]),
  group_ids: t.readonlyArray(t.string),
});
const listCodec = t.readonlyArray(hassUserCodec);

/** A user of Home Assistant as it tells an administrator of it. */
export type HassUser = t.TypeOf<typeof hassUserCodec>;

/** All users of Home Assistant, or why it does not tell them. */
export type HassUserListAnswer = Either<HassProblem, readonly HassUser[]>;

/** What the list of users needs of the service around it. */
export interface HassUserListSetup {
  /** Asks Home Assistant, as the service itself, for `config/auth/list`. */
  readonly listUsers: () => Promise<Either<HassProblem, unknown>>;
  readonly settings: {
    readonly homeAssistant: string;
    /** Milliseconds within which a change there is to be felt here. */
    readonly homeAssistantCheckMs: number;
  };
  readonly clock: Pick<Clock, "elapsed">;
  readonly log: RatedLog;
}

/** The users of Home Assistant, which it tells the service itself: one list for all who need it, asked for when somebody does. */
export class HassUserList {
  readonly #setup: HassUserListSetup;
  readonly #onList: ((users: readonly HassUser[]) => void)[] = [];
  #told: readonly HassUser[] | undefined;
  #answer: { readonly list: HassUserListAnswer; readonly at: number } | undefined;
  /** Why it did not tell them the last time, so that the log says the same once. */
  #problem: string | undefined;

  constructor(setup: HassUserListSetup) {
    this.#setup = setup;
  }

  /** Calls back with each list that Home Assistant tells, before anybody else gets it. */
  whenTold(onList: (users: readonly HassUser[]) => void): void {
    this.#onList.push(onList);
  }

  /** The last list that it told, however old, which is better than none while there is no newer one. */
  get lastTold(): readonly HassUser[] | undefined {
    return this.#told;
  }

  /** What it answered within half of the time between two checks: who looks that often feels each change in time. Asks nobody. */
  get recent(): HassUserListAnswer | undefined {
    const { clock, settings } = this.#setup;
    const forMs = settings.homeAssistantCheckMs / 2;
    return this.#answer !== undefined && clock.elapsed() - this.#answer.at < forMs
      ? this.#answer.list
      : undefined;
  }

  /** The same, or its answer now. */
  async list(): Promise<HassUserListAnswer> {
    return this.recent ?? this.#listed();
  }

  /** Its answer to a question that is asked from now on; those who wait share it. */
  readonly ask = coalescing(() => this.#ask());

  /** Where an answer came meanwhile, that one. */
  readonly #listed = coalescing(async () => this.recent ?? this.ask());

  async #ask(): Promise<HassUserListAnswer> {
    const { listUsers, settings, clock, log } = this.#setup;
    const answer = await listUsers();
    const nonsense = (): HassProblem =>
      hassProblem.nonsense(settings.homeAssistant, "its list of users is none");
    const list = isLeft(answer) ? answer : mapLeft(nonsense)(listCodec.decode(answer.right));
    this.#answer =
      isLeft(list) && isTemporary(list.left) ? undefined : { list, at: clock.elapsed() };
    const problem = isLeft(list) ? list.left.message : undefined;
    if (problem !== undefined && problem !== this.#problem)
      log.warn(
        { problem },
        "Home Assistant does not tell its users: who is local_only is as it said last, or not known",
      );
    this.#problem = problem;
    if (isLeft(list)) return list;
    this.#told = list.right;
    for (const onList of this.#onList) onList(list.right);
    return list;
  }
}
