import type { Access } from "../wire-client.ts";

/** How long after a disturbance connections may still end because of it: so late may a busy machine tell of it. */
const afterwardsMs = 3000;

/** What clients come to. */
export interface ClientPlace {
  readonly name: string;
  /** Where it serves; undefined while it does not run. */
  readonly access: Access | undefined;
  /** When it was killed, by the clock of `performance`; undefined while it runs. */
  readonly killedAt: number | undefined;
  /** Whether something is done to it that may end its connections. */
  readonly isExcused: boolean;
  /** Allows that its connections end, until the returned function is called. */
  readonly excuse: () => () => void;
}

/** A node as its clients know it. */
export class ClientNode implements ClientPlace {
  readonly name: string;
  access: Access | undefined;
  killedAt: number | undefined;
  #disturbances = 0;
  #excusedUntil = 0;

  constructor(name: string) {
    this.name = name;
  }

  excuse(): () => void {
    this.#disturbances += 1;
    return () => {
      this.#disturbances -= 1;
      this.#excusedUntil = performance.now() + afterwardsMs;
    };
  }

  get isExcused(): boolean {
    return this.#disturbances > 0 || performance.now() < this.#excusedUntil;
  }
}

/** One home of a node of many, as the home's clients know it. */
export class HomePlace implements ClientPlace {
  readonly #node: ClientNode;
  readonly #id: string;
  readonly #token: string;

  /** `token` is that of a user of the home. */
  constructor(node: ClientNode, id: string, token: string) {
    this.#node = node;
    this.#id = id;
    this.#token = token;
  }

  get name(): string {
    return `${this.#id} at ${this.#node.name}`;
  }

  get access(): Access | undefined {
    const { access } = this.#node;
    const path = `/h/${this.#id}/api/websocket`;
    return access && { ...access, path, token: this.#token };
  }

  get killedAt(): number | undefined {
    return this.#node.killedAt;
  }

  get isExcused(): boolean {
    return this.#node.isExcused;
  }

  excuse(): () => void {
    return this.#node.excuse();
  }
}
