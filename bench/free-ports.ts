import { once } from "node:events";
import { createServer } from "node:net";

/** Ports of 127.0.0.1 at which nobody listens just now, for programs that have to be told theirs. */
export const freePorts = async (many: number): Promise<readonly number[]> => {
  const servers = Array.from({ length: many }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  const ports = servers.map((server) => {
    const address = server.address();
    if (typeof address !== "object" || address === null) throw new Error("a server has no port");
    return address.port;
  });
  await Promise.all(
    servers.map(async (server) => {
      const closed = once(server, "close");
      server.close();
      await closed;
    }),
  );
  return ports;
};
