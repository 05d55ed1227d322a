import type { Either } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import type { Boundary } from "../runtime/boundary.ts";
import type { ConnectionSlots } from "../http/connection-slots.ts";
import type { EventLoopTurns } from "../runtime/event-loop-turns.ts";
import type { RatedLog } from "../runtime/rated-log.ts";
import type { Audit } from "../audit/audit.ts";
import type { LoginRefusal, Person } from "../../auth/authenticator.ts";
import type { Registry } from "./command.ts";
import type { DeliveryQueue } from "./event-stream.ts";
import type { EventFrames } from "./frames.ts";
import type { Inflation } from "./permessage-deflate.ts";
import type { ConnectionLimits, Viewers } from "./limits.ts";
import type { UnfinishedTotal } from "./unfinished.ts";
import type { CloseReason } from "./close.ts";
import type { User } from "../../auth/user.ts";

/** What the channel needs of the service around it. */
export interface ConnectionsContext {
  readonly limits: ConnectionLimits;
  readonly registry: Registry;
  readonly login: (token: string, address: string) => Promise<Either<LoginRefusal, Person>>;
  /**
   * Resolves when users who have logged in may send commands, or with why they may not.
   * Clients restore their subscriptions right after `auth_ok` and give up those
   * that are refused, so `auth_ok` waits until commands can be answered.
   */
  readonly admission: () => Promise<CloseReason | undefined>;
  readonly slots: ConnectionSlots;
  readonly turns: EventLoopTurns;
  /** Hears how long it took until durable events were handed to every connection, in milliseconds; must not throw. */
  readonly delivered?: (ms: number) => void;
  /** The log for what comes as often as somebody likes: what those without a user cause, and bugs. */
  readonly ratedLog: RatedLog;
  readonly audit: Audit;
  /** Around each event and timer of a connection. */
  readonly boundary: Boundary;
}

/** How events get to those who subscribed. */
export interface EventChannel {
  readonly events: EventFrames;
  readonly deliveries: DeliveryQueue;
}

/** What a session needs of the channel around it. */
export interface SessionContext extends ConnectionsContext {
  readonly durable: EventChannel;
  /** Of events of which only the latest counts; they delay no durable ones. */
  readonly latest: EventChannel;
  readonly inflation: Inflation;
  readonly viewers: Viewers;
  readonly unfinished: UnfinishedTotal;
  /** A peer reads too slowly, and is cut off. */
  readonly cutOff: () => void;
  readonly log: Logger;
}

/** What a connection is doing. */
export interface SessionFigures {
  /** Undefined before authentication. */
  readonly user: User | undefined;
  /** Whether commands that are not known here are proxied. */
  readonly hasProxy: boolean;
  readonly subscriptions: number;
  /** Bytes that the kernel has not taken yet. */
  readonly backlogBytes: number;
}
