import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";

export type AddressOf = (request: IncomingMessage) => string;

export interface ClientAddresses {
  readonly of: AddressOf;
  /** Whether an address is a configured proxy's, which forwards for others. */
  readonly isProxy: AddressRule;
}

/** An address as people write it: IPv4 on a dual-stack socket loses its IPv6 prefix. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/, "");

/** An IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2) as WHATWG's URL writes it. */
const mappedIpv4 = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;

/** The URL parser also reads a single number as an IPv4 address. */
const ipv4Of = (high: string, low: string): string =>
  new URL(`http://0x${high}${low.padStart(4, "0")}`).hostname;

/** RFC 5952, through the URL parser, which knows every spelling of an address. */
const canonicalIpv6 = (address: string): string =>
  new URL(`http://[${address}]`).hostname.slice(1, -1);

/**
 * The key by which peers are counted: an IPv4 address, mapped or not, or the /64 of any other IPv6 address, such as
 * `2001:db8:0:1::/64`, since a host can use all addresses of its /64 (RFC 4862). Other text, such as a network, is
 * returned unchanged.
 */
export const networkOf = (address: string): string => {
  if (isIP(address) !== 6) return address;
  const canonical = canonicalIpv6(address.replace(/%.*$/, ""));
  const [, high, low] = mappedIpv4.exec(canonical) ?? [];
  if (high !== undefined && low !== undefined) return ipv4Of(high, low);
  const halves = canonical
    .split("::")
    .map((half) => half.split(":").filter((group) => group !== ""));
  const [head = [], tail = []] = halves;
  const zeros = Array<string>(8 - head.length - tail.length).fill("0");
  const groups = [...head, ...zeros, ...tail];
  return `${canonicalIpv6(`${groups.slice(0, 4).join(":")}::`)}/64`;
};

const addListed = (list: BlockList, listed: string): boolean => {
  const [address = "", given, ...more] = listed.split("/");
  const version = isIP(address);
  const most = version === 4 ? 32 : 128;
  const bits = given ?? String(most);
  if (version === 0 || more.length > 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > most)
    return false;
  list.addSubnet(address, Number(bits), version === 4 ? "ipv4" : "ipv6");
  return true;
};

export type AddressRule = (address: string) => boolean;

/** Reads addresses or networks such as `10.0.0.0/8`, separated by commas. The left is the invalid one. */
export const addressRule = (listed: string): Either<string, AddressRule> => {
  const list = new BlockList();
  for (const each of listed.split(",").map((part) => part.trim())) {
    if (each !== "" && !addListed(list, each)) return left(each);
  }
  return right((given) => {
    const address = plainAddress(given);
    const version = isIP(address);
    return version !== 0 && list.check(address, version === 4 ? "ipv4" : "ipv6");
  });
};

/**
 * Reads a client's address: the socket's, or, if the socket is a configured proxy's, the last one in `X-Forwarded-For`
 * that is not a proxy; the client may have forged everything before it. `proxies`: addresses or networks such as
 * `10.0.0.0/8`, separated by commas. The left is the invalid one.
 */
export const addressReader = (proxies: string): Either<string, ClientAddresses> => {
  const trusted = addressRule(proxies);
  if (isLeft(trusted)) return trusted;
  const isProxy = trusted.right;
  const of: AddressOf = (request) => {
    const direct = plainAddress(request.socket.remoteAddress ?? "unknown");
    if (!isProxy(direct)) return direct;
    const header = request.headers["x-forwarded-for"];
    const forwarded = (Array.isArray(header) ? header.join(",") : (header ?? "")).split(",");
    for (const hop of forwarded.toReversed()) {
      const address = plainAddress(hop.trim());
      if (isIP(address) === 0) return direct;
      if (!isProxy(address)) return address;
    }
    return direct;
  };
  return right({ of, isProxy });
};
