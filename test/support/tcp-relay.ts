import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import type { ServiceConfig } from "../../src/server/limits.ts";
import { portToKeep } from "./free-ports.ts";
import { type TestScope, startTestService, type TestService } from "./service.ts";

/** One of several addresses of a service, like one of its nodes. */
export interface TcpRelay {
  /** Without a trailing slash. */
  readonly url: string;
  /** How many connections there have been. */
  readonly connectionCount: () => number;
  /** Behaves like a killed process: breaks all connections, and accepts no more. */
  readonly kill: () => void;
  /** Behaves like a machine without power: connections stay, also new ones, and nothing passes. */
  readonly silence: () => void;
}

/** A relay on 127.0.0.1 to what listens at a port there, which may be known later. */
export const openTcpRelay = async (t: TestScope, port: () => number): Promise<TcpRelay> => {
  const sockets = new Set<Socket>();
  let isSilent = false;
  let came = 0;
  const server = createServer((socket) => {
    came += 1;
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    if (isSilent) return void socket.pause();
    const onward = connect(port(), "127.0.0.1");
    sockets.add(onward);
    onward.on("error", () => socket.destroy()).on("close", () => sockets.delete(onward));
    onward.on("close", () => {
      if (!isSilent) socket.destroy();
    });
    socket.on("close", () => onward.destroy());
    socket.pipe(onward).pipe(socket);
  });
  // No other process must get its port after it is closed.
  const own = await portToKeep();
  server.listen(own, "127.0.0.1");
  await once(server, "listening");
  const kill = (): void => {
    server.close();
    for (const socket of sockets) socket.resetAndDestroy();
  };
  t.after(kill);
  return {
    url: `http://127.0.0.1:${own}`,
    connectionCount: () => came,
    kill,
    silence: () => {
      isSilent = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
  };
};

/** A service behind two relays, which it tells as the addresses of its nodes. */
export interface TwoRelays {
  readonly service: TestService;
  readonly a: TcpRelay;
  readonly b: TcpRelay;
}

/** Starts a service behind two relays. */
export const behindTwoRelays = async (
  t: TestScope,
  config: Partial<ServiceConfig> = {},
): Promise<TwoRelays> => {
  const port = (): number => service.port;
  const [a, b] = await Promise.all([openTcpRelay(t, port), openTcpRelay(t, port)]);
  const addresses = `${a.url},${b.url}`;
  const service: TestService = await startTestService(t, { config: { addresses, ...config } });
  return { service, a, b };
};
