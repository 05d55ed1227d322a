import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import type { ServiceConfig } from "../../src/server/limits.ts";
import { portToKeep } from "./free-ports.ts";
import { type Ending, startTestService, type TestService } from "./service.ts";

/** One of several addresses of a service, like one of its nodes. */
export interface Door {
  /** Without a trailing slash. */
  readonly url: string;
  /** How many connections there have been. */
  readonly came: () => number;
  /** Behaves like a killed process: breaks all connections, and accepts no more. */
  readonly kill: () => void;
  /** Behaves like a machine without power: connections stay, also new ones, and nothing passes. */
  readonly silence: () => void;
}

/** Opens a door on 127.0.0.1 to a port there, which may be known later. */
export const openDoor = async (t: Ending, port: () => number): Promise<Door> => {
  const inside = new Set<Socket>();
  let isSilent = false;
  let came = 0;
  const server = createServer((socket) => {
    came += 1;
    inside.add(socket);
    socket.on("error", () => undefined).on("close", () => inside.delete(socket));
    if (isSilent) return void socket.pause();
    const onward = connect(port(), "127.0.0.1");
    inside.add(onward);
    onward.on("error", () => socket.destroy()).on("close", () => inside.delete(onward));
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
    for (const socket of inside) socket.resetAndDestroy();
  };
  t.after(kill);
  return {
    url: `http://127.0.0.1:${own}`,
    came: () => came,
    kill,
    silence: () => {
      isSilent = true;
      for (const socket of inside) socket.unpipe().pause();
    },
  };
};

/** A service behind two doors, configured as the addresses of its nodes. */
export interface TwoDoors {
  readonly service: TestService;
  readonly a: Door;
  readonly b: Door;
}

/** Starts a service behind two doors. */
export const behindTwoDoors = async (
  t: Ending,
  config: Partial<ServiceConfig> = {},
): Promise<TwoDoors> => {
  const port = (): number => service.port;
  const [a, b] = await Promise.all([openDoor(t, port), openDoor(t, port)]);
  const addresses = `${a.url},${b.url}`;
  const service: TestService = await startTestService(t, { config: { addresses, ...config } });
  return { service, a, b };
};
