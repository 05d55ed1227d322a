import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { WebSocket } from "ws";
import { bounded } from "../../support/bounded.ts";
import { Peer } from "../../support/peer.ts";
import { startTestService, type TestService } from "../../support/service.ts";

const config = { loginDelayMs: 0, loginFailures: 3 };

const overHttp = (service: TestService, token: string): Promise<Response> =>
  fetch(`${service.url}/api/floorplan/background?level=0`, {
    method: "DELETE",
    headers: { Authorization: `Bearer ${token}` },
  });

const failOverWebsocket = async (t: TestContext, { port }: TestService): Promise<void> => {
  const peer = await Peer.open(t, port);
  peer.send({ type: "auth", access_token: "wrong" });
  await peer.closed;
  assert.equal(peer.received.at(-1)?.["type"], "auth_invalid");
};

const upgradeStatus = (t: TestContext, { port }: TestService): Promise<number | undefined> =>
  new Promise((resolve) => {
    const ws = new WebSocket(`ws://127.0.0.1:${port}/api/websocket`);
    t.after(() => ws.terminate());
    ws.on("error", () => undefined);
    ws.once("open", () => resolve(101));
    ws.once("unexpected-response", (_request, response) => resolve(response.statusCode));
  });

const isBannedOverBoth = async (t: TestContext, service: TestService): Promise<void> => {
  const response = await overHttp(service, service.admin);
  assert.equal(response.status, 403, "a valid token does not help");
  assert.match(await response.text(), /^\{"message":"banned until [^"]+"\}\n$/);
  assert.equal(await upgradeStatus(t, service), 403);
};

type Way = "http" | "websocket";
const orders: readonly (readonly Way[])[] = [
  ["http", "http", "http"],
  ["websocket", "websocket", "websocket"],
  ["http", "websocket", "http"],
  ["websocket", "http", "websocket"],
];

for (const order of orders)
  test(
    `WEB-3: failed tokens over ${order.join(", ")} ban an address over both`,
    bounded,
    async (t) => {
      const service = await startTestService(t, { config });
      for (const [index, way] of order.entries()) {
        assert.equal(
          await upgradeStatus(t, service),
          101,
          `not banned before failure ${index + 1}`,
        );
        if (way === "http") assert.equal((await overHttp(service, "wrong")).status, 401);
        else await failOverWebsocket(t, service);
      }
      await isBannedOverBoth(t, service);
    },
  );

test("WEB-3: a valid token over either forgets the failures of both", bounded, async (t) => {
  const service = await startTestService(t, { config });
  for (const succeed of [
    async () => void (await Peer.login(t, service.port, service.admin)),
    async () => assert.equal((await overHttp(service, service.admin)).status, 200),
    async () => assert.equal((await overHttp(service, service.viewer)).status, 403),
  ]) {
    assert.equal((await overHttp(service, "wrong")).status, 401);
    await failOverWebsocket(t, service);
    await succeed();
  }
  assert.equal(await upgradeStatus(t, service), 101);
});

test("WEB-3: a request without a token is no failed one", bounded, async (t) => {
  const service = await startTestService(t, { config });
  for (let request = 0; request < 10; request += 1) {
    const response = await fetch(`${service.url}/api/floorplan/background`, { method: "POST" });
    assert.equal(response.status, 401);
  }
  assert.equal((await overHttp(service, service.admin)).status, 200);
});

test(
  "WEB-3: a ban outlasts a restart over both, and images are still served",
  bounded,
  async (t) => {
    const first = await startTestService(t, { config });
    for (let failure = 0; failure < 3; failure += 1) await overHttp(first, "wrong");
    await first.stop();
    const second = await startTestService(t, { config, again: first });
    await isBannedOverBoth(t, second);
    assert.equal((await fetch(`${second.url}/local/floorplan/bg_0.png`)).status, 404);
  },
);
