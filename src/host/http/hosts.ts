import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

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
