import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { addBan, bansFile, liftBan } from "../../../src/host/users/ban-list.ts";
import { LoginGuard } from "../../../src/host/users/login-guard.ts";
import { bounded } from "../../support/bounded.ts";
import { Peer } from "../../support/peer.ts";
import { startTestService } from "../../support/service.ts";
import { lineAbout, linesAbout } from "../log-lines.ts";
import { RawPeer, upgradeRequest } from "../raw-peer.ts";

const address = "127.0.0.1";
const otherAddress = { localAddress: "127.0.0.2" };
const quick = { loginDelayMs: 0, loginFailures: 3 };

const failLogin = async (t: TestContext, port: number): Promise<void> => {
  const peer = await Peer.open(t, port);
  peer.send({ type: "auth", access_token: "wrong" });
  assert.equal((await peer.closed).code, 1008);
  assert.equal(peer.received.at(-1)?.["type"], "auth_invalid");
};

/** The status of a request to upgrade, and what comes after its head when it is refused. */
const upgrade = async (t: TestContext, port: number) => {
  const peer = await RawPeer.connect(t, port);
  peer.write(upgradeRequest("/api/websocket"));
  const status = Number((await peer.responseHead()).split(" ")[1]);
  const body = status === 101 ? "" : await peer.rest();
  peer.leave();
  return { status, body };
};

test("AUTH-5: the wait doubles from login-delay-ms with each failure, to at most 4 s", () => {
  const guard = new LoginGuard({ loginFailures: 100, loginDelayMs: 250, banMs: 60_000 });
  const waits: number[] = [];
  for (let failures = 0; failures < 8; failures += 1) {
    waits.push(guard.delayMs(address, 1000));
    guard.failed(address, 1000);
  }
  assert.deepEqual(waits, [0, 250, 500, 1000, 2000, 4000, 4000, 4000]);
  assert.equal(guard.delayMs("127.0.0.2", 1000), 0, "other addresses do not wait");
  guard.succeeded(address);
  assert.equal(guard.delayMs(address, 1000), 0, "a success forgets them");
});

test(
  "AUTH-5: after a failed login the same address is answered later, another one is not",
  bounded,
  async (t) => {
    const { port, viewer } = await startTestService(t, { config: { loginDelayMs: 1500 } });
    await failLogin(t, port);
    const order: string[] = [];
    const delayed = ["wrong", viewer].map(async (token) => {
      const peer = await Peer.open(t, port);
      peer.send({ type: "auth", access_token: token });
      await peer.next();
      order.push(String((await peer.next())["type"]));
    });
    const other = await Peer.login(t, port, viewer, otherAddress);
    await other.command("ping");
    order.push("another address");
    await Promise.all(delayed);
    assert.equal(order[0], "another address", "it came last and was answered first");
    assert.deepEqual(new Set(order.slice(1)), new Set(["auth_invalid", "auth_ok"]));
  },
);

test(
  "AUTH-6: after login-failures failures upgrades of the address are 403, others are not",
  bounded,
  async (t) => {
    const banMs = 60_000;
    const { port, viewer, log, data } = await startTestService(t, { config: { ...quick, banMs } });
    const old = await Peer.login(t, port, viewer);
    for (const failures of [1, 2]) {
      await failLogin(t, port);
      assert.equal((await upgrade(t, port)).status, 101, `${failures} failures are not enough`);
    }
    const before = Date.now();
    await failLogin(t, port);
    const after = Date.now();
    const banned = await upgrade(t, port);
    assert.equal(banned.status, 403);
    const line = lineAbout(log, "is banned");
    assert.equal(line["address"], address);
    assert(banned.body.includes(String(line["until"])), "the peer is told how long");
    const until = Date.parse(String(line["until"]));
    assert(until >= before + banMs && until <= after + banMs, "ban-ms from the last failure on");
    const bans = bansFile(data).read();
    assert(isRight(bans));
    assert.deepEqual(bans.right.bans, [{ address, until: line["until"], failures: 3 }]);
    await Peer.login(t, port, viewer, otherAddress);
    assert.equal((await old.command("ping"))["type"], "pong", "who is in already stays");
  },
);

test("AUTH-6: a successful login forgets the failures before it", bounded, async (t) => {
  const { port, viewer } = await startTestService(t, { config: quick });
  for (let count = 0; count < 3; count += 1) {
    await failLogin(t, port);
    await failLogin(t, port);
    await Peer.login(t, port, viewer);
  }
  for (let count = 0; count < 3; count += 1) await failLogin(t, port);
  assert.equal((await upgrade(t, port)).status, 403);
});

test(
  "AUTH-6: a ban outlasts a restart, and one that is lifted ends while the service runs",
  bounded,
  async (t) => {
    const first = await startTestService(t, { config: { ...quick, loginFailures: 1 } });
    await failLogin(t, first.port);
    await first.stop();
    const { port, data, viewer } = await startTestService(t, { config: quick, again: first });
    assert.equal((await upgrade(t, port)).status, 403);
    assert(isRight(await liftBan(bansFile(data), address)));
    await Peer.login(t, port, viewer);
    // It counts anew afterwards.
    await failLogin(t, port);
    assert.equal((await upgrade(t, port)).status, 101);
  },
);

test("AUTH-6: a ban ends when its time is over", bounded, async (t) => {
  const { port, data } = await startTestService(t, { config: quick });
  const file = bansFile(data);
  const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();
  const ban = { address, failures: 3 };
  assert(isRight(await addBan(file, { ...ban, until: inMs(3_600_000) })));
  assert.equal((await upgrade(t, port)).status, 403);
  assert(isRight(await addBan(file, { ...ban, until: inMs(300) })));
  let { status } = await upgrade(t, port);
  while (status === 403) ({ status } = await upgrade(t, port));
  assert.equal(status, 101);
});

test(
  "AUTH-6: of logins that wait at the same time no more than login-failures are looked at",
  bounded,
  async (t) => {
    const { port, log } = await startTestService(t, {
      config: { loginDelayMs: 300, loginFailures: 3 },
    });
    await failLogin(t, port);
    const peers: Peer[] = [];
    for (let count = 0; count < 15; count += 1) peers.push(await Peer.open(t, port));
    // All of them wait for the same time, and are looked at one after another.
    for (const peer of peers) peer.send({ type: "auth", access_token: "wrong" });
    for (const peer of peers) assert.equal((await peer.closed).code, 1008);
    const lookedAt = linesAbout(log, "a login failed").filter(
      (line) => line["problem"] === "the access token is not valid",
    );
    assert.equal(lookedAt.length, 3);
    assert.equal(lineAbout(log, "is banned")["failures"], 3);
  },
);
