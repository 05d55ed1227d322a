import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { bounded } from "../support/timeouts.ts";
import { Peer } from "../support/peer.ts";
import { startTestService, type TestService } from "../support/service.ts";

const config = { loginDelayMs: 0, loginFailures: 3 };

const overHttp = (service: TestService, token: string): Promise<Response> =>
  fetch(`${service.url}/api/floorplan/background?level=0`, {
    method: "DELETE",
    headers: { Authorization: `Bearer ${token}` },
  });

const overWebsocket = async (t: TestContext, { port }: TestService, token: string) => {
  const peer = await Peer.open(t, port);
  peer.send({ type: "auth", access_token: token });
  await peer.next();
  return peer.next();
};

const isBanned = async ({ url }: TestService): Promise<boolean> =>
  (await fetch(`${url}/api/websocket`)).status === 403;

const bannedText = /^\{"message":"too many failed logins: banned until [^"]+"\}\n$/;

const assertBannedOverBoth = async (t: TestContext, service: TestService): Promise<void> => {
  for (const headers of [{ Authorization: "Bearer wrong" }, {}]) {
    const method = "DELETE";
    const path = `${service.url}/api/floorplan/background?level=0`;
    const refused = await fetch(path, { method, headers });
    assert.equal(refused.status, 403);
    assert.match(await refused.text(), bannedText);
  }
  const invalid = await overWebsocket(t, service, "wrong");
  assert.match(String(invalid["message"]), /^too many failed logins: banned until \S+$/);
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
        assert(!(await isBanned(service)), `not banned before failure ${index + 1}`);
        if (way === "http") assert.equal((await overHttp(service, "wrong")).status, 401);
        else assert.equal((await overWebsocket(t, service, "wrong"))["type"], "auth_invalid");
      }
      await assertBannedOverBoth(t, service);
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
    await overWebsocket(t, service, "wrong");
    await succeed();
  }
  assert(!(await isBanned(service)));
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
    await assertBannedOverBoth(t, second);
    assert.equal((await fetch(`${second.url}/local/floorplan/bg_0.png`)).status, 404);
  },
);

test("AUTH-10: a valid token passes over HTTP while its address is banned", bounded, async (t) => {
  const service = await startTestService(t, { config });
  for (let failure = 0; failure < 3; failure += 1) await overHttp(service, "wrong");
  assert.equal((await overHttp(service, service.admin)).status, 200);
  const viewer = await overHttp(service, service.viewer);
  assert.deepEqual(
    [viewer.status, await viewer.text()],
    [403, '{"message":"this is for administrators only"}\n'],
  );
  assert.equal((await overWebsocket(t, service, service.viewer))["type"], "auth_ok");
  await assertBannedOverBoth(t, service);
});

test(
  "AUTH-13: however many logins fail over HTTP, the log has a few lines, which count the rest",
  bounded,
  async (t) => {
    const service = await startTestService(t, { config });
    for (let request = 0; request < 200; request += 1)
      assert.equal((await overHttp(service, "wrong")).status, request < 3 ? 401 : 403);
    await service.stop();
    const lines = service.log.filter(({ msg }) => msg === "a login failed");
    assert(lines.length < 100, `${lines.length} lines`);
    const counted = lines.reduce((sum, line) => sum + Number(line["more"] ?? 1), 0);
    assert.equal(counted, 200);
    for (const line of lines) assert.equal(line["address"], "127.0.0.1");
  },
);
