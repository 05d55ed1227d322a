import type { Either } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import type { Boundary } from "../runtime/boundary.ts";
import type { UserSlots } from "../http/connection-slots.ts";
import type { EventLoopTurns } from "../runtime/event-loop-turns.ts";
import type { RatedLog } from "../runtime/rated-log.ts";
import type { Audit } from "../audit/audit.ts";
import type { LoginRefusal, Person } from "../../auth/authenticator.ts";
import type { RequestLogin } from "../../auth/delegation.ts";
import type { Registry } from "./command.ts";
import type { DeliveryQueue } from "./event-stream.ts";
import type { ConnectionName } from "./connection-log.ts";
import type { Deflation, EventFrames } from "./frames.ts";
import type { Inflation } from "./permessage-deflate.ts";
import type { ConnectionLimits, Viewers } from "./limits.ts";
import type { EventKind } from "./messages.ts";
import type { UnfinishedTotal } from "./unfinished.ts";
import type { CloseReason } from "./close.ts";
import type { User } from "../../auth/user.ts";

/** Dependencies of websocket connections. */
export interface ConnectionsContext {
  readonly limits: ConnectionLimits;
  readonly registry: Registry;
  readonly login: RequestLogin;
  /**
   * Resolves when logged-in users may send commands, or with why they may not. Clients restore their subscriptions right
   * after `auth_ok` and abandon refused ones, so `auth_ok` waits until commands can be answered.
   */
  readonly admission: () => Promise<CloseReason | undefined>;
  readonly slots: UserSlots;
  readonly turns: EventLoopTurns;
  /** Called with the milliseconds that delivering a durable event to every connection took; must not throw. */
  readonly delivered?: (ms: number) => void;
  /** The log for events that anybody can cause repeatedly: without a login, and bugs. */
  readonly ratedLog: RatedLog;
  readonly audit: Audit;
  /** Surrounds each event and timer of a connection. */
  readonly boundary: Boundary;
}

/** Delivers events to their subscribers. */
export interface EventChannel {
  readonly kind: EventKind;
  readonly deliveries: DeliveryQueue;
}

/** Who connected, and how. */
export interface ConnectedPeer {
  readonly name: ConnectionName;
  readonly deflation: Deflation;
  /** Identifies the user of a token. */
  readonly login: (token: string) => Promise<Either<LoginRefusal, Person>>;
}

/** What running commands depends on, whatever carries the messages. */
export interface RunnerContext extends Pick<ConnectionsContext, "limits" | "registry" | "turns"> {
  readonly durable: EventChannel;
  readonly latest: EventChannel;
  readonly viewers: Viewers;
}

/** Dependencies of a session. */
export interface SessionContext extends ConnectionsContext, RunnerContext {
  readonly eventFrames: Readonly<Record<EventKind, EventFrames>>;
  readonly inflation: Inflation;
  readonly unfinished: UnfinishedTotal;
  /** Called when a peer is cut off for reading too slowly. */
  readonly cutOff: () => void;
  readonly log: Logger;
}

/** What a connection is doing. */
export interface SessionFigures {
  /** Undefined before authentication. */
  readonly user: User | undefined;
  /** Whether unknown commands are proxied. */
  readonly hasProxy: boolean;
  readonly subscriptions: number;
  /** Bytes that the kernel has not accepted yet. */
  readonly backlogBytes: number;
}
