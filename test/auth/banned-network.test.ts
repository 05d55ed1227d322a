import assert from "node:assert/strict";
import { mkdir, readFile, rmdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { pino } from "pino";
import { RatedLog } from "../../src/server/runtime/rated-log.ts";
import { writeDelayMs, PastLogins, pastLoginsFile } from "../../src/auth/past-logins.ts";
import { DayClock } from "../support/day-clock.ts";
import { startDouble } from "../support/double-home-assistant.ts";
import type { HomeAssistant } from "../support/home-assistant/home-assistant-under-test.ts";
import { Peer } from "../support/peer.ts";
import { temporaryFolder, type TestService } from "../support/service.ts";
import { askForSession, signIn } from "../support/sign-in.ts";
import {
  asBearer,
  madeUpToken,
  objectOf,
  startBeside,
  until,
} from "../home-assistant/service-beside.ts";

const issuerOf = (token: string): string => {
  const claims: unknown = JSON.parse(
    Buffer.from(token.split(".")[1] ?? "", "base64url").toString(),
  );
  return String(objectOf(claims)["iss"]);
};

test("AUTH-19: one device's wrong tokens lock nobody out who was let in from there before", async (t) => {
  const home = await startDouble(t);
  const config = { loginDelayMs: 0, homeAssistantCheckMs: 10 };
  const service = await startBeside(t, home, config);
  const { owner, user, guest } = home;
  /** How often a token was shown to Home Assistant. A check of who has just left may still show theirs. */
  const timesShown = (token: string): number =>
    home.of("auth").filter(({ message }) => message["access_token"] === token).length;
  for (const { accessToken } of [owner, user]) {
    const peer = await Peer.login(t, service.port, accessToken);
    peer.ws.close();
    await peer.closed;
  }
  for (let guess = 0; guess < 12; guess += 1) await asBearer(service, "wrong");
  assert.equal((await asBearer(service, "wrong")).status, 403, "the network is banned");
  const none = (): boolean => home.connections() === 0;
  await until("no answer is kept", none);
  assert.equal((await asBearer(service, owner.accessToken)).status, 200);
  const peer = await Peer.login(t, service.port, user.accessToken);
  assert.equal(objectOf(await peer.result("auth/current_user"))["name"], user.name);
  peer.ws.close();
  await peer.closed;

  // Nobody judges what has expired, and nothing is learnt from it.
  await until("no answer is kept", none);
  const before = timesShown(user.accessToken);
  const old = madeUpToken(issuerOf(user.accessToken), Math.floor(Date.now() / 1000) - 60);
  assert.equal((await asBearer(service, old)).status, 403);
  assert.equal(timesShown(old), 0);
  const later = await Peer.login(t, service.port, user.accessToken);
  later.ws.close();
  await later.closed;
  assert(timesShown(user.accessToken) > before);

  // Whoever was never here may be a guesser, and is not judged; whom Home Assistant refuses now is one.
  await until("no answer is kept", none);
  const unjudged = await asBearer(service, guest.accessToken);
  assert.equal(unjudged.status, 503);
  assert.match(unjudged.text, /banned until/);
  const stranger = await Peer.open(t, service.port);
  stranger.send({ type: "auth", access_token: guest.accessToken });
  const { code, reason } = await stranger.closed;
  assert.equal(code, 1013, "a token that may be good is not given up");
  assert.match(reason, /banned until/);
  assert.equal(timesShown(guest.accessToken), 0);
  const forged = madeUpToken(issuerOf(user.accessToken));
  assert.equal((await asBearer(service, forged)).status, 403);
  assert.equal((await asBearer(service, forged)).status, 503);
  assert.equal(timesShown(forged), 1, "it is shown once");
  const shown = timesShown(user.accessToken);
  assert.equal((await asBearer(service, user.accessToken)).status, 503);
  assert.equal(timesShown(user.accessToken), shown);
});

/** A log that nobody reads. */
const quiet = (t: TestContext): RatedLog => {
  const log = new RatedLog(pino({ level: "silent" }));
  t.after(() => log.close());
  return log;
};

const startBanned = async (t: TestContext, home: HomeAssistant, again?: TestService) => {
  const config = { loginDelayMs: 0, loginFailures: 2, homeAssistantCheckMs: 10 };
  return startBeside(t, home, config, again === undefined ? {} : { again });
};

test("AUTH-19: who was let in before a restart is judged during a ban after it, and so is a sign-in", async (t) => {
  const home = await startDouble(t);
  const first = await startBanned(t, home);
  const { owner, guest } = home;
  assert.equal((await asBearer(first, owner.accessToken)).status, 200);
  await first.stop();
  const second = await startBanned(t, home, first);
  for (let guess = 0; guess < 2; guess += 1) await asBearer(second, "wrong");
  assert.equal((await asBearer(second, "wrong")).status, 403, "the network is banned");
  assert.equal((await asBearer(second, owner.accessToken)).status, 200);
  await second.stop();
  const third = await startBanned(t, home, second);
  assert.equal((await asBearer(third, "wrong")).status, 403, "it is banned still");
  assert.equal((await asBearer(third, owner.accessToken)).status, 200);
  assert.equal((await asBearer(third, guest.accessToken)).status, 503);
  const token = await signIn(home, guest, third);
  assert.equal((await asBearer(third, token)).status, 403, "known, and no administrator");
});

test("AUTH-19, UPSTREAM-15: codes that nobody gave are refused during a ban, and no more of them than at any time", async (t) => {
  const home = await startDouble(t);
  const service = await startBanned(t, home);
  const guessed = async (): Promise<number> =>
    (await askForSession(service, { code: "guess", base: `${service.url}/` })).status;
  assert.deepEqual([await guessed(), await guessed()], [401, 401]);
  assert.deepEqual([await guessed(), await guessed()], [403, 503]);
});

test("AUTH-19: who was let in is written within a minute, is the same in another memory, and its file is its owner's alone", async (t) => {
  const [data, clock, log] = [await temporaryFolder(t), new DayClock(), quiet(t)];
  const open = (): PastLogins => new PastLogins({ document: pastLoginsFile(data), clock, log });
  const [here, there] = [open(), open()];
  t.after(() => Promise.all([here.close(), there.close()]));
  here.remember("192.0.2.1", "first", "anna");
  assert(here.has("192.0.2.1", "first") && !here.has("192.0.2.2", "first"));
  assert(!there.has("192.0.2.1", "first"));
  clock.pass(writeDelayMs);
  await until("written", () => there.has("192.0.2.1", "first"));
  const text = await readFile(join(data, "let-in.json"), "utf8");
  assert(!text.includes("first") && !text.includes("192.0.2.1"), text);
  assert.equal((await stat(join(data, "let-in.json"))).mode & 0o777, 0o600);
  there.forget("192.0.2.1", "first");
  assert(!there.has("192.0.2.1", "first"));
  clock.pass(writeDelayMs);
  await until("forgotten", () => !here.has("192.0.2.1", "first"));
});

test("AUTH-19: what cannot be written is known all the same, and is written when it can be", async (t) => {
  const [data, clock, log] = [await temporaryFolder(t), new DayClock(), quiet(t)];
  const [here, there] = [1, 2].map(
    () => new PastLogins({ document: pastLoginsFile(data), clock, log }),
  );
  assert(here !== undefined && there !== undefined);
  t.after(() => Promise.all([here.close(), there.close()]));
  // A folder in the place of what is written first: no change can be, as on a full or read-only disk.
  await mkdir(join(data, "let-in.json.tmp"));
  here.remember("192.0.2.1", "first", "anna");
  clock.pass(writeDelayMs);
  await until("tried", () => clock.isWaitedFor);
  assert(here.has("192.0.2.1", "first") && !there.has("192.0.2.1", "first"));
  await rmdir(join(data, "let-in.json.tmp"));
  clock.pass(writeDelayMs);
  await until("written", () => there.has("192.0.2.1", "first"));
});

test("AUTH-19: of more than 1,000 the oldest goes of whoever has the most", async (t) => {
  const [data, clock, log] = [await temporaryFolder(t), new DayClock(), quiet(t)];
  const letIn = new PastLogins({ document: pastLoginsFile(data), clock, log });
  letIn.remember("192.0.2.1", "anna's", "anna");
  for (let at = 0; at < 1200; at += 1) letIn.remember("192.0.2.1", `${at}`, "guest");
  await letIn.close();
  const again = new PastLogins({ document: pastLoginsFile(data), clock, log });
  t.after(() => again.close());
  for (const mark of ["anna's", "201", "1199"]) assert(again.has("192.0.2.1", mark), mark);
  assert(!again.has("192.0.2.1", "200"));
});
