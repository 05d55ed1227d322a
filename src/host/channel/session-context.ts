import type { Either } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import type { Places } from "../http/places.ts";
import type { LoopTurns } from "../loop-turns.ts";
import type { RatedLog } from "../rated-log.ts";
import type { LoginRefusal } from "../users/authenticator.ts";
import type { Person } from "../users/identities.ts";
import type { Registry } from "./command.ts";
import type { Deliveries } from "./deliveries.ts";
import type { EventFrames } from "./event-frames.ts";
import type { Inflation } from "./inflate.ts";
import type { ChannelLimits } from "./limits.ts";
import type { Paces } from "./pace.ts";
import type { UnfinishedTotal } from "./unfinished.ts";
import type { WhyClosed } from "./why-closed.ts";

/** What the channel needs of the service around it. */
export interface ChannelContext {
  readonly limits: ChannelLimits;
  readonly registry: Registry;
  readonly login: (token: string, address: string) => Promise<Either<LoginRefusal, Person>>;
  /**
   * Resolves when authenticated users may be let in, or with why they cannot be.
   * Clients restore their subscriptions right after `auth_ok` and give up those
   * that are refused, so nobody is let in while everything would be refused.
   */
  readonly admission: () => Promise<WhyClosed | undefined>;
  readonly places: Places;
  readonly turns: LoopTurns;
  /** The log for what those without a user cause. */
  readonly strangers: RatedLog;
}

/** What a session needs of the channel around it. */
export interface SessionContext extends ChannelContext {
  readonly deliveries: Deliveries;
  readonly events: EventFrames;
  /** Of events that are soon out of date, which push no others out. */
  readonly passing: EventFrames;
  readonly inflation: Inflation;
  readonly paces: Paces;
  readonly unfinished: UnfinishedTotal;
  readonly log: Logger;
}
