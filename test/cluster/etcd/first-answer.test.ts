import assert from "node:assert/strict";
import { test } from "node:test";
import { type Either, right } from "fp-ts/lib/Either.js";
import { boundaryTo } from "../../../src/boundary.ts";
import { EtcdClient } from "../../../src/cluster/etcd/client.ts";
import type { Failure } from "../../../src/cluster/etcd/failure.ts";
import { firstAnswer } from "../../../src/cluster/etcd/first-answer.ts";
import { MemberChannel } from "../../../src/cluster/etcd/member-channel.ts";
import { Members } from "../../../src/cluster/etcd/members.ts";
import { bounded, until } from "../../support/bounded.ts";

/** A boundary, and the bugs that were met by it. */
const noting = () => {
  const bugs: string[] = [];
  const boundary = boundaryTo((error) => void bugs.push(String(error)));
  return { bugs, boundary };
};

for (const [when, lateMs] of [
  ["at once", 60_000],
  ["beside a member that is late", 1],
] as const)
  test(
    `OPS-14: whoever asks etcd something that fails unexpectedly ${when} is answered that nobody knows what was done`,
    bounded,
    async (t) => {
      const { bugs, boundary } = noting();
      const channels = ["http://127.0.0.1:1", "http://127.0.0.1:2"].map(
        (url) => new MemberChannel(url, undefined),
      );
      t.after(() => channels.forEach((channel) => channel.close()));
      let asked = 0;
      const { answer } = await firstAnswer({
        members: new Members(channels),
        once: async () => {
          asked += 1;
          if (lateMs === 1 && asked === 1)
            return new Promise<Either<Failure, void>>(() => undefined);
          throw new Error("odd");
        },
        isChange: false,
        lateMs,
        answerMs: 60_000,
        ms: 60_000,
        isClosed: () => false,
        boundary,
      });
      assert.deepEqual(answer, {
        _tag: "Left",
        left: { kind: "unknown", reason: "the asking failed unexpectedly" },
      });
      assert.deepEqual(bugs, ["Error: odd"]);
    },
  );

test(
  "OPS-14: a lease that is kept is renewed again also after a renewal that failed unexpectedly, until that is ended",
  bounded,
  async (t) => {
    const { bugs, boundary } = noting();
    const client = new EtcdClient({ urls: ["http://127.0.0.1:1"], answerMs: 1000, boundary });
    t.after(() => client.close());
    const renewed: string[] = [];
    t.mock.method(client, "renew", async (lease: string) => {
      renewed.push(lease);
      if (renewed.length === 1) throw new Error("odd");
      return right(true);
    });
    const end = client.keep("7", 0.003);
    await until(() => renewed.length === 3);
    end();
    assert.deepEqual(renewed, ["7", "7", "7"]);
    assert.deepEqual(bugs, ["Error: odd"]);
  },
);
