import {
  createLongLivedTokenAuth,
  createSocket,
  ERR_INVALID_AUTH,
} from "home-assistant-js-websocket";
import { firstToAnswer } from "./first-to-answer.ts";
import { Nodes } from "./nodes.ts";
import { NodeConnection } from "./node-connection.ts";
import { monitorHeartbeat } from "./heartbeat.ts";

/** A connection, and the nodes of the service with one of which it is at a time. */
export interface Connected {
  readonly connection: NodeConnection;
  readonly nodes: Nodes;
}

/**
 * Connects to the first address that answers, and authenticates; where the connection is lost, or goes without a word,
 * goes on at whichever answers then. Rejects with what the library throws: its number for why it cannot be.
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
