import assert from "node:assert/strict";
import { after, test } from "node:test";
import { left, right } from "fp-ts/lib/Either.js";
import { systemClock } from "../../../src/server/runtime/time.ts";
import { KnownUsers } from "../../../src/auth/known-users.ts";
import { createUser, openUsers, usersKind } from "../../../src/auth/user-directory.ts";
import { boundary } from "../../support/failing-boundary.ts";
import { sharedEtcd } from "../../support/etcd.ts";
import { mayUse } from "../../support/programs.ts";
import {
  change,
  documentOf,
  keptLog,
  leftOf,
  newHome,
  otherwise,
  rightOf,
  unknown,
} from "./test-home.ts";
import { clientOf } from "./client/test-client.ts";
import { admin, namesIn } from "./user-documents.ts";

const shared = sharedEtcd(after);

test("SHARE-2: of changes that nodes make at the same time none is lost", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const { keys } = newHome();
  const documents = await Promise.all(
    [1, 2, 3].map(async () => documentOf(t, clientOf(t, await shared()), keys, usersKind)),
  );
  const names = Array.from({ length: 30 }, (_, index) => `user ${index}`);
  const created = await Promise.all(
    documents.flatMap((document, at) =>
      names.filter((_, index) => index % 3 === at).map((name) => createUser(document, name, admin)),
    ),
  );
  assert.equal(new Set(created.map(rightOf)).size, 30);
  for (const document of documents) {
    rightOf(await document.refresh());
    assert.deepEqual(namesIn(document).toSorted(), names.toSorted());
  }
  const owners = documents.flatMap((document) =>
    rightOf(document.read()).users.filter(({ owner }) => owner),
  );
  assert.equal(owners.length, documents.length, "one of them, as each of them sees it");
});

test("SHARE-4: a document that would be larger than etcd takes is not changed, and the answer names it and the limit", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const { keys } = newHome();
  const document = await documentOf(t, clientOf(t, await shared()), keys, usersKind);
  rightOf(await createUser(document, "wall", admin));
  const many = (count: number) =>
    document.change((content) => {
      const [first] = content.users;
      assert(first !== undefined);
      return right([{ ...content, users: Array.from({ length: count }, () => first) }, undefined]);
    });
  const refused = leftOf(await many(10_000));
  assert(refused.includes(keys.document("users")), refused);
  assert.match(refused, /it would have \d{7} bytes, and etcd accepts 1568768 for a document/);
  assert.deepEqual(namesIn(document), ["wall"]);
  const length = JSON.stringify(rightOf(document.read()).users[0]).length + 1;
  rightOf(await many(Math.floor((1_568_768 - 100) / length)));
});

test("SHARE-5: a change of which no answer came is made once, whether it was made or not", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const etcd = clientOf(t, await shared());
  for (const isDone of [true, false]) {
    const { keys } = newHome();
    let calls = 0;
    const silent = otherwise(etcd, {
      transact: async (transaction) => {
        calls += 1;
        if (calls > 1) return etcd.transact(transaction);
        if (isDone) rightOf(await etcd.transact(transaction));
        return left(unknown);
      },
    });
    const document = await documentOf(t, silent, keys, usersKind);
    const token = rightOf(await createUser(document, "wall", admin));
    const held = rightOf(openUsers(document, keptLog(t).rated));
    t.after(() => held.close());
    const known = new KnownUsers(held, systemClock, boundary);
    assert.equal(known.find(token)?.name, "wall", "it is the token that was told");
    assert.deepEqual(namesIn(document), ["wall"]);
    assert.equal(calls, isDone ? 1 : 2);
  }
});

test("SHARE-5: a change of which no answer came and that others have followed is told to be in doubt where it cannot be made again", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const etcd = clientOf(t, await shared());
  const { keys } = newHome();
  const other = await documentOf(t, etcd, keys, usersKind);
  const silent = otherwise(etcd, {
    transact: async (transaction) => {
      rightOf(await etcd.transact(transaction));
      rightOf(await createUser(other, "kitchen", admin));
      return left(unknown);
    },
  });
  const document = await documentOf(t, silent, keys, usersKind);
  const told = leftOf(await createUser(document, "wall", admin));
  assert.match(
    told,
    /there is a token named "wall" already \(it is unknown whether .* no answer came\)/,
  );
});

test("SHARE-6: a document that others change each time before a change of it is done is given up, with a sentence", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const etcd = clientOf(t, await shared());
  const { keys } = newHome();
  const late = otherwise(etcd, {
    transact: async (transaction) => {
      const value = Buffer.from('{"version":1,"users":[]}');
      await change(etcd, { kind: "put", key: keys.document("users"), value });
      return etcd.transact(transaction);
    },
  });
  const document = await documentOf(t, late, keys, usersKind);
  assert.match(leftOf(await createUser(document, "wall", admin)), /cannot be changed: .* 50 times/);
});
