import assert from "node:assert/strict";
import { after, test } from "node:test";
import { left } from "fp-ts/lib/Either.js";
import type { Member } from "../../../src/storage/etcd/client/etcd.ts";
import { ensureHome } from "../../../src/storage/etcd/home.ts";
import { isNewEnough, checkCluster } from "../../../src/storage/etcd/open-cluster.ts";
import { sharedEtcd } from "../../support/etcd.ts";
import { mayUse } from "../../support/programs.ts";
import { away, change, leftOf, newHome, otherwise, rightOf, unknown } from "./test-home.ts";
import { clientOf } from "./client/test-client.ts";

const shared = sharedEtcd(after);

test("NODE-1: the first node marks an empty prefix as a home, and every other one opens it, also at the same time", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const { domain, keys } = newHome();
  const [one, other] = [clientOf(t, await shared()), clientOf(t, await shared())];
  for (const opened of await Promise.all(
    [one, other, one, other].map((etcd) => ensureHome(etcd, keys, domain)),
  ))
    rightOf(opened);
  const { pairs } = rightOf(await one.read(keys.all));
  assert.deepEqual(
    pairs.map(({ key, value }) => [key, value.toString()]),
    [[keys.home, '{"format":1}']],
  );
  rightOf(await ensureHome(other, keys, domain));
  assert.deepEqual(rightOf(await one.read(keys.all)).pairs, pairs, "nothing is put again");
});

const strange = {
  "other keys and no mark": [(home: string) => `${home}something`, "else", /is not a home/],
  "a mark that is none": [(home: string) => `${home}home`, "{}", /is not a home/],
  "a newer format": [
    (home: string) => `${home}home`,
    '{"format":3}',
    /has format 3, and this program reads format 1/,
  ],
  "a home that is being filled": [
    (home: string) => `${home}home`,
    '{"format":1,"filling":"1"}',
    /an import or a restore into .* or was interrupted: wait for its end, or run it again/,
  ],
} as const;

for (const [what, [keyIn, value, expected]] of Object.entries(strange))
  test(`NODE-2: ${what} is refused, and nothing is touched`, async (t) => {
    if (!mayUse(t, "etcd")) return;
    const { domain, keys } = newHome();
    const etcd = clientOf(t, await shared());
    const key = keyIn(keys.all.from);
    await change(etcd, { kind: "put", key, value: Buffer.from(value) });
    const before = rightOf(await etcd.read(keys.all)).pairs;
    const reason = leftOf(await ensureHome(etcd, keys, domain));
    assert.match(reason, expected);
    assert(reason.includes(domain), reason);
    assert.deepEqual(rightOf(await etcd.read(keys.all)).pairs, before);
  });

test("NODE-2: while etcd is away nobody knows what is there, which may pass", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const { domain, keys } = newHome();
  const etcd = clientOf(t, await shared());
  const gone = otherwise(etcd, { transact: async () => left(away) });
  const reason = leftOf(await ensureHome(gone, keys, domain));
  assert(reason.includes("no member answers"), reason);
  let calls = 0;
  const silent = otherwise(etcd, {
    transact: async (transaction) => {
      const done = await etcd.transact(transaction);
      calls += 1;
      return calls === 1 ? left(unknown) : done;
    },
  });
  rightOf(await ensureHome(silent, keys, domain));
});

test("NODE-3: a start with a member that is too old is refused with its address, its version and what is needed; nothing is touched", async () => {
  const fine: Member = {
    url: "http://new:2379",
    state: "leading",
    version: "3.5.30",
    problem: undefined,
  };
  const old: Member = { ...fine, url: "http://old:2379", version: "3.4.23" };
  const unheard: Member = { ...fine, url: "http://gone:2379", version: undefined, state: "gone" };
  // A start looks at the members first, with which nothing can be touched.
  const look = (...members: readonly Member[]) => checkCluster({ members: async () => members });
  assert.equal(
    leftOf(await look(fine, unheard, old)),
    "http://old:2379 is etcd 3.4.23, and 3.5.26 or later is needed",
  );
  rightOf(await look(fine, unheard));
});

test("NODE-3: etcd 3.5.26 and whatever is later of it, 3.6 and what comes after will do", () => {
  for (const version of ["3.5.26", "3.5.30", "3.6.0", "3.6.7", "3.7.0", "4.0.0", "3.10.1"])
    assert(isNewEnough(version), version);
  for (const version of ["3.4.23", "3.5.25", "3.5.3", "2.3.8", "3.0.99", "", "none"])
    assert(!isNewEnough(version), version);
});
