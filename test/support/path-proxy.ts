import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import type { TestScope } from "./service.ts";

/** How a proxy forwards requests. */
export interface PathProxyOptions {
  /** The service's port on this machine. */
  readonly port: number;
  /** The path that it strips, such as `/plan`. */
  readonly prefix: string;
  /** Changes a request's headers; by default they stay. */
  readonly headers?: (headers: IncomingHttpHeaders) => IncomingHttpHeaders;
}

/** A proxy in front of the service. */
export interface PathProxy {
  /** Its address with the path, without a trailing slash. */
  readonly url: string;
  readonly port: number;
}

/** The rest of a path behind a prefix, beginning with a slash; undefined if it is another path. */
const restOf = (url: string, prefix: string): string | undefined => {
  if (url === prefix || url.startsWith(`${prefix}?`)) return `/${url.slice(prefix.length)}`;
  return url.startsWith(`${prefix}/`) ? url.slice(prefix.length) : undefined;
};

/** Starts a reverse proxy on 127.0.0.1 that strips a path, for HTTP and websockets; it answers 404 elsewhere. */
export const startPathProxy = async (
  t: TestScope,
  options: PathProxyOptions,
): Promise<PathProxy> => {
  const port = await startPathsProxy(t, [options]);
  return { url: `http://127.0.0.1:${port}${options.prefix}`, port };
};

/** Starts such a proxy in front of several services, each below its path; resolves with its port. */
export const startPathsProxy = async (
  t: TestScope,
  services: readonly PathProxyOptions[],
): Promise<number> => {
  const targetOf = (incoming: IncomingMessage) => {
    for (const { port, prefix, headers: change } of services) {
      const path = restOf(incoming.url ?? "/", prefix);
      if (path !== undefined)
        return {
          host: "127.0.0.1",
          port,
          path,
          method: incoming.method,
          headers: change?.({ ...incoming.headers }) ?? incoming.headers,
          agent: false as const,
        };
    }
    return undefined;
  };
  const server = createServer((incoming, response) => {
    const target = targetOf(incoming);
    if (target === undefined) return void response.writeHead(404).end();
    const passed = request(target, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on("error", () => response.destroy());
    incoming.pipe(passed);
  });
  const upgraded = new Set<Duplex>();
  server.on("upgrade", (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    const target = targetOf(incoming);
    socket.on("error", () => socket.destroy());
    if (target === undefined) return void socket.end("HTTP/1.1 404 Not Found\r\n\r\n");
    const passed = request(target);
    passed.on("error", () => socket.destroy());
    passed.on("response", (answer) => {
      socket.end(`HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}\r\n\r\n`);
    });
    passed.on("upgrade", (answer, upstream, first) => {
      const lines = Object.entries(answer.headers).map(
        ([name, value]) => `${name}: ${String(value)}\r\n`,
      );
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join("")}\r\n`);
      upstream.write(head);
      socket.write(first);
      for (const end of [socket, upstream]) {
        upgraded.add(end);
        end.on("error", () => undefined);
        end.on("close", () => {
          upgraded.delete(end);
          socket.destroy();
          upstream.destroy();
        });
      }
      socket.pipe(upstream).pipe(socket);
    });
    passed.end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  t.after(() => {
    for (const socket of upgraded) socket.destroy();
    server.closeAllConnections();
    return new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
  });
  const address = server.address();
  const bound: AddressInfo = typeof address === "object" && address !== null ? address : never();
  return bound.port;
};

const never = (): never => {
  throw new Error("the proxy does not listen");
};
