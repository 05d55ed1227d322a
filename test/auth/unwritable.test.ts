import assert from "node:assert/strict";
import { mkdir, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { bansFile } from "../../src/auth/bans.ts";
import { Peer } from "../support/peer.ts";
import { numberedPlan } from "../support/plans.ts";
import { startTestService } from "../support/service.ts";

test("AUTH-6: where a ban cannot be kept it still holds, and nobody else feels it", async (t) => {
  const config = { loginFailures: 2, loginDelayMs: 0 };
  const { data, port, admin, log } = await startTestService(t, { config });
  const peer = await Peer.login(t, port, admin);
  // A folder in the place of the lock: no lock can be taken, as on a full or read-only disk.
  await mkdir(join(data, "bans.json.lock"));
  const fail = async (localAddress: string): Promise<unknown> => {
    const stranger = await Peer.open(t, port, { localAddress });
    stranger.send({ type: "auth", access_token: "wrong" });
    assert.equal((await stranger.closed).code, 1008);
    return stranger.received.at(-1)?.["message"];
  };
  for (let count = 0; count < 2; count += 1) await fail("127.0.0.1");
  assert(log.some(({ msg }) => msg === "the ban cannot be saved"));
  assert.match(String(await fail("127.0.0.1")), /banned until/);
  assert.equal(await peer.save(numberedPlan(1)), 1);
  const [listed] = Object(await peer.result("floorplan/bans/list"));
  assert.equal(listed?.address, "127.0.0.1", "it is listed");
  // It is kept with the next one, once that is possible again.
  await rmdir(join(data, "bans.json.lock"));
  for (let count = 0; count < 2; count += 1) await fail("127.0.0.2");
  const kept = bansFile(data).read();
  assert(isRight(kept));
  assert.deepEqual(
    kept.right.bans.map((ban) => ban.address),
    ["127.0.0.1", "127.0.0.2"],
  );
});

test("CHAN-19: a long message of a user who may not save closes the connection with 1009 and the limit's name", async (t) => {
  const { port, viewer, admin } = await startTestService(t, {
    config: { viewerMessageBytes: 1024 },
  });
  const text = JSON.stringify({ id: 1, type: "ping", more: "x".repeat(1024) });
  const long = await Peer.login(t, port, viewer);
  long.send(text);
  const closed = await long.closed;
  assert.equal(closed.code, 1009);
  assert.match(closed.reason, /viewer-message-bytes, 1024/);
  const saver = await Peer.login(t, port, admin);
  saver.send(text);
  assert.equal((await saver.replyTo(1))["success"], false);
});

test("OPS-1: a request that offers another protocol than websockets is answered as if it did not", async (t) => {
  const { url } = await startTestService(t);
  const { request } = await import("node:http");
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const headers = {
      Connection: "Upgrade, HTTP2-Settings",
      Upgrade: "h2c",
      "HTTP2-Settings": "AAMAAABk",
    };
    request(`${url}/healthz`, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .once("error", reject)
      .end();
  });
  assert.equal(status, 200);
});
