import type { IncomingMessage } from "node:http";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { addressReader } from "../server/http/client-address.ts";

/** Whom Home Assistant's ingress names. */
export interface IngressUser {
  readonly id: string;
  readonly name: string;
}

/** Requests that come through Home Assistant's ingress, which has let their senders in already. */
export interface Ingress {
  /** Whether a request comes from there: by its socket's own address, whatever its headers say. */
  readonly isFrom: (request: IncomingMessage) => boolean;
  /** Whose a request is; undefined where it does not come from there, or names nobody for certain. */
  readonly userOf: (request: IncomingMessage) => IngressUser | undefined;
}

/**
 * A header as the Supervisor sends it; undefined where it stands there twice or in another spelling. The
 * Supervisor takes away what a browser sent under these names only as far as it is spelled exactly like them
 * (supervisor `api/ingress.py`, `_init_header`): any other comes from somebody who would be somebody else.
 */
const headerOf = ({ rawHeaders }: IncomingMessage, name: string): string | undefined => {
  const found = rawHeaders.flatMap((each, at) =>
    at % 2 === 0 && each.toLowerCase() === name.toLowerCase() ? [at] : [],
  );
  const [at] = found;
  if (found.length !== 1 || at === undefined || rawHeaders[at] !== name) return undefined;
  // Node.js reads headers as Latin-1; the Supervisor writes UTF-8.
  const value = Buffer.from(rawHeaders[at + 1] ?? "", "latin1")
    .toString()
    .trim();
  return value === "" ? undefined : value;
};

const nobody: Ingress = { isFrom: () => false, userOf: () => undefined };

/** `proxy`: the address of ingress, or nothing. The left is what is no address. */
export const ingressReader = (proxy: string): Either<string, Ingress> => {
  if (proxy === "") return right(nobody);
  const addresses = addressReader(proxy);
  if (isLeft(addresses)) return addresses;
  const isFrom: Ingress["isFrom"] = ({ socket, headers }) =>
    addresses.right.isProxy(socket.remoteAddress ?? "") && headers["x-ingress-path"] !== undefined;
  return right({
    isFrom,
    userOf: (request) => {
      const id = isFrom(request) ? headerOf(request, "X-Remote-User-Id") : undefined;
      if (id === undefined) return undefined;
      const name =
        headerOf(request, "X-Remote-User-Display-Name") ?? headerOf(request, "X-Remote-User-Name");
      return { id, name: name ?? "" };
    },
  });
};
