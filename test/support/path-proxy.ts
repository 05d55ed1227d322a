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

/** Starts a reverse proxy on 127.0.0.1 that strips a path, for HTTP and websockets; it answers 404 elsewhere. */
export const startPathProxy = async (
  t: TestScope,
  { port, prefix, headers: change = (headers) => headers }: PathProxyOptions,
): Promise<PathProxy> => {
  const pathIn = ({ url = "/" }: IncomingMessage): string | undefined =>
    url === prefix || url.startsWith(`${prefix}?`)
      ? `/${url.slice(prefix.length)}`
      : url.startsWith(`${prefix}/`)
        ? url.slice(prefix.length)
        : undefined;
  const target = (incoming: IncomingMessage, path: string) => ({
    host: "127.0.0.1",
    port,
    path,
    method: incoming.method,
    headers: change({ ...incoming.headers }),
    agent: false as const,
  });
  const server = createServer((incoming, response) => {
    const path = pathIn(incoming);
    if (path === undefined) return void response.writeHead(404).end();
    const passed = request(target(incoming, path), (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on("error", () => response.destroy());
    incoming.pipe(passed);
  });
  const upgraded = new Set<Duplex>();
  server.on("upgrade", (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    const path = pathIn(incoming);
    socket.on("error", () => socket.destroy());
    if (path === undefined) return void socket.end("HTTP/1.1 404 Not Found\r\n\r\n");
    const passed = request(target(incoming, path));
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
  return { url: `http://127.0.0.1:${bound.port}${prefix}`, port: bound.port };
};

const never = (): never => {
  throw new Error("the proxy does not listen");
};
