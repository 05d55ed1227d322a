import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { hasCode } from "../../wal/index.ts";

/** What no system gives away by itself, to connections and servers that choose none: whoever gets one here uses it only later. */
const [first, last] = [20_000, 32_000] as const;

/** Listens on one of these; undefined where somebody else does. */
const listen = async (port: number): Promise<Server | undefined> => {
  const server = createServer();
  try {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return server;
  } catch (error) {
    if (!hasCode(error, "EADDRINUSE")) throw error;
    return undefined;
  }
};

/** So many different ports of 127.0.0.1 on which nobody listens, for programs that cannot choose one themselves. */
export const freePorts = async (count: number): Promise<readonly number[]> => {
  const held = new Map<number, Server>();
  try {
    while (held.size < count) {
      const port = randomInt(first, last);
      const server = held.has(port) ? undefined : await listen(port);
      if (server !== undefined) held.set(port, server);
    }
    return [...held.keys()];
  } finally {
    for (const server of held.values()) server.close();
  }
};

/** The port of a service that is stopped and starts again at the same address: nobody else gets it meanwhile. */
export const portToKeep = async (): Promise<number> => {
  const [port = 0] = await freePorts(1);
  return port;
};
