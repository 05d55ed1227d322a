import assert from "node:assert/strict";
import { test } from "node:test";
import { isLeft, left, right } from "fp-ts/lib/Either.js";
import { hassProblem } from "../../src/hass/problem.ts";
import { Refusals } from "../../src/hass/refusals.ts";
import { startDouble } from "../support/double-home-assistant.ts";
import { Peer } from "../support/peer.ts";
import { type TestService } from "../support/service.ts";
import { madeUpToken, startBeside, until } from "./here.ts";

const refusals = { homeAssistantRefusals: 5, loginDelayMs: 0, trustedProxies: "127.0.0.1" };

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

test("PASS-15: garbage of two addresses is no more failed logins at Home Assistant than home-assistant-refusals", async (t) => {
  const home = await startDouble(t);
  const service = await startBeside(t, home, refusals);
  const statuses = await garbage(service, 40);
  assert.equal(home.count("auth"), 5);
  assert.deepEqual(statuses, [...Array(5).fill(401), ...Array(35).fill(503)]);
  const peer = await Peer.open(t, service.port);
  peer.send({ type: "auth", access_token: home.user.accessToken });
  const { code, reason } = await peer.closed;
  assert.equal(code, 1013, "a good token is not given up");
  assert.match(reason, /as --home-assistant-refusals allows, 5:/);
  assert.equal(home.count("auth"), 5);
});

test("PASS-15: while garbage comes, whom Home Assistant has let in before comes in", async (t) => {
  const home = await startDouble(t);
  const service = await startBeside(t, home, { ...refusals, homeAssistantCheckMs: 10 });
  const known = home.user.accessToken;
  const first = await Peer.login(t, service.port, known);
  first.ws.close();
  await first.closed;
  // What was answered is not kept any more.
  await until("no connection", () => home.connections() === 0);
  const before = home.count("auth");
  await garbage(service, 20);
  assert.equal(home.count("auth"), before + 5);
  const again = await Peer.login(t, service.port, known);
  assert.equal((await again.command("ping"))["type"], "pong");
  assert(home.count("auth") > before + 5, "it was asked about again");
});

test("PASS-15: codes of sign-ins that nobody gave are counted, too", async (t) => {
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

test("PASS-15: as many people as like come in one behind the other, and a refused issuer is not known any more", async () => {
  const asked = new Refusals(2);
  const refused = async () => left(hassProblem.invalidAuth("no"));
  const people = Array.from({ length: 20 }, (_, n) =>
    asked.during(`person ${n}`, () => Promise.resolve(right(n))),
  );
  assert.deepEqual(
    await Promise.all(people),
    Array.from({ length: 20 }, (_, n) => right(n)),
  );
  await asked.during("stranger", refused);
  await asked.during("person 1", refused);
  const put = await asked.during("person 1", () => Promise.resolve(right(1)));
  assert(isLeft(put) && put.left.kind === "too-many-refused");
  assert.deepEqual(await asked.during("person 2", () => Promise.resolve(right(2))), right(2));
});
