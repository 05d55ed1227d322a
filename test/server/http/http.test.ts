import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { failureTexts } from "../../../src/plan/plan-holder.ts";
import { bounded } from "../../support/timeouts.ts";
import { diskWith } from "../../support/disk.ts";
import { Peer } from "../../support/peer.ts";
import { numberedPlan } from "../../support/plans.ts";
import { newUser, startTestService } from "../../support/service.ts";
import { heldDisk } from "../held-disk.ts";
import { RawPeer, upgradeRequest } from "../raw-peer.ts";

const jsonType = "application/json; charset=utf-8";

const health = async (url: string): Promise<readonly [number, unknown]> => {
  const response = await fetch(`${url}/healthz`);
  assert.equal(response.headers.get("content-type"), jsonType);
  return [response.status, await response.json()];
};

/** The status and the JSON body of an HTTP answer to what is written to the port. */
const answerTo = async (t: TestContext, port: number, request: string) => {
  const peer = await RawPeer.connect(t, port);
  peer.write(request);
  const head = await peer.responseHead();
  const body: unknown = JSON.parse(await peer.rest());
  assert(typeof body === "object" && body !== null && "message" in body);
  assert(typeof body.message === "string");
  return { status: Number(head.split(" ")[1]), message: body.message };
};

test("CHAN-1: one port serves HTTP and websockets", bounded, async (t) => {
  const { url, port, viewer } = await startTestService(t);
  assert.equal((await fetch(`${url}/healthz`)).status, 200);
  const peer = await Peer.login(t, port, viewer);
  assert.equal((await peer.command("ping"))["type"], "pong");
});

test("CHAN-1: a request to upgrade any other path is answered with 404", bounded, async (t) => {
  const { port } = await startTestService(t);
  for (const path of [
    "/",
    "/api",
    "/api/websocket/",
    "/api/WebSocket",
    "/healthz",
    "//api/websocket",
  ]) {
    const answer = await answerTo(t, port, upgradeRequest(path));
    assert.equal(answer.status, 404, path);
  }
  const peer = await RawPeer.connect(t, port);
  peer.write(upgradeRequest("/api/websocket?from=here"));
  assert.match(await peer.responseHead(), /^HTTP\/1\.1 101 /);
  peer.leave();
});

test(
  "CHAN-1: after a refused upgrade the service keeps nothing of the connection",
  bounded,
  async (t) => {
    const { port } = await startTestService(t);
    const peer = await RawPeer.connect(t, port);
    // A peer that never ends its own half must not keep the service's.
    peer.socket.allowHalfOpen = true;
    peer.write(upgradeRequest("/nowhere"));
    await peer.rest();
    // Who writes to a connection that is no more is told so, and else waits for a reader forever.
    const piece = Buffer.alloc(1024 * 1024);
    while (!peer.socket.destroyed)
      await new Promise<void>((resolve) => peer.socket.write(piece, () => resolve()));
    await peer.gone;
  },
);

test(
  "CHAN-24: half of `connections` are one user's at the most, and a quarter is kept for administrators",
  bounded,
  async (t) => {
    const { port, url, data, admin, viewer } = await startTestService(t, {
      config: { connections: 4 },
    });
    const other = await newUser(data, "hall", false);
    const refused = async (token: string): Promise<string> => {
      const peer = await Peer.open(t, port);
      peer.send({ type: "auth", access_token: token });
      const { code, reason } = await peer.closed;
      assert.equal(code, 1013);
      return reason;
    };
    const first = await Peer.login(t, port, viewer);
    await Peer.login(t, port, viewer);
    assert.equal(await refused(viewer), "--connections: one user has 2 of 4 at most");
    await Peer.login(t, port, other);
    assert.equal(await refused(other), "--connections: 3 of 4 are for users who may not save");
    const editor = await Peer.login(t, port, admin);
    assert.equal(await refused(admin), "all 4 connections are in use (--connections)");
    const response = await fetch(`${url}/api/floorplan/background?level=0`, {
      method: "DELETE",
      headers: { Authorization: `Bearer ${admin}` },
    });
    assert.equal(response.status, 503);
    assert.equal((await editor.command("ping"))["type"], "pong");
    first.ws.close();
    await first.closed;
    let peer: Peer | undefined;
    // The service may learn a turn later than the peer that it has left.
    while (peer === undefined) peer = await Peer.login(t, port, other).catch(() => undefined);
  },
);

test(
  "OPS-1: while the log is recovered the service listens and /healthz is 503, then 200",
  bounded,
  async (t) => {
    const disk = heldDisk(t);
    const { url, service } = await startTestService(t, { fs: disk.fs, untilLoaded: false });
    assert.deepEqual(await health(url), [503, { status: "loading" }]);
    disk.release();
    await service.loaded;
    assert.deepEqual(await health(url), [200, { status: "ready", rev: 0 }]);
  },
);

test("OPS-1: /healthz names the durable revision, also after a restart", bounded, async (t) => {
  const first = await startTestService(t);
  const editor = await Peer.login(t, first.port, first.admin);
  for (const rev of [1, 2, 3]) {
    await editor.save(numberedPlan(rev));
    assert.deepEqual(await health(first.url), [200, { status: "ready", rev }]);
  }
  await first.stop();
  const second = await startTestService(t, { again: first });
  assert.deepEqual(await health(second.url), [200, { status: "ready", rev: 3 }]);
});

test(
  "OPS-1, OPS-17: when the log was refused, /healthz is 503 with fixed words",
  bounded,
  async (t) => {
    const disk = heldDisk(t);
    const { url, service } = await startTestService(t, { fs: disk.fs, untilLoaded: false });
    disk.fail("the disk is gone");
    await service.loaded;
    const [status, body] = await health(url);
    assert.equal(status, 503);
    assert.deepEqual(body, { status: "failed", reason: failureTexts.refused });
  },
);

test(
  "OPS-1, OPS-17: when plans can no longer be saved, /healthz is 503 with fixed words",
  bounded,
  async (t) => {
    let isBroken = false;
    const fs = diskWith(({ name }) =>
      isBroken && name === "datasync"
        ? Promise.reject(new Error("the disk is full"))
        : Promise.resolve(),
    );
    const { url, port, admin } = await startTestService(t, { fs });
    const editor = await Peer.login(t, port, admin);
    await editor.save(numberedPlan(1));
    isBroken = true;
    await editor.error("floorplan/plan/save", { plan: {} });
    const [status, body] = await health(url);
    assert.equal(status, 503);
    assert.deepEqual(body, { status: "failed", rev: 1, reason: failureTexts.storage });
  },
);

test("OPS-5: an unknown path is answered with 404 and a JSON message", bounded, async (t) => {
  const { url, port } = await startTestService(t);
  for (const path of [
    "/index.html",
    "/healthz/",
    "/nothing?here",
    "/api",
    "/..%2f..%2fetc/passwd",
    "/__proto__",
  ]) {
    for (const method of ["GET", "POST", "DELETE"]) {
      const response = await fetch(`${url}${path}`, { method });
      assert.equal(response.status, 404, `${method} ${path}`);
      assert.equal(response.headers.get("content-type"), jsonType);
      assert.deepEqual(await response.json(), { message: "nothing at this path" });
    }
  }
  // A target that is no path at all, which an ordinary client does not send.
  const request = "GET http:// HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
  assert.equal((await answerTo(t, port, request)).status, 404);
});

test("OPS-5: a wrong method is answered with 405, Allow and a JSON message", bounded, async (t) => {
  const { url } = await startTestService(t);
  for (const method of ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"]) {
    const response = await fetch(`${url}/healthz`, { method });
    assert.equal(response.status, 405, method);
    assert.equal(response.headers.get("allow"), "GET");
    assert.equal(response.headers.get("content-type"), jsonType);
    assert.match(JSON.stringify(await response.json()), new RegExp(`"message":"${method} `));
  }
  const head = await fetch(`${url}/healthz`, { method: "HEAD" });
  assert.equal(head.status, 200, "HEAD is GET without the body");
});

test("OPS-5: what is no HTTP is answered with 400 and a JSON message", bounded, async (t) => {
  const { port, url } = await startTestService(t);
  const answer = await answerTo(t, port, "hello\r\n\r\n");
  assert.equal(answer.status, 400);
  assert.equal((await fetch(`${url}/healthz`)).status, 200);
});
