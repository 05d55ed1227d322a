import type { Access } from "../wire-client.ts";

/** How long after a disturbance connections may still end because of it: so late may a busy machine tell of it. */
const afterwardsMs = 3000;

/** A node as its clients know it. */
export class ClientNode {
  readonly name: string;
  /** Where it serves; undefined while it does not run. */
  access: Access | undefined;
  /** When it was killed, by the clock of `performance`; undefined while it runs. */
  killedAt: number | undefined;
  #disturbances = 0;
  #excusedUntil = 0;

  constructor(name: string) {
    this.name = name;
  }

  /** Allows that its connections end, until the returned function is called. */
  excuse(): () => void {
    this.#disturbances += 1;
    return () => {
      this.#disturbances -= 1;
      this.#excusedUntil = performance.now() + afterwardsMs;
    };
  }

  /** Whether something is done to it that may end its connections. */
  get isExcused(): boolean {
    return this.#disturbances > 0 || performance.now() < this.#excusedUntil;
  }
}
