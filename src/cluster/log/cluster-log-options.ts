import type { Boundary } from "../../boundary.ts";
import type { Etcd } from "../../storage/etcd/client/etcd.ts";
import type { Keys } from "../../storage/etcd/keys.ts";
import type { LogStatusListener } from "../../plan/plan-log.ts";

/** Settings of a plan's log in a cluster. */
export interface ClusterLogSettings {
  /** The longest that a batch waits for more saves, in milliseconds. */
  readonly commitDelayMs: number;
  /** How long is tried to find out what became of a save, in milliseconds. */
  readonly clusterUnknownMs: number;
}

/** What a plan's log in a cluster is made of. */
export interface ClusterLogOptions {
  readonly etcd: Etcd;
  readonly keys: Keys;
  readonly settings: ClusterLogSettings;
  readonly trouble: LogStatusListener;
  /** Around what etcd tells. */
  readonly boundary: Boundary;
}
