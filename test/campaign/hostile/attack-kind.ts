import type { Random } from "../../support/random.ts";
import type { HostilePeer } from "./hostile-peer.ts";

/** What hostile peers know of the service. */
export interface AttackTarget {
  readonly port: number;
  /** Token of a user who may not save. */
  readonly viewer: string;
  /** Path of an image that is larger than what the system holds for a peer that does not read. */
  readonly image: string;
  /** Times of the service: `ping-ms` and `auth-timeout-ms`. */
  readonly pingMs: number;
  readonly authTimeoutMs: number;
  /** Several times what the service may take to let go of anybody, whatever else it has to do. */
  readonly patienceMs: number;
}

/** One way of being hostile. */
export interface AttackKind {
  /** A family and what it does, as in `upgrades: h2c`. */
  readonly name: string;
  /**
   * The beginning of how such a connection ends (see `HostilePeer.ending`) where its peer is told what its protocol
   * has for it. Any may as well be refused or cut off to make room for others.
   */
  readonly ends: RegExp;
  /** What the peer does once it is connected. */
  readonly act: (peer: HostilePeer, random: Random, scene: AttackTarget) => Promise<void> | void;
}

/** Makes kinds of one family out of their names. */
export const attackKinds = (
  name: string,
  kinds: Readonly<Record<string, Omit<AttackKind, "name">>>,
): readonly AttackKind[] =>
  Object.entries(kinds).map(([what, { ends, act }]) => ({ name: `${name}: ${what}`, ends, act }));
