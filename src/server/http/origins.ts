import type { IncomingMessage, ServerResponse } from "node:http";
import { TLSSocket } from "node:tls";
import { isIP } from "node:net";
import { type Either, left, right } from "fp-ts/lib/Either.js";

/** Methods that pages of other origins may use, as a client of the host needs them. */
const methods = "GET, HEAD, POST, DELETE";
const headers = "Authorization, Content-Type";
const preflightSeconds = 600;

/** Which web pages may talk to the service. Requests without `Origin`, as scripts send them, are no page's. */
export class Origins {
  readonly #allowed: ReadonlySet<string>;

  readonly #isFromIngress: (request: IncomingMessage) => boolean;

  private constructor(
    allowed: ReadonlySet<string>,
    isFromIngress: (request: IncomingMessage) => boolean,
  ) {
    this.#allowed = allowed;
    this.#isFromIngress = isFromIngress;
  }

  /** `list`: origins such as `https://home.example:8123`, separated by commas; `isFromIngress`: whose `X-Forwarded-Host` is believed. The left names the one that is none. */
  static read(
    list: string,
    isFromIngress: (request: IncomingMessage) => boolean = () => false,
  ): Either<string, Origins> {
    const origins = list.split(",").flatMap((each) => (each.trim() === "" ? [] : [each.trim()]));
    const odd = origins.find((each) => !URL.canParse(each) || new URL(each).origin !== each);
    return odd === undefined ? right(new Origins(new Set(origins), isFromIngress)) : left(odd);
  }

  /** The configured ones. */
  get list(): readonly string[] {
    return [...this.#allowed];
  }

  /** Whether a request that changes something may come from where it comes from: the service's own pages or a configured origin. */
  allows(request: IncomingMessage): boolean {
    const { origin } = request.headers;
    return origin === undefined || this.isOwn(origin, request);
  }

  /** Whether an origin is a configured one, or that of the service under the name by which a request has come, which is one of its own (`hostRule`). */
  isOwn(origin: string, request: IncomingMessage): boolean {
    const { host, "x-forwarded-host": forwarded } = request.headers;
    if (this.#allowed.has(origin)) return true;
    if (!URL.canParse(origin)) return false;
    const { host: own, protocol } = new URL(origin);
    // Behind a proxy that speaks TLS, nothing tells which of the two its pages have come by.
    if (request.socket instanceof TLSSocket && protocol !== "https:") return false;
    return own === host || (this.#isFromIngress(request) && own === forwarded);
  }

  /** Tells the browser that a configured origin may read the response; says nothing to others. */
  mark(request: IncomingMessage, response: ServerResponse): void {
    if (this.#allowed.size === 0) return;
    response.setHeader("Vary", "Origin");
    const { origin } = request.headers;
    if (origin !== undefined && this.#allowed.has(origin))
      response.setHeader("Access-Control-Allow-Origin", origin);
  }

  /** Answers the question that a browser asks before a request of a page; false where it is none, or not to be granted. */
  answerPreflight(request: IncomingMessage, response: ServerResponse): boolean {
    const { origin } = request.headers;
    const isPreflight = request.headers["access-control-request-method"] !== undefined;
    if (request.method !== "OPTIONS" || !isPreflight) return false;
    if (origin === undefined || !this.#allowed.has(origin)) return false;
    response
      .writeHead(204, {
        "Access-Control-Allow-Methods": methods,
        "Access-Control-Allow-Headers": headers,
        "Access-Control-Max-Age": preflightSeconds,
      })
      .end();
    return true;
  }
}

/** A host's name without its port and the dot that may end it, in lower case; an IPv6 address without its brackets. */
const nameIn = (host: string): string => {
  const name = host.trim().toLowerCase().replace(/:\d*$/, "");
  return name.startsWith("[") ? name.replaceAll(/^\[|\]$/g, "") : name.replace(/\.$/, "");
};

/** What a machine is called on its network: its name, the first part of it, and both with `.local` (RFC 6762, 3). */
const namesOf = (machine: string): readonly string[] => {
  const name = machine.toLowerCase().replace(/\.local$/, "");
  const [first = name] = name.split(".");
  return [name, first, `${name}.local`, `${first}.local`];
};

/** Why a request under its host's name is not answered, and how to allow it; undefined where that is one of the service's, an address, or none is given. */
export type HostRule = (request: IncomingMessage) => string | undefined;

/**
 * The names that the service goes by. A web page whose own name was made to
 * lead here (DNS rebinding) talks to the service under that name, and with
 * `Host` and `Origin` in agreement: only the name gives it away.
 * `machine`: this machine's name; `listensOn`: what it was told to listen on; `origins`: web pages that
 * may use it, such as its public address behind a proxy; `isFromIngress`: requests that Home Assistant has let
 * in under a name of its own, with a cookie that no other name has; `isCertified`: names that the service has
 * a certificate for, which browsers have made sure of before they ask.
 */
export const hostRule = (
  machine: string,
  listensOn: string,
  origins: readonly string[],
  isFromIngress: (request: IncomingMessage) => boolean = () => false,
  isCertified: (name: string) => boolean = () => false,
): HostRule => {
  const configured = origins.map((origin) => new URL(origin).hostname.toLowerCase());
  const names = new Set(["localhost", listensOn.toLowerCase(), ...namesOf(machine), ...configured]);
  return (request) => {
    const { host } = request.headers;
    if (host === undefined || host === "" || isFromIngress(request)) return undefined;
    const name = nameIn(host);
    if (names.has(name) || isIP(name) !== 0 || isCertified(name)) return undefined;
    return `"${host}" is no name of this service; if it is to be one, start it with --origins http://${host}, or https where that is what browsers use`;
  };
};
