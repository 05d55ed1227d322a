/** The addresses in a text, which separates them by commas: without slashes at their ends, each once, in its order. */
export const addressesIn = (text: string): readonly string[] => [
  ...new Set(
    text.split(",").flatMap((each) => {
      const address = each.trim().replace(/\/+$/, "");
      return address === "" ? [] : [address];
    }),
  ),
];

/** All addresses from one on and around, so that those who lose a node spread over the others when they have come from several; one that is not in the list comes before it. */
export const rotatedTo = (first: string, all: readonly string[]): readonly string[] => {
  const at = all.indexOf(first);
  return at < 0 ? [first, ...all] : [...all.slice(at), ...all.slice(0, at)];
};

/** The nodes of a service by their addresses, and the one of them with which somebody is. */
export class Nodes {
  #all: readonly string[];
  #now: string;

  /** `addresses`: without slashes at their ends, the first one to begin with. */
  constructor(addresses: readonly string[]) {
    const [first = ""] = addresses;
    this.#now = first;
    this.#all = addresses;
  }

  /** The address that was reached last; before that, the one to begin with. */
  get now(): string {
    return this.#now;
  }

  /** Every address, in the order in which they are to be tried. */
  get order(): readonly string[] {
    return rotatedTo(this.#now, this.#all);
  }

  /** Whether there is another node to go on at when one is lost. */
  get areSeveral(): boolean {
    return this.#all.length > 1;
  }

  reached(address: string): void {
    this.#now = address;
  }

  /** Lets the next one be tried first: the present one has told something odd. */
  turn(): void {
    [, this.#now = this.#now] = this.order;
  }

  /** Takes in what a node tells of the others. */
  learn(addresses: readonly string[]): void {
    this.#all = [...new Set([...rotatedTo(this.#now, this.#all), ...addresses])];
  }
}

/** Longer than a node that is cut off from the others accepts or keeps connections. */
const doubtMs = 15_000;

/**
 * Lets nobody who goes from node to node see an older plan than before. A node that tells an older one than another
 * did is not believed at once: it may only lag. A service whose nodes go on telling it was set back, as by a
 * restore; to refuse that for good would leave a screen with a plan that is nowhere any more. One node that is
 * asked again is believed at once, as a service without others is.
 */
export class NewestSeen {
  #rev = 0;
  #from: string | undefined;
  #doubtedSinceMs: number | undefined;

  /** Whether the plan of a revision may be shown that is told at an address at a time in milliseconds; after a no, ask again after another login. */
  takes(rev: number, address: string, nowMs: number): boolean {
    const isOlder = rev < this.#rev && address !== this.#from;
    if (isOlder && nowMs - (this.#doubtedSinceMs ??= nowMs) < doubtMs) return false;
    this.#rev = rev;
    this.#from = address;
    this.#doubtedSinceMs = undefined;
    return true;
  }
}

/** What is used of a connection that changes between nodes. */
interface Changing {
  /** Another one after each login. */
  readonly socket?: unknown;
  readonly reconnect: (force: boolean) => void;
}

/** How long another login waits after a node has told an older plan than another one did. */
const againMs = 3000;

/**
 * Whether the plan of a revision that comes over a connection may be shown; after a no, the next node is asked by
 * itself.
 */
export const newestOver = (connection: Changing, nodes: Nodes): ((rev: number) => boolean) => {
  const newest = new NewestSeen();
  return (rev) => {
    const { socket } = connection;
    // A clock that is never set.
    if (newest.takes(rev, nodes.now, performance.now())) return true;
    setTimeout(() => {
      if (connection.socket !== socket) return;
      nodes.turn();
      connection.reconnect(true);
    }, againMs);
    return false;
  };
};
