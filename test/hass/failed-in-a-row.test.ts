import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { type Either, isLeft, isRight, left, right } from "fp-ts/lib/Either.js";
import { defaultConfig } from "../../src/config.ts";
import { FailedInARow } from "../../src/hass/failed-in-a-row.ts";
import { type HassProblem, hassProblem } from "../../src/hass/problem.ts";
import { scaled } from "../campaign/scale.ts";
import { bounded } from "../support/bounded.ts";
import { DayClock } from "../support/day-clock.ts";
import { startDouble } from "../support/double-home-assistant.ts";
import type { HomeAssistant } from "../support/home-assistant/handle.ts";
import { startHomeAssistant } from "../support/home-assistant.ts";
import { Peer } from "../support/peer.ts";
import { mayUse } from "../support/programs.ts";
import { type Ending, temporaryFolder, type TestService } from "../support/service.ts";
import { askForSession } from "../support/sign-in.ts";
import { asBearer, homeStatus, madeUpToken, startBeside, until } from "./here.ts";

/** As much is shown to Home Assistant as comes, but for what is to be proven here. */
const shown = {
  loginFailures: 1000,
  loginDelayMs: 0,
  trustedProxies: "127.0.0.1",
  homeAssistantRefusals: 10_000,
  homeAssistantNetworkRefusals: 10_000,
  signIns: 1000,
  homeAssistantCheckMs: 10,
};

/** A service with a token of its own, which is somebody's. */
const startWithToken = async (
  t: Ending,
  home: Pick<HomeAssistant, "url">,
  token: string,
  more: Parameters<typeof startBeside>[3] = {},
): Promise<TestService & { readonly file: string }> => {
  const file = join(await temporaryFolder(t), "token");
  await writeFile(file, token, { mode: 0o600 });
  const service = await startBeside(t, home, { ...shown, homeAssistantTokenFile: file }, more);
  return { ...service, file };
};

/** Tokens and codes that nobody gave, all at once and from as many networks; how many were refused. */
const flood = async (service: TestService, many: number): Promise<number> => {
  const statuses = Array.from({ length: many }, async (_, n): Promise<number> => {
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
  });
  return (await Promise.all(statuses)).filter((status) => status === 401).length;
};

/** Whether somebody is let in with a token. */
const comesIn = async (t: Ending, { port }: TestService, token: string): Promise<boolean> => {
  const peer = await Peer.open(t, port);
  peer.send({ type: "auth", access_token: token });
  await peer.next();
  const answer = await peer.next().catch(() => undefined);
  peer.ws.close();
  return answer?.["type"] === "auth_ok";
};

test(
  "PASS-16: of garbage, however much comes at once, home-assistant-failures fail in a row at Home Assistant, and no more",
  bounded,
  async (t) => {
    const home = await startDouble(t);
    const service = await startWithToken(t, home, home.owner.longLivedToken);
    assert.equal(await flood(service, 60), 60, "each was judged");
    assert.equal(home.mostFailures(), 3);
    // So it is where what was known is not taken any more, and where tokens of sessions are not.
    assert(await comesIn(t, service, home.user.accessToken));
    assert.equal(await flood(service, 10), 10);
    assert.equal(home.mostFailures(), 3);
  },
);

test(
  "PASS-16: without a token of its own nothing starts Home Assistant's count anew but who comes in",
  bounded,
  async (t) => {
    const home = await startDouble(t);
    const service = await startBeside(t, home, shown);
    assert.equal(await flood(service, 20), 20);
    assert.equal(home.mostFailures(), 20);
    assert(await comesIn(t, service, home.user.accessToken));
    assert.equal(await flood(service, 19), 19);
    assert.equal(home.mostFailures(), 20);
  },
);

test(
  "PASS-16: a token of its own that Home Assistant refuses is shown to it ever more rarely, another one at once, and locks nobody out",
  bounded,
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

const problem = hassProblem.unreachable("home", "it is away");
const settings = defaultConfig({ homeAssistant: "home", homeAssistantFailures: 2 });
const never = new AbortController().signal;

test("PASS-16: a login that is under way counts as failed, what was before the start is not known, and who waits is told in time why it is not their turn", async () => {
  const own: ((made: Either<HassProblem, void>) => void)[] = [];
  const failures = new FailedInARow(settings, () => new Promise((resolve) => own.push(resolve)));
  const atStart = failures.turn(never);
  await until("the own login", () => own.length === 1);
  failures.begin()("accepted");
  own.pop()?.(right(undefined));
  const [first, second] = [await atStart, await failures.turn(never)];
  assert(isRight(first) && isRight(second));
  const third = failures.turn(never);
  const late = new AbortController();
  const fourth = failures.turn(late.signal);
  late.abort();
  const slow = await fourth;
  assert(isLeft(slow) && slow.left.kind === "slow");
  first.right("refused");
  await Promise.resolve();
  assert.equal(own.length, 0, "the second may still be let in");
  second.right("refused");
  await until("the own login", () => own.length === 1);
  own.pop()?.(left(problem));
  assert.deepEqual(await third, left(problem));
  const fifth = failures.turn(never);
  await until("the own login", () => own.length === 1);
  failures.begin()("accepted");
  own.pop()?.(right(undefined));
  assert(isRight(await fifth));
});

const isReal = scaled(false, true);

if (isReal)
  test("PASS-16, real: where Home Assistant bans after 4 failed logins, garbage bans a service without a token of its own, and none with one", async (t) => {
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
