import {
  Connection,
  createLongLivedTokenAuth,
  createSocket,
  ERR_INVALID_AUTH,
  type MessageBase,
} from "home-assistant-js-websocket";
import { revisionFilter, Nodes } from "./nodes.ts";
import { numberField } from "./errors.ts";
import { firstToAnswer } from "./first-to-answer.ts";
import { monitorHeartbeat } from "./heartbeat.ts";

/**
 * A connection that moves between nodes. It withholds a plan older than one that another node sent, and asks the next
 * node instead.
 */
export class NodeConnection extends Connection {
  readonly #isNewest: (rev: number) => boolean;
  readonly #closing = new AbortController();

  constructor(nodes: Nodes, ...given: ConstructorParameters<typeof Connection>) {
    super(...given);
    this.#isNewest = revisionFilter(this, nodes);
  }

  /** Aborts when the connection is no longer wanted. */
  get closed(): AbortSignal {
    return this.#closing.signal;
  }

  override close(): void {
    this.#closing.abort();
    super.close();
  }

  override subscribeMessage(
    onEvent: (event: never) => void,
    message: MessageBase,
    options?: Parameters<Connection["subscribeMessage"]>[2],
  ): Promise<() => Promise<void>> {
    const isPlan = /\/plan\/(?:subscribe|follow)$/.test(message.type);
    const pass = (event: never): void => {
      if (this.#isNewest(numberField(event, "rev") ?? 0)) onEvent(event);
    };
    return super.subscribeMessage(isPlan ? pass : onEvent, message, options);
  }
}

/** A connection, and the nodes it can move between. */
export interface Connected {
  readonly connection: NodeConnection;
  readonly nodes: Nodes;
}

/**
 * Connects to the first address that answers, and authenticates; if the connection is lost or goes silent, reconnects
 * to whichever answers then. Rejects with the library's error number.
 */
export const connectNodes = async (urls: readonly string[], token: string): Promise<Connected> => {
  const nodes = new Nodes(urls);
  const login = async () => {
    const { address, socket } = await firstToAnswer(nodes.order, {
      open: (url) =>
        createSocket({ auth: createLongLivedTokenAuth(url, token), setupRetry: 0, createSocket }),
      close: (late) => late.close(),
      isFinal: (error) => error === ERR_INVALID_AUTH,
    });
    nodes.reached(address);
    return socket;
  };
  const options = { setupRetry: 0, createSocket: login };
  const connection = new NodeConnection(nodes, await login(), options);
  monitorHeartbeat(connection, nodes, connection.closed);
  return { connection, nodes };
};
