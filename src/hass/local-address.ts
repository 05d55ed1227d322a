import { BlockList, isIP } from "node:net";

/** Loopback, private and link-local networks, as Home Assistant has them (homeassistant `util/network.py`, `is_local`). */
const local = new BlockList();
local.addSubnet("127.0.0.0", 8);
local.addSubnet("10.0.0.0", 8);
local.addSubnet("172.16.0.0", 12);
local.addSubnet("192.168.0.0", 16);
local.addSubnet("169.254.0.0", 16);
local.addAddress("::1", "ipv6");
local.addSubnet("fc00::", 7, "ipv6");
local.addSubnet("fe80::", 10, "ipv6");

/** Whether a client's address is of a home's own network, as Home Assistant judges it; an IPv4 address may be written as an IPv6 one. What is no address is not. */
export const isLocal = (address: string): boolean => {
  const plain = address.replace(/%.*$/, "");
  const version = isIP(plain);
  return version !== 0 && local.check(plain, version === 4 ? "ipv4" : "ipv6");
};
