import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { extname, join } from "node:path";
import { listening } from "./listen-on-free-port.ts";
import type { TestScope } from "./service.ts";

const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
};

/** A web server that has nothing but the files of a folder, and what it was asked for. */
export interface StaticServer {
  readonly url: string;
  readonly server: Server;
  /** The paths of the files, in the order in which they were asked for. */
  readonly served: readonly string[];
  /** What was asked for, but is no file. */
  readonly missing: readonly string[];
}

/** Serves a folder as any web server does, and its pages also without their ending, as many do, until the test ends. */
export const serveFolder = async (t: TestScope, folder: string): Promise<StaticServer> => {
  const served: string[] = [];
  const missing: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://localhost");
    const name = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
    const path = join(folder, extname(name) === "" ? `${name}.html` : name);
    const type = types[extname(path)] ?? "application/octet-stream";
    void (async () => {
      try {
        const contents = await readFile(path);
        served.push(path);
        response.writeHead(200, { "Content-Type": type }).end(contents);
      } catch {
        missing.push(pathname);
        response.writeHead(404).end();
      }
    })();
  });
  const url = await listening(t, server);
  // Browsers keep connections open.
  t.after(() => server.closeAllConnections());
  return { url, server, served, missing };
};
