import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import { type Either, left, right } from "fp-ts/lib/Either.js";

/** Tells the address of whoever sent a request. */
export type AddressOf = (request: IncomingMessage) => string;

const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/, "");

const addProxy = (list: BlockList, proxy: string): boolean => {
  const [address = "", bits, ...more] = proxy.split("/");
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  const family = version === 4 ? "ipv4" : "ipv6";
  if (bits === undefined) {
    list.addAddress(address, family);
    return true;
  }
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > (version === 4 ? 32 : 128)) return false;
  list.addSubnet(address, Number(bits), family);
  return true;
};

/**
 * Reads a client's address: that of the socket, or, where the socket is one of
 * the configured proxies, the last one in `X-Forwarded-For` that is none of
 * them; what stands before that one, the client could have written itself.
 * `proxies`: addresses or networks such as `10.0.0.0/8`, separated by commas. The left names the one that is neither.
 */
export const addressReader = (proxies: string): Either<string, AddressOf> => {
  const trusted = new BlockList();
  for (const proxy of proxies.split(",").map((each) => each.trim())) {
    if (proxy !== "" && !addProxy(trusted, proxy)) return left(proxy);
  }
  const isTrusted = (address: string): boolean => {
    const version = isIP(address);
    return version !== 0 && trusted.check(address, version === 4 ? "ipv4" : "ipv6");
  };
  return right((request) => {
    const direct = plainAddress(request.socket.remoteAddress ?? "unknown");
    if (!isTrusted(direct)) return direct;
    const header = request.headers["x-forwarded-for"];
    const forwarded = (Array.isArray(header) ? header.join(",") : (header ?? "")).split(",");
    for (const hop of forwarded.toReversed()) {
      const address = plainAddress(hop.trim());
      if (isIP(address) === 0) return direct;
      if (!isTrusted(address)) return address;
    }
    return direct;
  });
};
