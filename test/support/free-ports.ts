import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { hasCode } from "../../wal/index.ts";

/** Ports that no system assigns by itself, so that a port found here is still free later. */
const [first, last] = [20_000, 32_000] as const;

/** Listens on a port; undefined if it is taken. */
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

/** So many different free ports of 127.0.0.1, for programs that cannot choose one themselves. */
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

/** A port for a service that stops and starts again at the same address: no other process gets it meanwhile. */
export const portToKeep = async (): Promise<number> => {
  const [port = 0] = await freePorts(1);
  return port;
};
