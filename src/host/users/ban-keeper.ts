import { isLeft } from "fp-ts/lib/Either.js";
import { networkOf } from "../http/client-address.ts";
import type { RatedLog } from "../rated-log.ts";
import { addBans, type Ban, bansAt, type BansDocument } from "./ban-list.ts";

/** The bans as the running service sees them: it follows changes of the file, and makes one change at a time. */
export class BanKeeper {
  readonly #file: BansDocument;
  readonly #log: RatedLog;
  readonly #most: number;
  #stamp = "";
  #kept = new Map<string, Ban>();
  /** Those that are not in the file yet: they hold all the same. */
  readonly #unkept = new Map<string, Ban>();
  #writing: Promise<void> | undefined;
  /** Why they cannot be read, as it was logged. */
  #problem: string | undefined;

  /** `most`: bans that are kept. */
  constructor(file: BansDocument, log: RatedLog, most: number) {
    this.#file = file;
    this.#log = log;
    this.#most = most;
  }

  /** The ban of a network, while it lasts. */
  find(network: string): Ban | undefined {
    this.#follow();
    const ban = this.#unkept.get(network) ?? this.#kept.get(network);
    return ban && bansAt([ban], new Date())[0];
  }

  /** How many last. */
  get count(): number {
    this.#follow();
    const bans = new Map([...this.#kept, ...this.#unkept]);
    return bansAt([...bans.values()], new Date()).length;
  }

  /**
   * Adds a ban, which holds at once; resolves when the file was written. Bans that come meanwhile are
   * written together; where the file cannot be changed they are tried again with the next one.
   */
  add(ban: Ban): Promise<void> {
    this.#unkept.set(ban.address, ban);
    const [oldest] = this.#unkept.keys();
    if (this.#unkept.size > this.#most && oldest !== undefined) this.#unkept.delete(oldest);
    return (this.#writing ??= this.#write());
  }

  async #write(): Promise<void> {
    while (this.#unkept.size > 0) {
      const bans = [...this.#unkept.values()];
      const added = await addBans(this.#file, bans, this.#most);
      if (isLeft(added)) {
        this.#log.warn({ problem: added.left }, "the ban cannot be kept");
        break;
      }
      for (const ban of bans)
        if (this.#unkept.get(ban.address) === ban) this.#unkept.delete(ban.address);
    }
    this.#writing = undefined;
  }

  #follow(): void {
    const stamp = this.#file.stamp();
    if (stamp === this.#stamp) return;
    const content = this.#file.read();
    if (isLeft(content)) {
      // Every login comes by here, and what keeps them from being read may last.
      if (content.left !== this.#problem)
        this.#log.warn({ problem: content.left }, "the bans cannot be read");
      this.#problem = content.left;
      return;
    }
    this.#problem = undefined;
    this.#stamp = stamp;
    this.#kept = new Map(content.right.bans.map((ban) => [networkOf(ban.address), ban]));
  }
}
