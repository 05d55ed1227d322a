import assert from "node:assert/strict";
import { after, test, type TestContext } from "node:test";
import { left } from "fp-ts/lib/Either.js";
import type { Etcd } from "../../../src/storage/etcd/client/etcd.ts";
import type { Keys } from "../../../src/storage/etcd/keys.ts";
import { type StoredSession, sessionsKind, SessionStore } from "../../../src/auth/session-store.ts";
import { until } from "../../support/timeouts.ts";
import { sharedEtcd } from "../../support/etcd.ts";
import { mayUse } from "../../support/programs.ts";
import { away, documentOf, keptLog, leftOf, newHome, otherwise, rightOf } from "./test-home.ts";
import { clientOf } from "./client/test-client.ts";

const shared = sharedEtcd(after);
const longAgo = "2026-01-01T00:00:00.000Z";

const sessionOf = (name: string): StoredSession => ({
  token_sha256: `hash of ${name}`,
  refresh_token: `refresh token of ${name}`,
  user_id: name,
  client_id: "http://127.0.0.1/",
  created_at: longAgo,
  used_at: longAgo,
});

const [anna, guest] = [sessionOf("anna"), sessionOf("guest")];

/** The sessions of a node, and which it was told to have ended. */
const nodeOf = async (t: TestContext, etcd: Etcd, keys: Keys) => {
  const document = await documentOf(t, etcd, keys, sessionsKind);
  const { rated, lines } = keptLog(t);
  const store = rightOf(SessionStore.open(document, rated));
  t.after(() => store.close());
  const ended: string[] = [];
  store.whenEnded((hash) => void ended.push(hash));
  return { store, ended, document, lines };
};

const toTell = (store: SessionStore): readonly string[] =>
  store.ended.map((each) => each.refresh_token);

test("SHARE-7: a session that one node begins is known at the others; one that any of them ends, has ended at each, and each knows that Home Assistant is to be told", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const { keys } = newHome();
  const one = await nodeOf(t, clientOf(t, await shared()), keys);
  const other = await nodeOf(t, clientOf(t, await shared()), keys);
  rightOf(await one.store.begin(anna));
  await until(() => other.store.get(anna.token_sha256) !== undefined);
  rightOf(await other.store.begin(guest));
  await until(() => one.store.all.length === 2);
  const removing = other.store.remove(anna.token_sha256, true);
  assert.deepEqual(other.ended, [anna.token_sha256], "at once, where it was ended");
  await removing;
  await until(() => one.ended.length > 0);
  assert.deepEqual(one.ended, [anna.token_sha256]);
  assert.equal(one.store.get(anna.token_sha256), undefined);
  assert.deepEqual(toTell(one.store), [anna.refresh_token]);
  assert.deepEqual(toTell(other.store), [anna.refresh_token]);
  await one.store.settle(one.store.ended);
  await until(() => other.store.ended.length === 0);
  assert.deepEqual(one.store.all, [guest]);
  assert.deepEqual(other.store.all, [guest]);
});

test("SHARE-7: a session that two nodes end at once is told to Home Assistant once, and one that a node uses meanwhile does not come back", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const { keys } = newHome();
  const nodes = await Promise.all(
    [1, 2, 3].map(async () => nodeOf(t, clientOf(t, await shared()), keys)),
  );
  const [one, two, three] = nodes;
  assert(one !== undefined && two !== undefined && three !== undefined);
  rightOf(await one.store.begin(anna));
  rightOf(await one.store.begin(guest));
  await until(() => nodes.every(({ store }) => store.all.length === 2));
  await Promise.all([
    one.store.remove(anna.token_sha256, true),
    two.store.remove(anna.token_sha256, true),
    three.store.used(anna.token_sha256),
    three.store.used(guest.token_sha256),
  ]);
  for (const { store, document, ended } of nodes) {
    rightOf(await document.refresh());
    assert.deepEqual(
      store.all.map((each) => each.token_sha256),
      [guest.token_sha256],
    );
    assert(store.get(guest.token_sha256)?.used_at !== longAgo, "its use is kept");
    assert.deepEqual(toTell(store), [anna.refresh_token]);
    assert.deepEqual(ended, [anna.token_sha256]);
  }
});

test("SHARE-7: of many sessions that nodes begin at the same time none is lost", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const { keys } = newHome();
  const one = await nodeOf(t, clientOf(t, await shared()), keys);
  const other = await nodeOf(t, clientOf(t, await shared()), keys);
  const begun = Array.from({ length: 40 }, (_, index) => sessionOf(`user ${index}`));
  const kept = await Promise.all(
    begun.map((each, at) => (at % 2 === 0 ? one : other).store.begin(each)),
  );
  for (const each of kept) rightOf(each);
  await until(() => one.store.all.length === 40 && other.store.all.length === 40);
});

test("SHARE-7: a session in use at another node is not ended as unused by one that has not heard of it", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const { keys } = newHome();
  const etcd = clientOf(t, await shared());
  const one = await nodeOf(t, etcd, keys);
  rightOf(await one.store.begin(anna));
  rightOf(await one.store.begin(guest));
  const deaf = await nodeOf(t, otherwise(etcd, { watch: () => () => undefined }), keys);
  await one.store.used(anna.token_sha256);
  assert.equal(deaf.store.get(anna.token_sha256)?.used_at, longAgo);
  await deaf.store.removeUnused(Date.parse(longAgo) + 1);
  assert.deepEqual(
    deaf.store.all.map((each) => each.user_id),
    ["anna"],
  );
});

test("SHARE-8: what a node ends while etcd is away has ended there at once, and at the others when etcd is back", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const { keys } = newHome();
  const etcd = clientOf(t, await shared());
  let isAway = false;
  const one = await nodeOf(
    t,
    otherwise(etcd, {
      read: async (range) => (isAway ? left(away) : etcd.read(range)),
      transact: async (transaction) => (isAway ? left(away) : etcd.transact(transaction)),
    }),
    keys,
  );
  const other = await nodeOf(t, etcd, keys);
  rightOf(await one.store.begin(anna));
  await until(() => other.store.get(anna.token_sha256) !== undefined);
  isAway = true;
  await one.store.remove(anna.token_sha256, true);
  assert.equal(one.store.get(anna.token_sha256), undefined);
  assert.deepEqual(one.ended, [anna.token_sha256]);
  assert(one.lines.some(({ msg }) => msg === "a change of the sessions cannot be saved"));
  assert(leftOf(await one.store.begin(guest)).includes("no member answers"));
  await one.store.remove(guest.token_sha256, true);
  assert(other.store.get(anna.token_sha256) !== undefined);
  isAway = false;
  await until(() => other.store.all.length === 0);
  assert.deepEqual(toTell(other.store), [anna.refresh_token, guest.refresh_token]);
  assert.deepEqual(other.ended, [anna.token_sha256]);
});
