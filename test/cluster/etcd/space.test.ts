import assert from "node:assert/strict";
import { test } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { below, type EtcdProblem } from "../../../src/cluster/etcd/etcd.ts";
import { startEtcd } from "../../support/etcd.ts";
import { mayUse } from "../../support/programs.ts";
import { clientOf, done, problem, put } from "./asked.ts";

test("ETCD-12: where etcd's quota is reached nothing is put, which is told as no space, by the members too", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const quota = 4 * 1024 * 1024;
  const etcd = clientOf(t, await startEtcd(t, { flags: [`--quota-backend-bytes=${quota}`] }));
  const value = "x".repeat(512 * 1024);
  let stored = 0;
  let full: EtcdProblem | undefined;
  while (full === undefined) {
    // etcd looks at what it has written to its file, ten times a second: a fast disk has put more by then.
    assert(stored * value.length <= 16 * quota, "the quota is never reached");
    const answer = await etcd.transact({ guards: [], then: [put(`/full/${stored}`, value)] });
    if (isRight(answer)) stored += 1;
    else full = answer.left;
  }
  assert.equal(full.kind, "no-space", full.reason);
  const again = await etcd.transact({ guards: [], then: [put("/full/small", "")] });
  assert.equal(problem(again).kind, "no-space");
  assert.equal(problem(await etcd.lease(10)).kind, "no-space");
  const [member] = await etcd.members();
  assert.equal(member?.state, "leading");
  assert.match(member?.problem ?? "", /NOSPACE/);
  // What frees space is taken, and reads are answered.
  assert.equal(done(await etcd.read(below("/full/"))).pairs.length, stored);
  done(await etcd.transact({ guards: [], then: [{ kind: "delete", range: below("/full/") }] }));
});
