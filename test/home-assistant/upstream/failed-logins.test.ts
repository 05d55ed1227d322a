import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { scaled } from "../../campaign/scale.ts";
import { bounded, ofMany } from "../../support/timeouts.ts";
import { DayClock } from "../../support/day-clock.ts";
import { type DoubleHomeAssistant, startDouble } from "../../support/double-home-assistant.ts";
import type { HomeAssistant } from "../../support/home-assistant/home-assistant-under-test.ts";
import { startHomeAssistant } from "../../support/home-assistant.ts";
import { Peer } from "../../support/peer.ts";
import { mayUse } from "../../support/programs.ts";
import {
  type TestScope,
  temporaryFolder,
  type TestService,
  type TestServiceOptions,
} from "../../support/service.ts";
import { askForSession, signIn } from "../../support/sign-in.ts";
import { asBearer, homeStatus, madeUpToken, startBeside, until } from "../service-beside.ts";

/** As much is shown to Home Assistant as comes, but for what is to be proven here. */
const shown = {
  loginFailures: 1000,
  loginDelayMs: 0,
  trustedProxies: "127.0.0.1",
  homeAssistantRefusals: 10_000,
  homeAssistantNetworkRefusals: 10_000,
  signIns: 1000,
  homeAssistantCheckMs: 10,
  // Whoever waits for their turn has it in this time, on a busy machine as well.
  homeAssistantMs: 60_000,
};

/** A service with a token of its own, which is somebody's. */
const startWithToken = async (
  t: TestScope,
  home: Pick<HomeAssistant, "url">,
  token: string,
  { config = {}, ...more }: TestServiceOptions = {},
): Promise<TestService & { readonly file: string }> => {
  const file = join(await temporaryFolder(t), "token");
  await writeFile(file, token, { mode: 0o600 });
  const settings = { ...shown, ...config, homeAssistantTokenFile: file };
  const service = await startBeside(t, home, settings, more);
  return { ...service, file };
};

/** How a token, or each third time a code, is answered that nobody gave. */
const guess = async (service: TestService, n: number): Promise<number> => {
  const headers = { "X-Forwarded-For": `192.0.2.${1 + (n % 250)}` };
  const answer =
    n % 3 === 0
      ? await askForSession(service, { code: `guess ${n}`, base: `${service.url}/` }, headers)
      : await fetch(`${service.url}/api/floorplan/background?level=0`, {
          method: "DELETE",
          headers: { ...headers, Authorization: `Bearer ${madeUpToken(`guess ${n}`)}` },
        });
  await answer.text();
  return answer.status;
};

/** So many of them, all at once and from as many networks; how many were refused. */
const flood = async (service: TestService, many: number): Promise<number> => {
  const statuses = await Promise.all(Array.from({ length: many }, (_, n) => guess(service, n)));
  return statuses.filter((status) => status === 401).length;
};

/** Whether somebody is let in with a token. */
const comesIn = async (t: TestScope, { port }: TestService, token: string): Promise<boolean> => {
  const peer = await Peer.open(t, port);
  peer.send({ type: "auth", access_token: token });
  await peer.next();
  const answer = await peer.next().catch(() => undefined);
  peer.ws.close();
  return answer?.["type"] === "auth_ok";
};

test(
  "UPSTREAM-16: of garbage, however much comes at once, no more than home-assistant-failures fail in a row at Home Assistant",
  ofMany,
  async (t) => {
    const home = await startDouble(t);
    const service = await startWithToken(t, home, home.owner.longLivedToken);
    assert.equal(await flood(service, 60), 60, "each was judged");
    assert(home.maxFailures() <= 3, `${home.maxFailures()} in a row`);
    // So it is where what was known is not taken any more, and where tokens of sessions are not.
    assert(await comesIn(t, service, home.user.accessToken));
    assert.equal(await flood(service, 10), 10);
    assert(home.maxFailures() <= 3, `${home.maxFailures()} in a row`);
  },
);

test(
  "UPSTREAM-16: without a token of its own nothing starts Home Assistant's count anew but who comes in",
  bounded,
  async (t) => {
    const home = await startDouble(t);
    const service = await startBeside(t, home, shown);
    assert.equal(await flood(service, 20), 20);
    assert.equal(home.maxFailures(), 20);
    assert(await comesIn(t, service, home.user.accessToken));
    assert.equal(await flood(service, 19), 19);
    assert.equal(home.maxFailures(), 20);
  },
);

test(
  "UPSTREAM-16: a token of its own that Home Assistant refuses is shown to it ever more rarely, another one at once, and locks nobody out",
  ofMany,
  async (t) => {
    const home = await startDouble(t);
    const clock = new DayClock();
    const service = await startWithToken(t, home, "revoked", { clock });
    const own = (): number =>
      home.of("auth").filter(({ message }) => message["access_token"] === "revoked").length;
    await homeStatus(service, "invalid-auth");
    assert.equal(await flood(service, 20), 20);
    assert(await comesIn(t, service, home.user.accessToken));
    assert.equal(own(), 1);
    // The service wants to log in all the time: it does after 0.1, 0.2, 0.4 s, and so on up to an hour.
    for (let quarter = 0; quarter < 100; quarter += 1) {
      clock.pass(900_000);
      await asBearer(service, madeUpToken(`quarter ${quarter}`));
    }
    assert(own() >= 24 && own() < 60, `${own()} times in 25 hours`);
    await writeFile(service.file, home.owner.longLivedToken);
    await homeStatus(service, "connected");
  },
);

/** A service that knows three people: by what Home Assistant has accepted, by a session, and by what it kept before its start. */
const startKnowing = async (t: TestScope, home: DoubleHomeAssistant) => {
  const { owner, user, guest } = home;
  const before = await startWithToken(t, home, owner.longLivedToken);
  assert(await comesIn(t, before, owner.accessToken));
  await before.stop();
  const service = await startWithToken(t, home, owner.longLivedToken, { again: before });
  assert(await comesIn(t, service, user.accessToken));
  const session = await signIn(home, guest, service);
  assert(await comesIn(t, service, session));
  await until("no answer is kept", () =>
    home
      .of("auth")
      .filter(({ message }) => message["access_token"] !== owner.longLivedToken)
      .every(({ ws }) => ws.readyState === ws.CLOSED),
  );
  return { service, known: [user.accessToken, session, owner.accessToken] };
};

test(
  "UPSTREAM-16: while Home Assistant counts what strangers failed with, known issuers, sessions and whom it let in before come in, and strangers wait",
  bounded,
  async (t) => {
    const home = await startDouble(t);
    const { service, known } = await startKnowing(t, home);
    const counted = home.holdCounting();
    const happened: string[] = [];
    assert.deepEqual(await Promise.all([guess(service, 1), guess(service, 2)]), [401, 401]);
    const strangers = Promise.all(
      [3, 4, 5].map(async (n) => happened.push(`a stranger: ${await guess(service, n)}`)),
    );
    for (const token of known) happened.push(`known: ${await comesIn(t, service, token)}`);
    counted();
    await strangers;
    assert.deepEqual(happened, [
      ...Array(3).fill("known: true"),
      ...Array(3).fill("a stranger: 401"),
    ]);
    assert(home.maxFailures() <= 3, `${home.maxFailures()} in a row`);
  },
);

const isReal = scaled(false, true);

if (isReal)
  test("UPSTREAM-16, real: where Home Assistant bans after 4 failed logins, garbage bans a service without a token of its own, and none with one", async (t) => {
    if (!mayUse(t, "Home Assistant")) return;
    const bans = "  ip_ban_enabled: true\n  login_attempts_threshold: 4\n";
    const home = await startHomeAssistant("", bans);
    t.after(home.remove);
    t.diagnostic(`Home Assistant ${home.version}`);
    const service = await startWithToken(t, home, home.owner.longLivedToken);
    for (let times = 0; times < 5; times += 1) assert.equal(await flood(service, 60), 60);
    assert(await comesIn(t, service, home.user.longLivedToken));
    assert(!home.printed().includes("Banned IP"), "nobody is banned");
    const other = await startBeside(t, home, shown);
    assert((await flood(other, 20)) < 20);
    assert(!(await comesIn(t, other, home.user.longLivedToken)));
    assert(home.printed().includes("Banned IP"));
  });
