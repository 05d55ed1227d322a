import type { Boundary, Guarded } from "../server/boundary.ts";
import { coalescing } from "../server/coalescing.ts";
import type { Identified } from "../host/users/identities.ts";
import type { User } from "../auth/user.ts";
import { type CloseReason, closeReasons } from "../server/websocket/close.ts";

const rightsOf = ({ id, admin, owner, control }: User): string =>
  JSON.stringify([id, admin, owner, control]);

/** What is looked at, and by whom. */
interface WatchSetup {
  readonly identify: () => Promise<Identified>;
  /** Who they were when they were let in. */
  readonly user: User;
  readonly everyMs: number;
  readonly close: (why: CloseReason) => void;
  readonly boundary: Boundary;
}

/** Looks again and again whether somebody who is connected still is who they were, and ends the connection where not. */
export class IdentityWatch {
  readonly #identify: () => Promise<Identified>;
  readonly #user: User;
  readonly #everyMs: number;
  readonly #close: (why: CloseReason) => void;
  /** Looks now, and once more where that goes on already; where it fails unexpectedly it is tried again as ever. */
  readonly look: Guarded;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor({ identify, user, everyMs, close, boundary }: WatchSetup) {
    this.#identify = identify;
    this.#user = user;
    this.#everyMs = everyMs;
    this.#close = close;
    this.look = boundary(
      "who is connected could not be looked up",
      coalescing(() => this.#lookOnce()),
    );
    this.#wait();
  }

  async #lookOnce(): Promise<void> {
    if (this.#isOver) return;
    clearTimeout(this.#timer);
    this.#judge(await this.#identify().finally(() => this.#wait()));
  }

  /** The token does not hold any more. */
  revoked(): void {
    if (!this.#isOver) this.#close(closeReasons.tokenRevoked);
  }

  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #wait(): void {
    if (!this.#isOver) this.#timer = setTimeout(this.look, this.#everyMs).unref();
  }

  #judge(identified: Identified): void {
    if (this.#isOver) return;
    switch (identified.kind) {
      case "known":
        if (rightsOf(identified.person.user) !== rightsOf(this.#user))
          this.#close(closeReasons.rightsChanged);
        return;
      case "refused":
        return this.#close(closeReasons.tokenRefused(identified.message));
      case "unavailable":
        // Nobody knows better: who was let in stays.
        return;
    }
  }
}
