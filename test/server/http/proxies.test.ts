import assert from "node:assert/strict";
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { test } from "node:test";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { addressReader } from "../../../src/server/http/client-address.ts";
import { bounded } from "../../support/timeouts.ts";
import { startTestService, type TestService } from "../../support/service.ts";

const home = "203.0.113.9";
const config = { loginDelayMs: 0, loginFailures: 1 };

const failFrom = async ({ url }: TestService, forwarded: string): Promise<number> => {
  const response = await fetch(`${url}/api/floorplan/background?level=0`, {
    method: "DELETE",
    headers: { Authorization: "Bearer wrong", "X-Forwarded-For": forwarded },
  });
  return response.status;
};

/** What is told without a login that would count. */
const isBannedFrom = async ({ url }: TestService, forwarded: string): Promise<boolean> => {
  const headers = { "X-Forwarded-For": forwarded };
  return (await fetch(`${url}/api/websocket`, { headers })).status === 403;
};

test("WEB-4: behind a trusted proxy each client answers for itself", bounded, async (t) => {
  const service = await startTestService(t, { config: { ...config, trustedProxies: "127.0.0.1" } });
  assert.equal(await failFrom(service, home), 401);
  assert.equal(await failFrom(service, home), 403, "it is banned");
  assert(await isBannedFrom(service, home));
  assert(!(await isBannedFrom(service, "203.0.113.10")));
  assert(
    service.log.some((line) => line["address"] === home),
    "the log names the client",
  );
});

test(
  "WEB-4: what a client wrote itself in front of the proxy's address frees nobody",
  bounded,
  async (t) => {
    const service = await startTestService(t, {
      config: { ...config, trustedProxies: "127.0.0.1" },
    });
    assert.equal(await failFrom(service, `198.51.100.1, ${home}`), 401);
    assert.equal(await failFrom(service, `198.51.100.2, ${home}`), 403);
    assert(!(await isBannedFrom(service, "198.51.100.1")), "nobody else is banned for it");
  },
);

test("WEB-4: from anybody else the header says nothing", bounded, async (t) => {
  for (const trustedProxies of ["", "10.0.0.0/8,192.168.1.1"]) {
    const service = await startTestService(t, { config: { ...config, trustedProxies } });
    assert.equal(await failFrom(service, "198.51.100.1"), 401);
    assert.equal(await failFrom(service, "198.51.100.2"), 403, "another name does not help");
    assert(await isBannedFrom(service, "198.51.100.3"));
    assert(!service.log.some((line) => String(line["address"]).startsWith("198.51.100.")));
  }
});

/** A request that comes from an address. */
const requestFrom = (remoteAddress: string, forwarded: string | undefined): IncomingMessage => {
  const socket = new Socket();
  Object.defineProperty(socket, "remoteAddress", { value: remoteAddress });
  const request = new IncomingMessage(socket);
  if (forwarded !== undefined) request.headers["x-forwarded-for"] = forwarded;
  return request;
};

const addressOf = (proxies: string, remote: string, forwarded?: string): string => {
  const reader = addressReader(proxies);
  assert(isRight(reader));
  return reader.right.of(requestFrom(remote, forwarded));
};

test(
  "WEB-4: the last address that is no trusted proxy counts, in IPv4, IPv6 and mapped notation",
  bounded,
  () => {
    const proxies = "10.0.0.0/8, 192.168.1.1,2001:db8::/32";
    for (const [remote, forwarded, expected] of [
      ["10.1.2.3", home, home],
      ["::ffff:10.1.2.3", home, home],
      ["::ffff:10.1.2.3", `::ffff:${home}`, home],
      ["10.1.2.3", `1.1.1.1, ${home}, 10.9.9.9 ,192.168.1.1`, home],
      ["2001:db8::5", "2001:db9::1", "2001:db9::1"],
      ["10.1.2.3", undefined, "10.1.2.3"],
      ["10.1.2.3", "", "10.1.2.3"],
      ["10.1.2.3", "10.2.2.2, 10.3.3.3", "10.1.2.3"],
      ["10.1.2.3", `${home}, unknown`, "10.1.2.3"],
      ["10.1.2.3", `${home}:1234`, "10.1.2.3"],
      ["192.168.1.2", home, "192.168.1.2"],
      ["::ffff:192.168.1.2", home, "192.168.1.2"],
      ["11.0.0.1", home, "11.0.0.1"],
      ["2001:db9::1", home, "2001:db9::1"],
    ] as const)
      assert.equal(addressOf(proxies, remote, forwarded), expected, `${remote}: ${forwarded}`);
  },
);

test("WEB-4: a proxy that is neither an address nor a network is named", bounded, () => {
  for (const odd of [
    "10.0.0.0/33",
    "2001:db8::/129",
    "10.0.0",
    "10.0.0.0/8/8",
    "1.2.3.4/x",
    "::g",
  ]) {
    const read = addressReader(`10.0.0.1,${odd}`);
    assert(isLeft(read), odd);
    assert.equal(read.left, odd);
  }
});
