import assert from "node:assert/strict";
import { test } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { type EtcdProblem, oneKey, withPrefix } from "../../../../src/storage/etcd/client/etcd.ts";
import { startEtcd } from "../../../support/etcd.ts";
import { mayUse } from "../../../support/programs.ts";
import { clientOf, done, problem, put } from "./test-client.ts";

test("ETCD-12: where etcd's quota is reached nothing is put, which is told as no space, by the members too", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const quota = 4 * 1024 * 1024;
  const etcd = clientOf(t, await startEtcd(t, { flags: [`--quota-backend-bytes=${quota}`] }));
  const value = "x".repeat(512 * 1024);
  const stored: string[] = [];
  const unknown: string[] = [];
  let full: EtcdProblem | undefined;
  for (let round = 0; full === undefined; round += 1) {
    // etcd looks at what it has written to its file, ten times a second: a fast disk has put more by then.
    assert(round * value.length <= 16 * quota, "the quota is never reached");
    // Some at once, as etcd then does what it has taken already when the first finds the quota reached.
    const keys = Array.from({ length: 8 }, (_, at) => `/full/${round}-${at}`);
    const answers = await Promise.all(
      keys.map((key) =>
        etcd.transact({
          guards: [{ range: oneKey(key), changed: 0 }],
          then: [put(key, value)],
        }),
      ),
    );
    for (const [at, answer] of answers.entries()) {
      const key = keys[at] ?? "";
      if (isRight(answer)) stored.push(key);
      else if (answer.left.kind === "unknown") unknown.push(key);
      else full = answer.left;
    }
  }
  assert.equal(full.kind, "no-space", full.reason);
  const kept = new Set(done(await etcd.read(withPrefix("/full/"))).pairs.map(({ key }) => key));
  assert(stored.every((key) => kept.has(key)));
  // Of what nobody knows some is stored.
  const known = new Set([...stored, ...unknown]);
  assert(
    [...kept].every((key) => known.has(key)),
    "something was refused, and is stored",
  );
  const small = { range: oneKey("/full/small"), changed: 0 };
  const again = await etcd.transact({ guards: [small], then: [put("/full/small", "")] });
  assert.equal(problem(again).kind, "no-space");
  assert.equal(problem(await etcd.lease(10)).kind, "no-space");
  const [member] = await etcd.members();
  assert.equal(member?.state, "leading");
  assert.match(member?.problem ?? "", /NOSPACE/);
  // What frees space is taken, and reads are answered.
  assert.equal(done(await etcd.read(withPrefix("/full/"))).pairs.length, kept.size);
  done(
    await etcd.transact({ guards: [], then: [{ kind: "delete", range: withPrefix("/full/") }] }),
  );
});
