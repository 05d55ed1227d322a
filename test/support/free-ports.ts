import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:net";

/** So many different ports of 127.0.0.1 on which nobody listens, for programs that cannot choose one themselves. */
export const freePorts = async (count: number): Promise<readonly number[]> => {
  const servers = Array.from({ length: count }, () => createServer());
  try {
    return await Promise.all(
      servers.map(async (server) => {
        server.listen(0, "127.0.0.1");
        await once(server, "listening");
        const address = server.address();
        assert(typeof address === "object" && address !== null);
        return address.port;
      }),
    );
  } finally {
    for (const server of servers) server.close();
  }
};
