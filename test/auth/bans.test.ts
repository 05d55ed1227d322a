import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import { RatedLog } from "../../src/server/runtime/rated-log.ts";
import { type Ban, BanKeeper, bansFile, liftBan, openBans } from "../../src/auth/bans.ts";
import { systemClock } from "../../src/server/runtime/time.ts";
import { type LoginAuthority, LoginThrottle } from "../../src/auth/login-throttle.ts";
import { banOn } from "../support/bans.ts";
import { bounded, until as waitUntil } from "../support/timeouts.ts";
import { DayClock } from "../support/day-clock.ts";
import { Peer } from "../support/peer.ts";
import { type LogLine, startTestService, temporaryFolder } from "../support/service.ts";
import { runInProcess } from "../support/run-command.ts";
import { lineAbout, linesAbout } from "../server/log-lines.ts";

const address = "127.0.0.1";
const otherAddress = { localAddress: "127.0.0.2" };
const quick = { loginDelayMs: 0, loginFailures: 3 };

/** What a login with a token that is not valid is answered with. */
const failLogin = async (t: TestContext, port: number, options = {}): Promise<string> => {
  const peer = await Peer.open(t, port, options);
  peer.send({ type: "auth", access_token: "wrong" });
  assert.equal((await peer.closed).code, 1008);
  const answer = peer.received.at(-1);
  assert.equal(answer?.["type"], "auth_invalid");
  return String(answer["message"]);
};

const notValid = "the access token is not valid";
const banned = /^too many failed logins: banned until (\S+)$/;

/** Whether the address of this machine is banned, without a login that would count. */
const isBanned = async (port: number): Promise<boolean> => {
  const { status } = await fetch(`http://127.0.0.1:${port}/api/websocket`);
  assert([403, 426].includes(status), `${status}`);
  return status === 403;
};

const bansOf = (data: string): readonly Ban[] => {
  const content = bansFile(data).read();
  assert(isRight(content));
  return content.right.bans;
};

test("AUTH-5: the wait doubles from login-delay-ms with each failure, to at most 4 s", () => {
  const guard = new LoginThrottle({ loginFailures: 100, loginDelayMs: 250, banMs: 60_000 });
  const waits: number[] = [];
  for (let failures = 0; failures < 8; failures += 1) {
    waits.push(guard.delayMs(address, 1000));
    guard.failed(address, "service", 1000);
  }
  assert.deepEqual(waits, [0, 250, 500, 1000, 2000, 4000, 4000, 4000]);
  assert.equal(guard.delayMs("127.0.0.2", 1000), 0, "other addresses do not wait");
  guard.succeeded(address, "service");
  assert.equal(guard.delayMs(address, 1000), 0, "a success forgets them");
});

test("AUTH-6: a success here forgets no failure elsewhere", () => {
  const guard = new LoginThrottle({ loginFailures: 4, loginDelayMs: 1, banMs: 60_000 });
  const fail = (judge: LoginAuthority): number | undefined => guard.failed(address, judge, 1000);
  for (const judge of ["home-assistant", "service", "home-assistant"] as const)
    assert.equal(fail(judge), undefined);
  guard.succeeded(address, "service");
  assert.equal(guard.delayMs(address, 1000), 2, "two are left");
  assert.equal(fail("service"), undefined);
  assert.equal(fail("home-assistant"), 4);
  assert.equal(fail("home-assistant"), undefined);
  guard.succeeded(address, "home-assistant");
  assert.equal(guard.delayMs(address, 1000), 0, "a success elsewhere forgets all");
});

test(
  "AUTH-5: after a failed login the next of the same address is answered later, a valid token and others at once",
  bounded,
  async (t) => {
    const { port, viewer } = await startTestService(t, { config: { loginDelayMs: 2000 } });
    await failLogin(t, port);
    const order: string[] = [];
    const late = failLogin(t, port).then(() => order.push("a wrong token"));
    await failLogin(t, port, otherAddress).then(() => order.push("another address"));
    await Peer.login(t, port, viewer).then(() => order.push("a valid token"));
    await late;
    assert.deepEqual(order, ["another address", "a valid token", "a wrong token"]);
  },
);

test(
  "AUTH-6: after login-failures failures an address is banned, and told until when",
  bounded,
  async (t) => {
    const banMs = 60_000;
    const { port, log, data } = await startTestService(t, { config: { ...quick, banMs } });
    for (const failures of [1, 2]) {
      assert.equal(await failLogin(t, port), notValid);
      assert(!(await isBanned(port)), `${failures} failures are not enough`);
    }
    const before = Date.now();
    assert.equal(await failLogin(t, port), notValid);
    const after = Date.now();
    assert(await isBanned(port));
    const line = lineAbout(log, "is banned");
    assert.equal(line["address"], address);
    assert.equal(banned.exec(await failLogin(t, port))?.[1], line["until"]);
    const until = Date.parse(String(line["until"]));
    assert(until >= before + banMs && until <= after + banMs, "ban-ms from the last failure on");
    const since = new Date(until - banMs).toISOString();
    assert.deepEqual(bansOf(data), [{ address, since, until: line["until"], failures: 3 }]);
    assert.equal(await failLogin(t, port, otherAddress), notValid, "others are not banned");
  },
);

test("AUTH-6: a successful login forgets the failures before it", bounded, async (t) => {
  const { port, viewer } = await startTestService(t, { config: quick });
  for (let count = 0; count < 3; count += 1) {
    await failLogin(t, port);
    await failLogin(t, port);
    await Peer.login(t, port, viewer);
  }
  assert(!(await isBanned(port)));
  for (let count = 0; count < 3; count += 1) await failLogin(t, port);
  assert(await isBanned(port));
});

test(
  "AUTH-6: a ban outlasts a restart, and one that is lifted ends while the service runs",
  bounded,
  async (t) => {
    const first = await startTestService(t, { config: { ...quick, loginFailures: 1 } });
    await failLogin(t, first.port);
    await first.stop();
    const { port, data } = await startTestService(t, { config: quick, again: first });
    assert.match(await failLogin(t, port), banned);
    assert(isRight(await liftBan(bansFile(data), address, Date.now())));
    // It counts anew afterwards.
    assert.equal(await failLogin(t, port), notValid);
    assert(!(await isBanned(port)));
  },
);

test("AUTH-6: a ban ends when its time is over", bounded, async (t) => {
  const { port, data } = await startTestService(t, { config: quick });
  const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();
  await banOn(data, { address, failures: 3, until: inMs(3_600_000) });
  assert(await isBanned(port));
  await banOn(data, { address, failures: 3, until: inMs(300) });
  while (await isBanned(port));
  assert.equal(await failLogin(t, port), notValid);
});

const hourMs = 3_600_000;

test(
  "AUTH-6: a ban that a clock made which was ahead is over once the clock is right, also after a restart",
  bounded,
  async (t) => {
    const clock = new DayClock();
    const right = clock.now();
    clock.set(right + 365 * 24 * hourMs);
    const first = await startTestService(t, { config: { ...quick, loginFailures: 1 }, clock });
    await failLogin(t, first.port);
    assert.match(await failLogin(t, first.port), banned);
    clock.set(right);
    assert(!(await isBanned(first.port)));
    const desk = await Peer.login(t, first.port, first.admin);
    assert.deepEqual(await desk.result("floorplan/bans/list"), []);
    await first.stop();
    const { port, data } = await startTestService(t, { config: quick, clock, again: first });
    assert.equal(await failLogin(t, port), notValid);
    const { out } = await runInProcess(["ban", "list", "--data", data]);
    assert(!out.includes(address), out);
  },
);

test(
  "AUTH-6: a clock that is put back by up to a minute ends no ban, and loses none when another comes",
  bounded,
  async (t) => {
    const clock = new DayClock();
    const service = await startTestService(t, { config: { ...quick, loginFailures: 1 }, clock });
    const { port, data } = service;
    await failLogin(t, port);
    clock.set(clock.now() - 60_000);
    assert.match(await failLogin(t, port), banned);
    await failLogin(t, port, otherAddress);
    assert.deepEqual(
      bansOf(data).map((ban) => ban.address),
      [address, otherAddress.localAddress],
    );
    await service.stop();
    const again = await startTestService(t, { config: quick, clock, again: service });
    assert.match(await failLogin(t, again.port), banned);
  },
);

test(
  "AUTH-6, AUTH-20: failures are forgotten after ban-ms, wherever the clock is put",
  bounded,
  async (t) => {
    const clock = new DayClock();
    const { port } = await startTestService(t, { config: { ...quick, banMs: hourMs }, clock });
    for (const times of ["first", "second"]) {
      for (let count = 0; count < 2; count += 1) await failLogin(t, port);
      assert(!(await isBanned(port)), times);
      clock.set(clock.now() - 2 * hourMs);
      clock.pass(hourMs + 1);
    }
  },
);

test(
  "AUTH-10: a valid token passes at once while its address is banned, which stays so",
  bounded,
  async (t) => {
    const { port, viewer, admin } = await startTestService(t, {
      config: { loginDelayMs: 60_000, loginFailures: 1 },
    });
    const old = await Peer.login(t, port, viewer);
    await failLogin(t, port);
    for (const token of [viewer, admin, viewer]) {
      const peer = await Peer.login(t, port, token);
      assert.equal((await peer.command("ping"))["type"], "pong");
      assert(await isBanned(port));
    }
    assert.match(await failLogin(t, port), banned);
    assert.equal((await old.command("ping"))["type"], "pong", "who is in already stays");
  },
);

test(
  "AUTH-11: the addresses of an IPv6 network count together, and a ban of one is a ban of all",
  bounded,
  async (t) => {
    const { url, data, log } = await startTestService(t, {
      config: { ...quick, trustedProxies: "127.0.0.1" },
    });
    const failFrom = async (forwarded: string): Promise<number> => {
      const headers = { Authorization: "Bearer wrong", "X-Forwarded-For": forwarded };
      const method = "DELETE";
      return (await fetch(`${url}/api/floorplan/background?level=0`, { method, headers })).status;
    };
    for (const host of ["1", "2", "ffff:1"])
      assert.equal(await failFrom(`2001:db8:0:7::${host}`), 401, host);
    assert.equal(await failFrom("2001:db8:0:7:1:2:3:4"), 403);
    assert.equal(await failFrom("2001:db8:0:8::1"), 401, "the next network is another one");
    const network = "2001:db8:0:7::/64";
    assert.equal(lineAbout(log, "is banned")["address"], network);
    assert.deepEqual(
      bansOf(data).map((ban) => ban.address),
      [network],
    );
    assert(isLeft(await liftBan(bansFile(data), "2001:db8:0:9::1", Date.now())));
    assert(
      isRight(await liftBan(bansFile(data), "2001:db8:0:7::9", Date.now())),
      "by any of its addresses",
    );
    assert.equal(await failFrom("2001:db8:0:7::1"), 401);
    // A ban that an earlier version kept for one address.
    const until = new Date(Date.now() + 60_000).toISOString();
    await banOn(data, { address: "2001:db8:0:7::1", until, failures: 3 });
    assert.equal(await failFrom("2001:db8:0:7::2"), 403);
    assert(isRight(await liftBan(bansFile(data), network, Date.now())), "by the network");
  },
);

test(
  "AUTH-12: of one address fewer than login-failures logins wait at a time, the others are answered at once",
  bounded,
  async (t) => {
    const { port, log } = await startTestService(t, {
      config: { loginDelayMs: 1000, loginFailures: 3 },
    });
    await failLogin(t, port);
    const peers: Peer[] = [];
    for (let count = 0; count < 20; count += 1) peers.push(await Peer.open(t, port));
    const order: unknown[] = [];
    const all = peers.map(async (peer) => {
      peer.send({ type: "auth", access_token: "wrong" });
      await peer.closed;
      order.push(peer.received.at(-1)?.["message"]);
    });
    await Promise.all(all);
    assert.deepEqual(order.slice(18), [notValid, notValid]);
    for (const message of order.slice(0, 18)) assert.match(String(message), banned);
    assert.equal(lineAbout(log, "is banned")["failures"], 3);
  },
);

test("AUTH-12: what fails during a ban is neither counted nor written", bounded, async (t) => {
  const { port, data, log } = await startTestService(t, { config: quick });
  for (let count = 0; count < 3; count += 1) await failLogin(t, port);
  const stamp = bansFile(data).stamp();
  for (let count = 0; count < 9; count += 1) assert.match(await failLogin(t, port), banned);
  assert.equal(bansFile(data).stamp(), stamp);
  assert.equal(linesAbout(log, "is banned").length, 1);
  assert(isRight(await liftBan(bansFile(data), address, Date.now())));
  assert.equal(await failLogin(t, port), notValid);
  assert(!(await isBanned(port)));
});

test("AUTH-12: of very many bans at once the newest are kept", bounded, async (t) => {
  const file = bansFile(await temporaryFolder(t));
  const log: LogLine[] = [];
  const logger = pino({}, { write: (line: string) => void log.push(JSON.parse(line)) });
  const ratedLog = new RatedLog(logger);
  t.after(() => ratedLog.close());
  const keeper = new BanKeeper(openBans(file, ratedLog), 1000, systemClock);
  const until = new Date(Date.now() + 60_000).toISOString();
  const networks = Array.from({ length: 3000 }, (_, index) => `10.0.${index >> 8}.${index & 255}`);
  await Promise.all(networks.map((each) => keeper.add({ address: each, until, failures: 1 })));
  const content = file.read();
  assert(isRight(content));
  assert.deepEqual(
    content.right.bans.map((ban) => ban.address),
    networks.slice(-1000),
  );
  assert.equal(keeper.find("10.0.0.0"), undefined);
  assert.equal(keeper.find(networks.at(-1) ?? "")?.until, until);
  assert.deepEqual(log, [], "each was written");
});

test("AUTH-12: the service keeps as many bans as its setting says", bounded, async (t) => {
  const config = { bans: 1, loginFailures: 1, loginDelayMs: 0 };
  const { data, port } = await startTestService(t, { config });
  await failLogin(t, port);
  await failLogin(t, port, otherAddress);
  const kept = (): readonly string[] => {
    const content = bansFile(data).read();
    return isRight(content) ? content.right.bans.map((ban) => ban.address) : [];
  };
  await waitUntil(() => kept().includes(otherAddress.localAddress));
  assert.deepEqual(kept(), [otherAddress.localAddress]);
});
