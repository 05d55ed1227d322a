import assert from "node:assert/strict";
import { after, test } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import type { EtcdClient } from "../../../../src/storage/etcd/client/etcd-client.ts";
import { type Member, oneKey, withPrefix } from "../../../../src/storage/etcd/client/etcd.ts";
import { type EtcdCluster, type EtcdMember, sharedEtcd } from "../../../support/etcd.ts";
import { eventually } from "../../../support/polling.ts";
import { mayUse } from "../../../support/programs.ts";
import { clientOf, done, problem, put } from "./test-client.ts";
import { deafMember } from "./deaf-member.ts";
import { watching } from "./watching.ts";

const shared = sharedEtcd(after, { members: 3 });
const withinMs = 60_000;

/** The members with those first that follow, as clients are to begin with them. */
const followersFirst = async (
  cluster: EtcdCluster,
): Promise<readonly [EtcdMember, EtcdMember, EtcdMember]> => {
  const leader = cluster.members[await cluster.leader()];
  const [one, other] = cluster.members.filter((member) => member !== leader);
  assert(one !== undefined && other !== undefined && leader !== undefined);
  return [one, other, leader];
};

const urlsOf = (members: readonly EtcdMember[]): { readonly urls: readonly string[] } => ({
  urls: members.map(({ url }) => url),
});

/** Puts until it is known to be stored: members change meanwhile. */
const store = (etcd: EtcdClient, key: string, value: string): Promise<void> =>
  eventually(async () => {
    const answer = await etcd.transact({ guards: [], then: [put(key, value)] });
    return isRight(answer) ? { seen: undefined } : { not: answer.left.reason };
  }, withinMs);

const untilStates = (etcd: EtcdClient, states: readonly Member["state"][]): Promise<void> =>
  eventually(async () => {
    const found = (await etcd.members()).map(({ state }) => state).toSorted();
    return found.join() === states.toSorted().join()
      ? { seen: undefined }
      : { not: `members are ${found.join(", ")}` };
  }, withinMs);

test("ETCD-8: a member that is stopped is changed for another, and what it may have done is told as unknown", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const members = await followersFirst(await shared());
  const [first] = members;
  const [alone, etcd] = [[first], members].map((some) =>
    clientOf(t, urlsOf(some), { answerMs: 1500 }),
  );
  assert(alone !== undefined && etcd !== undefined);
  for (const client of [alone, etcd]) await store(client, "/paused", "1");
  await first.pause();
  try {
    // Who never had a connection to it has nothing there that may have been done.
    const stranger = clientOf(t, urlsOf(members));
    const [sent, read, strange] = await Promise.all([
      alone.transact({ guards: [], then: [put("/paused", "2")] }),
      etcd.read(withPrefix("/paused")),
      stranger.transact({ guards: [], then: [put("/paused", "3")] }),
    ]);
    assert.equal(problem(sent).kind, "unknown");
    assert.equal(done(read).pairs.length, 1);
    done(strange);
    await store(etcd, "/paused", "4");
    await untilStates(etcd, ["silent", "following", "leading"]);
  } finally {
    first.resume();
  }
  await untilStates(etcd, ["following", "following", "leading"]);
});

test(
  "ETCD-19, ETCD-21: what may be asked again, or is done once, is asked of another member where one is late, and the first answer counts",
  { timeout: 120_000 },
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const members = await followersFirst(await shared());
    // Longer than anybody waits.
    const etcd = clientOf(t, urlsOf(members), { answerMs: 3_600_000 });
    const key = "/late";
    const next = async (changed: number) => {
      const guards = [{ range: oneKey(key), changed }];
      return done(await etcd.transact({ guards, then: [put(key, "")], isGuardedByItself: true }));
    };
    let { revision } = await next(0);
    for (const member of members) {
      await member.pause();
      try {
        // Where it leads, the others choose another one, and what was asked of them before is lost.
        const { pairs } = done(await etcd.read(oneKey(key)));
        assert.equal(pairs[0]?.changed, revision);
        const { held, doubt } = await next(revision);
        // Which of several was asked first, and did it, nobody knows.
        assert(held || doubt !== undefined);
        revision = done(await etcd.read(oneKey(key))).pairs[0]?.changed ?? 0;
      } finally {
        member.resume();
      }
      await untilStates(etcd, ["following", "following", "leading"]);
    }
  },
);

test("ETCD-20: a watch tells what any of the members tells that it is at, whatever the other one keeps back", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const [first, second] = await followersFirst(await shared());
  const deaf = await deafMember(t);
  for (const urls of [
    [deaf, first.url, second.url],
    [first.url, deaf, second.url],
  ]) {
    const watch = watching(t, clientOf(t, { urls }), withPrefix("/heard/"), 1);
    await store(clientOf(t, urlsOf([second])), "/heard/1", "");
    await watch.told("/heard/1");
  }
});

test("ETCD-20: a watch goes to the member that answers, where those that it is at do not and tell nothing", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const cluster = await shared();
  const [first] = await followersFirst(cluster);
  const deaf = await Promise.all([deafMember(t), deafMember(t)]);
  const etcd = clientOf(t, { urls: [...deaf, first.url] });
  const watch = watching(t, etcd, withPrefix("/answered/"), 1);
  await store(clientOf(t, cluster), "/answered/1", "");
  // Both are late with the answer, and say every second that they are there.
  done(await etcd.read(oneKey("/answered/1")));
  await watch.told("/answered/1");
});

test("ETCD-9: a watch goes on over members that are stopped or killed, without a gap and with nothing twice", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const members = await followersFirst(await shared());
  const [first, second, leader] = members;
  const writer = clientOf(t, urlsOf([leader, second, first]), { answerMs: 3000 });
  const watched = clientOf(t, urlsOf(members));
  let written = 0;
  const write = async (): Promise<string> => {
    written += 1;
    const key = `/resumed/${String(written).padStart(3, "0")}`;
    await store(writer, key, key);
    return key;
  };
  const watch = watching(t, watched, withPrefix("/resumed/"), 1);
  await watch.told(await write());
  await first.pause();
  for (let more = 0; more < 20; more += 1) await write();
  await watch.told(await write());
  first.resume();
  // Whichever of both the watch is on, it loses the member, and the cluster loses its leader.
  await second.kill();
  await watch.told(await write());
  await second.start();
  await second.ready();
  await leader.kill();
  await watch.told(await write());
  await leader.start();
  await leader.ready();
  await watch.told(await write());
  assert.deepEqual(watch.ended, []);
  const { pairs } = done(await watched.read(withPrefix("/resumed/")));
  const last = new Map(watch.changes.map(({ key, changed }) => [key, changed]));
  assert.deepEqual(
    [...last],
    pairs.map(({ key, changed }) => [key, changed]),
  );
  assert.equal(pairs.length, written);
  const revisions = watch.changes.map(({ changed }) => changed);
  assert.deepEqual(
    revisions,
    [...new Set(revisions)].toSorted((a, b) => a - b),
  );
});

test("ETCD-10: without a quorum nothing is done and all is told as away, until there is one again", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const [first, second, leader] = await followersFirst(await shared());
  const members = [first, second, leader];
  const etcd = clientOf(t, urlsOf(members));
  const lonely = clientOf(t, urlsOf([first]), { answerMs: 4000 });
  done(await etcd.transact({ guards: [], then: [put("/quorum", "1")] }));
  const watch = watching(t, etcd, withPrefix("/quorum"), 1);
  await Promise.all([second.kill(), leader.kill()]);
  await untilStates(etcd, ["leaderless", "gone", "gone"]);
  const never = { guards: [], then: [put("/quorum", "never")] };
  for (const answer of await Promise.all([
    lonely.transact(never),
    lonely.transact(never, 3000),
    lonely.read(withPrefix("/quorum")),
    lonely.lease(10),
    lonely.renew("1"),
  ]))
    assert.match(`${problem(answer).kind}: ${problem(answer).reason}`, /^away: /);
  await first.kill();
  // Until then it may be sent on a connection of which nobody knows that it is gone.
  await untilStates(lonely, ["gone"]);
  const nobody = problem(await lonely.transact(never));
  assert.equal(nobody.kind, "away", nobody.reason);
  await untilStates(etcd, ["gone", "gone", "gone"]);
  await Promise.all(members.map((member) => member.start()));
  await Promise.all(members.map((member) => member.ready()));
  const { pairs } = done(await etcd.read(withPrefix("/quorum")));
  assert.deepEqual(
    pairs.map(({ value }) => value.toString()),
    ["1"],
  );
  await store(etcd, "/quorum", "2");
  await eventually(
    async () =>
      watch.changes.some(({ value }) => value?.toString() === "2")
        ? { seen: undefined }
        : { not: "the watch did not tell the change" },
    withinMs,
  );
  assert.deepEqual(watch.ended, []);
});

test("ETCD-17: guards alone are compared with what the cluster has, and not with what one member knows of it", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const [first, ...others] = await followersFirst(await shared());
  const etcd = clientOf(t, urlsOf([first]));
  const key = "/compared";
  const { revision } = done(await etcd.transact({ guards: [], then: [put(key, "1")] }));
  const compare = (changed: number, ms?: number) =>
    etcd.transact({ guards: [{ range: oneKey(key), changed }], then: [] }, ms);
  for (const [changed, isSo] of [
    [revision, true],
    [0, false],
  ] as const) {
    const { held, found } = done(await compare(changed));
    assert.deepEqual([held, found], [isSo, []]);
  }
  await Promise.all(others.map((member) => member.pause()));
  try {
    // For the time of an election it does not know that it is alone; whatever they agree on now, it has not heard.
    const alone = await compare(revision, 2000);
    assert.equal(problem(alone).kind, "away");
  } finally {
    for (const member of others) member.resume();
  }
  await untilStates(clientOf(t, await shared()), ["following", "following", "leading"]);
});

test("ETCD-16: a client that is closed ends every call and watch, and what runs is told", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const members = await followersFirst(await shared());
  const [first] = members;
  const etcd = clientOf(t, urlsOf([first]));
  const watch = watching(t, etcd, withPrefix("/closed/"), 1);
  await store(etcd, "/closed/1", "");
  await watch.told("/closed/1");
  await first.pause();
  const transacting = etcd.transact({ guards: [], then: [put("/closed/2", "")] });
  const reading = etcd.read(withPrefix("/closed/"));
  // Both are on their way.
  await new Promise(setImmediate);
  etcd.close();
  first.resume();
  assert.equal(problem(await transacting).kind, "unknown");
  assert.equal(problem(await reading).kind, "away");
  assert.equal(problem(await etcd.transact({ guards: [], then: [] })).kind, "away");
  assert.equal((await etcd.members())[0]?.state, "silent");
  assert.deepEqual(
    watch.changes.map(({ key }) => key),
    ["/closed/1"],
  );
  assert.deepEqual(watch.ended, []);
});

test("ETCD-11: each member tells its state and its version, also those that are gone or silent", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const cluster = await shared();
  const etcd = clientOf(t, cluster);
  // Whichever leads, as it says itself, is told to: it may be another one between both questions.
  const { leader, all } = await eventually(async () => {
    const [leading, members] = [await cluster.leader(), await etcd.members()];
    return members[leading]?.state === "leading"
      ? { seen: { leader: leading, all: members } }
      : { not: `${leading} leads, and members are ${members.map(({ state }) => state).join()}` };
  }, withinMs);
  assert.deepEqual(
    all.map(({ url }) => url),
    cluster.urls,
  );
  const other = (leader + 1) % 3;
  const third = (leader + 2) % 3;
  await cluster.members[other]?.pause();
  await cluster.members[third]?.kill();
  const some = await etcd.members();
  assert.equal(some[other]?.state, "silent");
  assert.equal(some[third]?.state, "gone");
  for (const member of some) assert.equal(member.version, all[leader]?.version);
  assert.match(some[other]?.problem ?? "", /^http:/);
  // The second where the end of its old connection is seen before a new one is refused.
  assert.match(some[third]?.problem ?? "", /ECONNREFUSED|Connection dropped/);
  cluster.members[other]?.resume();
  await cluster.members[third]?.start();
  await cluster.members[third]?.ready();
  await untilStates(etcd, ["following", "following", "leading"]);
  // A name that nobody has: RFC 6761.
  const nowhere = clientOf(t, { urls: ["http://member.invalid:2379"] }, { answerMs: 500 });
  const [member] = await nowhere.members();
  assert.equal(member?.state, "silent");
  const answer = await nowhere.transact({ guards: [], then: [put("/nowhere", "")] });
  assert.equal(problem(answer).kind, "away");
});
