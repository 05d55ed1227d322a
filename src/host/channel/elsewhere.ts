import type { JsonText } from "../../plan/raw-json/raw-json.ts";
import type { CommandError } from "../../server/websocket/command.ts";
import type { CloseReason } from "../../server/websocket/close.ts";

/** A command that is not known here. */
export interface ProxiedCommand {
  readonly id: number;
  readonly type: string;
  /** The whole message as its sender wrote it, but for its id. */
  readonly withId: (id: number) => JsonText;
}

/** What somebody's connection offers to what its commands are passed on to. */
export interface ProxyPeer {
  /** Hands the peer a message, which carries the id of a command of its own. */
  readonly send: (message: JsonText) => void;
  /** Answers a command of the peer with an error. */
  readonly refuse: (id: number, error: CommandError) => void;
  /** Undefined where the peer keeps up with what it is sent, else resolves when it does. */
  readonly keepsUp: () => Promise<void> | undefined;
  /** Why the connection may have no further subscription; undefined where it may. */
  readonly noRoom: () => CommandError | undefined;
  readonly close: (why: CloseReason) => void;
}

/** Where commands of one connection go that are not known here. */
export interface CommandProxy {
  /** Passes a command on; its answer comes when it comes. */
  readonly pass: (command: ProxiedCommand) => void;
  /** Ends a subscription that was passed on, and answers the command that asks for it; false, and nothing is answered, where there is none. */
  readonly unsubscribe: (subscription: number, command: ProxiedCommand) => boolean;
  /** How many subscriptions were passed on. */
  readonly subscriptions: () => number;
  /** The connection is over. */
  readonly end: () => void;
}

/** What knows the commands of somebody that are not known here. */
export interface CommandProxyOpener {
  readonly open: (returns: ProxyPeer) => CommandProxy;
}
