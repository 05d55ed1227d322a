import assert from "node:assert/strict";
import { after, test } from "node:test";
import { left } from "fp-ts/lib/Either.js";
import { EtcdDocument } from "../../../src/storage/etcd/etcd-document.ts";
import { oneKey, type Watcher } from "../../../src/storage/etcd/client/etcd.ts";
import { BanKeeper, bansKind, newBan, openBans } from "../../../src/auth/bans.ts";
import { writeDelayMs, PastLogins, pastLoginsKind } from "../../../src/auth/past-logins.ts";
import { systemClock } from "../../../src/server/runtime/time.ts";
import { KnownUsers } from "../../../src/auth/known-users.ts";
import {
  createUser,
  openUsers,
  removeUser,
  revokeUser,
  usersKind,
} from "../../../src/auth/user-directory.ts";
import { boundary } from "../../support/failing-boundary.ts";
import { DayClock } from "../../support/day-clock.ts";
import { until } from "../../support/timeouts.ts";
import { sharedEtcd } from "../../support/etcd.ts";
import { mayUse } from "../../support/programs.ts";
import {
  away,
  change,
  documentOf,
  keptLog,
  leftOf,
  newHome,
  nextChange,
  otherwise,
  rightOf,
} from "./test-home.ts";
import { clientOf } from "./client/test-client.ts";
import { admin, namesIn } from "./user-documents.ts";

const shared = sharedEtcd(after);

test("SHARE-1: a user created or removed at one node is known at the others, and whose token is gone is told there", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const { keys } = newHome();
  const [one, other] = [clientOf(t, await shared()), clientOf(t, await shared())];
  const here = await documentOf(t, one, keys, usersKind);
  assert.equal(here.isThere, false);
  const token = rightOf(await createUser(here, "wall", admin));
  assert.deepEqual([here.isThere, namesIn(here)], [true, ["wall"]], "at once, where it was done");
  const there = await documentOf(t, other, keys, usersKind);
  assert.deepEqual(namesIn(there), ["wall"], "with the first look");
  const revoked: string[] = [];
  const held = rightOf(openUsers(there, keptLog(t).rated));
  t.after(() => held.close());
  const known = new KnownUsers(held, systemClock, boundary);
  t.after(() => known.close());
  known.start(({ name }) => void revoked.push(name));
  assert.equal(known.find(token)?.name, "wall");
  const stamp = there.stamp();
  rightOf(await removeUser(here, "wall"));
  await until(() => revoked.length > 0);
  assert.deepEqual(revoked, ["wall"]);
  assert.equal(known.find(token), undefined);
  assert.notEqual(there.stamp(), stamp);
  assert(leftOf(await removeUser(there, "wall")).includes("there is no token named"));
});

test("SHARE-1: a ban at one node holds at the others", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const { keys } = newHome();
  const { rated } = keptLog(t);
  const [here, there] = await Promise.all(
    [1, 2].map(
      async () =>
        new BanKeeper(
          openBans(await documentOf(t, clientOf(t, await shared()), keys, bansKind), rated),
          10,
          systemClock,
        ),
    ),
  );
  const banUntil = new Date(Date.now() + 60_000).toISOString();
  await here?.add({ address: "192.0.2.1", until: banUntil, failures: 3 });
  await until(() => there?.find("192.0.2.1")?.until === banUntil);
});

test("SHARE-1, AUTH-6: a ban by a node whose clock is ahead holds at the others, and outlasts what they ban", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const { keys } = newHome();
  const { rated } = keptLog(t);
  const keeperBy = async (clock: DayClock): Promise<BanKeeper> => {
    const document = await documentOf(t, clientOf(t, await shared()), keys, bansKind);
    return new BanKeeper(openBans(document, rated), 10, clock);
  };
  const [ahead, behind] = [new DayClock(), new DayClock()];
  ahead.set(behind.now() + 50_000);
  const [here, there] = [await keeperBy(ahead), await keeperBy(behind)];
  const [first, second] = ["192.0.2.1", "192.0.2.2"];
  await here.add(newBan(first, ahead.now(), 3_600_000, 3));
  await until(() => there.find(first) !== undefined);
  await there.add(newBan(second, behind.now(), 3_600_000, 3));
  await until(() => here.find(second) !== undefined);
  for (const each of [here, there])
    assert.deepEqual([each.find(first)?.failures, each.count], [3, 2]);
});

test("SHARE-1, AUTH-19: who was let in at one node is known at the others, and so is that they are refused since", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const { keys } = newHome();
  const { rated } = keptLog(t);
  const clock = new DayClock();
  const nodes = await Promise.all(
    [1, 2].map(async () => {
      const document = await documentOf(t, clientOf(t, await shared()), keys, pastLoginsKind);
      return new PastLogins({ document, clock, log: rated });
    }),
  );
  const [here, there] = nodes;
  assert(here !== undefined && there !== undefined);
  here.remember("192.0.2.1", "anna's", "anna");
  there.remember("192.0.2.2", "guest's", "guest");
  clock.pass(writeDelayMs);
  await until(() => there.has("192.0.2.1", "anna's") && here.has("192.0.2.2", "guest's"));
  there.forget("192.0.2.1", "anna's");
  clock.pass(writeDelayMs);
  await until(() => !here.has("192.0.2.1", "anna's"));
  assert(here.has("192.0.2.2", "guest's"));
  for (const each of nodes) await each.close();
});

test("SHARE-1: what was changed before is there after a refresh, though no watch has told it", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const { keys } = newHome();
  const etcd = clientOf(t, await shared());
  const here = await documentOf(t, etcd, keys, usersKind);
  const deaf = otherwise(etcd, { watch: () => () => undefined });
  const there = await documentOf(t, deaf, keys, usersKind);
  rightOf(await createUser(here, "wall", admin));
  assert.deepEqual(namesIn(there), []);
  rightOf(await there.refresh());
  assert.deepEqual(namesIn(there), ["wall"]);
});

test("SHARE-1: refreshes at the same time share a look that begins after all of them", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const { keys } = newHome();
  const etcd = clientOf(t, await shared());
  let reads = 0;
  const counted = otherwise(etcd, {
    watch: () => () => undefined,
    read: (range) => {
      reads += 1;
      return etcd.read(range);
    },
  });
  const here = await documentOf(t, etcd, keys, usersKind);
  const there = await documentOf(t, counted, keys, usersKind);
  const before = reads;
  const early = Array.from({ length: 50 }, () => there.refresh());
  await Promise.resolve();
  rightOf(await createUser(here, "wall", admin));
  await Promise.all([...early, ...Array.from({ length: 50 }, () => there.refresh())]);
  assert.deepEqual(namesIn(there), ["wall"]);
  // Of each half: one for the first to ask, and one for all others.
  assert(reads - before <= 4, `${reads - before} reads`);
});

test("SHARE-3: a document that cannot be understood is refused with its key, and stays as it is until it is mended", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const { keys } = newHome();
  const etcd = clientOf(t, await shared());
  const key = keys.document("users");
  const document = await documentOf(t, etcd, keys, usersKind);
  rightOf(await createUser(document, "wall", admin));
  const whole = rightOf(await etcd.read(oneKey(key))).pairs[0]?.value;
  assert(whole !== undefined);
  for (const damaged of [
    '{"version":1',
    '{"version":2,"users":[]}',
    '{"version":1,"users":[{}]}',
  ]) {
    const changed = nextChange(document);
    await change(etcd, { kind: "put", key, value: Buffer.from(damaged) });
    await changed;
    assert(document.problem?.startsWith(`${key} in etcd is damaged`));
    assert.deepEqual(namesIn(document), ["wall"], "it is read as it was before");
    assert(leftOf(await createUser(document, "late", admin)).includes("is damaged"));
    assert.equal(rightOf(await etcd.read(oneKey(key))).pairs[0]?.value.toString(), damaged);
    const again = await documentOf(t, etcd, keys, usersKind);
    assert(leftOf(again.read()).includes("is damaged"));
  }
  const mended = nextChange(document);
  await change(etcd, { kind: "put", key, value: whole });
  await mended;
  assert.equal(document.problem, undefined);
  rightOf(await createUser(document, "kitchen", admin));
});

test("SHARE-6: while etcd is away, a document is read as it was last known, and a change is refused with the reason", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const etcd = clientOf(t, await shared());
  const { keys } = newHome();
  let isAway = false;
  const flaky = otherwise(etcd, {
    read: async (range) => (isAway ? left(away) : etcd.read(range)),
    transact: async (transaction) => (isAway ? left(away) : etcd.transact(transaction)),
  });
  const document = await documentOf(t, flaky, keys, usersKind);
  rightOf(await createUser(document, "wall", admin));
  isAway = true;
  assert(leftOf(await createUser(document, "late", admin)).includes("no member answers"));
  assert.deepEqual(namesIn(document), ["wall"]);
  const { rated } = keptLog(t);
  const opened = leftOf(await EtcdDocument.open(flaky, keys, usersKind, rated));
  assert(opened.includes(`${keys.document("users")} in etcd cannot be read: no member answers`));
  isAway = false;
  rightOf(await createUser(document, "late", admin));
  assert.deepEqual(namesIn(document), ["wall", "late"]);
});

test("AUTH-18, SHARE-8: a token that is revoked while etcd is away is revoked at that node at once, and at the others when etcd is back", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const etcd = clientOf(t, await shared());
  const { keys } = newHome();
  let isAway = false;
  const flaky = otherwise(etcd, {
    read: async (range) => (isAway ? left(away) : etcd.read(range)),
    transact: async (transaction) => (isAway ? left(away) : etcd.transact(transaction)),
  });
  const here = rightOf(openUsers(await documentOf(t, flaky, keys, usersKind), keptLog(t).rated));
  const there = await documentOf(t, etcd, keys, usersKind);
  t.after(() => here.close());
  here.follow();
  rightOf(await createUser(here, "wall", admin));
  await until(() => namesIn(there).length === 1);
  isAway = true;
  const why = rightOf(await revokeUser(here, "wall"));
  assert.match(why ?? "", /cannot be read: no member answers/);
  assert.deepEqual([namesIn(here), namesIn(there)], [[], ["wall"]]);
  isAway = false;
  await until(() => namesIn(there).length === 0);
  rightOf(await createUser(there, "wall", admin));
  await until(() => namesIn(here).length === 1);
  assert.equal(rightOf(await revokeUser(here, "wall")), undefined);
});

test("SHARE-6: a document whose watch was overtaken by a compaction is read again, and followed from there", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const etcd = clientOf(t, await shared());
  const { keys } = newHome();
  const watchers: Watcher[] = [];
  const overtaken = otherwise(etcd, {
    watch: (range, from, watcher) => {
      watchers.push(watcher);
      return watchers.length === 1 ? () => undefined : etcd.watch(range, from, watcher);
    },
  });
  const document = await documentOf(t, overtaken, keys, usersKind);
  const other = await documentOf(t, etcd, keys, usersKind);
  rightOf(await createUser(other, "missed", admin));
  watchers[0]?.ended({ kind: "compacted", reason: "compacted", oldest: 1 });
  await until(() => namesIn(document).length === 1);
  await until(() => watchers.length === 2);
  rightOf(await createUser(other, "seen", admin));
  await until(() => namesIn(document).length === 2);
});
