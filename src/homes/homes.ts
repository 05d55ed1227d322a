import type { Either } from "fp-ts/lib/Either.js";
import type { CloseReason } from "../server/websocket/close.ts";

/** What a home is doing. */
export type HomeState = "asleep" | "waking" | "awake" | "falling_asleep" | "held";

/** What a home uses, as last known. */
export interface HomeUsage {
  /** 0 before the first save. */
  readonly rev: number;
  readonly planBytes: number;
  readonly imageBytes: number;
  /** Connections with a token, now. */
  readonly connections: number;
  /** Since the home was created, or its usage was first counted. */
  readonly saves: number;
  readonly uploads: number;
  /** When somebody last used it, ISO 8601; undefined if nobody has. */
  readonly usedAt: string | undefined;
}

/** The homes that are awake, and those that can be woken: what the provider's interface needs of them. */
export interface Homes {
  readonly state: (id: string) => HomeState;
  /** Of an awake home as it is now, of a sleeping one as it fell asleep. */
  readonly usage: (id: string) => Promise<HomeUsage>;
  /** Homes that cannot be opened, or whose plan cannot be saved, and why, in words without paths. */
  readonly problems: () => ReadonlyMap<string, string>;
  /** Closes its connections, puts it to sleep, and keeps everybody waiting while `work` runs. */
  readonly whileAsleep: <A>(id: string, why: CloseReason, work: () => Promise<A>) => Promise<A>;
  /** Creates a user of an awake or sleeping home with a link; the right is the link's code. */
  readonly createLink: (id: string, name: string) => Promise<Either<string, string>>;
}
