import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import type { Boundary } from "../../server/runtime/boundary.ts";
import { coalescing } from "../../server/runtime/coalescing.ts";
import { decodeJson } from "../../plan/raw-json/parse-json.ts";
import { maxClockSkewMs, pause } from "../../server/runtime/time.ts";
import { describeProblem, type Etcd, type EtcdProblem } from "./client/etcd.ts";
import { followRange } from "./follow-range.ts";
import { headFormats, type Keys } from "./keys.ts";

const nodeCodec = t.readonly(
  t.type({
    id: t.string,
    host: t.string,
    version: t.string,
    /** The formats of a plan's head that it reads. */
    reads: t.readonlyArray(t.number),
    /** Its clock when it wrote this, in ISO 8601. */
    time: t.string,
  }),
);

/** A node, as it describes itself to the others. */
export type NodeInfo = t.TypeOf<typeof nodeCodec>;

/** The constant part of it. */
type NodeName = Pick<NodeInfo, "id" | "host" | "version">;

export interface NodeSetup {
  readonly etcd: Etcd;
  readonly keys: Pick<Keys, "nodes" | "node">;
  readonly name: NodeName;
  /** The other nodes or their clocks have changed. Must not throw. */
  readonly onChange: () => void;
  /** Wraps timers and what others write. */
  readonly boundary: Boundary;
  /** Milliseconds of the wall clock. */
  readonly wallClock?: () => number;
  /** Seconds without a sign after which a node is gone. */
  readonly ttl?: number;
  /** Milliseconds in which a node that left may come back as it was. */
  readonly returnMs?: number;
}

const defaultTtl = 10;
/** Longer than a restart, so that a node that reads no changes can be restarted. */
const defaultReturnMs = 60_000;
/** How long leaving waits for the cluster; the node's key then expires by itself. */
const leaveMs = 1000;

/**
 * A node, and how far its clock was behind ours at each of its last two signs of life, in milliseconds. Delivery delays
 * are included.
 */
interface NodeClock {
  readonly info: NodeInfo;
  readonly behindMs: readonly number[];
}

const decode = (value: Buffer): NodeInfo | undefined => {
  const decoded = decodeJson(nodeCodec, value);
  return isLeft(decoded) ? undefined : decoded.right;
};

const readsChanges = ({ reads }: NodeInfo): boolean => reads.includes(headFormats.changes);

const named = ({ id, host }: Pick<NodeName, "id" | "host">): string => `${id} (${host})`;

/** This node among those that serve a home: shows that it is alive, and knows the others. */
export class ClusterNode {
  readonly #setup: NodeSetup;
  readonly #wallClock: () => number;
  readonly #ttl: number;
  readonly #returnMs: number;
  readonly #known = new Map<string, NodeClock>();
  #lease: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #unfollow: () => void = () => undefined;
  #clocks: readonly string[] = [];
  #isClosed = false;
  /** When a node was last known to be there that does not read changes. */
  #lastWithoutChanges = -Infinity;

  private constructor(setup: NodeSetup) {
    this.#setup = setup;
    this.#returnMs = setup.returnMs ?? defaultReturnMs;
    this.#wallClock = setup.wallClock ?? Date.now;
    this.#ttl = setup.ttl ?? defaultTtl;
  }

  /**
   * Shows this node to the others, and reads who they are; if etcd's quota is reached it is shown once there is space.
   * Left: why etcd cannot be used.
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
    const round = boundary("a node could not renew its key", () => node.#round());
    node.#timer = setInterval(round, (node.#ttl * 1000) / 3).unref();
    return right(node);
  }

  /** Its own, among those of `nodes` once it is shown. */
  get id(): string {
    return this.#setup.name.id;
  }

  /** All live nodes, this one included, by id. */
  get nodes(): readonly NodeInfo[] {
    return [...this.#known.values()]
      .map(({ info }) => info)
      .toSorted((one, other) => (one.id < other.id ? -1 : 1));
  }

  /** Whether all nodes read a plan's changes in etcd, also one that may come back: before that, every plan is stored whole. */
  get allReadChanges(): boolean {
    const isAll = [...this.#known.values()].every(({ info }) => readsChanges(info));
    return isAll && performance.now() >= this.#lastWithoutChanges + this.#returnMs;
  }

  /** Clocks that differ from this node's by more than a minute, a sentence for each. */
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

  /** Writes this node's key again, under a live lease. */
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
    const info: NodeInfo = { ...name, reads: Object.values(headFormats), time };
    const value = Buffer.from(JSON.stringify(info));
    const put = await etcd.transact({
      guards: [],
      then: [{ kind: "put", key: keys.node(name.id), value, lease: this.#lease }],
    });
    return isLeft(put) ? put : right(undefined);
  });

  #take(key: string, value: Buffer | undefined): void {
    const last = this.#known.get(key)?.info;
    if (last !== undefined && !readsChanges(last)) this.#lastWithoutChanges = performance.now();
    const info = value && decode(value);
    if (info === undefined) {
      this.#known.delete(key);
      return;
    }
    const before = this.#known.get(key)?.behindMs.slice(-1) ?? [];
    const behindMs = this.#wallClock() - Date.parse(info.time);
    this.#known.set(key, { info, behindMs: [...before, behindMs] });
  }

  /** Not on each sign: after a pause of this process signs arrive late, one by one. */
  #compareClocks(): void {
    const before = this.#clocks.join("\n");
    const { name } = this.#setup;
    this.#clocks = [...this.#known.values()].flatMap(({ info, behindMs }) => {
      if (info.id === name.id || behindMs.length < 2) return [];
      const isBehind = Math.min(...behindMs) > maxClockSkewMs;
      const isAhead = Math.max(...behindMs) < -maxClockSkewMs;
      return isBehind || isAhead
        ? [
            `the clock of node ${named(info)} is more than a minute ${isAhead ? "ahead of" : "behind"} that of node ${named(name)}`,
          ]
        : [];
    });
    if (this.#clocks.join("\n") !== before) this.#setup.onChange();
  }
}
