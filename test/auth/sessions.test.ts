import assert from "node:assert/strict";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { isLeft } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import { defaultConfig } from "../../src/server/config.ts";
import { startService } from "../../src/server/server.ts";
import { bounded } from "../support/timeouts.ts";
import { eventually } from "../support/polling.ts";
import { portToKeep } from "../support/free-ports.ts";
import { Peer } from "../support/peer.ts";
import { runProgram } from "../support/program.ts";
import { startTestService, temporaryFolder } from "../support/service.ts";
import { signIn } from "../support/sign-in.ts";
import { isRefused, isTaken, refreshTokenIn, sessionsIn, started, whoIs } from "./test-sessions.ts";

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

test("SIGN-8: sessions outlast a restart of the service", bounded, async (t) => {
  const { home, service } = await started(t, { config: { port: await portToKeep() } });
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
    const { home, service } = await started(t, { config: { port: await portToKeep() } });
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
