import assert from "node:assert/strict";
import { test } from "node:test";
import { inCluster } from "../../support/timeouts.ts";
import { runProgram } from "../../support/program.ts";
import { temporaryFolder } from "../../support/service.ts";
import { strangeMember } from "./client/strange-member.ts";

/** The answer of etcd's `Status`: a header, its version, and that it leads. Field numbers: etcdserverpb/rpc.proto. */
const statusOf = (version: string): Buffer => {
  const id = Buffer.from([0x10, 1]);
  const answer = Buffer.concat([
    Buffer.from([0x0a, id.length, ...id, 0x12, version.length]),
    Buffer.from(version),
    Buffer.from([0x20, 1]),
  ]);
  const frame = Buffer.alloc(5);
  frame.writeUInt32BE(answer.length, 1);
  return Buffer.concat([frame, answer]);
};

test(
  "NODE-3, CTOOL-10: with an etcd that is too old a start and a command are refused with its version, and it is asked for nothing else",
  inCluster,
  async (t) => {
    const asked = new Set<string>();
    const url = await strangeMember(t, (stream, path) => {
      asked.add(path);
      const headers = { ":status": 200, "content-type": "application/grpc" };
      stream.respond(headers, { waitForTrailers: true });
      stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
      stream.end(statusOf("3.4.23"));
    });
    const data = await temporaryFolder(t);
    for (const command of [
      ["serve", "--port", "0", "--data", data],
      ["token", "list"],
    ]) {
      const { code, err } = await runProgram(t, [...command, "--cluster", url]);
      assert.equal(code, 1);
      assert(err.includes(`${url} is etcd 3.4.23, and 3.5.26 or later is needed`), err);
    }
    assert.deepEqual([...asked], ["/etcdserverpb.Maintenance/Status"]);
  },
);
