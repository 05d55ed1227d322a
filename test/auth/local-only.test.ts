import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { isLocal } from "../../src/auth/home-assistant-users.ts";
import type { ServiceConfig } from "../../src/server/limits.ts";
import { scaled } from "../campaign/scale.ts";
import { linesAbout } from "../server/log-lines.ts";
import { bounded } from "../support/timeouts.ts";
import { DayClock } from "../support/day-clock.ts";
import { startDouble } from "../support/double-home-assistant.ts";
import { eventually } from "../support/polling.ts";
import type { HomeAssistant } from "../support/home-assistant/home-assistant-under-test.ts";
import { Peer } from "../support/peer.ts";
import { temporaryFolder, type TestService } from "../support/service.ts";
import { askForSession, codeFor, signIn } from "../support/sign-in.ts";
import { objectOf, patienceMs, startBeside } from "../home-assistant/service-beside.ts";
import { testBoth } from "../home-assistant/test-both.ts";

const isReal = scaled(false, true);

/** An address of the internet, and one of a home, as a proxy tells them. */
const outside = { "X-Forwarded-For": "203.0.113.9" };
const inside = { "X-Forwarded-For": "192.168.7.20" };
type From = typeof outside;

/** A service behind a proxy of this machine, with a token of somebody to ask Home Assistant with. */
const started = async (
  t: TestContext,
  home: Pick<HomeAssistant, "url">,
  asker: string,
  config: Partial<ServiceConfig> = {},
  more: Parameters<typeof startBeside>[3] = {},
): Promise<TestService> => {
  const homeAssistantTokenFile = join(await temporaryFolder(t), "token");
  await writeFile(homeAssistantTokenFile, asker, { mode: 0o600 });
  const trustedProxies = "127.0.0.1";
  const usual = { trustedProxies, homeAssistantTokenFile, loginDelayMs: 0, loginFailures: 1000 };
  return startBeside(t, home, { ...usual, ...config }, more);
};

const comes = (t: TestContext, { port }: TestService, token: string, headers: From) =>
  Peer.login(t, port, token, { headers });

/** How a login is refused: the code, and the message or else the reason. */
const refusal = async (
  t: TestContext,
  { port }: TestService,
  token: string,
  headers: From,
): Promise<readonly [code: number, words: string]> => {
  const peer = await Peer.open(t, port, { headers });
  peer.send({ type: "auth", access_token: token });
  assert.equal((await peer.next())["type"], "auth_required");
  const answer = await peer.next().catch(() => undefined);
  assert.notEqual(answer?.["type"], "auth_ok");
  const { code, reason } = await peer.closed;
  const message = answer?.["message"];
  return [code, typeof message === "string" ? message : reason];
};

const statusOf = async ({ url }: TestService, token: string, from: From): Promise<number> => {
  const headers = { Authorization: `Bearer ${token}`, ...from };
  const image = `${url}/api/floorplan/background?level=none`;
  return (await fetch(image, { method: "DELETE", headers })).status;
};

const words =
  "this user may sign in only from the home network (local_only in Home Assistant), not from 203.0.113.9";

test("UPSTREAM-14: local is what Home Assistant calls local, however it is written", () => {
  const all = {
    local:
      "127.0.0.1 127.9.9.9 10.1.2.3 172.16.0.1 172.31.255.255 192.168.0.1 169.254.1.1 ::1 fd00::1 fc00:1::1 fe80::1 fe80::1%eth0 febf::1 ::ffff:192.168.1.1 ::ffff:c0a8:101 ::ffff:127.0.0.1",
    not: "8.8.8.8 172.15.0.1 172.32.0.1 192.169.0.1 100.64.0.1 203.0.113.9 0.0.0.0 2001:db8::1 fec0::1 :: ::ffff:8.8.8.8 ::ffff:808:808 unknown localhost 192.168.1",
  };
  for (const address of all.local.split(" ")) assert.equal(isLocal(address), true, address);
  for (const address of [...all.not.split(" "), ""]) assert.equal(isLocal(address), false, address);
});

testBoth(
  "UPSTREAM-14: whom Home Assistant lets in from its own network alone comes in here from a local address alone",
  async (home, t) => {
    const { longLivedToken: token, accessToken } = home.user;
    await home.setLocalOnly(home.user, true);
    t.after(() => home.setLocalOnly(home.user, false));
    const service = await started(t, home, home.owner.longLivedToken);
    assert.deepEqual(await refusal(t, service, token, outside), [1008, words]);
    const user = await comes(t, service, token, inside);
    const me = objectOf(await user.result("auth/current_user"));
    assert.equal(me["id"], `home-assistant:${home.user.id}`);
    // Whose the token is is known by now, and wherever it comes from is judged all the same.
    assert.deepEqual(await refusal(t, service, token, outside), [1008, words]);
    assert.deepEqual(await refusal(t, service, accessToken, outside), [1008, words]);
    assert.equal(await statusOf(service, token, outside), 401);
    assert.equal(await statusOf(service, token, inside), 403, "known, and no administrator");
    assert.equal(await statusOf(service, home.owner.accessToken, outside), 200);
    await comes(t, service, home.owner.accessToken, outside);
    const [line] = linesAbout(service.log, "a login failed");
    assert.deepEqual([line?.["problem"], line?.["address"]], [words, "203.0.113.9"]);
    await user.result("auth/current_user");
  },
  isReal,
);

testBoth(
  "UPSTREAM-14: a connection from outside ends when its user is made local_only, one from inside goes on",
  async (home, t) => {
    const service = await started(t, home, home.owner.longLivedToken);
    const { longLivedToken: token } = home.user;
    const [far, near, other] = [
      await comes(t, service, token, outside),
      await comes(t, service, token, inside),
      await comes(t, service, home.owner.longLivedToken, outside),
    ];
    await home.setLocalOnly(home.user, true);
    t.after(() => home.setLocalOnly(home.user, false));
    assert.deepEqual(await far.closed, { code: 1008, reason: words });
    assert.deepEqual(await refusal(t, service, token, outside), [1008, words]);
    for (const stays of [near, other]) await stays.result("auth/current_user");
    await home.setLocalOnly(home.user, false);
    await eventually(async () => {
      const peer = await Peer.open(t, service.port, { headers: outside });
      peer.send({ type: "auth", access_token: token });
      await peer.next();
      const { type } = await peer.next();
      return type === "auth_ok" ? { seen: true } : { not: "let in again" };
    }, patienceMs);
  },
  isReal,
);

test(
  "UPSTREAM-14: a session is its user's from a local address, and none begins from anywhere else",
  bounded,
  async (t) => {
    const home = await startDouble(t);
    await home.setLocalOnly(home.user, true);
    const service = await started(t, home, home.owner.longLivedToken);
    const kept = (): Promise<string> => readFile(join(service.data, "sessions.json"), "utf8");
    const body = {
      code: await codeFor(home, home.user, service),
      base: `${service.url}/`,
    };
    const refused = await askForSession(service, body, outside);
    assert.deepEqual([refused.status, await refused.json()], [401, { message: words }]);
    const isOver = /"sessions": \[\],\s+"ended": \[\]/;
    await eventually(
      async () => (isOver.test(await kept()) ? { seen: true } : { not: "given back" }),
      patienceMs,
    );
    const token = await signIn(home, home.user, service);
    assert.deepEqual(await refusal(t, service, token, outside), [1008, words]);
    assert.equal(await statusOf(service, token, outside), 401);
    const user = await comes(t, service, token, inside);
    await user.result("auth/current_user");
    assert.match(await kept(), /token_sha256/, "it goes on");
  },
);

for (const [who, asker] of [
  ["without a token of its own", undefined],
  ["with the token of nobody who administrates", "user"],
] as const)
  testBoth(
    `UPSTREAM-14: a service ${who} is not told who is local_only, and lets all in from anywhere`,
    async (home, t) => {
      await home.setLocalOnly(home.leaver, true);
      t.after(() => home.setLocalOnly(home.leaver, false));
      const service =
        asker === undefined
          ? await startBeside(t, home, { trustedProxies: "127.0.0.1" })
          : await started(t, home, home[asker].longLivedToken);
      await comes(t, service, home.leaver.longLivedToken, outside);
      await comes(t, service, home.leaver.accessToken, outside);
      const told = linesAbout(service.log, "does not list its users");
      assert.equal(told.length, asker === undefined ? 0 : 1, "it is said once");
    },
    isReal,
  );

/** A Home Assistant whose list of users a test decides about each time: undefined is no answer. */
const startListing = async (t: TestContext, config: Partial<ServiceConfig>) => {
  const listing: { answer: unknown; asked: number; next: unknown[] } = {
    answer: undefined,
    asked: 0,
    next: [],
  };
  const home = await startDouble(t);
  home.answer("config/auth/list", () => {
    listing.asked += 1;
    const result = listing.next.shift() ?? listing.answer;
    if (result === "no") return { error: { code: "unauthorized", message: "Unauthorized" } };
    return result === undefined ? undefined : { result };
  });
  const service = await started(t, home, home.owner.longLivedToken, config);
  const { id, accessToken: token } = home.owner;
  const somebody = (local_only: boolean): readonly object[] => [
    { id, is_owner: true, is_active: true, local_only, group_ids: ["system-admin"] },
  ];
  return { listing, service, token, somebody };
};

test(
  "UPSTREAM-14: while Home Assistant has told no list and does not answer, who comes from outside is put off, and nobody else",
  bounded,
  async (t) => {
    // Long enough for what is answered, on a busy machine.
    const config = { homeAssistantMs: 2000, loginFailures: 1 };
    const { listing, service, token, somebody } = await startListing(t, config);
    const later = "Home Assistant has not answered within home-assistant-ms";
    assert.deepEqual(await refusal(t, service, token, outside), [1013, later]);
    assert.equal(await statusOf(service, token, outside), 503);
    await comes(t, service, token, inside);
    listing.answer = somebody(false);
    await comes(t, service, token, outside);
  },
);

for (const [how, answer] of [
  ["does not answer", undefined],
  ["does not tell any more", "no"],
] as const)
  test(`UPSTREAM-14: while Home Assistant ${how}, it is as it said last`, bounded, async (t) => {
    const config = { homeAssistantMs: 2000, homeAssistantCheckMs: 100 };
    const { listing, service, token, somebody } = await startListing(t, config);
    for (const isLocalOnly of [false, true]) {
      listing.answer = somebody(isLocalOnly);
      const comesIn = async (): Promise<boolean> =>
        (await statusOf(service, token, outside)) === 200;
      const isAsItSays = async () =>
        (await comesIn()) === isLocalOnly ? { not: "known" } : { seen: true as const };
      await eventually(isAsItSays, patienceMs);
      listing.answer = answer;
      const { asked } = listing;
      await eventually(async () => {
        assert.equal(await comesIn(), !isLocalOnly);
        return listing.asked > asked + 1 ? { seen: true } : { not: "asked again" };
      }, patienceMs);
    }
  });

test(
  "UPSTREAM-14: whom the list lacks is looked for in a new one before they come in from outside",
  bounded,
  async (t) => {
    const { listing, service, token, somebody } = await startListing(t, {
      homeAssistantCheckMs: 25_000,
    });
    listing.next = [[], somebody(true)];
    assert.deepEqual(await refusal(t, service, token, outside), [1008, words]);
    assert.equal(listing.asked, 2);
  },
);

test(
  "AUTH-20, UPSTREAM-14: a list is as old as it is, wherever the clock is put",
  bounded,
  async (t) => {
    const clock = new DayClock();
    const homeAssistantCheckMs = 25_000;
    const home = await startDouble(t);
    const { longLivedToken: asker, accessToken: token } = home.owner;
    const service = await started(t, home, asker, { homeAssistantCheckMs }, { clock });
    await comes(t, service, token, outside);
    clock.set(clock.now() - 2 * 3_600_000);
    clock.pass(homeAssistantCheckMs / 2 - 1);
    await comes(t, service, token, outside);
    assert.equal(home.count("config/auth/list"), 1);
    clock.pass(1);
    await comes(t, service, token, outside);
    assert.equal(home.count("config/auth/list"), 2);
  },
);

test(
  "UPSTREAM-14: who is in no list of Home Assistant is put off, from outside",
  bounded,
  async (t) => {
    const { listing, service, token } = await startListing(t, { homeAssistantCheckMs: 25_000 });
    listing.answer = [];
    assert.equal((await refusal(t, service, token, outside))[0], 1013);
    await comes(t, service, token, inside);
  },
);

test(
  "UPSTREAM-14: the list is asked for once for many, and not at all for those from inside",
  bounded,
  async (t) => {
    const home = await startDouble(t);
    const service = await started(t, home, home.owner.longLivedToken, {
      homeAssistantCheckMs: 25_000,
    });
    const tokens = [home.owner, home.user, home.guest].flatMap((each) => [
      each.accessToken,
      each.longLivedToken,
    ]);
    for (const token of tokens) await comes(t, service, token, inside);
    assert.equal(home.count("config/auth/list"), 0);
    await Promise.all(tokens.map((token) => comes(t, service, token, outside)));
    assert.equal(home.count("config/auth/list"), 1);
  },
);
