import type { Either } from "fp-ts/lib/Either.js";
import type { CloseReason } from "../server/websocket/close.ts";
import type { HomeUsage } from "./home-usage.ts";

/** What a home is doing. */
export type HomeState = "asleep" | "waking" | "awake" | "falling_asleep" | "held";

/** Why a home gets no link: too many homes are wanted, it cannot be opened, or it takes no such user. */
export interface LinkProblem {
  readonly kind: "overloaded" | "failed" | "refused";
  readonly message: string;
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
  readonly createLink: (id: string, name: string) => Promise<Either<LinkProblem, string>>;
}
