import assert from "node:assert/strict";
import type { OutgoingHttpHeaders } from "node:http2";
import { test } from "node:test";
import { status } from "@grpc/grpc-js";
import { MemberChannel } from "../../../src/cluster/etcd/member-channel.ts";
import { watch } from "../../../src/cluster/etcd/methods.ts";
import { boundary } from "../../support/boundary.ts";
import { clientOf, problem, put } from "./asked.ts";
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
    return problem(await etcd.transact({ guards: [], then: [put("/strange", "")] }, 1000)).kind;
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
