import assert from "node:assert/strict";
import { test } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import { readNetworkAccess } from "../../../src/auth/network-access.ts";
import { slotLimitsFor } from "../../../src/server/http/connection-slots.ts";
import type { ServiceConfig } from "../../../src/server/limits.ts";
import { testConfig } from "../../support/config.ts";
import { bounded, until } from "../../support/timeouts.ts";
import { Peer } from "../../support/peer.ts";
import { numberedPlan } from "../../support/plans.ts";
import { startTestService } from "../../support/service.ts";
import { opcodes, RawPeer } from "../raw-peer.ts";

// A sixteenth of these is for one address.
const connections = 64;
const ofAddress = 4;

test(
  "CHAN-34: a stranger too many of an address takes the place of the oldest, who is told",
  bounded,
  async (t) => {
    const { port, viewer } = await startTestService(t, { config: { connections } });
    const user = await Peer.login(t, port, viewer);
    const strangers = [];
    for (let count = 0; count < ofAddress; count += 1) strangers.push(await Peer.open(t, port));
    const [first, second] = strangers;
    await Peer.open(t, port);
    assert(first !== undefined && second !== undefined);
    const { code, reason } = await first.closed;
    assert.equal(code, 1013);
    assert.equal(
      reason,
      "--connections: an address has 4 without a login at most, and the oldest makes room",
    );
    // A connection that has sent nothing is told as HTTP tells it.
    const silent = await RawPeer.connect(t, port);
    await second.closed;
    for (let count = 0; count < ofAddress; count += 1) await Peer.open(t, port);
    assert.match(await silent.rest(), /^HTTP\/1\.1 503 .*the oldest makes room/s);
    assert.equal((await user.command("ping"))["type"], "pong");
  },
);

test(
  "CHAN-34: while strangers keep opening connections, people of the same address log in and save",
  bounded,
  async (t) => {
    const { port, admin } = await startTestService(t, { config: { connections } });
    const over = new AbortController();
    let opened = 0;
    const flood = async (): Promise<void> => {
      while (!over.signal.aborted) {
        const stranger = await RawPeer.upgraded(t, port).catch(() => undefined);
        opened += stranger === undefined ? 0 : 1;
      }
    };
    const floods = [flood(), flood()];
    for (let rev = 1; rev <= 20; rev += 1) {
      const editor = await Peer.login(t, port, admin);
      assert.equal(await editor.save(numberedPlan(rev), rev - 1), rev);
      editor.ws.close();
      await editor.closed;
    }
    await until(() => opened > 2 * ofAddress);
    over.abort();
    await Promise.all(floods);
  },
);

test("CHAN-34: who has logged in makes room for nobody", bounded, async (t) => {
  const { port, viewer, admin, url } = await startTestService(t, { config: { connections } });
  const users = [];
  for (let count = 0; count < 2 * ofAddress; count += 1)
    users.push(await Peer.login(t, port, viewer));
  for (let count = 0; count < 2 * ofAddress; count += 1) await Peer.open(t, port);
  for (const user of users) assert.equal((await user.command("ping"))["type"], "pong");
  const removed = await fetch(`${url}/api/floorplan/background?level=0`, {
    method: "DELETE",
    headers: { Authorization: `Bearer ${admin}` },
  });
  assert.equal(removed.status, 200);
});

test("CHAN-35: who asks for nothing is answered with 408", bounded, async (t) => {
  const { port, log } = await startTestService(t, { config: { authTimeoutMs: 50 } });
  const silent = await RawPeer.connect(t, port);
  assert.match(await silent.rest(), /^HTTP\/1\.1 408 .*auth-timeout-ms/s);
  const dribbling = await RawPeer.connect(t, port);
  dribbling.write("GET /healthz HTTP/1.1\r\nHost: loc");
  assert.match(await dribbling.rest(), /^HTTP\/1\.1 408 /);
  assert(log.some((line) => line["status"] === 408));
});

test(
  "CHAN-35: empty lines are no request, before the first answer and after it",
  bounded,
  async (t) => {
    const { port } = await startTestService(t, { config: { authTimeoutMs: 50 } });
    for (const first of ["", "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"]) {
      const peer = await RawPeer.connect(t, port);
      peer.write(first);
      const lines = setInterval(() => peer.write("\r\n"), 5);
      t.after(() => clearInterval(lines));
      await peer.gone;
      clearInterval(lines);
    }
  },
);

test(
  "OPS-12: a peer that reads nothing of its answer for twice ping-ms is cut off, one that reads is not",
  bounded,
  async (t) => {
    const { port, url, admin, log } = await startTestService(t, { config: { pingMs: 500 } });
    const form = new FormData();
    const picture = Buffer.alloc(8 * 1024 * 1024);
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1").copy(picture);
    form.append("level", "0");
    form.append("file", new Blob([picture]), "floor.png");
    const headers = { Authorization: `Bearer ${admin}` };
    const sent = await fetch(`${url}/api/floorplan/background`, {
      method: "POST",
      headers,
      body: form,
    });
    assert.equal(sent.status, 200);
    const request =
      "GET /local/floorplan/bg_0.png HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    const unread = await RawPeer.connect(t, port);
    unread.socket.pause();
    unread.write(request);
    await until(() => log.some((line) => line.msg.includes("does not read its responses")));
    const reading = await RawPeer.connect(t, port);
    reading.write(request);
    assert.match(await reading.responseHead(), /^HTTP\/1\.1 200 /);
    assert.equal(Buffer.byteLength(await reading.rest(), "latin1") > 0, true);
  },
);

test("CHAN-24, CFG-2: the places fit into the limit of open files", () => {
  const asked = { connections: 4096, viewerConnections: 64, uploads: 32 };
  const usual = slotLimitsFor({ ...asked, descriptors: Infinity });
  const places = { people: 4096, viewer: 64, strangers: 1024, networkStrangers: 256 };
  assert.deepEqual(usual, places);
  for (const descriptors of [64, 128, 256, 1024, 4096, 10_000]) {
    const { people, strangers, networkStrangers } = slotLimitsFor({ ...asked, descriptors });
    assert(people > 0 && strangers > 0 && networkStrangers > 0, `${descriptors} descriptors`);
    if (descriptors >= 128) assert(people + 2 * strangers <= descriptors - 32, `${descriptors}`);
  }
});

test("HOMES-197: of many homes, the places leave room for the uploads of all", async () => {
  const placesOf = async (changes: Partial<ServiceConfig>) => {
    const log: Record<string, number>[] = [];
    const logger = pino({}, { write: (line: string) => void log.push(JSON.parse(line)) });
    const config = testConfig({ connections: 100_000_000, ...changes });
    assert(isRight(await readNetworkAccess(config, logger)));
    const { descriptors = 0, people = 0, strangers = 0 } = log[0] ?? {};
    return descriptors - people - 2 * strangers;
  };
  const alone = await placesOf({ uploads: 32 });
  assert.equal(await placesOf({ homes: true, uploads: 32, homesUploads: 132 }), alone + 100);
});

test("CHAN-2: a websocket that says nothing is told why it ends", bounded, async (t) => {
  // Time enough for the upgrade, on a busy machine.
  const { port } = await startTestService(t, { config: { authTimeoutMs: 1000 } });
  const peer = await RawPeer.upgraded(t, port);
  const frame = await peer.nextFrame();
  assert.equal(frame?.opcode, opcodes.close);
  await peer.gone;
});

test("OPS-3: connections that ask for nothing hold up no stop", bounded, async (t) => {
  // Longer than the test may take.
  const service = await startTestService(t, { config: { stopMs: 60_000, authTimeoutMs: 60_000 } });
  const silent = await RawPeer.connect(t, service.port);
  await (await fetch(`${service.url}/healthz`)).text();
  await service.stop();
  await silent.gone;
});
