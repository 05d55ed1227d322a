import assert from "node:assert/strict";
import type { OutgoingHttpHeaders } from "node:http2";
import { test, type TestContext } from "node:test";
import { status } from "@grpc/grpc-js";
import { MemberChannel } from "../../../../src/storage/etcd/client/member-channel.ts";
import { oneKey, type Transaction } from "../../../../src/storage/etcd/client/etcd.ts";
import { watch } from "../../../../src/storage/etcd/client/methods.ts";
import { boundary } from "../../../support/failing-boundary.ts";
import { until } from "../../../support/timeouts.ts";
import { clientOf, problem, put } from "./test-client.ts";
import { deafMember } from "./deaf-member.ts";
import { strangeMember } from "./strange-member.ts";

const ended = (code: number, message: string): OutgoingHttpHeaders => ({
  ":status": 200,
  "content-type": "application/grpc",
  "grpc-status": String(code),
  "grpc-message": message,
});

test("ETCD-18: that nothing was done is taken from etcd's own words alone, and not from a code that others use too", async (t) => {
  let answer: OutgoingHttpHeaders = {};
  const url = await strangeMember(t, (stream) => stream.respond(answer, { endStream: true }));
  const etcd = clientOf(t, { urls: [url] });
  const kindOf = async (headers: OutgoingHttpHeaders): Promise<string> => {
    answer = headers;
    return problem(await etcd.transact({ guards: [], then: [put("/strange", "")] }, 4000)).kind;
  };
  // It was done, and the answer has no message: the client's own gRPC calls that `UNIMPLEMENTED`.
  assert.equal(await kindOf(ended(status.OK, "")), "unknown");
  // What stands between says so, whatever became of the request behind it.
  for (const httpStatus of [401, 403, 404, 503])
    assert.equal(await kindOf({ ":status": httpStatus }), "unknown");
  assert.equal(await kindOf(ended(status.FAILED_PRECONDITION, "not any more")), "unknown");
  const noMethod = "unknown method Txn for service etcdserverpb.KV";
  assert.equal(await kindOf(ended(status.UNIMPLEMENTED, noMethod)), "refused");
  const denied = "etcdserver: permission denied";
  assert.equal(await kindOf(ended(status.PERMISSION_DENIED, denied)), "refused");
  assert.equal(await kindOf(ended(status.UNAVAILABLE, "etcdserver: no leader")), "away");
  assert.equal(await kindOf(ended(status.UNAVAILABLE, "etcdserver: request timed out")), "unknown");
});

test("ETCD-18: of what a stream fails with that is none of gRPC's errors nobody knows what was done", async (t) => {
  const url = await deafMember(t);
  const member = new MemberChannel(url, undefined);
  t.after(() => member.close());
  const failure = await new Promise((resolve) => {
    const taken = boundary("the end of a stream was not taken", resolve);
    const stream = member.stream(watch, undefined, taken);
    // As where a message is handed over after the end of a stream.
    stream.destroy(new Error("stream.push() after EOF"));
  });
  assert.deepEqual(failure, { kind: "unknown", reason: `${url}: stream.push() after EOF` });
});

/** Members that answer nothing, or that end each request so, and how many each of them got. */
const silentMembers = async (t: TestContext, count: number, ending?: OutgoingHttpHeaders) => {
  const got = Array.from({ length: count }, () => 0);
  const urls = await Promise.all(
    got.map((_, at) =>
      strangeMember(t, (stream) => {
        got[at] = (got[at] ?? 0) + 1;
        if (ending !== undefined) stream.respond(ending, { endStream: true });
      }),
    ),
  );
  return { got, urls };
};

/** A transaction of which several members may have a copy. */
const copied = (key: string): Transaction => ({
  guards: [{ range: oneKey(key), changed: 0 }],
  then: [put(key, "")],
  isGuardedByItself: true,
});

for (const [what, ending] of [
  ["does not answer", undefined],
  ["fails and does not say whether it did it", ended(status.UNAVAILABLE, "it went away")],
] as const)
  test(`ETCD-21: a member that ${what} gets a transaction once`, async (t) => {
    for (const count of [1, 3]) {
      const { got, urls } = await silentMembers(t, count, ending);
      const etcd = clientOf(t, { urls }, { answerMs: 3000 });
      assert.equal(problem(await etcd.transact(copied("/copied"))).kind, "unknown");
      assert.equal(got[0], 1);
      for (const copies of got) assert(copies <= 1, `members got ${got.join(", ")} copies`);
    }
  });

test("ETCD-21: where transactions have long gone without an answer, each goes to one member alone", async (t) => {
  const keys = [1, 2, 3, 4, 5, 6].map((number) => `/copied/${number}`);
  const got: (string | undefined)[] = [];
  const urls = await Promise.all(
    [1, 2, 3].map(() =>
      strangeMember(t, (_stream, _path, body) => {
        got.push(keys.find((key) => body.includes(key)));
      }),
    ),
  );
  const etcd = clientOf(t, { urls }, { answerMs: 1000 });
  for (const key of keys) await etcd.transact(copied(key));
  const last = keys.slice(3);
  // A copy of an earlier one may arrive as late as these do.
  await until(() => last.every((key) => got.includes(key)));
  for (const key of last)
    assert.equal(got.filter((each) => each === key).length, 1, `members got ${got.join(", ")}`);
});
