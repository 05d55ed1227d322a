import type { IncomingMessage, ServerResponse } from "node:http";
import { TLSSocket } from "node:tls";
import { isIP } from "node:net";
import { type Either, left, right } from "fp-ts/lib/Either.js";

/** Methods allowed to pages of other origins. */
const methods = "GET, HEAD, POST, DELETE";
const headers = "Authorization, Content-Type";
const preflightSeconds = 600;

/** As long as a text of a stranger may be in a message. */
const shortText = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

/** What the log says of a page that may do nothing. */
export const strangePage = "a page is refused for its origin";

/** Which web pages may use the service. A request without `Origin`, such as a script's, is not a page's. */
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

  /**
   * `list`: origins such as `https://home.example:8123`, separated by commas; `isFromIngress`: whose `X-Forwarded-Host`
   * to trust. The left is the invalid one.
   */
  static read(
    list: string,
    isFromIngress: (request: IncomingMessage) => boolean = () => false,
  ): Either<string, Origins> {
    const origins = list.split(",").flatMap((each) => (each.trim() === "" ? [] : [each.trim()]));
    const odd = origins.find((each) => !URL.canParse(each) || new URL(each).origin !== each);
    return odd === undefined ? right(new Origins(new Set(origins), isFromIngress)) : left(odd);
  }

  /** The configured origins. */
  get list(): readonly string[] {
    return [...this.#allowed];
  }

  /** Whether a changing request comes from the service's own pages or a configured origin. */
  allows(request: IncomingMessage): boolean {
    const { origin } = request.headers;
    return origin === undefined || this.isOwn(origin, request);
  }

  /**
   * Whether an origin is configured, or is the service's own under the name of this request, which `hostRule` has
   * checked.
   */
  isOwn(origin: string, request: IncomingMessage): boolean {
    const { host, "x-forwarded-host": forwarded } = request.headers;
    if (this.#allowed.has(origin)) return true;
    if (!URL.canParse(origin)) return false;
    const { host: own, protocol } = new URL(origin);
    // Behind a proxy that terminates TLS nothing tells which scheme the page was loaded by.
    if (request.socket instanceof TLSSocket && protocol !== "https:") return false;
    return own === host || (this.#isFromIngress(request) && own === forwarded);
  }

  /** Why the page of a request may do nothing, and what allows it; undefined if it may. */
  problem(request: IncomingMessage): string | undefined {
    if (this.allows(request)) return undefined;
    const { origin = "", host = "" } = request.headers;
    const asked = JSON.stringify(shortText(host));
    const page = shortText(origin);
    return `the page is of ${page}, but the service was asked as ${asked}: let the proxy between them forward Host, or start the service with --origins ${page}`;
  }

  /** Lets a configured origin read the response. */
  mark(request: IncomingMessage, response: ServerResponse): void {
    if (this.#allowed.size === 0) return;
    response.setHeader("Vary", "Origin");
    const { origin } = request.headers;
    if (origin !== undefined && this.#allowed.has(origin))
      response.setHeader("Access-Control-Allow-Origin", origin);
  }

  /** Answers a CORS preflight; false if it is none, or not to be granted. */
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

/** A host's name in lower case, without port and final dot; an IPv6 address without brackets. */
const nameIn = (host: string): string => {
  const name = host.trim().toLowerCase().replace(/:\d*$/, "");
  return name.startsWith("[") ? name.replaceAll(/^\[|\]$/g, "") : name.replace(/\.$/, "");
};

/** A machine's names on its network: its name, the first label, and both with `.local` (RFC 6762, 3). */
const namesOf = (machine: string): readonly string[] => {
  const name = machine.toLowerCase().replace(/\.local$/, "");
  const [first = name] = name.split(".");
  return [name, first, `${name}.local`, `${first}.local`];
};

/**
 * Why a request is refused for its host name, and how to allow it; undefined if the name is the service's, an address,
 * or missing.
 */
export type HostRule = (request: IncomingMessage) => string | undefined;

/**
 * The names that the service answers to. In DNS rebinding a web page's own name resolves to this service, so `Host` and
 * `Origin` agree: only the name gives it away.
 *
 * `machine`: this machine's name; `listensOn`: the configured address; `origins`: allowed web pages, such as the public
 * address behind a proxy; `isFromIngress`: requests that Home Assistant authenticated, with a cookie no other name has;
 * `isCertified`: names in the service's certificate, which browsers have verified.
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
    return `"${host}" is not a name of this service; to allow it, start with --origins http://${host}, or https if browsers use that`;
  };
};
