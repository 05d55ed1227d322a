import type { Boundary } from "../server/runtime/boundary.ts";
import { type Clock, minuteMs } from "../server/runtime/time.ts";
import type { WriteBehindDocument } from "../storage/write-behind-document.ts";
import { endOfUser, hashToken, unopenedUntil, type User, userOf } from "./user.ts";
import { type Users, withEnds } from "./user-directory.ts";

/** Why a token is not valid any more. */
type TokenEnd = "revoked" | "ended";

/** Called for each user whose token was revoked or has expired. */
type OnGone = (user: User, why: TokenEnd) => void;

interface KnownUser {
  readonly user: User;
  readonly endsAt: number;
  /** Whether the expiry was noticed. */
  readonly isOver: boolean;
  /** Whether the token's link has not been opened yet. */
  readonly isUnopened: boolean;
}

const byHash = ({ users }: Users): ReadonlyMap<string, KnownUser> =>
  new Map(
    users.map((kept) => [
      kept.token_sha256,
      {
        user: userOf(kept),
        endsAt: endOfUser(kept),
        isOver: kept.ended_at !== undefined,
        isUnopened: unopenedUntil(kept) !== undefined,
      },
    ]),
  );

/**
 * The users of tokens in the running service, by the document and the clock. An expiry is written to the document, so
 * that it holds for good and on every node even if a clock is set back.
 */
export class KnownUsers {
  readonly #users: WriteBehindDocument<Users>;
  readonly #clock: Clock;
  readonly #boundary: Boundary;
  #byHash: ReadonlyMap<string, KnownUser>;
  #onGone: OnGone | undefined;
  #callOff: () => void = () => undefined;

  /** The users were just read. Nobody is called back before `start`. */
  constructor(users: WriteBehindDocument<Users>, clock: Clock, boundary: Boundary) {
    this.#users = users;
    this.#clock = clock;
    this.#boundary = boundary;
    this.#byHash = byHash(users.content);
    users.watch(() => this.#take());
  }

  /** Starts to follow changes and expiries. */
  start(onGone: OnGone): void {
    // A failure for one token must not keep another from ending.
    this.#onGone = this.#boundary("the connections of a token could not be ended", onGone);
    this.#users.follow();
    this.#notice();
  }

  /** The user of a token. An unknown token is also looked up in the document, so that a new one works at once. */
  find(token: string): User | undefined {
    const known = this.#find(token);
    return known === undefined || this.#isOver(known) ? undefined : known.user;
  }

  /** Whether a token is ours and has expired, which rules out a guess. */
  hasEnded(token: string): boolean {
    const known = this.#find(token);
    return known !== undefined && this.#isOver(known);
  }

  /** Whether there is a user with that id; their token may have expired. */
  has(id: string): boolean {
    return [...this.#byHash.values()].some(({ user }) => user.id === id);
  }

  get isEmpty(): boolean {
    return this.#byHash.size === 0;
  }

  close(): void {
    this.#onGone = undefined;
    this.#callOff();
  }

  #find(token: string): KnownUser | undefined {
    this.#users.look();
    return this.#byHash.get(hashToken(token));
  }

  #isOver({ isOver, endsAt }: KnownUser): boolean {
    if (isOver) return true;
    if (endsAt > this.#clock.now()) return false;
    this.#notice();
    return true;
  }

  #take(): void {
    const before = this.#byHash;
    this.#byHash = byHash(this.#users.content);
    for (const [hash, { user, isOver, isUnopened }] of before) {
      const now = this.#byHash.get(hash);
      // An opened link replaces the user's token, which is not a revocation.
      if (isOver || (isUnopened && now === undefined && this.has(user.id))) continue;
      if (now === undefined) this.#onGone?.(user, "revoked");
      else if (now.isOver) this.#onGone?.(user, "ended");
    }
    this.#notice();
  }

  /** Notes expired tokens, and wakes for the next expiry. */
  #notice(): void {
    this.#callOff();
    if (this.#onGone === undefined) return;
    const now = this.#clock.now();
    const ends = [...this.#byHash].flatMap(([hash, { isOver, endsAt }]) =>
      isOver ? [] : [[hash, endsAt] as const],
    );
    const seen = new Map(ends.filter(([, endsAt]) => endsAt <= now));
    // `hold` applies the change before it returns, and this method runs again. Changes that were held at the same
    // moment stay held.
    if (seen.size > 0)
      return void this.#users.hold(`ended ${[...seen].join()}`, withEnds(now, seen));
    const next = Math.min(...ends.map(([, endsAt]) => endsAt));
    if (next === Number.POSITIVE_INFINITY) return;
    // A timer lasts at most 24 days, and none follows a clock that is set meanwhile, as on a machine that starts
    // without the time.
    this.#noticeIn(Math.min(next - now, minuteMs));
  }

  #noticeIn(ms: number): void {
    const notice = this.#boundary(
      "expired tokens could not be noticed",
      () => this.#notice(),
      () => this.#noticeIn(minuteMs),
    );
    this.#callOff = this.#clock.after(ms, notice);
  }
}
