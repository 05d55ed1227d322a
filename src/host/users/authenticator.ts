import { setTimeout as sleep } from "node:timers/promises";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import { addBan, type Ban, bansAt, type bansFile } from "./ban-list.ts";
import { LoginGuard, type LoginLimits } from "./login-guard.ts";
import type { User } from "./user.ts";
import type { UserDirectory } from "./user-directory.ts";

/**
 * Decides who a token belongs to. Failed logins of an address are answered
 * later and later, and end in a ban that outlasts a restart and can be lifted.
 */
export class Authenticator {
  readonly #users: UserDirectory;
  readonly #bans: ReturnType<typeof bansFile>;
  readonly #banMs: number;
  readonly #guard: LoginGuard;
  readonly #log: Logger;
  #stamp = "";
  #banned = new Map<string, Ban>();

  constructor(
    users: UserDirectory,
    bans: ReturnType<typeof bansFile>,
    limits: LoginLimits,
    log: Logger,
  ) {
    this.#users = users;
    this.#bans = bans;
    this.#banMs = limits.banMs;
    this.#guard = new LoginGuard(limits);
    this.#log = log;
  }

  /** The ban of an address, while it lasts. */
  banOf(address: string): Ban | undefined {
    const stamp = this.#bans.stamp();
    if (stamp !== this.#stamp) {
      this.#stamp = stamp;
      const content = this.#bans.read();
      if (isLeft(content)) this.#log.error({ problem: content.left }, "the bans cannot be read");
      else this.#banned = new Map(content.right.bans.map((ban) => [ban.address, ban]));
    }
    const ban = this.#banned.get(address);
    return ban && bansAt({ version: 1, bans: [ban] }, new Date())[0];
  }

  /** The user of a token, or a sentence why there is none. Takes its time after failures of the same address. */
  async login(token: string, address: string): Promise<Either<string, User>> {
    const delay = this.#guard.delayMs(address, Date.now());
    if (delay > 0) await sleep(delay, undefined, { ref: false });
    const ban = this.banOf(address);
    if (ban !== undefined) return left(`too many failed logins: banned until ${ban.until}`);
    const user = this.#users.find(token);
    if (user !== undefined) {
      this.#guard.succeeded(address);
      return right(user);
    }
    const failures = this.#guard.failed(address, Date.now());
    if (failures !== undefined) await this.#ban(address, failures);
    return left("the access token is not valid");
  }

  async #ban(address: string, failures: number): Promise<void> {
    const until = new Date(Date.now() + this.#banMs).toISOString();
    this.#log.warn({ address, until, failures }, "an address is banned after failed logins");
    const ban = { address, until, failures };
    this.#banned.set(address, ban);
    const added = await addBan(this.#bans, ban);
    if (isLeft(added)) this.#log.error({ problem: added.left }, "the ban cannot be kept");
  }
}
