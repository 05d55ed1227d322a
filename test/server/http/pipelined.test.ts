import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { bounded, until } from "../../support/timeouts.ts";
import { startTestService, type TestService } from "../../support/service.ts";
import { lineAbout } from "../log-lines.ts";
import { RawPeer, upgradeRequest } from "../raw-peer.ts";

const get = (path: string, ...headers: readonly string[]): string =>
  [`GET ${path} HTTP/1.1`, "Host: localhost", ...headers, "", ""].join("\r\n");

const h2c = get("/healthz", "Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c");

/** The statuses of all answers until the service ends the connection. */
const statuses = async (peer: RawPeer): Promise<readonly string[]> =>
  [...(await peer.rest()).matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status = ""]) => status);

/** Descriptors that are open in this process, in which the service runs. */
const descriptors = (): number => readdirSync("/dev/fd").length;

/** How many are open once the log has opened all of its own. */
const descriptorsAtRest = async ({ data }: TestService): Promise<number> => {
  await until(() => existsSync(join(data, "log", "spare.tmp")));
  return descriptors();
};

const sending = async (t: TestContext, port: number, bytes: string): Promise<RawPeer> => {
  const peer = await RawPeer.connect(t, port);
  peer.write(bytes);
  return peer;
};

test(
  "WEB-6: requests that are sent ahead are answered one after another, in their order",
  bounded,
  async (t) => {
    const { port } = await startTestService(t);
    const last = get("/healthz", "Connection: close");
    const ahead = ["/healthz", "/nothing", "/floorplan-card.js", "/healthz", "/settings.json"];
    const peer = await sending(t, port, ahead.map((path) => get(path)).join("") + last);
    assert.deepEqual(await statuses(peer), ["200", "404", "200", "200", "200", "200"]);
  },
);

test(
  "WEB-6: who sends more than 16 ahead is cut off, and no file stays open",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const { port, url, log } = service;
    const before = await descriptorsAtRest(service);
    const peers = [];
    for (let count = 0; count < 5; count += 1)
      peers.push(await sending(t, port, get("/floorplan-card.js").repeat(2000)));
    for (const peer of peers) await peer.gone;
    await until(() => descriptors() <= before);
    assert(log.some((line) => line.msg.includes("pipelines too many requests")));
    assert.equal((await fetch(`${url}/healthz`)).status, 200);
  },
);

test(
  "WEB-6: files that were asked for ahead by a peer who went away are not opened",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const { port, url } = service;
    const before = await descriptorsAtRest(service);
    for (let count = 0; count < 20; count += 1) {
      const peer = await RawPeer.connect(t, port);
      peer.socket.pause();
      peer.write(get("/floorplan-card.js.map").repeat(16));
      peer.leave();
      await peer.gone;
    }
    await until(() => descriptors() <= before);
    assert.equal((await fetch(`${url}/healthz`)).status, 200);
  },
);

test(
  "WEB-7: an offer of another protocol behind a request that is answered is declined in its turn",
  bounded,
  async (t) => {
    const { port } = await startTestService(t);
    assert.deepEqual(await statuses(await sending(t, port, get("/healthz") + h2c)), ["200", "200"]);
    const wrong = get("/healthz") + upgradeRequest("/nowhere");
    assert.deepEqual(await statuses(await sending(t, port, wrong)), ["200", "404"]);
    const peer = await sending(t, port, get("/healthz") + upgradeRequest("/api/websocket"));
    assert.match(await peer.responseHead(), /^HTTP\/1\.1 200 /);
    assert.match(await peer.responseHead(), /HTTP\/1\.1 101 /);
    peer.leave();
  },
);

test(
  "WEB-7: behind an answer that is not whole yet it cuts the connection off, and ends nothing else",
  bounded,
  async (t) => {
    const { port, url, log } = await startTestService(t);
    for (const upgrade of [
      h2c,
      upgradeRequest("/api/websocket"),
      get("x").replace("GET x", "CONNECT x:1"),
    ]) {
      const unread = await RawPeer.connect(t, port);
      unread.write(get("/floorplan-card.js.map") + upgrade);
      await unread.gone;
    }
    assert(log.some((line) => line.msg.includes("changes protocol with responses pending")));
    assert.equal((await fetch(`${url}/healthz`)).status, 200);
  },
);

test("WEB-7: CONNECT is answered with 405", bounded, async (t) => {
  const { port, log } = await startTestService(t);
  const peer = await sending(t, port, "CONNECT a:1 HTTP/1.1\r\nHost: localhost\r\n\r\n");
  assert.deepEqual(await statuses(peer), ["405"]);
  assert.equal(lineAbout(log, "refused a connection")["status"], 405);
});

test(
  "WEB-6: what Node.js would answer by itself is answered as everything else",
  bounded,
  async (t) => {
    const { port, log } = await startTestService(t);
    const odd = get("/healthz", "Expect: tea");
    const last = get("/healthz", "Connection: close", "Expect: tea");
    const peer = await sending(t, port, odd + last);
    assert.deepEqual(await statuses(peer), ["417", "417"]);
    const nameless = "GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n";
    assert.deepEqual(await statuses(await sending(t, port, nameless)), ["400"]);
    const many = await sending(t, port, odd.repeat(500));
    await many.gone;
    assert(log.some(({ msg }) => msg.includes("pipelines too many requests")));
    const wrong = upgradeRequest("/api/websocket").replace("Version: 13", "Version: 7");
    const handshake = await sending(t, port, wrong);
    assert.match(await handshake.rest(), /^HTTP\/1\.1 400 .*"message":/s);
    assert(log.some(({ msg }) => msg === "a websocket handshake is refused"));
  },
);
