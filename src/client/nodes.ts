/** The addresses in a list separated by commas: without final slashes or duplicates, in order. */
export const addressesIn = (text: string): readonly string[] => [
  ...new Set(
    text.split(",").flatMap((each) => {
      const address = each.trim().replace(/\/+$/, "");
      return address === "" ? [] : [address];
    }),
  ),
];

/**
 * All addresses, starting at `first`, so that clients that lose a node spread over the others. An unlisted `first`
 * comes first.
 */
export const rotatedTo = (first: string, all: readonly string[]): readonly string[] => {
  const at = all.indexOf(first);
  return at < 0 ? [first, ...all] : [...all.slice(at), ...all.slice(0, at)];
};

/** The addresses of a service's nodes, and the current one. */
export class Nodes {
  #all: readonly string[];
  #now: string;

  /** `addresses`: without final slashes, the first to try first. */
  constructor(addresses: readonly string[]) {
    const [first = ""] = addresses;
    this.#now = first;
    this.#all = addresses;
  }

  /** The address reached last; before that, the first to try. */
  get now(): string {
    return this.#now;
  }

  /** Every address, in the order to try them. */
  get order(): readonly string[] {
    return rotatedTo(this.#now, this.#all);
  }

  /** Whether there is another node to move to. */
  get areSeveral(): boolean {
    return this.#all.length > 1;
  }

  reached(address: string): void {
    this.#now = address;
  }

  /** Moves on to the next node, after an odd answer of the current one. */
  turn(): void {
    [, this.#now = this.#now] = this.order;
  }

  /** Adds the addresses of other nodes, as a node lists them. */
  learn(addresses: readonly string[]): void {
    this.#all = [...new Set([...rotatedTo(this.#now, this.#all), ...addresses])];
  }
}

/** Longer than a node that is cut off from the others keeps accepting connections. */
const doubtMs = 15_000;

/**
 * Keeps a client that moves between nodes from going back to an older plan. An older plan is not accepted at once,
 * since its node may only lag. If the nodes keep sending it, the service was set back, as by a restore; refusing it for
 * good would leave a plan on screen that no longer exists. From a single node, an older plan is accepted the second
 * time.
 */
export class NewestRevision {
  #rev = 0;
  #from: string | undefined;
  #doubtedSinceMs: number | undefined;

  /** Whether to show a revision that `address` sent at `nowMs`. After a no, ask again after another login. */
  takes(rev: number, address: string, nowMs: number): boolean {
    const isOlder = rev < this.#rev && address !== this.#from;
    if (isOlder && nowMs - (this.#doubtedSinceMs ??= nowMs) < doubtMs) return false;
    this.#rev = rev;
    this.#from = address;
    this.#doubtedSinceMs = undefined;
    return true;
  }
}

/** The part of a connection that this module uses. */
interface MovingConnection {
  /** A new object after each login. */
  readonly socket?: unknown;
  readonly reconnect: (force: boolean) => void;
}

/** Milliseconds before the next login after a node has sent an older plan. */
const againMs = 3000;

/**
 * Returns a check whether to show a revision received over the connection; after a no, it reconnects to the next node.
 */
export const revisionFilter = (
  connection: MovingConnection,
  nodes: Nodes,
): ((rev: number) => boolean) => {
  const newest = new NewestRevision();
  return (rev) => {
    const { socket } = connection;
    // A monotonic clock.
    if (newest.takes(rev, nodes.now, performance.now())) return true;
    setTimeout(() => {
      if (connection.socket !== socket) return;
      nodes.turn();
      connection.reconnect(true);
    }, againMs);
    return false;
  };
};
