import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, test } from "node:test";
import { withPrefix } from "../../../../src/storage/etcd/client/etcd.ts";
import { etcdCertificate, sharedEtcd, startEtcd } from "../../../support/etcd.ts";
import { eventually } from "../../../support/polling.ts";
import { mayUse } from "../../../support/programs.ts";
import { clientOf, done, problem, put } from "./test-client.ts";
import { watching } from "./watching.ts";

const rootPassword = "correct horse";
const shared = sharedEtcd(after, { rootPassword });

test("ETCD-13: who has no user, a wrong password or no right is refused", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const cluster = await shared();
  await cluster.ctl("user", "add", "wall:look");
  await cluster.ctl("role", "add", "looking");
  await cluster.ctl("role", "grant-permission", "looking", "--prefix=true", "read", "/open/");
  await cluster.ctl("user", "grant-role", "wall", "looking");
  const strangers = [{}, { user: "wall", password: "wrong" }, { user: "nobody", password: "look" }];
  for (const stranger of strangers) {
    const etcd = clientOf(t, cluster, stranger);
    for (const answer of [
      await etcd.transact({ guards: [], then: [put("/open/a", "")] }),
      await etcd.read(withPrefix("/open/")),
      await etcd.lease(10),
    ])
      assert.match(`${problem(answer).kind}: ${problem(answer).reason}`, /^refused: /);
    assert.equal((await watching(t, etcd, withPrefix("/open/"), 1).over()).kind, "refused");
  }
  const etcd = clientOf(t, cluster, { user: "wall", password: "look" });
  done(await etcd.read(withPrefix("/open/")));
  for (const answer of [
    await etcd.transact({ guards: [], then: [put("/open/a", "")] }),
    await etcd.read(withPrefix("/closed/")),
  ])
    assert.equal(problem(answer).kind, "refused");
  assert.equal((await watching(t, etcd, withPrefix("/closed/"), 1).over()).kind, "refused");
});

test("ETCD-11: a member that tells its state to root alone is told of as one that runs", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const cluster = await shared();
  await cluster.ctl("user", "add", "lamp:glow");
  const etcd = clientOf(t, cluster, { user: "lamp", password: "glow" });
  // Gets the token that the question of the state goes out with.
  await etcd.read(withPrefix("/closed/"));
  const [member] = await etcd.members();
  assert.match(member?.state ?? "", /^(leading|following)$/);
  assert.equal(member?.problem, undefined);
});

test("ETCD-14: a token that etcd forgot, or that is older than its users, is changed for another", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const cluster = await shared();
  const [member] = cluster.members;
  assert(member !== undefined);
  const root = { user: "root", password: rootPassword };
  const etcd = clientOf(t, cluster, root);
  const { revision } = done(await etcd.transact({ guards: [], then: [put("/token/1", "")] }));
  const watch = watching(t, etcd, withPrefix("/token/"), revision);
  await watch.told("/token/1");
  // Members keep tokens in memory.
  await member.kill();
  await member.start();
  await member.ready();
  // The connection may still wait before it tries again.
  const restarted = await eventually(async () => {
    const [seen] = await etcd.members();
    return seen === undefined || seen.state === "silent" ? { not: "it is silent" } : { seen };
  }, 10_000);
  assert.equal(restarted.problem, undefined, "it forgot a token, and nothing else is wrong");
  done(await etcd.read(withPrefix("/token/")));
  done(await etcd.transact({ guards: [], then: [put("/token/2", "")] }));
  await watch.told("/token/2");
  await cluster.ctl("user", "add", "another:one");
  done(await etcd.transact({ guards: [], then: [put("/token/3", "")] }));
  const lease = done(await etcd.lease(60));
  await cluster.ctl("user", "delete", "another");
  assert.equal(done(await etcd.renew(lease)), true);
  await watch.told("/token/3");
  assert.equal((await etcd.members())[0]?.state, "leading");
  assert.deepEqual(watch.ended, []);
});

test("ETCD-14: a user is of no harm where etcd asks for none", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const etcd = clientOf(t, await startEtcd(t), { user: "root", password: rootPassword });
  done(await etcd.transact({ guards: [], then: [put("/token/4", "")] }));
});

test("ETCD-15: TLS trusts the authority that is named, and nobody else", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const cluster = await startEtcd(t, { tls: true });
  const ca = await readFile(etcdCertificate);
  const etcd = clientOf(t, cluster, { tls: { ca } });
  const { revision } = done(await etcd.transact({ guards: [], then: [put("/tls/1", "")] }));
  await watching(t, etcd, withPrefix("/tls/"), revision).told("/tls/1");
  assert.equal((await etcd.members())[0]?.state, "leading");
  const trusting = clientOf(t, cluster, { answerMs: 3000 });
  const answer = problem(await trusting.transact({ guards: [], then: [put("/tls/2", "")] }));
  assert.equal(answer.kind, "away");
  assert.match(answer.reason, /self-signed certificate/);
  const [member] = await trusting.members();
  assert.equal(member?.state, "silent");
  assert.match(member?.problem ?? "", /self-signed certificate/);
});
