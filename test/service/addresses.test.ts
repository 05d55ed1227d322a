import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { isLeft } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import { WebSocket } from "ws";
import { readNetworkAccess } from "../../src/auth/network-access.ts";
import { testConfig } from "../support/config.ts";
import { anyObject } from "../../src/model/codec.ts";
import { bounded } from "../support/timeouts.ts";
import { startTestService, type TestService } from "../support/service.ts";

const node = "http://node1.local:8125";
const addresses = `${node},https://Home.example:443/plan/`;

const settingsOf = async (
  { url }: TestService,
  headers: Readonly<Record<string, string>> = {},
): Promise<Readonly<Record<string, unknown>>> => {
  const told: unknown = await (await fetch(`${url}/settings.json`, { headers })).json();
  assert(anyObject.is(told));
  return told;
};

/** Whether a page of an origin gets a websocket. */
const connects = (t: TestContext, { port }: TestService, origin: string): Promise<boolean> =>
  new Promise((resolve) => {
    const ws = new WebSocket(`ws://127.0.0.1:${port}/api/websocket`, { headers: { origin } });
    t.after(() => ws.terminate());
    ws.on("error", () => resolve(false));
    ws.once("open", () => resolve(true));
  });

test(
  "ADDRESS-1: pages are told the addresses, and those of their origins may use the service as those of `origins` may",
  bounded,
  async (t) => {
    const service = await startTestService(t, { config: { addresses } });
    const told = await settingsOf(service);
    assert.deepEqual(told["addresses"], [node, "https://Home.example:443/plan"]);
    for (const origin of [node, "https://home.example"]) {
      assert(await connects(t, service, origin), origin);
      const answer = await fetch(`${service.url}/local/floorplan/bg_0.png`, {
        headers: { Origin: origin },
      });
      assert.equal(answer.headers.get("access-control-allow-origin"), origin);
    }
    assert(!(await connects(t, service, "http://node2.local:8125")));
    const page = await fetch(service.url);
    const policy = page.headers.get("content-security-policy") ?? "";
    const others = `${node} https://home.example`;
    assert(policy.includes(`img-src 'self' data: blob: ${others};`), policy);
    const sockets = "ws://node1.local:8125 wss://home.example";
    assert(policy.includes(`connect-src 'self' ${others} ${sockets};`), policy);
    assert.match(policy, /; script-src 'self' 'sha256-[^ ;]+';/);
  },
);

test("ADDRESS-1: without addresses, and through ingress, none are told", bounded, async (t) => {
  const alone = await startTestService(t);
  assert(!("addresses" in (await settingsOf(alone))));
  const policy = (await fetch(alone.url)).headers.get("content-security-policy") ?? "";
  assert(policy.includes("connect-src 'self';"), policy);
  const ingressProxy = "127.0.0.1";
  const inside = await startTestService(t, {
    config: { addresses, ingressProxy, homeAssistant: "http://127.0.0.1:9" },
  });
  const told = await settingsOf(inside, { "X-Ingress-Path": "/ingress" });
  assert.deepEqual([told["ingress"], told["addresses"]], [true, undefined]);
});

test("ADDRESS-1: an address that is none is named", async () => {
  const config = testConfig({ addresses: "http://[" });
  const access = await readNetworkAccess(config, pino({ level: "silent" }));
  assert(isLeft(access));
  assert.equal(access.left, '--addresses: "http://[" is not an address');
});
