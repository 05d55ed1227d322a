import { networkOf } from "../../server/http/client-address.ts";
import { type Ban, bansInForce, type Bans, withBans } from "../../auth/bans.ts";
import type { Clock } from "./clock.ts";
import type { WriteBehindDocument } from "../../storage/write-behind-document.ts";

/** By this the bans are held that are not in the document yet. */
const key = "added";

/** The bans as the running service sees them: it follows changes of others, and its own hold before they are written. */
export class BanKeeper {
  readonly #bans: WriteBehindDocument<Bans>;
  readonly #most: number;
  readonly #clock: Pick<Clock, "now">;
  /** What was found in the content, until that changes. */
  #byNetwork: ReadonlyMap<string, Ban> | undefined;
  /** Those that are not in the document yet, as far as the change that adds them is held. */
  readonly #unkept = new Map<string, Ban>();

  /** `most`: bans that are kept. */
  constructor(bans: WriteBehindDocument<Bans>, most: number, clock: Pick<Clock, "now">) {
    this.#bans = bans;
    this.#most = most;
    this.#clock = clock;
    bans.watch(() => (this.#byNetwork = undefined));
  }

  /** The ban of a network, while it lasts. */
  find(network: string): Ban | undefined {
    const ban = this.#known().get(network);
    return ban && bansInForce([ban], this.#clock.now())[0];
  }

  /** How many last. */
  get count(): number {
    return bansInForce([...this.#known().values()], this.#clock.now()).length;
  }

  /** Adds a ban, which holds at once; resolves when it was written, together with those that come meanwhile, or cannot be. */
  async add(ban: Ban): Promise<void> {
    if (!this.#bans.isHeld(key)) this.#unkept.clear();
    this.#unkept.set(ban.address, ban);
    const [oldest] = this.#unkept.keys();
    if (this.#unkept.size > this.#most && oldest !== undefined) this.#unkept.delete(oldest);
    const added = [...this.#unkept.values()];
    const now = this.#clock.now();
    await this.#bans.hold(key, (content) => withBans(content, added, this.#most, now));
  }

  #known(): ReadonlyMap<string, Ban> {
    // What cannot be read now stays as it was, as the log says.
    this.#bans.look();
    return (this.#byNetwork ??= new Map(
      this.#bans.content.bans.map((ban) => [networkOf(ban.address), ban]),
    ));
  }
}
