import assert from "node:assert/strict";
import { createServer, type OutgoingHttpHeaders, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { pipeline } from "node:stream";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { gunzipSync } from "node:zlib";
import { isLeft, left, right } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import { defaultConfig } from "../../src/config.ts";
import { hassProblem } from "../../src/hass/problem.ts";
import { signInRoute } from "../../src/hass/sign-in-route.ts";
import { RatedLog } from "../../src/host/rated-log.ts";
import { startService } from "../../src/server.ts";
import { bounded } from "../support/bounded.ts";
import { startDouble } from "../support/double-home-assistant.ts";
import { eventually } from "../support/eventually.ts";
import { askToRefresh } from "../support/home-assistant/tokens.ts";
import { Peer } from "../support/peer.ts";
import { runProgram } from "../support/program.ts";
import { startTestService, type TestService, temporaryFolder } from "../support/service.ts";
import { askForSession, codeFor, signIn, signOut } from "../support/sign-in.ts";

const started = async (t: TestContext, config: Parameters<typeof startTestService>[1] = {}) => {
  const home = await startDouble(t);
  const service = await startTestService(t, {
    ...config,
    config: { homeAssistant: home.url, loginDelayMs: 0, ...config.config },
  });
  return { home, service };
};

const sessionsIn = async ({ data }: Pick<TestService, "data">): Promise<string> =>
  readFile(join(data, "sessions.json"), "utf8");

const refreshTokenIn = (kept: string): string =>
  /"refresh_token": "([^"]+)"/.exec(kept)?.[1] ?? "there is none";

/** Whether Home Assistant still takes a refresh token. */
const isTaken = async (url: string, service: TestService, token: string): Promise<boolean> =>
  (await askToRefresh(url, `${service.url}/`, token)).status === 200;

const whoIs = async (service: TestService, token: string, t: TestContext): Promise<unknown> => {
  const peer = await Peer.login(t, service.port, token);
  const user = await peer.result("auth/current_user");
  peer.ws.close();
  await peer.closed;
  return user;
};

const isRefused = async (
  t: TestContext,
  { port }: TestService,
  token: string,
): Promise<boolean> => {
  const peer = await Peer.open(t, port);
  peer.send({ type: "auth", access_token: token });
  await peer.closed;
  return peer.received.some(({ type }) => type === "auth_invalid");
};

test(
  "SIGN-2: a session is the user of Home Assistant at the websocket and as Bearer; nothing of its tokens is in an answer or the log, and the file is its owner's alone",
  bounded,
  async (t) => {
    const { home, service } = await started(t);
    const tokens = await Promise.all([
      signIn(home, home.owner, service),
      signIn(home, home.user, service),
    ]);
    const [owner, user] = tokens;
    assert.deepEqual(await whoIs(service, owner, t), {
      id: `home-assistant:${home.owner.id}`,
      name: home.owner.name,
      is_owner: true,
      is_admin: true,
    });
    assert.deepEqual(await whoIs(service, user, t), {
      id: `home-assistant:${home.user.id}`,
      name: home.user.name,
      is_owner: false,
      is_admin: false,
    });
    const statusOf = async (token: string): Promise<number> => {
      const url = `${service.url}/api/floorplan/background?level=none`;
      const headers = { Authorization: `Bearer ${token}` };
      return (await fetch(url, { method: "DELETE", headers })).status;
    };
    assert.deepEqual([await statusOf(owner), await statusOf(user)], [200, 403]);
    const kept = await sessionsIn(service);
    const log = JSON.stringify(service.log);
    for (const token of tokens) {
      assert(!kept.includes(token.split(".")[1] ?? token), "only its hash is kept");
      assert(!log.includes(token.split(".")[1] ?? token), "it is not logged");
    }
    assert(!log.includes(refreshTokenIn(kept)));
    assert.equal((await stat(join(service.data, "sessions.json"))).mode & 0o777, 0o600);
  },
);

test(
  "SIGN-4: a code that is not taken, an inactive user and an odd request begin no session, and codes cannot be guessed for long",
  bounded,
  async (t) => {
    const { home, service } = await started(t, { config: { loginFailures: 4 } });
    const base = `${service.url}/`;
    const statusOf = async (body: unknown, headers?: Record<string, string>): Promise<number> =>
      (await askForSession(service, body, headers)).status;
    const spent = await codeFor(home, home.owner, service);
    assert.equal(await statusOf({ code: spent, base }), 200);
    assert.equal(await statusOf({ code: spent, base }), 401, "a code is good once");
    const inactive = await codeFor(home, home.guest, service);
    await home.setActive(home.guest, false);
    assert.equal(await statusOf({ code: inactive, base }), 401);
    const code = await codeFor(home, home.owner, service);
    for (const odd of [
      {},
      { code },
      { code, base: service.url },
      { code, base: `${base}?x` },
      { code, base: `${base}#x` },
      { code, base: "javascript:alert(1)/" },
      { code, base: `http://me@127.0.0.1:${service.port}/` },
      { code, base: `${base}${"x".repeat(2100)}/` },
    ])
      assert.equal(await statusOf(odd), 400, JSON.stringify(odd));
    assert.equal(
      await statusOf({ code, base: "http://other.example/" }, { Origin: service.url }),
      400,
      "the address of another page",
    );
    assert.equal(await statusOf({ code, base }, { Origin: "http://other.example" }), 403);
    assert.equal(await statusOf({ code, base, more: "x".repeat(8192) }), 413);
    assert.equal(await statusOf({ code, base: `${base}elsewhere/` }), 401, "made for another");
    assert.equal(await statusOf({ code: "guessed", base }), 401);
    assert.equal(await statusOf({ code, base }), 403, "its address is banned");
  },
);

test(
  "SIGN-4, PASS-3: while Home Assistant is away, or not one, no session begins, and it may be tried again",
  bounded,
  async (t) => {
    const { home, service } = await started(t);
    const code = await codeFor(home, home.owner, service);
    await home.stop();
    for (let times = 0; times < 20; times += 1) {
      const answer = await askForSession(service, { code, base: `${service.url}/` });
      assert.equal(answer.status, 503, "which is no failed login");
      assert.equal(await answer.text(), '{"message":"Home Assistant cannot be reached"}\n');
    }
    await home.restart();
    await signIn(home, home.owner, service);
  },
);

test(
  "SIGN-4: whatever answers in place of Home Assistant, no session begins, and a code is sent to it alone",
  bounded,
  async (t) => {
    const asked: string[] = [];
    let answer: readonly [status: number, headers: OutgoingHttpHeaders, body: string] = [
      404,
      {},
      "",
    ];
    const server = createServer((incoming, response) => {
      asked.push(incoming.url ?? "");
      incoming.resume();
      response.writeHead(answer[0], answer[1]).end(answer[2]);
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    t.after(() => server.close());
    const address = server.address();
    assert(typeof address === "object" && address !== null);
    const service = await startTestService(t, {
      config: { homeAssistant: `http://127.0.0.1:${address.port}` },
    });
    const tokens = { access_token: "a", refresh_token: "r", expires_in: 1800 };
    for (const odd of [
      [200, {}, "<!doctype html>"],
      [200, {}, "{}"],
      [200, {}, JSON.stringify({ ...tokens, expires_in: "soon" })],
      [200, {}, JSON.stringify({ ...tokens, more: "x".repeat(100_000) })],
      [302, { Location: "/elsewhere" }, ""],
      [404, {}, "{}"],
      [500, {}, "{}"],
    ] as const) {
      answer = odd;
      const got = await askForSession(service, { code: "c", base: `${service.url}/` });
      assert.equal(got.status, 503, JSON.stringify(odd).slice(0, 80));
    }
    assert(!asked.includes("/elsewhere"));
    assert(asked.filter((path) => path === "/auth/token").length === 7, asked.join());
  },
);

test(
  "SIGN-4: of more sign-ins at a time than sign-ins the others are told to try again",
  bounded,
  async (t) => {
    const { home, service } = await started(t, { config: { signIns: 1 } });
    const codes = await Promise.all([1, 2].map(() => codeFor(home, home.user, service)));
    await home.pause();
    const answers = codes.map((code) => askForSession(service, { code, base: `${service.url}/` }));
    const first = await Promise.race(answers);
    assert.equal(first.status, 503);
    assert.match(await first.text(), /sign-ins, 1/);
    await home.resume();
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    assert.deepEqual(new Set(statuses), new Set([200, 503]));
  },
);

test("SIGN-4: whoever waits after a wrong code holds up no other sign-in", bounded, async (t) => {
  let letGo = (): void => undefined;
  const waiting = new Promise<void>((resolve) => (letGo = resolve));
  let failed = 0;
  const { methods } = signInRoute({
    sessions: {
      begin: (code) => async () =>
        code === "right" ? right("session.x") : left(hassProblem.invalidAuth("no such code")),
      end: () => Promise.resolve(),
    },
    authenticator: {
      banOf: () => undefined,
      failed: () => {
        failed += 1;
        return waiting;
      },
    },
    addressOf: () => "192.0.2.1",
    limits: defaultConfig({ signIns: 1 }),
    log: new RatedLog(pino({ level: "silent" })),
  });
  const server = createServer((incoming, response) => {
    void methods.POST?.(incoming, response, new URL("http://127.0.0.1/auth/session"));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  t.after(() => server.close());
  const address = server.address();
  assert(typeof address === "object" && address !== null);
  const service = { url: `http://127.0.0.1:${address.port}` };
  const base = `${service.url}/`;
  const delayed = askForSession(service, { code: "wrong", base });
  await eventually(
    () => Promise.resolve(failed === 1 ? { seen: true } : { not: "refused" }),
    10_000,
  );
  assert.equal((await askForSession(service, { code: "right", base })).status, 200);
  letGo();
  assert.equal((await delayed).status, 401);
});

test(
  "SIGN-5: signing out ends the session and its connections at once, and revokes what Home Assistant gave",
  bounded,
  async (t) => {
    const { home, service } = await started(t);
    const token = await signIn(home, home.user, service);
    const other = await signIn(home, home.owner, service);
    const refreshToken = refreshTokenIn(await sessionsIn(service));
    const [peer, bystander] = [
      await Peer.login(t, service.port, token),
      await Peer.login(t, service.port, other),
    ];
    assert.equal(await isTaken(home.url, service, refreshToken), true);
    assert.equal(await signOut(service, token), 200);
    assert.equal((await peer.closed).code, 1008);
    assert(await isRefused(t, service, token));
    await eventually(
      async () =>
        (await isTaken(home.url, service, refreshToken)) ? { not: "revoked" } : { seen: true },
      10_000,
    );
    await bystander.result("auth/current_user");
    assert.equal(await signOut(service, "session.unknown"), 200, "nobody learns anything");
  },
);

test(
  "SIGN-5: a sign-out while Home Assistant is away holds here at once, and there when it is back, also after a restart",
  bounded,
  async (t) => {
    const { home, service } = await started(t);
    const token = await signIn(home, home.user, service);
    const refreshToken = refreshTokenIn(await sessionsIn(service));
    await home.stop();
    assert.equal(await signOut(service, token), 200);
    await service.stop();
    await home.restart();
    assert.equal(await isTaken(home.url, service, refreshToken), true);
    const again = await startTestService(t, {
      again: service,
      config: { homeAssistant: home.url, port: service.port },
    });
    await eventually(
      async () =>
        (await isTaken(home.url, again, refreshToken)) ? { not: "revoked" } : { seen: true },
      10_000,
    );
    assert(await isRefused(t, again, token));
  },
);

test(
  "SIGN-6: what is revoked in Home Assistant, or of a user who is no longer active, ends here with its connections",
  bounded,
  async (t) => {
    const { home, service } = await started(t, { config: { homeAssistantCheckMs: 50 } });
    const token = await signIn(home, home.user, service);
    const peer = await Peer.login(t, service.port, token);
    const other = await Peer.login(t, service.port, await signIn(home, home.owner, service));
    await home.setActive(home.user, false);
    assert.equal((await peer.closed).code, 1008);
    assert(await isRefused(t, service, token));
    await eventually(
      async () =>
        (await sessionsIn(service)).match(/token_sha256/g)?.length === 1
          ? { seen: true }
          : { not: "the session is gone" },
      10_000,
    );
    await other.result("auth/current_user");
  },
);

test(
  "SIGN-7: while Home Assistant is away, connections of sessions go on, and a new one is put off, not refused",
  bounded,
  async (t) => {
    const { home, service } = await started(t, { config: { homeAssistantCheckMs: 50 } });
    const token = await signIn(home, home.owner, service);
    const peer = await Peer.login(t, service.port, token);
    await home.stop();
    await peer.save({ rooms: [] });
    const late = await Peer.open(t, service.port);
    late.send({ type: "auth", access_token: token });
    assert.equal((await late.closed).code, 1013);
    assert(!late.received.some(({ type }) => type === "auth_invalid"));
    await peer.save({ rooms: [] });
    await home.restart();
    await eventually(async () => {
      const next = await Peer.open(t, service.port);
      next.send({ type: "auth", access_token: token });
      await next.next();
      const isIn = await Promise.race([
        next.closed.then(() => false),
        next.next().then(({ type }) => type === "auth_ok"),
      ]).catch(() => false);
      return isIn ? { seen: true } : { not: "let in again" };
    }, 20_000);
  },
);

test(
  "SIGN-7: what a proxy, or a ban of Home Assistant, answers in its place ends no session; only its own refusal does",
  bounded,
  async (t) => {
    let home = "";
    let instead: readonly [status: number, body: string] | undefined;
    const asked = new Map<string, number>();
    const proxy = createServer((incoming, response) => {
      const path = incoming.url ?? "";
      asked.set(path, (asked.get(path) ?? 0) + 1);
      if (instead !== undefined) {
        incoming.resume();
        response.writeHead(instead[0]).end(instead[1]);
        return;
      }
      void passOn(`${home}${path}`, incoming, response);
    });
    const passOn = async (
      url: string,
      incoming: AsyncIterable<unknown>,
      response: ServerResponse,
    ): Promise<void> => {
      let body = "";
      for await (const chunk of incoming) body += String(chunk);
      const answer = await fetch(url, {
        method: "POST",
        body,
        headers: { "content-type": "application/x-www-form-urlencoded" },
      });
      response.writeHead(answer.status).end(await answer.text());
    };
    const double = await startDouble(t);
    home = double.url;
    proxy.on("upgrade", (incoming, socket) => {
      const there = connect(Number(new URL(home).port), "127.0.0.1");
      const headers = incoming.rawHeaders.map((each, at) =>
        at % 2 === 0 ? `${each}: ` : `${each}\r\n`,
      );
      there.write(`GET ${incoming.url} HTTP/1.1\r\n${headers.join("")}\r\n`);
      pipeline(socket, there, socket, () => undefined);
    });
    await new Promise<void>((resolve) => {
      proxy.listen(0, "127.0.0.1", resolve);
    });
    t.after(() => proxy.close());
    const address = proxy.address();
    assert(typeof address === "object" && address !== null);
    const service = await startTestService(t, {
      config: {
        homeAssistant: `http://127.0.0.1:${address.port}`,
        homeAssistantCheckMs: 10,
        loginDelayMs: 0,
        loginFailures: 1000,
      },
    });
    const token = await signIn(double, double.owner, service);
    const tried = async (): Promise<number> => {
      const before = asked.get("/auth/token") ?? 0;
      let status = 0;
      // The token that came with the sign-in holds for a moment.
      await eventually(async () => {
        const headers = { Authorization: `Bearer ${token}` };
        const url = `${service.url}/api/floorplan/background?level=none`;
        status = (await fetch(url, { method: "DELETE", headers })).status;
        return (asked.get("/auth/token") ?? 0) > before ? { seen: true } : { not: "asked" };
      }, 10_000);
      return status;
    };
    for (const answer of [
      [403, "403: Forbidden"],
      [400, "400: Bad Request"],
      [403, "<!doctype html><title>Blocked</title>"],
      [400, '{"message":"no"}'],
      [403, '{"error":{"code":17}}'],
    ] as const) {
      instead = answer;
      assert.equal(await tried(), 503, JSON.stringify(answer));
      assert.match(await sessionsIn(service), /token_sha256/);
    }
    instead = [400, '{"error":"invalid_grant"}'];
    assert.equal(await tried(), 401);
    assert.doesNotMatch(await sessionsIn(service), /token_sha256/);
  },
);

test("SIGN-8: sessions outlast a restart of the service", bounded, async (t) => {
  const { home, service } = await started(t);
  const token = await signIn(home, home.owner, service);
  await service.stop();
  const again = await startTestService(t, {
    again: service,
    config: { homeAssistant: home.url, port: service.port },
  });
  await whoIs(again, token, t);
});

test(
  "SIGN-9: of more than sessions the one that was unused for longest ends, here and in Home Assistant",
  bounded,
  async (t) => {
    const { home, service } = await started(t, { config: { sessions: 2 } });
    const first = await signIn(home, home.user, service);
    const refreshToken = refreshTokenIn(await sessionsIn(service));
    const second = await signIn(home, home.user, service);
    const third = await signIn(home, home.user, service);
    assert(await isRefused(t, service, first));
    await whoIs(service, second, t);
    await whoIs(service, third, t);
    await eventually(
      async () =>
        (await isTaken(home.url, service, refreshToken)) ? { not: "revoked" } : { seen: true },
      10_000,
    );
  },
);

test(
  "SIGN-9: whoever signs in again and again loses sessions of their own, and nobody else one",
  bounded,
  async (t) => {
    const { home, service } = await started(t, { config: { sessions: 4 } });
    const owner = await signIn(home, home.owner, service);
    const guest = await signIn(home, home.guest, service);
    const connected = await Peer.login(t, service.port, guest);
    const again: string[] = [];
    for (let times = 0; times < 5; times += 1) again.push(await signIn(home, home.user, service));
    for (const token of again.slice(0, 3)) assert(await isRefused(t, service, token));
    for (const token of again.slice(3)) await whoIs(service, token, t);
    await whoIs(service, owner, t);
    await connected.result("auth/current_user");
    // As many of each: the longest unused of all goes.
    await signIn(home, home.owner, service);
    assert(await isRefused(t, service, owner));
  },
);

test(
  "SIGN-9: sessions of a file from before their users were kept count for nobody's share, and go on",
  bounded,
  async (t) => {
    const { home, service } = await started(t);
    const before = [
      await signIn(home, home.owner, service),
      await signIn(home, home.guest, service),
    ];
    await service.stop();
    const kept = await sessionsIn(service);
    const file = join(service.data, "sessions.json");
    await writeFile(file, kept.replace(/ *"user_id": "[^"]+",\n/g, ""), { mode: 0o600 });
    assert.doesNotMatch(await sessionsIn(service), /user_id/);
    const again = await startTestService(t, {
      again: service,
      config: { homeAssistant: home.url, port: service.port, sessions: 3 },
    });
    const first = await signIn(home, home.user, again);
    await signIn(home, home.user, again);
    assert(await isRefused(t, again, first));
    for (const token of before) await whoIs(again, token, t);
  },
);

test(
  "SIGN-9: a session that was not used for session-ms ends, one in use goes on",
  bounded,
  async (t) => {
    const { home, service } = await started(t, {
      config: { sessionMs: 2000, homeAssistantCheckMs: 100 },
    });
    const idle = await signIn(home, home.user, service);
    const used = await signIn(home, home.owner, service);
    const peer = await Peer.login(t, service.port, used);
    await eventually(
      async () =>
        (await sessionsIn(service)).match(/token_sha256/g)?.length === 1
          ? { seen: true }
          : { not: "one is left" },
      20_000,
    );
    assert(await isRefused(t, service, idle));
    await peer.result("auth/current_user");
  },
);

test(
  "SIGN-10: a backup has no session, and neither has what is restored from it",
  bounded,
  async (t) => {
    const { home, service } = await started(t);
    await (await Peer.login(t, service.port, service.admin)).save({ rooms: [] });
    await signIn(home, home.owner, service);
    const refreshToken = refreshTokenIn(await sessionsIn(service));
    const folder = await temporaryFolder(t);
    const [file, data] = [join(folder, "home.tar.gz"), join(folder, "restored")];
    const made = await runProgram(t, ["backup", file, "--data", service.data]);
    assert.equal(made.code, 0, made.err);
    const archive = gunzipSync(await readFile(file)).toString("latin1");
    assert(archive.includes("users.json"));
    assert(!archive.includes("sessions.json") && !archive.includes(refreshToken));
    const back = await runProgram(t, ["restore", file, "--with-tokens", "--data", data]);
    assert.equal(back.code, 0, back.err);
    assert(!(await readdir(data)).includes("sessions.json"));
  },
);

test(
  "SIGN-13: the token of a session passes while its address is banned, one that was made up does not",
  bounded,
  async (t) => {
    const config = { loginFailures: 1, homeAssistantCheckMs: 10 };
    const { home, service } = await started(t, { config });
    const token = await signIn(home, home.owner, service);
    assert(await isRefused(t, service, "session.made-up"));
    const refused = await Peer.open(t, service.port);
    refused.send({ type: "auth", access_token: "session.made-up" });
    await refused.closed;
    assert.match(JSON.stringify(refused.received), /banned until/);
    await whoIs(service, token, t);
  },
);

test(
  "SIGN-11: a sessions file that cannot be understood stops the start, with its name, and is left as it is",
  bounded,
  async (t) => {
    const data = await temporaryFolder(t);
    const file = join(data, "sessions.json");
    await writeFile(file, '{"version": 1');
    const config = defaultConfig({ port: 0, data, homeAssistant: "http://127.0.0.1:9" });
    const refused = await startService(config, { log: pino({ level: "silent" }) });
    assert(isLeft(refused));
    assert(refused.left.includes(`${file} is damaged`), refused.left);
    assert.equal(await readFile(file, "utf8"), '{"version": 1');
  },
);
