import assert from "node:assert/strict";
import type { NetworkInterfaceInfo } from "node:os";
import { test } from "node:test";
import { addressForPeople } from "../../src/cli/service-process.ts";

const four = (address: string, internal = false): NetworkInterfaceInfo => ({
  address,
  internal,
  family: "IPv4",
  netmask: "255.255.255.0",
  mac: "02:00:00:00:00:01",
  cidr: null,
});

const six = (address: string, scopeid = 0): NetworkInterfaceInfo => ({
  address,
  internal: false,
  family: "IPv6",
  netmask: "ffff:ffff:ffff:ffff::",
  mac: "02:00:00:00:00:01",
  cidr: null,
  scopeid,
});

const machine = {
  lo: [four("127.0.0.1", true)],
  eth0: [six("fe80::1", 2), six("2001:db8::7"), four("192.0.2.7")],
};

test("CLI-20: where a service listens on every address, people are told one that others reach", () => {
  for (const url of ["http://0.0.0.0:8125", "http://[::]:8125"])
    assert.equal(addressForPeople(url, "", machine), "http://192.0.2.7:8125");
  const modern = { eth0: [six("fe80::1", 2), six("2001:db8::7")] };
  assert.equal(addressForPeople("http://0.0.0.0:8125", "", modern), "http://[2001:db8::7]:8125");
  const alone = { lo: machine.lo };
  assert.equal(addressForPeople("http://0.0.0.0:8125", "", alone), "http://0.0.0.0:8125");
});

test("CLI-20: an address that is listened at, or named by --addresses, is told as it is", () => {
  const url = "http://127.0.0.1:8125";
  assert.equal(addressForPeople(url, "", machine), url);
  const named = "https://home.example/plan, http://node2.local:8125";
  assert.equal(
    addressForPeople("http://0.0.0.0:8125", named, machine),
    "https://home.example/plan",
  );
});
