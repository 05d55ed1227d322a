import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { setImmediate as settled } from "node:timers/promises";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { boundaryTo } from "../../../../src/server/runtime/boundary.ts";
import { EtcdClient } from "../../../../src/storage/etcd/client/etcd-client.ts";
import type { Failure } from "../../../../src/storage/etcd/client/failure.ts";
import { hedgedRequest, MemberOrder } from "../../../../src/storage/etcd/client/hedged-request.ts";
import { MemberChannel } from "../../../../src/storage/etcd/client/member-channel.ts";
import { bounded, until } from "../../../support/timeouts.ts";

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
      const { answer } = await hedgedRequest({
        members: new MemberOrder(channels),
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
        left: { kind: "unknown", reason: "the request failed unexpectedly" },
      });
      assert.deepEqual(bugs, ["Error: odd"]);
    },
  );

const unknown = (reason: string): Failure => ({ kind: "unknown", reason });

/** A change that two of three members have, of which the first has failed by now, after most of its time. */
const lateChange = async (t: TestContext) => {
  const { bugs, boundary } = noting();
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let now = 0;
  t.mock.method(performance, "now", () => now);
  const pass = (ms: number): void => {
    now += ms;
    t.mock.timers.tick(ms);
  };
  const channels = [1, 2, 3].map(
    (port) => new MemberChannel(`http://127.0.0.1:${port}`, undefined),
  );
  t.after(() => channels.forEach((channel) => channel.close()));
  /** What ends the question to each member that was asked, in that order. */
  const asked: ((answer: Either<Failure, string>) => void)[] = [];
  let isOver = false;
  const answered = hedgedRequest({
    members: new MemberOrder(channels),
    once: () => new Promise<Either<Failure, string>>((resolve) => void asked.push(resolve)),
    isChange: true,
    lateMs: 400,
    answerMs: 1000,
    ms: 10_000,
    isClosed: () => false,
    boundary,
  }).finally(() => (isOver = true));
  pass(400);
  pass(500);
  assert.equal(asked.length, 2, "none is asked after half of the time");
  asked[0]?.(left(unknown("the first is slow")));
  await settled();
  assert(!isOver, "the other member may answer");
  pass(400);
  return { asked, answered, bugs };
};

test("ETCD-21: the answer of a member that has a change counts, also where one that had it before failed after long", async (t) => {
  const { asked, answered, bugs } = await lateChange(t);
  asked[1]?.(right("done"));
  assert.deepEqual(await answered, { answer: right("done"), doubt: "the first is slow" });
  assert.deepEqual([asked.length, bugs], [2, []]);
});

for (const second of [
  unknown("the second as well"),
  { kind: "away", reason: "it was not sent" } as const,
])
  test(`ETCD-21: where a member has failed after long, no further one is asked once the last that has the change fails: ${second.kind}`, async (t) => {
    const { asked, answered, bugs } = await lateChange(t);
    asked[1]?.(left(second));
    assert.deepEqual(await answered, {
      answer: left(unknown("the first is slow")),
      doubt: "the first is slow",
    });
    assert.deepEqual([asked.length, bugs], [2, []]);
  });

test(
  "OPS-14: a lease that is kept is renewed again also after a renewal that failed unexpectedly, until that is ended",
  bounded,
  async (t) => {
    const { bugs, boundary } = noting();
    const client = new EtcdClient({ urls: ["http://127.0.0.1:1"], answerMs: 1000, boundary });
    t.after(() => client.close());
    const renewed: string[] = [];
    let end = (): void => undefined;
    t.mock.method(client, "renew", async (lease: string) => {
      renewed.push(lease);
      if (renewed.length === 1) throw new Error("odd");
      // Where this process had no turn for a while, another one is due at once.
      if (renewed.length === 3) end();
      return right(true);
    });
    end = client.keep("7", 0.003);
    await until(() => renewed.length === 3);
    assert.deepEqual(renewed, ["7", "7", "7"]);
    assert.deepEqual(bugs, ["Error: odd"]);
  },
);
