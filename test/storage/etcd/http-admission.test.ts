import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, test, type TestContext } from "node:test";
import { left } from "fp-ts/lib/Either.js";
import type { Config } from "../../../src/server/config.ts";
import type { ServiceConfig } from "../../../src/server/limits.ts";
import { homeAssistantProblem } from "../../../src/home-assistant/upstream/status.ts";
import { sessionsKind, SessionStore } from "../../../src/auth/session-store.ts";
import { Sessions } from "../../../src/auth/sessions.ts";
import { signInRoute } from "../../../src/auth/sign-in-route.ts";
import { hashToken } from "../../../src/auth/user.ts";
import { systemClock } from "../../../src/server/runtime/time.ts";
import { createUser, removeUser, usersKind } from "../../../src/auth/user-directory.ts";
import { admissionOf, admittedLogin } from "../../../src/storage/storage.ts";
import { noAudit } from "../../../src/server/audit/audit.ts";
import { boundary } from "../../support/failing-boundary.ts";
import { bytesAt, formOf, plainPath, post, remove, upload } from "../../images/image-requests.ts";
import { pngOf } from "../../images/pictures.ts";
import { filePart, formBytes, levelPart, RawHttp, uploadHead } from "../../images/raw-http.ts";
import { inCluster } from "../../support/timeouts.ts";
import { sharedEtcd, startEtcd } from "../../support/etcd.ts";
import { testConfig } from "../../support/config.ts";
import { eventually } from "../../support/polling.ts";
import { listening } from "../../support/listen-on-free-port.ts";
import { mayUse } from "../../support/programs.ts";
import { documentOf, keptLog, newHome, otherwise, rightOf } from "./test-home.ts";
import { clientOf } from "./client/test-client.ts";
import { lateWatches } from "./log/late-watches.ts";
import { keys } from "./log/nodes.ts";
import { startServedNode } from "./served-node.ts";
import { admin } from "./user-documents.ts";

const shared = sharedEtcd(after);

/** A node of a cluster, which is also a target of uploads. */
const startNode = async (
  t: TestContext,
  config: Pick<Config, "cluster"> & Partial<ServiceConfig>,
) => {
  const { port, url, firstToken, stop } = await startServedNode(t, {
    loginDelayMs: 0,
    ...config,
  });
  return { port, url, admin: firstToken, stop };
};

/** A node that hears nothing of its watches while a test wants that, and the users as another node changes them. */
const startDeafNode = async (t: TestContext) => {
  const cluster = await startEtcd(t);
  const [member = ""] = cluster.urls;
  const watches = await lateWatches(t, member);
  const node = await startNode(t, { cluster: watches.url });
  const users = await documentOf(t, clientOf(t, cluster), keys, usersKind);
  return { watches, node, users };
};

test(
  "NODE-12: with a token that another node has revoked nothing is uploaded or deleted, and with one that it has made both are, though no watch has told of either",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const { watches, node, users } = await startDeafNode(t);
    const leaving = { ...node, admin: rightOf(await createUser(users, "leaving", admin)) };
    const image = pngOf(50, 1);
    const path = plainPath(await upload(leaving, "0", image, "a.png"));
    watches.hold();
    const coming = { ...node, admin: rightOf(await createUser(users, "coming", admin)) };
    rightOf(await removeUser(users, "leaving"));
    const posted = await fetch(`${node.url}/api/floorplan/background`, {
      method: "POST",
      headers: { Authorization: `Bearer ${leaving.admin}` },
      body: formOf("0", pngOf(60, 2), "b.png"),
    });
    assert.equal(posted.status, 401);
    assert.equal((await remove(leaving, "level=0")).status, 401);
    assert.deepEqual(await bytesAt(node, path), image);
    assert.equal((await remove(coming, "level=1")).status, 200);
    watches.letGo();
    await upload(coming, "0", pngOf(70, 3), "c.png");
    await node.stop();
  },
);

test(
  "NODE-12: an upload whose token another node revokes while the body comes is not stored, though no watch has told of that",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const { watches, node, users } = await startDeafNode(t);
    const leaving = rightOf(await createUser(users, "leaving", admin));
    const image = pngOf(50, 1);
    const path = plainPath(await upload(node, "0", image, "a.png"));
    const form = formBytes([levelPart("0"), filePart(pngOf(1000, 2))]);
    const client = new RawHttp(t, node.port);
    await client.send(
      uploadHead(leaving, [`Content-Length: ${form.length}`, "Expect: 100-continue"]),
    );
    // It is let in when it is asked for the body.
    while (!client.received.includes("100 Continue"))
      await new Promise((resolve) => client.socket.once("data", resolve));
    watches.hold();
    rightOf(await removeUser(users, "leaving"));
    await client.send(form);
    assert.equal((await client.answer())?.status, 401);
    watches.letGo();
    assert.deepEqual(await bytesAt(node, path), image);
    await node.stop();
  },
);

test(
  "NODE-12: a node that is cut off takes no change over HTTP and says why, and goes on showing images",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const { urls, members } = await startEtcd(t);
    const [member] = members;
    assert(member !== undefined);
    const node = await startNode(t, {
      cluster: urls.join(","),
      clusterMs: 2000,
      // Before, etcd may be as slow as it is on a machine that is busy.
      clusterCutOffMs: 5000,
    });
    const becomes = (expected: RegExp) =>
      eventually(async () => {
        const text = await (await fetch(`${node.url}/healthz`)).text();
        return expected.test(text) ? { seen: text } : { not: text };
      }, 60_000);
    const image = pngOf(50, 1);
    const path = plainPath(await upload(node, "0", image, "a.png"));
    await member.pause();
    await becomes(/cut off/);
    const why = /^this node cannot know now what the others have changed/;
    const answer = await post(node, formOf("0", pngOf(60, 2), "b.png"));
    assert.equal(answer.status, 503);
    assert.match(answer.message, why);
    const removed = await remove(node, "level=0");
    assert.equal(removed.status, 503);
    assert.match(await removed.text(), /cannot know now what the others have changed/);
    assert.deepEqual(await bytesAt(node, path), image);
    member.resume();
    await becomes(/"status":"ready"/);
    await upload(node, "0", pngOf(60, 2), "b.png");
    await node.stop();
  },
);

test(
  "NODE-12: a session that another node has begun is ended by whoever signs out here, though no watch has told of it, and where that cannot be known the answer is 503",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const cluster = await shared();
    const { keys: home } = newHome();
    const there = await documentOf(t, clientOf(t, cluster), home, sessionsKind);
    const deaf = otherwise(clientOf(t, cluster), { watch: () => () => undefined });
    const here = await documentOf(t, deaf, home, sessionsKind);
    const { log, rated } = keptLog(t);
    const never = () => assert.fail("Home Assistant is not asked");
    const sessions = new Sessions({
      boundary,
      store: rightOf(SessionStore.open(here, rated)),
      oauth: {
        exchange: never,
        refresh: never,
        revoke: () => async () => left(homeAssistantProblem.unreachable("home", "it is away")),
      },
      whoIs: never,
      limits: testConfig({}),
      clock: systemClock,
      log,
      onEnded: () => undefined,
    });
    t.after(() => sessions.close());
    let canKnow = false;
    const admit = admissionOf({
      shared: {
        admit: async () => (canKnow ? here.refresh() : left("no member answers")),
        whenCutOff: never,
        lead: never,
        report: never,
      },
    });
    const route = signInRoute({
      sessions,
      origins: { isOwn: () => true, list: [] },
      authenticator: { banOf: never, failed: never },
      admit,
      settled: () => Promise.resolve(),
      addressOf: () => "192.0.2.1",
      limits: testConfig({}),
      log: rated,
      audit: noAudit,
    });
    const server = createServer((request, response) => {
      void route.methods["DELETE"]?.(request, response, new URL("http://host/auth/session"));
    });
    const url = await listening(t, server);
    const signOut = async (token: string): Promise<number> =>
      (await fetch(url, { method: "DELETE", headers: { Authorization: `Bearer ${token}` } }))
        .status;
    const now = new Date().toISOString();
    const store = rightOf(SessionStore.open(there, rated));
    t.after(() => store.close());
    rightOf(
      await store.begin({
        token_sha256: hashToken("session.anna"),
        refresh_token: "of anna",
        user_id: "anna",
        client_id: "http://127.0.0.1/",
        created_at: now,
        used_at: now,
      }),
    );
    assert.equal(await signOut("session.anna"), 503);
    canKnow = true;
    assert.equal(await signOut("session.anna"), 200);
    rightOf(await there.refresh());
    assert.deepEqual(store.all, []);
    canKnow = false;
    assert.equal(await signOut("a token of another kind"), 200, "nobody need be asked");
  },
);

test("NODE-12: where nothing is shared a login is the login itself, and nobody is asked", () => {
  const login = () => assert.fail("nobody logs in");
  assert.equal(admittedLogin(admissionOf({ shared: undefined }), login), login);
});
