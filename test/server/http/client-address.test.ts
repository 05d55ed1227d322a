import assert from "node:assert/strict";
import { test } from "node:test";
import { networkOf } from "../../../src/server/http/client-address.ts";

const networks: readonly (readonly [address: string, network: string])[] = [
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["::ffff:cb00:7109", "203.0.113.9"],
  ["0:0:0:0:0:FFFF:203.0.113.9", "203.0.113.9"],
  ["2001:db8:0:1::", "2001:db8:0:1::/64"],
  ["2001:db8:0:1:ffff:ffff:ffff:ffff", "2001:db8:0:1::/64"],
  ["2001:0DB8:0000:0001:0000:0000:0000:0009", "2001:db8:0:1::/64"],
  ["2001:db8::9", "2001:db8::/64"],
  ["1:2:3:4:5:6:7:8", "1:2:3:4::/64"],
  ["0:0:0:1::9", "0:0:0:1::/64"],
  ["::1", "::/64"],
  ["::", "::/64"],
  ["64:ff9b::203.0.113.9", "64:ff9b::/64"],
  ["fe80::9%eth0", "fe80::/64"],
  ["2001:db8:0:1::/64", "2001:db8:0:1::/64"],
  ["unknown", "unknown"],
  ["", ""],
];

for (const [address, network] of networks)
  test(`the network of "${address}" is "${network}"`, () => {
    assert.equal(networkOf(address), network);
  });
