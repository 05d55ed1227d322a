import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { right } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import { testConfig } from "../support/config.ts";
import { noAudit } from "../../src/server/audit/audit.ts";
import { coreCommands } from "../../src/server/websocket/command.ts";
import { forUsers, Revocations } from "../../src/auth/route-guard.ts";
import { ConnectionSlots, slotLimitsFor } from "../../src/server/http/connection-slots.ts";
import { RatedLog } from "../../src/server/runtime/rated-log.ts";
import { bounded } from "../support/timeouts.ts";
import { listening } from "../support/listen-on-free-port.ts";
import { Peer } from "../support/peer.ts";
import { startSmallHost } from "../server/small-host.ts";

const user = { id: "1", name: "anybody", admin: true, owner: true, control: false };

test(
  "AUTH-17: a token that was revoked between its login and its first command lets nobody in by websocket",
  bounded,
  async (t) => {
    let holds = true;
    const { port } = await startSmallHost(t, coreCommands, { holds: () => holds });
    await Peer.login(t, port, "any");
    holds = false;
    const late = await Peer.open(t, port);
    late.send({ type: "auth", access_token: "any" });
    late.send({ id: 1, type: "ping" });
    assert.deepEqual(await late.closed, { code: 1008, reason: "the access token was revoked" });
    assert.deepEqual(
      late.received.map(({ type }) => type),
      ["auth_required"],
    );
  },
);

test(
  "AUTH-17: a token that was revoked between its login and its request lets nobody in over HTTP, and a revocation waits for requests with it alone",
  bounded,
  async (t) => {
    let holds = true;
    const log = new RatedLog(pino({ level: "silent" }));
    t.after(() => log.close());
    const revocations = new Revocations();
    let [finish, handled] = [(): void => undefined, 0];
    const guard = forUsers({
      login: async (key) => right({ user, by: "token", key, holds: () => holds, proxy: undefined }),
      admit: undefined,
      banOf: () => undefined,
      revocations,
      slots: new ConnectionSlots(slotLimitsFor({ ...testConfig(), descriptors: Infinity })),
      addressOf: () => "127.0.0.1",
      log,
      audit: noAudit,
    });
    let began = (): void => undefined;
    const handle = guard(async (_request, response, _url, { revoked }) => {
      handled += 1;
      began();
      // As what cannot be broken off any more.
      await new Promise<void>((resolve) => (finish = resolve));
      response.end(String(revoked.aborted));
    });
    const url = await listening(
      t,
      createServer((request, response) => {
        void handle(request, response, new URL("http://host/"));
      }),
    );
    const ask = (token: string) => fetch(url, { headers: { Authorization: `Bearer ${token}` } });
    const isRunning = new Promise<void>((resolve) => (began = resolve));
    const asked = ask("one");
    await isRunning;
    revocations.revoke("other");
    await revocations.settled();
    revocations.revoke("one");
    let isSettled = false;
    const settled = revocations.settled().then(() => (isSettled = true));
    holds = false;
    assert.equal((await ask("one")).status, 401);
    assert.deepEqual([handled, isSettled], [1, false]);
    finish();
    await settled;
    assert.equal(await (await asked).text(), "true");
    await revocations.settled();
  },
);
