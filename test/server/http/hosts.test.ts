import assert from "node:assert/strict";
import { hostname } from "node:os";
import { test } from "node:test";
import { bounded } from "../../support/timeouts.ts";
import { startTestService } from "../../support/service.ts";
import { lineAbout } from "../log-lines.ts";
import { RawPeer, upgradeRequest } from "../raw-peer.ts";

const statusOf = (head: string): number => Number(head.split(" ")[1]);

test(
  "WEB-5: the service answers under any address, localhost, this machine's name, what it listens on and its origins",
  bounded,
  async (t) => {
    const config = { host: "127.0.0.1", origins: "https://plan.example,http://home.example:8123" };
    const { port } = await startTestService(t, { config });
    const machine = hostname();
    for (const host of [
      `127.0.0.1:${port}`,
      "192.168.1.7",
      "[::1]:8125",
      "[fe80::1]",
      "LocalHost:1",
      "localhost.",
      machine,
      `${machine.toUpperCase()}:${port}`,
      `${machine}.local`,
      "plan.example",
      "Home.Example:9",
    ]) {
      const peer = await RawPeer.connect(t, port);
      peer.write(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      assert.equal(statusOf(await peer.responseHead()), 200, host);
      const upgrading = await RawPeer.connect(t, port);
      upgrading.write(upgradeRequest("/api/websocket").replace("127.0.0.1", host));
      assert.equal(statusOf(await upgrading.responseHead()), 101, host);
      upgrading.leave();
    }
    // What is no browser need not say whom it asks.
    const old = await RawPeer.connect(t, port);
    old.write("GET /healthz HTTP/1.0\r\n\r\n");
    assert.equal(statusOf(await old.responseHead()), 200);
  },
);

test(
  "WEB-5: any other name is answered with 403, whatever is asked for, and the message says how to allow it",
  bounded,
  async (t) => {
    const { port, admin, log } = await startTestService(t);
    for (const host of [
      "evil.example",
      `evil.example:${port}`,
      "localhost.evil.example",
      "127.0.0.1.evil.example",
      `evil-${hostname()}.example`,
      "[::1].evil.example",
      "127.0.0.1@evil.example",
    ]) {
      const origin = `http://${host}`;
      for (const request of [
        `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
        `GET /nothing HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
        `DELETE /api/floorplan/background?level=0 HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\n` +
          `Authorization: Bearer ${admin}\r\nConnection: close\r\n\r\n`,
        upgradeRequest("/api/websocket", [`Origin: ${origin}`]).replace("127.0.0.1", host),
      ]) {
        const peer = await RawPeer.connect(t, port);
        peer.write(request);
        assert.equal(statusOf(await peer.responseHead()), 403, request);
        assert.match(await peer.rest(), /"message":"[^}]*--origins http:\/\//);
      }
    }
    // Each is told; the log has the first ones, and counts the others.
    assert(log.some((line) => line.msg === "refused a request for another host"));
  },
);

test("WEB-5: the log names the host that was asked for", bounded, async (t) => {
  const { url, port, log } = await startTestService(t);
  const peer = await RawPeer.connect(t, port);
  peer.write("GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
  await peer.rest();
  assert.equal(lineAbout(log, "another host")["host"], "evil.example");
  assert.equal((await fetch(`${url}/healthz`)).status, 200);
});
