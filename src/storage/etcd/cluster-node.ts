import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import type { Boundary } from "../../server/runtime/boundary.ts";
import { coalescing } from "../../server/runtime/coalescing.ts";
import { decodeJson } from "../../plan/raw-json/parse-json.ts";
import { mostApartMs, pause } from "../../server/runtime/time.ts";
import { describeProblem, type Etcd, type EtcdProblem } from "./client/etcd.ts";
import { followRange } from "./follow-range.ts";
import { clusterFormat, type Keys } from "./keys.ts";

const nodeCodec = t.readonly(
  t.type({
    id: t.string,
    /** The name of its machine. */
    host: t.string,
    /** Of this program. */
    version: t.string,
    /** The formats of a home that it reads. */
    reads: t.readonlyArray(t.number),
    /** What its clock said when it wrote this, in ISO 8601. */
    time: t.string,
  }),
);

/** A node as it tells the others of itself. */
export type NodeInfo = t.TypeOf<typeof nodeCodec>;

/** What a node says of itself that does not change. */
type NodeName = Pick<NodeInfo, "id" | "host" | "version">;

/** What a node is kept in the cluster with. */
export interface NodeSetup {
  readonly etcd: Etcd;
  readonly keys: Keys;
  readonly name: NodeName;
  /** The other nodes, or what is wrong with their clocks, have changed. Must not throw. */
  readonly onChange: () => void;
  /** Around what comes due, and what others tell of themselves. */
  readonly boundary: Boundary;
  /** Milliseconds of the wall clock. */
  readonly wallClock?: () => number;
  /** Seconds after which a node of which nothing is heard is gone. */
  readonly ttl?: number;
}

const defaultTtl = 10;
/** How long a cluster that does not answer keeps a node from leaving: its key then ends by itself. */
const leaveMs = 1000;

/** A node, and by how many milliseconds its clock was behind at its last two signs, which came late by nobody knows how much. */
interface Known {
  readonly info: NodeInfo;
  readonly behindMs: readonly number[];
}

const decode = (value: Buffer): NodeInfo | undefined => {
  const decoded = decodeJson(nodeCodec, value);
  return isLeft(decoded) ? undefined : decoded.right;
};

const named = ({ id, host }: Pick<NodeName, "id" | "host">): string => `${id} (${host})`;

/** This node among those that serve a home: it shows that it lives, and sees which others do. */
export class ClusterNode {
  readonly #setup: NodeSetup;
  readonly #wallClock: () => number;
  readonly #ttl: number;
  readonly #known = new Map<string, Known>();
  #lease: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #unfollow: () => void = () => undefined;
  #clocks: readonly string[] = [];
  #isClosed = false;

  private constructor(setup: NodeSetup) {
    this.#setup = setup;
    this.#wallClock = setup.wallClock ?? Date.now;
    this.#ttl = setup.ttl ?? defaultTtl;
  }

  /**
   * Shows this node to the others, and reads who they are; where etcd's quota is reached it is shown once there is
   * room. The left says why etcd cannot be used.
   */
  static async join(setup: NodeSetup): Promise<Either<string, ClusterNode>> {
    const node = new ClusterNode(setup);
    const { boundary } = setup;
    const followed = await followRange(setup.etcd, setup.keys.nodes, {
      boundary,
      changed: (changes) => {
        for (const { key, value } of changes) node.#take(key, value);
        setup.onChange();
      },
    });
    if (isLeft(followed)) return left(describeProblem(followed.left));
    node.#unfollow = followed.right;
    const shown = await node.#show();
    if (isLeft(shown) && shown.left.kind !== "no-space") {
      await node.leave();
      return left(describeProblem(shown.left));
    }
    const round = boundary("a node could not show that it lives", () => node.#round());
    node.#timer = setInterval(round, (node.#ttl * 1000) / 3).unref();
    return right(node);
  }

  /** All nodes that live, this one among them, by id. */
  get nodes(): readonly NodeInfo[] {
    return [...this.#known.values()]
      .map(({ info }) => info)
      .toSorted((one, other) => (one.id < other.id ? -1 : 1));
  }

  /** Which clocks differ from this node's by more than a minute, a sentence for each. */
  get clocks(): readonly string[] {
    return this.#clocks;
  }

  /** Resolves when the others were told that this node is gone, or cannot be. */
  async leave(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#unfollow();
    if (this.#lease === undefined) return;
    const done = new AbortController();
    const late = pause(leaveMs, done.signal, false);
    await Promise.race([this.#setup.etcd.revoke(this.#lease), late]);
    done.abort();
  }

  async #round(): Promise<void> {
    this.#compareClocks();
    await this.#show();
  }

  /** Puts this node's key anew, under a lease that lives. */
  readonly #show = coalescing(async (): Promise<Either<EtcdProblem, void>> => {
    const { etcd, keys, name } = this.#setup;
    if (this.#lease !== undefined) {
      const lives = await etcd.renew(this.#lease);
      if (isLeft(lives)) return lives;
      if (!lives.right) this.#lease = undefined;
    }
    if (this.#lease === undefined) {
      const lease = await etcd.lease(this.#ttl);
      if (isLeft(lease)) return lease;
      this.#lease = lease.right;
    }
    if (this.#isClosed) return right(undefined);
    const time = new Date(this.#wallClock()).toISOString();
    const info: NodeInfo = { ...name, reads: [clusterFormat], time };
    const value = Buffer.from(JSON.stringify(info));
    const put = await etcd.transact({
      guards: [],
      then: [{ kind: "put", key: keys.node(name.id), value, lease: this.#lease }],
    });
    return isLeft(put) ? put : right(undefined);
  });

  #take(key: string, value: Buffer | undefined): void {
    const info = value && decode(value);
    if (info === undefined) {
      this.#known.delete(key);
      return;
    }
    const before = this.#known.get(key)?.behindMs.slice(-1) ?? [];
    const behindMs = this.#wallClock() - Date.parse(info.time);
    this.#known.set(key, { info, behindMs: [...before, behindMs] });
  }

  /** Not as the signs come: after a pause of this process they come with all the time of it, and one by one. */
  #compareClocks(): void {
    const before = this.#clocks.join("\n");
    const { name } = this.#setup;
    this.#clocks = [...this.#known.values()].flatMap(({ info, behindMs }) => {
      if (info.id === name.id || behindMs.length < 2) return [];
      const isBehind = Math.min(...behindMs) > mostApartMs;
      const isAhead = Math.max(...behindMs) < -mostApartMs;
      return isBehind || isAhead
        ? [
            `the clock of node ${named(info)} is more than a minute ${isAhead ? "ahead of" : "behind"} that of node ${named(name)}`,
          ]
        : [];
    });
    if (this.#clocks.join("\n") !== before) this.#setup.onChange();
  }
}
