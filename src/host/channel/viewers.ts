import type { User } from "../../auth/user.ts";
import type { ConnectionLimits } from "../../server/websocket/limits.ts";
import { RateLimiter } from "./pace.ts";
import { UnreadTotal } from "./unread.ts";

type ViewerLimits = Pick<ConnectionLimits, "viewerCommands" | "viewerBytes" | "viewerOutboxBytes">;

/** What the connections of one user who may not save share, so that more of them bring no more. */
export class Viewer {
  /** When the user's next command may be done. */
  readonly pace: RateLimiter;
  /** What the user's connections leave unread. */
  readonly unread: UnreadTotal;
  readonly #mostBytes: number;
  #bytes = 0;
  #connections = 0;

  constructor(limits: ViewerLimits) {
    this.pace = new RateLimiter(limits.viewerCommands);
    this.unread = new UnreadTotal(limits.viewerOutboxBytes);
    this.#mostBytes = limits.viewerBytes;
  }

  /** Counts bytes that are kept for the user, until the returned function is called; undefined where they would be too many. */
  keep(bytes: number): (() => void) | undefined {
    if (this.#bytes + bytes > this.#mostBytes) return undefined;
    this.#bytes += bytes;
    let isKept = true;
    return () => {
      if (isKept) this.#bytes -= bytes;
      isKept = false;
    };
  }

  /** One more connection, until `leave` is called. */
  enter(): this {
    this.#connections += 1;
    return this;
  }

  leave(): void {
    this.#connections -= 1;
  }

  /** Whether nothing would be different if the user came for the first time. */
  get isAsNew(): boolean {
    return this.#connections === 0 && this.#bytes === 0 && this.unread.isEmpty && this.pace.isEven;
  }
}

/** The users who may not save, as long as anything is to be known of them. */
export class Viewers {
  readonly #limits: ViewerLimits;
  readonly #viewers = new Map<string, Viewer>();
  #isLifted = false;

  constructor(limits: ViewerLimits) {
    this.#limits = limits;
  }

  /** How many are known. */
  get size(): number {
    return this.#viewers.size;
  }

  /** A user has one more connection, until `leave` of what is returned is called; undefined for an administrator, who has no such bounds. */
  enter(user: User): Viewer | undefined {
    if (user.admin) return undefined;
    for (const [id, viewer] of this.#viewers) if (viewer.isAsNew) this.#viewers.delete(id);
    const viewer = this.#viewers.get(user.id) ?? new Viewer(this.#limits);
    if (this.#isLifted) viewer.pace.lift();
    this.#viewers.set(user.id, viewer);
    return viewer.enter();
  }

  /** From now on nobody's commands wait. */
  liftPaces(): void {
    this.#isLifted = true;
    for (const { pace } of this.#viewers.values()) pace.lift();
  }
}
