import assert from "node:assert/strict";
import { once } from "node:events";
import { IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { test, type TestContext } from "node:test";
import { WebSocket } from "ws";
import { bounded } from "../../support/timeouts.ts";
import { Peer } from "../../support/peer.ts";
import { startTestService, type TestService } from "../../support/service.ts";

const configured = "https://home.example:8123";

/** Status of a request that changes something, from a page of an origin; the service is called `host`. */
const deleting = async (
  { port, admin }: TestService,
  origin: string | undefined,
  host = `127.0.0.1:${port}`,
): Promise<number | undefined> => {
  const asked = request({
    port,
    host: "127.0.0.1",
    method: "DELETE",
    path: "/api/floorplan/background?level=0",
    headers: {
      Host: host,
      Authorization: `Bearer ${admin}`,
      ...(origin === undefined ? {} : { Origin: origin }),
    },
  }).end();
  const [response]: unknown[] = await once(asked, "response");
  assert(response instanceof IncomingMessage);
  const body = await text(response);
  if (response.statusCode === 403) assert.match(body, /"code":"origin_refused"/);
  return response.statusCode;
};

/** Status with which a websocket is refused; 101 where it is not. */
const connecting = (
  t: TestContext,
  { port }: TestService,
  origin: string | undefined,
  host = `127.0.0.1:${port}`,
): Promise<number | undefined> =>
  new Promise((resolve) => {
    const headers = { Host: host, ...(origin === undefined ? {} : { Origin: origin }) };
    const ws = new WebSocket(`ws://127.0.0.1:${port}/api/websocket`, { headers });
    t.after(() => ws.terminate());
    ws.on("error", () => undefined);
    ws.once("open", () => resolve(101));
    ws.once("unexpected-response", (_request, response) => resolve(response.statusCode));
  });

test(
  "WEB-2: the service's own pages, configured ones and what is no page may connect and change things",
  bounded,
  async (t) => {
    const service = await startTestService(t, { config: { origins: configured } });
    const own = `127.0.0.1:${service.port}`;
    for (const [origin, host] of [
      [undefined, own],
      [`http://${own}`, own],
      [configured, own],
      ["https://localhost", "localhost"],
      ["http://[::1]:8125", "[::1]:8125"],
    ] as const) {
      assert.equal(await deleting(service, origin, host), 200, `${origin} at ${host}`);
      assert.equal(await connecting(t, service, origin, host), 101, `${origin} at ${host}`);
    }
  },
);

test(
  "WEB-2: pages of any other origin may neither connect nor change anything, even with a valid token",
  bounded,
  async (t) => {
    for (const origins of ["", configured]) {
      const service = await startTestService(t, { config: { origins } });
      const { port } = service;
      for (const origin of [
        "https://evil.example",
        `http://127.0.0.1:${port + 1}`,
        `http://localhost:${port}`,
        `http://127.0.0.1:${port}.evil.example`,
        `http://evil.example/127.0.0.1:${port}`,
        `http://127.0.0.1:${port}@evil.example`,
        "https://home.example",
        "null",
        "file://",
        "",
        "about:blank",
      ]) {
        assert.equal(await deleting(service, origin), 403, `"${origin}" changes something`);
        assert.equal(await connecting(t, service, origin), 403, `"${origin}" connects`);
      }
    }
  },
);

test(
  "WEB-2: a page of another origin is refused before its token is looked at, and nothing was changed",
  bounded,
  async (t) => {
    const service = await startTestService(t, { config: { loginDelayMs: 0, loginFailures: 1 } });
    const response = await fetch(`${service.url}/api/floorplan/background?level=0`, {
      method: "DELETE",
      headers: { Origin: "https://evil.example", Authorization: "Bearer wrong" },
    });
    assert.equal(response.status, 403);
    // The one failure that is allowed was not used up by somebody else's page.
    const peer = await Peer.login(t, service.port, service.admin);
    assert.deepEqual(await peer.command("ping"), { id: 1, type: "pong" });
  },
);

test(
  "WEB-2: reading is open to every page's requests, which its browser then does not show it",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    for (const method of ["GET", "HEAD"]) {
      const response = await fetch(`${service.url}/healthz`, {
        method,
        headers: { Origin: "https://evil.example" },
      });
      assert.equal(response.status, 200);
      assert.equal(response.headers.get("access-control-allow-origin"), null);
    }
  },
);
