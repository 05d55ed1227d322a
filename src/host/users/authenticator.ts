import { setTimeout as sleep } from "node:timers/promises";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { networkOf } from "../http/client-address.ts";
import type { RatedLog } from "../rated-log.ts";
import { BanKeeper } from "./ban-keeper.ts";
import { type Ban, banned, type bansFile } from "./ban-list.ts";
import { LoginGuard, type LoginLimits } from "./login-guard.ts";
import type { User } from "./user.ts";
import type { UserDirectory } from "./user-directory.ts";

/** Why a login failed: a sentence for the peer, and the ban that its address is under, if any. */
export interface LoginRefusal {
  readonly message: string;
  readonly ban: Ban | undefined;
}

/**
 * Decides who a token belongs to. A valid one passes at once; invalid ones of an address are answered later
 * and later, and end in a ban that outlasts a restart and can be lifted: it stops guessing, not people.
 */
export class Authenticator {
  readonly #users: UserDirectory;
  readonly #bans: BanKeeper;
  readonly #banMs: number;
  readonly #guard: LoginGuard;
  readonly #log: RatedLog;

  constructor(
    users: UserDirectory,
    bans: ReturnType<typeof bansFile>,
    limits: LoginLimits & { readonly bans: number },
    log: RatedLog,
  ) {
    this.#users = users;
    this.#bans = new BanKeeper(bans, log, limits.bans);
    this.#banMs = limits.banMs;
    this.#guard = new LoginGuard(limits);
    this.#log = log;
  }

  /** The ban of an address or of its network, while it lasts. */
  banOf(address: string): Ban | undefined {
    return this.#bans.find(networkOf(address));
  }

  /** The user of a token, or why there is none; that takes its time after failures of the same address. */
  async login(token: string, address: string): Promise<Either<LoginRefusal, User>> {
    const network = networkOf(address);
    const user = this.#users.find(token);
    if (user !== undefined) {
      this.#guard.succeeded(network);
      return right(user);
    }
    const ban = this.#bans.find(network);
    if (ban !== undefined) return left({ message: banned(ban), ban });
    await this.failed(address);
    return left({ message: "the access token is not valid", ban: undefined });
  }

  /** Counts a failed login of an address, which may end in a ban; resolves when it is to be answered. */
  async failed(address: string): Promise<void> {
    const network = networkOf(address);
    const now = Date.now();
    const delay = this.#guard.delayMs(network, now);
    // Counted before the wait, so that no more than lead to a ban wait at a time.
    const failures = this.#guard.failed(network, now);
    if (failures !== undefined) await this.#ban(network, failures);
    if (delay > 0) await sleep(delay, undefined, { ref: false });
  }

  #ban(address: string, failures: number): Promise<void> {
    const until = new Date(Date.now() + this.#banMs).toISOString();
    this.#log.warn({ address, until, failures }, "an address is banned after failed logins");
    return this.#bans.add({ address, until, failures });
  }
}
