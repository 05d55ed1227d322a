import assert from "node:assert/strict";
import { test } from "node:test";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import {
  type HomeAssistantProblem,
  homeAssistantProblem,
} from "../../../src/home-assistant/upstream/status.ts";
import { Refusals, type TooManyRefused } from "../../../src/home-assistant/upstream/refusals.ts";
import { systemClock } from "../../../src/server/runtime/time.ts";
import { DayClock } from "../../support/day-clock.ts";
import { startDouble } from "../../support/double-home-assistant.ts";
import { Peer } from "../../support/peer.ts";
import type { TestService } from "../../support/service.ts";
import { madeUpToken, startBeside, until } from "../service-beside.ts";

const refusals = {
  homeAssistantRefusals: 5,
  homeAssistantNetworkRefusals: 3,
  loginDelayMs: 0,
  trustedProxies: "127.0.0.1",
};

/** How a request is answered that a proxy passes on from an address. */
const from = async ({ url }: TestService, address: string, token: string): Promise<number> => {
  const headers = { Authorization: `Bearer ${token}`, "X-Forwarded-For": address };
  const response = await fetch(`${url}/api/floorplan/background?level=0`, {
    method: "DELETE",
    headers,
  });
  await response.text();
  return response.status;
};

/** Tokens that nobody gave, from two addresses in turn. */
const garbage = async (service: TestService, many: number): Promise<readonly number[]> => {
  const statuses: number[] = [];
  for (let n = 0; n < many; n += 1)
    statuses.push(await from(service, `192.0.2.${1 + (n % 2)}`, madeUpToken(`guess ${n}`)));
  return statuses;
};

test("UPSTREAM-15: garbage of two addresses is no more failed logins at Home Assistant than home-assistant-refusals", async (t) => {
  const home = await startDouble(t);
  const service = await startBeside(t, home, refusals);
  const statuses = await garbage(service, 40);
  assert.equal(home.count("auth"), 5);
  assert.deepEqual(statuses, [...Array(5).fill(401), ...Array(35).fill(503)]);
  const peer = await Peer.open(t, service.port);
  peer.send({ type: "auth", access_token: home.user.accessToken });
  const { code, reason } = await peer.closed;
  assert.equal(code, 1013, "a good token is not given up");
  assert.match(reason, /as home-assistant-refusals allows, 5:/);
  assert.equal(home.count("auth"), 5);
});

test("UPSTREAM-15: while garbage comes, whom Home Assistant has let in before comes in", async (t) => {
  const home = await startDouble(t);
  const service = await startBeside(t, home, { ...refusals, homeAssistantCheckMs: 10 });
  const known = home.user.accessToken;
  const first = await Peer.login(t, service.port, known);
  first.ws.close();
  await first.closed;
  // What was answered is not kept any more.
  await until("no connection", () => home.connections() === 0);
  // The service may look once more at a connection that is just ending.
  const shown = (isKnown: boolean): number =>
    home.of("auth").filter(({ message }) => (message["access_token"] === known) === isKnown).length;
  await garbage(service, 20);
  assert.equal(shown(false), 5);
  const before = shown(true);
  const again = await Peer.login(t, service.port, known);
  assert.equal((await again.command("ping"))["type"], "pong");
  assert(shown(true) > before, "it was asked about again");
});

test("UPSTREAM-15: one network with garbage keeps no new user of another out", async (t) => {
  const home = await startDouble(t);
  const service = await startBeside(t, home, refusals);
  const statuses: number[] = [];
  for (let n = 0; n < 10; n += 1)
    statuses.push(await from(service, `2001:db8:0:7::${n}`, madeUpToken(`guess ${n}`)));
  assert.deepEqual(statuses, [...Array(3).fill(401), ...Array(7).fill(503)]);
  assert.equal(await from(service, "2001:db8:0:8::1", home.owner.accessToken), 200);
});

test("AUTH-6: whoever shows a token of ours between garbage for Home Assistant is banned all the same", async (t) => {
  const home = await startDouble(t);
  const many = { homeAssistantRefusals: 100, homeAssistantNetworkRefusals: 100 };
  const service = await startBeside(t, home, { ...refusals, ...many, loginFailures: 10 });
  const statuses: number[] = [];
  for (let n = 0; n < 12; n += 1) {
    statuses.push(await from(service, "192.0.2.1", madeUpToken(`guess ${n}`)));
    if (n % 3 === 2) assert.equal(await from(service, "192.0.2.1", service.admin), 200);
  }
  assert.deepEqual(statuses, [...Array(10).fill(401), 503, 503]);
  assert.equal(home.count("auth"), 10);
  assert.equal(await from(service, "192.0.2.1", "wrong"), 403);
});

test("UPSTREAM-15: codes of sign-ins that nobody gave are counted, too", async (t) => {
  const home = await startDouble(t);
  const service = await startBeside(t, home, refusals);
  const statuses: number[] = [];
  for (let n = 0; n < 8; n += 1) {
    const response = await fetch(`${service.url}/auth/session`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Forwarded-For": `192.0.2.${1 + (n % 2)}` },
      body: JSON.stringify({ code: `guess ${n}`, base: `${service.url}/` }),
    });
    await response.text();
    statuses.push(response.status);
  }
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 503, 503, 503]);
});

const limits = { homeAssistantRefusals: 5, homeAssistantNetworkRefusals: 2 };
const refused = () => Promise.resolve(left(homeAssistantProblem.invalidAuth("no")));
const accepted = () => Promise.resolve(right("yes"));
const isTooMany = (answer: Either<HomeAssistantProblem | TooManyRefused, unknown>): boolean =>
  isLeft(answer) && answer.left.kind === "too-many-refused";

test("UPSTREAM-15: as many people as like come in one behind the other, and a refused issuer is not known any more", async () => {
  const asked = new Refusals(limits, systemClock);
  const network = "192.0.2.1";
  const people = Array.from({ length: 20 }, (_, n) =>
    asked.during({ network, issuer: `person ${n}` }, accepted),
  );
  assert.deepEqual(await Promise.all(people), Array(20).fill(right("yes")));
  await asked.during({ network, issuer: "stranger" }, refused);
  await asked.during({ network, issuer: "person 1" }, refused);
  assert(isTooMany(await asked.during({ network, issuer: "person 1" }, accepted)));
  assert.deepEqual(await asked.during({ network, issuer: "person 2" }, accepted), right("yes"));
  const wasLetIn = { network, issuer: "person 1", wasLetIn: true };
  assert.deepEqual(await asked.during(wasLetIn, accepted), right("yes"));
});

test("UPSTREAM-15: one network is refused home-assistant-network-refusals, and leaves the rest to others", async () => {
  const asked = new Refusals(limits, systemClock);
  const answers = ["a", "a", "a", "b", "b", "b", "c", "c"].map((network) =>
    asked.during({ network }, refused),
  );
  const tooMany = (await Promise.all(answers)).map((answer) => (isTooMany(answer) ? "x" : "-"));
  assert.equal(tooMany.join(""), "--x--x-x");
});

test("UPSTREAM-15: what was refused leaves its room after a minute, neither sooner nor later, wherever the clock is put", async () => {
  const clock = new DayClock();
  const asked = new Refusals(limits, clock);
  for (let minute = 0; minute < 3; minute += 1) {
    for (const network of ["a", "a", "b", "b", "c"])
      assert(!isTooMany(await asked.during({ network }, refused)));
    clock.set(clock.now() - 3_600_000);
    clock.pass(59_999);
    assert(isTooMany(await asked.during({ network: "d" }, accepted)));
    assert(isTooMany(await asked.during({ network: "a" }, accepted)));
    clock.pass(1);
  }
});
