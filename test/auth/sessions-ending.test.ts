import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mkdir, rmdir } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { pipeline } from "node:stream";
import { test } from "node:test";
import { listening } from "../support/listen-on-free-port.ts";
import { heldDisk, heldSaves } from "../server/held-disk.ts";
import { objectOf, revOf } from "../service/revisions.ts";
import { bounded, until } from "../support/timeouts.ts";
import { DayClock } from "../support/day-clock.ts";
import { startDouble } from "../support/double-home-assistant.ts";
import { eventually } from "../support/polling.ts";
import { portToKeep } from "../support/free-ports.ts";
import { Peer } from "../support/peer.ts";
import { numberedPlan } from "../support/plans.ts";
import { startTestService } from "../support/service.ts";
import { signIn, signOut } from "../support/sign-in.ts";
import { isRefused, isTaken, refreshTokenIn, sessionsIn, started, whoIs } from "./test-sessions.ts";

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
    const { home, service } = await started(t, { config: { port: await portToKeep() } });
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
  "AUTH-17, SIGN-5: a sign-out is answered once the saves of the session that waited are made, none of which is acknowledged",
  bounded,
  async (t) => {
    const { fs, hold, release } = heldSaves(t);
    const { home, service } = await started(t, { fs });
    const token = await signIn(home, home.owner, service);
    const peer = await Peer.login(t, service.port, token);
    const bystander = await Peer.login(t, service.port, service.admin);
    const waits = hold();
    peer.send({ id: 1, type: "floorplan/plan/save", plan: numberedPlan(1) });
    await waits;
    let isAnswered = false;
    const answered = signOut(service, token).then((status) => {
      isAnswered = true;
      return status;
    });
    assert.equal((await peer.closed).code, 1008, "at once");
    const kept = join(service.data, "sessions.json");
    await until(() => !readFileSync(kept, "utf8").includes("token_sha256"));
    // Another session is written behind this end: an answer that waits for nothing else is out by then.
    await signIn(home, home.user, service);
    await fetch(`${service.url}/api/websocket`);
    assert(!isAnswered, "not before the save is made");
    release();
    assert.equal(await answered, 200);
    assert.equal(revOf(await bystander.result("floorplan/plan/get")), 1);
    assert(!peer.received.some(({ id }) => id === 1));
  },
);

test(
  "AUTH-17, SIGN-5: whoever still waits to be let in when their session is ended is not",
  bounded,
  async (t) => {
    const disk = heldDisk(t);
    const home = await startDouble(t);
    const { data, ...first } = await startTestService(t, { config: { homeAssistant: home.url } });
    const token = await signIn(home, home.owner, first);
    await first.stop();
    const service = await startTestService(t, {
      again: { ...first, data },
      fs: disk.fs,
      untilLoaded: false,
      config: { homeAssistant: home.url },
    });
    // From then on it is known without Home Assistant whose it is.
    const headers = { Authorization: `Bearer ${token}` };
    const asked = `${service.url}/api/floorplan/background?level=none`;
    assert.equal((await fetch(asked, { method: "DELETE", headers })).status, 200);
    const peer = await Peer.open(t, service.port);
    peer.send({ type: "auth", access_token: token });
    assert(await isRefused(t, service, "wrong"), "what was sent before it was received");
    assert.equal(await signOut(service, token), 200);
    disk.release();
    assert.equal((await peer.closed).code, 1008);
    assert(!peer.received.some(({ type }) => type === "auth_ok"));
    await service.stop();
  },
);

test(
  "AUTH-18, SIGN-5: a sign-out that cannot be written holds, says so, and is written once it can be",
  bounded,
  async (t) => {
    const { home, service } = await started(t);
    const token = await signIn(home, home.owner, service);
    const peer = await Peer.login(t, service.port, token);
    const inTheWay = join(service.data, "sessions.json.tmp");
    await mkdir(inTheWay);
    const answer = await fetch(`${service.url}/auth/session`, {
      method: "DELETE",
      headers: { Authorization: `Bearer ${token}` },
    });
    const { ok, not_kept: why } = objectOf(await answer.json());
    assert.deepEqual([answer.status, ok], [200, true]);
    assert.match(String(why), /^the session has ended, but that cannot be saved yet/);
    assert.equal((await peer.closed).code, 1008);
    assert(await isRefused(t, service, token));
    assert.match(await sessionsIn(service), /token_sha256/);
    await rmdir(inTheWay);
    await eventually(
      async () =>
        (await sessionsIn(service)).includes("token_sha256") ? { not: "written" } : { seen: true },
      10_000,
    );
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
    // For some milliseconds Home Assistant may be asked with the access token of before, which only it refuses.
    await eventually(async () => {
      assert(await isRefused(t, service, token));
      const kept = (await sessionsIn(service)).match(/token_sha256/g)?.length;
      return kept === 1 ? { seen: true } : { not: `${kept} sessions are kept, not one` };
    }, 10_000);
    await other.result("auth/current_user");
  },
);

test(
  "AUTH-20, SIGN-6: how old what Home Assistant gave for a session is does not depend on where the clock is put",
  bounded,
  async (t) => {
    const clock = new DayClock();
    const homeAssistantCheckMs = 20;
    const { home, service } = await started(t, { config: { homeAssistantCheckMs }, clock });
    const token = await signIn(home, home.user, service);
    /** How many access tokens of it were shown to Home Assistant, after one more login. */
    const shown = async (): Promise<number> => {
      await until(() => home.connections() === 0);
      await whoIs(service, token, t);
      return new Set(home.of("auth").map(({ message }) => message["access_token"])).size;
    };
    clock.set(clock.now() - 2 * 3_600_000);
    clock.pass(homeAssistantCheckMs / 2 - 1);
    assert.equal(await shown(), 1);
    clock.pass(1);
    // A look at a connection that is just ending may have begun before, and be what the login is answered by.
    await eventually(async () => {
      const many = await shown();
      return many === 2 ? { seen: many } : { not: `${many} tokens` };
    }, 10_000);
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
    const homeAssistant = await listening(t, proxy);
    const service = await startTestService(t, {
      config: {
        homeAssistant,
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
