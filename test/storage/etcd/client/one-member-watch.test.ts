import assert from "node:assert/strict";
import { after, test } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { oneKey, withPrefix } from "../../../../src/storage/etcd/client/etcd.ts";
import { sharedEtcd } from "../../../support/etcd.ts";
import { eventually } from "../../../support/polling.ts";
import { mayUse } from "../../../support/programs.ts";
import { clientOf, done, problem, put } from "./test-client.ts";
import { watching } from "./watching.ts";

const shared = sharedEtcd(after);

test("ETCD-4: a watch tells every change from its revision on, and those of one transaction together", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const etcd = clientOf(t, await shared());
  const range = withPrefix("/watched/");
  const before = done(await etcd.transact({ guards: [], then: [put("/watched/old", "")] }));
  // Together more than etcd sends in one piece, which is a request and 512 KiB, wherever a transaction ends.
  const large = "x".repeat(480 * 1024);
  const parts = ["a", "b", "c"].map((name) => put(`/watched/${name}`, large));
  const first = done(await etcd.transact({ guards: [], then: parts }));
  done(await etcd.transact({ guards: [], then: parts }));
  done(await etcd.transact({ guards: [], then: [...parts, put("/watched/last", "")] }));
  const watch = watching(t, etcd, range, before.revision + 1);
  await watch.told("/watched/last");
  done(await etcd.transact({ guards: [], then: [put("/elsewhere", ""), put("/watched/d", "4")] }));
  const last = done(
    await etcd.transact({
      guards: [],
      then: [
        { kind: "delete", range: oneKey("/watched/a") },
        { kind: "delete", range: oneKey("/watched/b") },
        put("/watched/e", "5"),
      ],
    }),
  );
  await watch.told("/watched/e");
  assert.deepEqual(
    watch.changes.map(({ key, value, changed }) => [
      key.at(-1),
      value?.length,
      changed - first.revision,
    ]),
    [
      ...[0, 1, 2].flatMap((later) => ["a", "b", "c"].map((name) => [name, large.length, later])),
      ["t", 0, 2],
      ["d", 1, 3],
      ["a", undefined, 4],
      ["b", undefined, 4],
      ["e", 1, 4],
    ],
  );
  // A transaction is in one piece, whatever else is in it.
  for (const some of watch.together) {
    const revisions = new Set(some.map(({ changed }) => changed));
    const meant = watch.changes.filter(({ changed }) => revisions.has(changed));
    assert.equal(some.length, meant.length);
  }
  done(await etcd.transact({ guards: [], then: [put("/elsewhere", "again")] }));
  await watch.reached(last.revision + 1);
});

test("ETCD-5: what was compacted is told with the oldest revision that is kept", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const cluster = await shared();
  const etcd = clientOf(t, cluster);
  const first = done(await etcd.transact({ guards: [], then: [put("/compacted", "1")] }));
  const second = done(await etcd.transact({ guards: [], then: [put("/compacted", "2")] }));
  done(await etcd.transact({ guards: [], then: [put("/compacted", "3")] }));
  await cluster.ctl("compact", String(second.revision));
  const range = oneKey("/compacted");
  const watch = await watching(t, etcd, range, first.revision).over();
  assert(watch.kind === "compacted");
  assert.equal(watch.oldest, second.revision);
  const read = problem(await etcd.read(range, first.revision));
  assert(read.kind === "compacted");
  assert.equal(read.oldest, second.revision);
  const [pair] = done(await etcd.read(range, second.revision)).pairs;
  assert.equal(pair?.value.toString(), "2");
  await watching(t, etcd, range, second.revision).told("/compacted");
});

test("ETCD-6: a watch of a range in which nothing changes outlives the compaction of what it was told of", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const cluster = await shared();
  const [member] = cluster.members;
  assert(member !== undefined);
  const etcd = clientOf(t, cluster);
  const { revision: from } = done(await etcd.transact({ guards: [], then: [put("/quiet", "")] }));
  const watch = watching(t, etcd, oneKey("/quiet"), from);
  await watch.told("/quiet");
  let revision = 0;
  for (const value of ["1", "2", "3"])
    ({ revision } = done(await etcd.transact({ guards: [], then: [put("/noise", value)] })));
  await watch.reached(revision);
  await cluster.ctl("compact", String(revision));
  await member.kill();
  await member.start();
  await member.ready();
  await eventually(async () => {
    const again = await etcd.transact({ guards: [], then: [put("/quiet", "again")] });
    return isRight(again) ? { seen: undefined } : { not: again.left.reason };
  }, 60_000);
  await eventually(
    async () =>
      watch.changes.some(({ value }) => value?.toString() === "again")
        ? { seen: undefined }
        : { not: "the change is not told" },
    60_000,
  );
  assert.deepEqual(watch.ended, []);
});
