import type { JsonText } from "../../raw-json/json-text.ts";
import type { Steps } from "../../raw-json/steps.ts";
import type { CommandError } from "./command.ts";
import type { WhyClosed } from "./why-closed.ts";

/** A command as its sender wrote it. */
export interface PassedCommand {
  readonly id: number;
  readonly type: string;
  /** The whole message. */
  readonly bytes: Buffer;
}

/** What somebody's connection offers to what its commands are passed on to. */
export interface Returns {
  /** Hands the peer a message, which carries an id of its own commands. */
  readonly send: (message: JsonText) => void;
  /** Answers a command of the peer with an error. */
  readonly refuse: (id: number, error: CommandError) => void;
  /** Undefined where the peer keeps up with what it is sent, else resolves when it does. */
  readonly keepsUp: () => Promise<void> | undefined;
  /** Does work in the connection's share of the event loop. */
  readonly inTurns: <A>(steps: Steps<A>) => Promise<A>;
  /** Subscriptions that the connection may have more. */
  readonly roomForSubscriptions: () => number;
  readonly close: (why: WhyClosed) => void;
}

/** Where commands of one connection go that are not known here. */
export interface Passage {
  /** Passes a command on; its answer comes when it comes. An array of commands counts as that many. */
  readonly pass: (command: PassedCommand) => void;
  /** Ends a subscription that was passed on, and answers the command that asks for it; false where it is none. */
  readonly unsubscribe: (subscription: number, command: PassedCommand) => boolean;
  /** Subscriptions that were passed on. */
  readonly subscriptions: () => number;
  /** The connection is over. */
  readonly end: () => void;
}

/** What knows the commands of somebody that are not known here. */
export interface Elsewhere {
  readonly open: (returns: Returns) => Passage;
}
