import type { Server } from "node:net";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { Tls } from "../../server/http/tls.ts";

/** Where the server listens. */
export interface Listening {
  readonly host: string;
  readonly port: number;
  /** The same as browsers open it, without a slash at its end. */
  readonly url: string;
}

/** Starts listening; the left says why that cannot be. Port 0 takes any free one. */
export const listenOn = (
  server: Server,
  tls: Tls | undefined,
  host: string,
  port: number,
): Promise<Either<string, Listening>> =>
  new Promise((resolve) => {
    const scheme = tls === undefined ? "http" : "https";
    const name = tls?.hostFor(host) ?? host;
    server.once("error", (error) =>
      resolve(left(`cannot listen on ${host}, port ${port}: ${error.message}`)),
    );
    server.listen(port, host, () => {
      const address = server.address();
      if (typeof address !== "object" || address === null)
        return resolve(left(`cannot listen on ${host}, port ${port}`));
      const url = `${scheme}://${name.includes(":") ? `[${name}]` : name}:${address.port}`;
      resolve(right({ host, port: address.port, url }));
    });
  });
