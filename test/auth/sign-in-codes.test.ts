import assert from "node:assert/strict";
import { createServer, type OutgoingHttpHeaders } from "node:http";
import { test } from "node:test";
import { left, right } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import { testConfig } from "../support/config.ts";
import { homeAssistantProblem } from "../../src/home-assistant/upstream/status.ts";
import { signInRoute } from "../../src/auth/sign-in-route.ts";
import { noAudit } from "../../src/server/audit/audit.ts";
import { RatedLog } from "../../src/server/runtime/rated-log.ts";
import { listening } from "../support/listen-on-free-port.ts";
import { RawHttp } from "../images/raw-http.ts";
import { bounded } from "../support/timeouts.ts";
import { eventually } from "../support/polling.ts";
import { startTestService } from "../support/service.ts";
import { askForSession, codeFor, signIn } from "../support/sign-in.ts";
import { started } from "./test-sessions.ts";

test(
  "SIGN-4: a code that is not taken, an inactive user and an odd request begin no session, and codes cannot be guessed for long",
  bounded,
  async (t) => {
    const { home, service } = await started(t, {
      config: { loginFailures: 4, homeAssistantNetworkRefusals: 100, homeAssistantRefusals: 100 },
    });
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
      // Without a page that asks, too.
      { code, base: "http://other.example/" },
      { code, base: `http://127.0.0.1:${service.port + 1}/` },
    ])
      assert.equal(await statusOf(odd), 400, JSON.stringify(odd));
    assert.equal(
      await statusOf({ code, base: "http://other.example/" }, { Origin: service.url }),
      400,
      "the address of another page",
    );
    const peer = new RawHttp(t, service.port);
    const body = JSON.stringify({ code, base: "http://203.0.113.6/" });
    const lines = [
      "POST /auth/session HTTP/1.1",
      "Host: 203.0.113.6",
      `Content-Length: ${body.length}`,
    ];
    await peer.send(`${lines.join("\r\n")}\r\n\r\n${body}`);
    assert.equal((await peer.answer())?.status, 400, "the address of another machine");
    assert.equal(await statusOf({ code, base }, { Origin: "http://other.example" }), 403);
    assert.equal(await statusOf({ code, base, more: "x".repeat(8192) }), 413);
    assert.equal(await statusOf({ code, base: `${base}elsewhere/` }), 401, "made for another");
    assert.equal(await statusOf({ code: "guessed", base }), 401);
    assert.equal(await statusOf({ code: "guessed", base }), 403, "its address is banned");
    assert.equal(await statusOf({ code, base }), 200, "a ban stops guessing, not people");
  },
);

test(
  "SIGN-4, UPSTREAM-3: while Home Assistant is away, or not one, no session begins, and it may be tried again",
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
    const homeAssistant = await listening(t, server);
    const service = await startTestService(t, {
      config: { homeAssistant },
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
    assert.match(await first.text(), /as sign-ins allows, 1:/);
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
        code === "right"
          ? right("session.x")
          : left(homeAssistantProblem.invalidAuth("no such code")),
      end: () => Promise.resolve("ended"),
    },
    origins: { isOwn: () => true, list: [] },
    authenticator: {
      banOf: () => undefined,
      failed: () => {
        failed += 1;
        return waiting;
      },
    },
    admit: undefined,
    settled: () => Promise.resolve(),
    addressOf: () => "192.0.2.1",
    limits: testConfig({ signIns: 1 }),
    log: new RatedLog(pino({ level: "silent" })),
    audit: noAudit,
  });
  const server = createServer((incoming, response) => {
    void methods.POST?.(incoming, response, new URL("http://127.0.0.1/auth/session"));
  });
  const service = { url: await listening(t, server) };
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
